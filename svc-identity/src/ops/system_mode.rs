use mail::Seal;
use secrecy::ExposeSecret;
use service::token::{self, TokenHash};
use service::{Mode, RequestContext};
use sqlx::PgConnection;
use texts::Locale;
use time::OffsetDateTime;

use super::{Accounts, Proof, ProvedBy};
use crate::domain::account::Account;
use crate::domain::system_mode::{ModeChange, SystemMode};
use crate::error::Error;
use crate::{email, events, store};

/// The mode to switch to, and which providers could sell in live mode.
#[derive(Debug, Clone, Copy)]
pub struct ModeRequest {
    pub mode: Mode,
    pub flights_live_configured: bool,
    pub cards_live_configured: bool,
}

/// What a step-up brings.
#[derive(Default)]
pub struct StepUp {
    /// Without a password there is none, nor when another request has just renewed the token.
    pub session_token: Option<String>,
    /// None: no password was given.
    pub proved_by: Option<ProvedBy>,
}

impl ModeRequest {
    fn checked(self) -> Result<Mode, Error> {
        match self.mode {
            Mode::Live if !(self.flights_live_configured && self.cards_live_configured) => {
                Err(Error::NotConfigured)
            }
            Mode::Unspecified => Err(Error::field("enableLiveMode", "Say which mode is wanted")),
            mode => Ok(mode),
        }
    }
}

impl Accounts {
    pub async fn get_mode(&self) -> Result<SystemMode, Error> {
        store::system_mode::get(&self.pool).await
    }

    /// Returns the last change of the mode, if any, to an administrator.
    pub async fn get_last_mode_change(&self, context: &RequestContext) -> Result<Option<ModeChange>, Error> {
        self.administrator(context).await?;
        store::system_mode::last_change(&self.pool).await
    }

    /// Checks that the administrator may change what matters. Their ten minutes start again with the password, and of who
    /// has a second factor a code of it; without the password they must not be over.
    ///
    /// Returns the session's new token if the password was given: a copy of the old one must not gain what it opens.
    pub async fn refresh_admin(&self, context: &RequestContext, proof: Proof) -> Result<StepUp, Error> {
        let (session, account) = self.administrator(context).await?;
        let now = self.clock.now();
        if proof.password.expose_secret().is_empty() {
            return if session.is_stepped_up(now) {
                Ok(StepUp::default())
            } else {
                Err(Error::ReauthRequired)
            };
        }
        let proved_by = Some(self.prove(&session, &account, proof).await?);
        let token = token::generate();
        let renewed = store::session::prove(&self.pool, &session, TokenHash::of(&token), now).await?;
        Ok(StepUp { session_token: renewed.then_some(token), proved_by })
    }

    /// Sets the mode, which needs a recent step-up. Does nothing if it is set already.
    pub async fn set_mode(&self, context: &RequestContext, request: ModeRequest) -> Result<Mode, Error> {
        let (session, account) = self.administrator(context).await?;
        let now = self.clock.now();
        if !session.is_stepped_up(now) {
            return Err(Error::ReauthRequired);
        }
        let to = request.checked()?;
        let mut transaction = self.pool.begin().await?;
        let old = store::system_mode::lock(&mut transaction).await?;
        if old.mode != to {
            change(&mut transaction, &self.seal, old, to, &account, now).await?;
            transaction.commit().await?;
            self.outboxes.notify();
            tracing::warn!(mode = to.as_str_name(), account.id = %account.id, "the mode of the system has changed");
        }
        Ok(to)
    }
}

/// Writes the mode, its audit row, the event and a mail to every administrator: all or nothing.
async fn change(
    connection: &mut PgConnection,
    seal: &Seal,
    old: SystemMode,
    to: Mode,
    by: &Account,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let new = store::system_mode::change(connection, old, to, by.id, now).await?;
    events::mode_changed(connection, new, now).await?;
    for administrator in store::account::list_administrators(&mut *connection).await? {
        let mail = email::mode_changed(&administrator, by, new, Locale::English);
        mail::enqueue(connection, seal, &mail, now).await?;
    }
    Ok(())
}
