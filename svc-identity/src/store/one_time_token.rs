use service::token::TokenHash;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

#[tracing::instrument(name = "db.one_time_token.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    token: TokenHash,
    account_id: Uuid,
    expires_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into one_time_token (token_hash, account_id, expires_at) values ($1, $2, $3)",
        &token.0,
        account_id,
        expires_at,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The account of the token. Returns nothing if the token is unknown, used or expired.
#[tracing::instrument(name = "db.one_time_token.owner", skip_all)]
pub async fn owner(
    executor: impl PgExecutor<'_>,
    token: TokenHash,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "select account_id from one_time_token where token_hash = $1 and expires_at > $2",
        &token.0,
        now,
    )
    .fetch_optional(executor)
    .await
}

/// Uses a token up and returns its account, or nothing if the token is unknown, used or expired.
#[tracing::instrument(name = "db.one_time_token.take", skip_all)]
pub async fn take(
    connection: &mut PgConnection,
    token: TokenHash,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "delete from one_time_token where token_hash = $1 and expires_at > $2 returning account_id",
        &token.0,
        now,
    )
    .fetch_optional(connection)
    .await
}

/// Ends all links of an account, after its password was set or when it is closed.
#[tracing::instrument(name = "db.one_time_token.delete_all", skip_all)]
pub async fn delete_all(connection: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from one_time_token where account_id = $1", account_id).execute(connection).await?;
    Ok(())
}

/// Removes expired tokens.
#[tracing::instrument(name = "db.one_time_token.sweep", skip_all)]
pub async fn sweep(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from one_time_token where expires_at <= $1", now).execute(executor).await?;
    Ok(())
}
