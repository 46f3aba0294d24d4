use secrecy::SecretString;
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Accounts, StartedSession, known_browser};
use crate::domain::account::Account;
use crate::domain::limit::Attempt;
use crate::domain::session::{Session, device_name};
use crate::error::Error;
use crate::store;
use crate::store::session::Key;

/// What a browser sends to sign in.
pub struct LoginForm {
    /// User name or e-mail address.
    pub username: String,
    pub password: SecretString,
    /// Token of the session that the browser had.
    pub previous_token: String,
    /// Token of a browser that may be known for the account.
    pub browser_token: String,
    /// For the limits alone.
    pub client_address: String,
    /// The browser in words; empty if it did not say.
    pub device: String,
}

/// What the browser gets.
pub struct LoggedIn {
    pub started: StartedSession,
    /// By which the browser is known for the account.
    pub browser_token: String,
}

impl Accounts {
    /// Signs in under a new token, and makes the browser known for the account.
    pub async fn login(&self, context: &RequestContext, form: LoginForm) -> Result<LoggedIn, Error> {
        let device = device_name(&form.device);
        let username = form.username.trim();
        let known = store::account::find_for_sign_in(&self.pool, &context.brand, username).await?;
        let attempt = self.attempt(context, &form, known.as_ref().map(|known| &known.account)).await?;
        let account = self.check_password(known, form.password, &attempt).await?;

        let (token, now) = (token::generate(), self.clock.now());
        let previous = Key::Token(TokenHash::of(&form.previous_token));
        let mut transaction = self.pool.begin().await?;
        let previous = store::session::find_alive(&mut *transaction, previous, &context.brand, now).await?;
        let proved_at = proved_at(&mut transaction, &account, now).await?;
        let start = Start { token: TokenHash::of(&token), brand: &context.brand, device: &device, proved_at };
        let id = start_session(&mut transaction, previous, &account, start, now).await?;
        let browser_token =
            known_browser::remember(&mut transaction, &form.browser_token, account.id, now).await?;
        let is_mailbox_proved = store::mailbox::find_unproved(&mut *transaction, account.id).await?.is_none();
        transaction.commit().await?;
        let session = Session {
            id,
            brand: context.brand.clone(),
            account: Some(account),
            is_mailbox_proved,
            started_at: now,
            seen_at: now,
            proved_at,
            is_short_lived: false,
        };
        Ok(LoggedIn { started: StartedSession { session, token }, browser_token })
    }

    /// How the attempt is counted.
    async fn attempt(
        &self,
        context: &RequestContext,
        form: &LoginForm,
        known: Option<&Account>,
    ) -> sqlx::Result<Attempt> {
        let (browser, account) = (TokenHash::of(&form.browser_token), known.map(|account| account.id));
        let is_known = store::known_browser::is_known(&self.pool, browser, account, self.clock.now()).await?;
        if let Some(account) = account.filter(|_| is_known) {
            return Ok(Attempt::in_known_browser(browser, account));
        }
        // An administrator is the same on every brand: their attempts are counted together.
        let brand =
            known.map_or(context.brand.as_str(), |account| account.brand.as_deref().unwrap_or_default());
        Ok(Attempt::sign_in(brand, form.username.trim(), &form.client_address).on(account))
    }
}

/// What a session starts with.
struct Start<'a> {
    token: TokenHash,
    brand: &'a str,
    device: &'a str,
    proved_at: Option<OffsetDateTime>,
}

/// When the session counts as proved. Of an administrator who has a second factor the password alone proves too little:
/// signing in asks for no code, and the step-up does.
async fn proved_at(
    connection: &mut PgConnection,
    account: &Account,
    now: OffsetDateTime,
) -> sqlx::Result<Option<OffsetDateTime>> {
    if !account.is_admin() {
        return Ok(Some(now));
    }
    // A second factor that is being confirmed ends this session, or is seen here.
    store::account::lock(connection, account.id).await?;
    let factor = store::second_factor::find(connection, account.id).await?;
    Ok(factor.is_none().then_some(now))
}

/// Signs the account in. A guest's session goes on under a new token, so that its bookings stay readable. The session
/// of another account ends, and a new one starts.
async fn start_session(
    connection: &mut PgConnection,
    previous: Option<Session>,
    account: &Account,
    Start { token, brand, device, proved_at }: Start<'_>,
    now: OffsetDateTime,
) -> Result<Uuid, Error> {
    if let Some(previous) = previous {
        if store::session::sign_in(connection, previous.id, token, account.id, device, proved_at, now).await?
        {
            return Ok(previous.id);
        }
        store::session::delete(&mut *connection, Key::Id(previous.id)).await?;
    }
    let id = Uuid::now_v7();
    store::session::insert_guest(&mut *connection, id, token, brand, now).await?;
    store::session::sign_in(connection, id, token, account.id, device, proved_at, now).await?;
    Ok(id)
}
