//! Accounts that the operator makes.

use anyhow::bail;
use sqlx::{Connection, PgConnection};
use time::OffsetDateTime;

use crate::domain::account::{Profile, is_same};
use crate::store::account::NewAccount;
use crate::{events, store};

/// Makes the administrator, or gives an existing one the new password and ends their sessions.
pub async fn create_or_reset_administrator(
    connection: &mut PgConnection,
    profile: &Profile,
    password_hash: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = connection.begin().await?;
    let found = store::account::find_for_sign_in(&mut *transaction, "", &profile.username).await?;
    // Not an administrator who only has this address.
    match found.filter(|known| is_same(&known.account.username, &profile.username)) {
        Some(known) => {
            store::account::set_password(&mut transaction, known.account.id, password_hash).await?;
            store::session::delete_all(&mut transaction, known.account.id, None).await?;
        }
        None => insert(&mut transaction, None, profile, password_hash, now).await?,
    }
    transaction.commit().await?;
    Ok(())
}

/// Makes an account, of a brand or an administrator's, and publishes it.
pub(super) async fn insert(
    connection: &mut PgConnection,
    brand: Option<&str>,
    profile: &Profile,
    password_hash: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    if brand.is_none() && store::account::has_username(&mut *connection, &profile.username, false).await? {
        bail!("a traveller has this user name: they could no longer sign in");
    }
    let new = NewAccount { brand, profile, password_hash, booking_id: None };
    let account = store::account::insert(connection, &new, now).await?;
    events::user_created(connection, &account, now).await?;
    Ok(())
}
