use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;

use crate::domain::limit::{
    Admission, Attempt, LONGEST_WINDOW, NETWORK_WINDOW, OfNetwork, PastAttempts, Tally,
};
use crate::error::Error;

/// An attempt that is stored as a wrong one.
#[derive(Debug, Clone, Copy)]
pub struct Admitted {
    pub id: i64,
    pub admission: Admission,
}

/// Stores an attempt as a wrong one, if another is allowed now.
pub async fn admit(pool: &PgPool, attempt: &Attempt, now: OffsetDateTime) -> Result<Admitted, Error> {
    // Without a lock first: a flood that is refused here holds up nobody who has a turn.
    let mut connection = pool.acquire().await?;
    judge(&mut connection, attempt, now).await?;
    drop(connection);

    let mut transaction = pool.begin().await?;
    lock(&mut transaction, attempt).await?;
    let admission = judge(&mut transaction, attempt, now).await?;
    let id = insert(&mut transaction, attempt, now).await?;
    transaction.commit().await?;
    Ok(Admitted { id, admission })
}

async fn judge(
    connection: &mut PgConnection,
    attempt: &Attempt,
    now: OffsetDateTime,
) -> Result<Admission, Error> {
    let past = PastAttempts {
        of_subject: tally(connection, attempt, Counted::Subject, now).await?,
        of_account: tally(connection, attempt, Counted::Account, now).await?,
        from_origin: of_network(connection, attempt, now).await?,
    };
    attempt.admit(&past, now).map_err(|wait| Error::TooManyAttempts { wait })
}

/// By origin, subject and account, in this order, so that a hundred at once are counted one by one.
#[tracing::instrument(name = "db.attempt.lock", skip_all)]
async fn lock(connection: &mut PgConnection, attempt: &Attempt) -> sqlx::Result<()> {
    sqlx::query!(
        "select
            pg_advisory_xact_lock(1, hashtext(coalesce($1, encode($2, 'hex')))),
            pg_advisory_xact_lock(2, hashtext(encode($2, 'hex'))),
            pg_advisory_xact_lock(3, hashtext(coalesce($3::uuid::text, encode($2, 'hex'))))",
        attempt.origin.as_deref(),
        &attempt.subject,
        attempt.account,
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[derive(Debug, Clone, Copy)]
enum Counted {
    Subject,
    /// All names of the account.
    Account,
}

#[tracing::instrument(name = "db.attempt.tally", skip_all)]
async fn tally(
    connection: &mut PgConnection,
    attempt: &Attempt,
    counted: Counted,
    now: OffsetDateTime,
) -> sqlx::Result<Tally> {
    let (subject, account) = match counted {
        Counted::Subject => (Some(attempt.subject.as_slice()), None),
        Counted::Account => (None, attempt.account),
    };
    sqlx::query_as!(
        Tally,
        r#"select
            count(*) as "attempts!",
            max(tried_at) as last,
            count(*) filter (where is_near) as "from_origin!",
            min(tried_at) filter (where is_near) as first_from_origin
        from (
            select tried_at, origin is not distinct from $3 and tried_at > $5 as is_near
            from attempt
            where (subject_hash = $1 or account_id = $2) and tried_at > $4
        ) as tried"#,
        subject,
        account,
        attempt.origin.as_deref(),
        now - LONGEST_WINDOW,
        now - NETWORK_WINDOW,
    )
    .fetch_one(connection)
    .await
}

#[tracing::instrument(name = "db.attempt.of_network", skip_all)]
async fn of_network(
    connection: &mut PgConnection,
    attempt: &Attempt,
    now: OffsetDateTime,
) -> sqlx::Result<OfNetwork> {
    sqlx::query_as!(
        OfNetwork,
        r#"select
            count(*) as "attempts!",
            max(tried_at) as last
        from attempt
        where origin = $1 and tried_at > $2"#,
        attempt.origin.as_deref(),
        now - NETWORK_WINDOW,
    )
    .fetch_one(connection)
    .await
}

#[tracing::instrument(name = "db.attempt.insert", skip_all)]
async fn insert(connection: &mut PgConnection, attempt: &Attempt, now: OffsetDateTime) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into attempt (subject_hash, account_id, origin, tried_at) values ($1, $2, $3, $4) returning id",
        &attempt.subject,
        attempt.account,
        attempt.origin.as_deref(),
        now,
    )
    .fetch_one(connection)
    .await
}

/// Removes an attempt that was right, and those before it which it takes back.
#[tracing::instrument(name = "db.attempt.forgive", skip_all)]
pub async fn forgive(executor: impl PgExecutor<'_>, attempt: &Attempt, id: i64) -> sqlx::Result<()> {
    let whole = attempt.is_forgiven_whole().then_some(attempt.subject.as_slice());
    sqlx::query!("delete from attempt where id = $1 or subject_hash = $2", id, whole)
        .execute(executor)
        .await?;
    Ok(())
}

/// Removes attempts that no longer count.
#[tracing::instrument(name = "db.attempt.sweep", skip_all)]
pub async fn sweep(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from attempt where tried_at <= $1", now - LONGEST_WINDOW).execute(executor).await?;
    Ok(())
}
