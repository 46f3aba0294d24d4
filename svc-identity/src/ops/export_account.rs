use secrecy::SecretString;
use service::RequestContext;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Accounts;
use crate::domain::account::Account;
use crate::domain::session::SessionSummary;
use crate::error::Error;
use crate::store;

/// What is kept of an account here, without hashes and secrets.
pub struct AccountExport {
    pub account: Account,
    pub mailbox_proved_at: Option<OffsetDateTime>,
    /// The session that asks.
    pub session_id: Uuid,
    pub sessions: Vec<SessionSummary>,
    pub second_factor_enrolled_at: Option<OffsetDateTime>,
    /// When each known browser was last used with the password or a mailed link.
    pub browsers_proved_at: Vec<OffsetDateTime>,
}

impl Accounts {
    /// Reads all that is kept of the signed-in account, once the password was given again.
    pub async fn export_account(
        &self,
        context: &RequestContext,
        current: SecretString,
    ) -> Result<AccountExport, Error> {
        let (session, account) = self.signed_in(context).await?;
        self.check_current(&session, account.id, current).await?;
        let now = self.clock.now();
        let second_factor = store::second_factor::find(&self.pool, account.id).await?;
        Ok(AccountExport {
            mailbox_proved_at: store::mailbox::proved_at(&self.pool, account.id).await?,
            session_id: session.id,
            sessions: store::session::list(&self.pool, &account, now).await?,
            second_factor_enrolled_at: second_factor.map(|factor| factor.enrolled_at),
            browsers_proved_at: store::known_browser::list(&self.pool, account.id, now).await?,
            account,
        })
    }
}
