use service::RequestContext;
use service::token::{self, TokenHash};
use time::Duration;
use uuid::Uuid;

use super::Accounts;
use crate::domain::session::{Session, SessionSummary, Standing};
use crate::error::Error;
use crate::store;
use crate::store::session::Key;

/// Longer than a request that was sent before an answer came may be under way.
const OVERTAKEN: Duration = Duration::minutes(1);

/// A session and its new token, which only the browser keeps.
pub struct StartedSession {
    pub session: Session,
    pub token: String,
}

impl Accounts {
    /// Opens a guest's session. It is short-lived until it is used again.
    pub async fn open_session(&self, context: &RequestContext) -> Result<StartedSession, Error> {
        let (id, token) = (Uuid::now_v7(), token::generate());
        let (hash, now) = (TokenHash::of(&token), self.clock.now());
        store::session::insert_guest(&self.pool, id, hash, &context.brand, now).await?;
        let session = Session {
            id,
            brand: context.brand.clone(),
            account: None,
            is_mailbox_proved: false,
            started_at: now,
            seen_at: now,
            proved_at: None,
            is_short_lived: true,
        };
        Ok(StartedSession { session, token })
    }

    /// Returns the living session of this brand with this token, if any, and notes that it was used.
    pub async fn resolve_session(
        &self,
        context: &RequestContext,
        token: &str,
    ) -> Result<Option<Session>, Error> {
        let key = Key::Token(TokenHash::of(token));
        let now = self.clock.now();
        let found = store::session::find_alive(&self.pool, key, &context.brand, now).await?;
        if let Some(session) = found.as_ref().filter(|session| session.wants_to_be_seen(now)) {
            store::session::mark_seen(&self.pool, session.id, now).await?;
        }
        Ok(found)
    }

    /// By what the limits of card payments tell its visitor apart.
    pub async fn standing(&self, session: &Session) -> Result<Standing, Error> {
        let now = self.clock.now();
        let old_enough = session.account.as_ref().filter(|account| !account.is_new(now));
        let is_established = match old_enough {
            Some(account) => store::mailbox::find_unproved(&self.pool, account.id).await?.is_none(),
            None => false,
        };
        Ok(Standing { is_established, session_age: now - session.started_at })
    }

    /// Whether nobody has this token because another request of its browser has just renewed it.
    pub async fn was_just_renewed(&self, context: &RequestContext, token: &str) -> Result<bool, Error> {
        let (hash, since) = (TokenHash::of(token), self.clock.now() - OVERTAKEN);
        Ok(store::session::was_renewed(&self.pool, hash, &context.brand, since).await?)
    }

    /// Ends the session with this token.
    pub async fn logout(&self, token: &str) -> Result<(), Error> {
        store::session::delete(&self.pool, Key::Token(TokenHash::of(token))).await?;
        Ok(())
    }

    /// Returns the id of the request's session, and all sessions of its account.
    pub async fn list_sessions(
        &self,
        context: &RequestContext,
    ) -> Result<(Uuid, Vec<SessionSummary>), Error> {
        let (session, account) = self.signed_in(context).await?;
        let sessions = store::session::list(&self.pool, &account, self.clock.now()).await?;
        Ok((session.id, sessions))
    }

    /// Ends all sessions of the account except the request's.
    pub async fn revoke_other_sessions(&self, context: &RequestContext) -> Result<(), Error> {
        let (session, account) = self.signed_in(context).await?;
        let mut connection = self.pool.acquire().await?;
        store::session::delete_all(&mut connection, account.id, Some(session.id)).await?;
        Ok(())
    }
}
