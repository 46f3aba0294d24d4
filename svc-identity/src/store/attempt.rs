use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;

use crate::domain::limit::{Admission, Attempt, PastAttempts, WINDOW};
use crate::error::Error;

/// Stores an attempt as a wrong one, if another is allowed now.
///
/// Locked by origin, subject and account, in this order, so that a hundred at once are counted one by one.
#[tracing::instrument(name = "db.attempt.admit", skip_all)]
pub async fn admit(pool: &PgPool, attempt: &Attempt, now: OffsetDateTime) -> Result<Admission, Error> {
    let mut transaction = pool.begin().await?;
    let origin = attempt.origin.as_deref();
    sqlx::query!(
        "select
            pg_advisory_xact_lock(1, hashtext(coalesce($1, ''))),
            pg_advisory_xact_lock(2, hashtext(encode($2, 'hex'))),
            pg_advisory_xact_lock(3, hashtext(coalesce($3::uuid::text, encode($2, 'hex'))))",
        origin,
        &attempt.subject,
        attempt.account,
    )
    .execute(&mut *transaction)
    .await?;
    let past = sqlx::query_as!(
        PastAttempts,
        r#"select
            (select count(*) from attempt where subject_hash = $1 and tried_at > $3) as "of_subject!",
            (
                select count(*)
                from attempt
                where subject_hash = $1 and origin is not distinct from $2 and tried_at > $3
            ) as "of_subject_from_origin!",
            (select count(*) from attempt where account_id = $4 and tried_at > $3) as "of_account!",
            (
                select count(*)
                from attempt
                where account_id = $4 and origin is not distinct from $2 and tried_at > $3
            ) as "of_account_from_origin!",
            (select count(*) from attempt where origin = $2 and tried_at > $3) as "from_origin!",
            (select max(tried_at) from attempt where origin = $2 and tried_at > $3) as last_from_origin"#,
        &attempt.subject,
        origin,
        now - WINDOW,
        attempt.account,
    )
    .fetch_one(&mut *transaction)
    .await?;
    let admission = past.admit(now).ok_or(Error::TooManyAttempts)?;
    sqlx::query!(
        "insert into attempt (subject_hash, account_id, origin, tried_at) values ($1, $2, $3, $4)",
        &attempt.subject,
        attempt.account,
        origin,
        now,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(admission)
}

/// Removes the wrong attempts under every name of the account, after the right password.
#[tracing::instrument(name = "db.attempt.forgive", skip_all)]
pub async fn forgive(executor: impl PgExecutor<'_>, attempt: &Attempt) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from attempt where subject_hash = $1 or account_id = $2",
        &attempt.subject,
        attempt.account,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Removes attempts that no longer count.
#[tracing::instrument(name = "db.attempt.sweep", skip_all)]
pub async fn sweep(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from attempt where tried_at <= $1", now - WINDOW).execute(executor).await?;
    Ok(())
}
