use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

/// A second factor that counts.
pub struct SecondFactor {
    pub sealed_secret: Vec<u8>,
    pub enrolled_at: OffsetDateTime,
}

#[tracing::instrument(name = "db.second_factor.find", skip_all)]
pub async fn find(executor: impl PgExecutor<'_>, account_id: Uuid) -> sqlx::Result<Option<SecondFactor>> {
    sqlx::query_as!(
        SecondFactor,
        "select sealed_secret, enrolled_at from second_factor where account_id = $1",
        account_id,
    )
    .fetch_optional(executor)
    .await
}

/// Notes that the code of a step was accepted for this secret. Returns false if one of this step or a later one was
/// accepted before, or the secret has been replaced.
#[tracing::instrument(name = "db.second_factor.accept_step", skip_all)]
pub async fn accept_step(
    executor: impl PgExecutor<'_>,
    account_id: Uuid,
    sealed_secret: &[u8],
    step: i64,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update second_factor
        set last_step = $3
        where account_id = $1 and sealed_secret = $2 and last_step < $3",
        account_id,
        sealed_secret,
        step,
    )
    .execute(executor)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Keeps a secret that was shown to a session until it is confirmed. One that was shown before can't be confirmed any more.
#[tracing::instrument(name = "db.second_factor.begin", skip_all)]
pub async fn begin(
    executor: impl PgExecutor<'_>,
    account_id: Uuid,
    session_id: Uuid,
    sealed_secret: &[u8],
    expires_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into second_factor_enrolment (account_id, session_id, sealed_secret, expires_at)
        values ($1, $2, $3, $4)
        on conflict on constraint second_factor_enrolment_pkey do update
        set
            session_id = excluded.session_id,
            sealed_secret = excluded.sealed_secret,
            expires_at = excluded.expires_at",
        account_id,
        session_id,
        sealed_secret,
        expires_at,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// The sealed secret that was shown to this session and waits for its first code.
#[tracing::instrument(name = "db.second_factor.find_begun", skip_all)]
pub async fn find_begun(
    executor: impl PgExecutor<'_>,
    account_id: Uuid,
    session_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        "select sealed_secret
        from second_factor_enrolment
        where account_id = $1 and session_id = $2 and expires_at > $3",
        account_id,
        session_id,
        now,
    )
    .fetch_optional(executor)
    .await
}

/// Makes a secret that waited count in place of the one before it. `step` is that of its first code.
///
/// Returns false if it waits no more: another request has confirmed it, or a newer one was shown.
#[tracing::instrument(name = "db.second_factor.enrol", skip_all)]
pub async fn enrol(
    connection: &mut PgConnection,
    account_id: Uuid,
    sealed_secret: &[u8],
    step: i64,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "delete from second_factor_enrolment where account_id = $1 and sealed_secret = $2",
        account_id,
        sealed_secret,
    )
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "insert into second_factor (account_id, sealed_secret, last_step, enrolled_at)
        values ($1, $2, $3, $4)
        on conflict on constraint second_factor_pkey do update
        set
            sealed_secret = excluded.sealed_secret,
            last_step = excluded.last_step,
            enrolled_at = excluded.enrolled_at",
        account_id,
        sealed_secret,
        step,
        now,
    )
    .execute(connection)
    .await?;
    Ok(true)
}

/// Removes an account's second factor with its recovery codes. Returns false if it had none.
#[tracing::instrument(name = "db.second_factor.delete", skip_all)]
pub async fn delete(connection: &mut PgConnection, account_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query!("delete from second_factor_enrolment where account_id = $1", account_id)
        .execute(&mut *connection)
        .await?;
    let deleted = sqlx::query!("delete from second_factor where account_id = $1", account_id)
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected() == 1)
}

/// User names of the administrators who have no second factor.
#[tracing::instrument(name = "db.second_factor.list_without", skip_all)]
pub async fn list_without(executor: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select username
        from account
        where brand is null
            and not exists (select from second_factor where second_factor.account_id = account.id)
        order by username",
    )
    .fetch_all(executor)
    .await
}

/// Removes secrets that were shown and not confirmed in time.
#[tracing::instrument(name = "db.second_factor.sweep", skip_all)]
pub async fn sweep(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from second_factor_enrolment where expires_at <= $1", now).execute(executor).await?;
    Ok(())
}
