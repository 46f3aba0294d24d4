//! What operators do to accounts.

use anyhow::{Context, anyhow, bail, ensure};
use mail::Seal;
use service::Problem;
use service::token::{self, TokenHash};
use sqlx::{Connection, PgConnection};
use texts::Locale;
use time::OffsetDateTime;
use uuid::Uuid;

use super::close_account;
use crate::domain::account::{Account, Profile, is_same};
use crate::domain::one_time_token::reset_lifetime;
use crate::store::account::NewAccount;
use crate::{email, events, store};

/// Makes the administrator, or gives an existing one the new password and ends their sessions. `profile` is as typed: a
/// user name from before today's rules stays.
pub async fn create_or_reset_administrator(
    connection: &mut PgConnection,
    profile: &Profile,
    password_hash: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = connection.begin().await?;
    let username = profile.username.trim();
    let found = store::account::find_for_sign_in(&mut *transaction, "", username).await?;
    // Not an administrator who only has this address.
    if let Some(known) = found.filter(|known| is_same(&known.account.username, username)) {
        store::account::set_password(&mut transaction, known.account.id, password_hash).await?;
        store::session::delete_all(&mut transaction, known.account.id, None).await?;
        store::known_browser::delete_all(&mut transaction, known.account.id).await?;
    } else {
        let profile = profile.clone().checked().map_err(complaint)?;
        insert(&mut transaction, None, &profile, password_hash, now).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Makes a link that sets the administrator's password, as a mail would bring it to a traveller. Returns its path.
pub async fn create_link(
    connection: &mut PgConnection,
    username: &str,
    now: OffsetDateTime,
) -> anyhow::Result<String> {
    let found = store::account::find_for_sign_in(&mut *connection, "", username.trim()).await?;
    let account_id = found.context("no administrator has this user name")?.account.id;
    let token = token::generate();
    let expires_at = now + reset_lifetime(true);
    store::one_time_token::insert(connection, TokenHash::of(&token), account_id, expires_at).await?;
    Ok(format!("/reset-password#token={token}"))
}

/// Finds an account by its id, or by its user name or e-mail address. `brand` is None for administrators.
pub async fn find(connection: &mut PgConnection, user: &str, brand: Option<&str>) -> anyhow::Result<Account> {
    let user = user.trim();
    let found = if let Ok(id) = user.parse::<Uuid>() {
        store::account::find(connection, id).await?
    } else {
        let named = store::account::find_for_sign_in(connection, brand.unwrap_or_default(), user).await?;
        named.filter(|known| known.account.brand.as_deref() == brand)
    };
    Ok(found.context("no account has this name; a traveller's needs --brand")?.account)
}

/// Ends all sessions of an account.
pub async fn end_sessions(connection: &mut PgConnection, account: &Account) -> anyhow::Result<()> {
    Ok(store::session::delete_all(connection, account.id, None).await?)
}

/// Removes the second factor of an administrator who has lost it, ends their sessions, and mails them about it. The mail waits
/// in clear: it has no link, and the key may be what is lost.
pub async fn remove_second_factor(
    connection: &mut PgConnection,
    account: &Account,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = connection.begin().await?;
    store::account::lock(&mut transaction, account.id).await?;
    ensure!(
        store::second_factor::delete(&mut transaction, account.id).await?,
        "this account has no second factor"
    );
    store::session::delete_all(&mut transaction, account.id, None).await?;
    let mail = email::second_factor_removed(account, Locale::English);
    mail::enqueue(&mut transaction, &Seal::InClear, &mail, now).await?;
    transaction.commit().await?;
    Ok(())
}

/// Closes an account.
pub async fn close(
    connection: &mut PgConnection,
    account: &Account,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = connection.begin().await?;
    close_account::close(&mut transaction, account, now).await?;
    transaction.commit().await?;
    Ok(())
}

/// What is wrong, for a person at the command line.
pub fn complaint(problem: Problem) -> anyhow::Error {
    let sentences: Vec<_> = problem.fields.into_iter().map(|field| field.message).collect();
    anyhow!(sentences.join(". "))
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
