//! Browsers in which the owner of an account has signed in. Strangers' attempts elsewhere do not slow these down.

use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::store::known_browser;

/// Makes a browser known for the account whose password it gave. Returns the token for its cookie.
///
/// `previous` is the token that it sent. It is kept only if it was known for this very account: someone else may have
/// put it there.
pub(super) async fn remember(
    connection: &mut PgConnection,
    previous: &str,
    account_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<String> {
    let old = TokenHash::of(previous);
    if known_browser::prove(connection, old, account_id, now).await? {
        return Ok(previous.to_owned());
    }
    let token = token::generate();
    let new = TokenHash::of(&token);
    known_browser::renew(connection, old, new).await?;
    known_browser::insert(connection, new, account_id, now).await?;
    Ok(token)
}

/// The same after the password changed: no other browser is known any more.
pub(super) async fn remember_alone(
    connection: &mut PgConnection,
    previous: &str,
    account_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<String> {
    known_browser::delete_all(connection, account_id).await?;
    remember(connection, previous, account_id, now).await
}
