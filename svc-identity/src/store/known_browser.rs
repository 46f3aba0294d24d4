use service::token::TokenHash;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::known_browser::{ACCOUNTS_PER_BROWSER, LIFETIME, PER_ACCOUNT};

/// Whether the browser is known for the account. Asks the database without an account too: the time taken does not say
/// whether there is one.
#[tracing::instrument(name = "db.known_browser.is_known", skip_all)]
pub async fn is_known(
    executor: impl PgExecutor<'_>,
    token: TokenHash,
    account_id: Option<Uuid>,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
            select from known_browser where token_hash = $1 and account_id = $2 and proved_at > $3
        ) as "exists!""#,
        &token.0,
        account_id,
        now - LIFETIME,
    )
    .fetch_one(executor)
    .await
}

/// When the password or a mailed link was last used in each browser that is known for the account, the latest first.
#[tracing::instrument(name = "db.known_browser.list", skip_all)]
pub async fn list(
    executor: impl PgExecutor<'_>,
    account_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<OffsetDateTime>> {
    sqlx::query_scalar!(
        "select proved_at
        from known_browser
        where account_id = $1 and proved_at > $2
        order by proved_at desc",
        account_id,
        now - LIFETIME,
    )
    .fetch_all(executor)
    .await
}

/// Notes that the password was given in a browser. Returns false if the browser is not known for the account.
#[tracing::instrument(name = "db.known_browser.prove", skip_all)]
pub async fn prove(
    connection: &mut PgConnection,
    token: TokenHash,
    account_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let proved = sqlx::query!(
        "update known_browser
        set proved_at = $3
        where token_hash = $1 and account_id = $2 and proved_at > $4",
        &token.0,
        account_id,
        now,
        now - LIFETIME,
    )
    .execute(connection)
    .await?;
    Ok(proved.rows_affected() == 1)
}

/// Gives a browser another token, which it is known by for its latest accounts.
#[tracing::instrument(name = "db.known_browser.renew", skip_all)]
pub async fn renew(connection: &mut PgConnection, old: TokenHash, new: TokenHash) -> sqlx::Result<()> {
    sqlx::query!(
        "update known_browser
        set token_hash = $2
        where token_hash = $1 and account_id in (
            select account_id from known_browser where token_hash = $1 order by proved_at desc limit $3
        )",
        &old.0,
        &new.0,
        ACCOUNTS_PER_BROWSER - 1,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes a browser known for an account, and forgets the account's oldest if there are too many.
#[tracing::instrument(name = "db.known_browser.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    token: TokenHash,
    account_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from known_browser
        where account_id = $1 and token_hash in (
            select token_hash from known_browser where account_id = $1 order by proved_at desc offset $2
        )",
        account_id,
        PER_ACCOUNT - 1,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into known_browser (token_hash, account_id, proved_at)
        values ($1, $2, $3)
        on conflict on constraint known_browser_pkey do update set proved_at = excluded.proved_at",
        &token.0,
        account_id,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Forgets all browsers of an account, when its password changes or it is closed.
#[tracing::instrument(name = "db.known_browser.delete_all", skip_all)]
pub async fn delete_all(connection: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from known_browser where account_id = $1", account_id).execute(connection).await?;
    Ok(())
}

/// Removes what is known no longer.
#[tracing::instrument(name = "db.known_browser.sweep", skip_all)]
pub async fn sweep(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from known_browser where proved_at <= $1", now - LIFETIME).execute(executor).await?;
    Ok(())
}
