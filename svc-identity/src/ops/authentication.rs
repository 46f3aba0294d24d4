//! Who sends a request, and whether a password is right.

use secrecy::{ExposeSecret, SecretString};
use service::RequestContext;
use uuid::Uuid;

use super::Accounts;
use crate::domain::account::Account;
use crate::domain::limit::{Admission, Attempt};
use crate::domain::session::Session;
use crate::error::Error;
use crate::store;
use crate::store::account::Credentials;
use crate::store::session::Key;

impl Accounts {
    /// The session of the request and its account, as the database has them now.
    pub(super) async fn signed_in(&self, context: &RequestContext) -> Result<(Session, Account), Error> {
        let id = context.session_id.ok_or(Error::NotAuthenticated)?;
        let key = Key::Id(id);
        let found = store::session::find_alive(&self.pool, key, &context.brand, self.clock.now()).await?;
        let session = found.ok_or(Error::NotAuthenticated)?;
        let account = session.account.clone().ok_or(Error::NotAuthenticated)?;
        Ok((session, account))
    }

    /// The same, for an administrator.
    pub(super) async fn administrator(&self, context: &RequestContext) -> Result<(Session, Account), Error> {
        let (session, account) = self.signed_in(context).await?;
        if account.is_admin() { Ok((session, account)) } else { Err(Error::Forbidden) }
    }

    /// Returns the account if the password is right and the limits admit the attempt, which then counts no more.
    pub(super) async fn check_password(
        &self,
        known: Option<Credentials>,
        password: SecretString,
        attempt: &Attempt,
    ) -> Result<Account, Error> {
        let (account, admitted) = self.try_password(known, password, attempt).await?;
        store::attempt::forgive(&self.pool, attempt, admitted).await?;
        Ok(account)
    }

    /// The same, and the attempt counts as a wrong one until it is forgiven under the id that this returns.
    pub(super) async fn try_password(
        &self,
        known: Option<Credentials>,
        password: SecretString,
        attempt: &Attempt,
    ) -> Result<(Account, i64), Error> {
        let admitted = store::attempt::admit(&self.pool, attempt, self.clock.now()).await?;
        let hash = known.as_ref().map(|known| known.password_hash.expose_secret());
        // Shut or open, the work is the same: the time taken does not say which.
        let matches = self.hasher.verify(hash, password).await? && admitted.admission == Admission::Open;
        let proved = known.filter(|_| matches).ok_or(Error::InvalidCredentials)?;
        Ok((proved.account, admitted.id))
    }

    /// Checks the password of the signed-in account once more. A wrong one is a fault in the field `currentPassword`,
    /// because the session is still good.
    pub(super) async fn check_current(
        &self,
        session: &Session,
        account_id: Uuid,
        current: SecretString,
    ) -> Result<(), Error> {
        let known = store::account::find(&self.pool, account_id).await?;
        match self.check_password(known, current, &Attempt::step_up(session)).await {
            Err(Error::InvalidCredentials) => {
                Err(Error::field("currentPassword", ("incorrect", "Current password is incorrect")))
            }
            checked => checked.map(drop),
        }
    }
}
