//! Erases an account: its profile, sessions, links, known browsers and second factor. Trips are svc-booking's, which hears of it.

use mail::Letterhead;
use secrecy::SecretString;
use service::RequestContext;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{Accounts, notice};
use crate::domain::account::Account;
use crate::error::Error;
use crate::{email, events, store};

impl Accounts {
    /// Closes the signed-in account once the password was given again, and mails its owner about it: an intruder may
    /// have closed it.
    pub async fn close_account(
        &self,
        context: &RequestContext,
        current: SecretString,
        look: &Letterhead,
    ) -> Result<(), Error> {
        let (session, account) = self.signed_in(context).await?;
        self.check_current(&session, account.id, current).await?;
        let mail = email::account_closed(&account, look, self.site(context));
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        // Afterwards the account says nothing of its mailbox.
        let is_proved = notice::is_proved(&mut transaction, &account).await?;
        // The mail is counted before the account is locked, as those with links are: otherwise each could wait for the
        // other.
        notice::enqueue(&mut transaction, &self.seal, &account, is_proved, &mail, now).await?;
        if close(&mut transaction, &account, now).await? {
            transaction.commit().await?;
            self.outboxes.notify();
        }
        Ok(())
    }
}

/// Erases an account and publishes that. Returns false if it is erased already.
///
/// Its user name and address are free for another account, which gets nothing of this one. What is counted against them
/// stays counted for a day, as hashes.
///
/// # Errors
/// `LastAdministrator` if nobody else could administer the system.
pub(super) async fn close(
    connection: &mut PgConnection,
    account: &Account,
    now: OffsetDateTime,
) -> Result<bool, Error> {
    // In the order of a reset: links, account, sessions. Otherwise each could wait for the other.
    store::one_time_token::delete_all(connection, account.id).await?;
    if account.is_admin() && store::account::lock_administrators(connection).await? == 1 {
        return Err(Error::LastAdministrator);
    }
    if !store::account::erase(connection, account.id).await? {
        return Ok(false);
    }
    store::session::delete_all(connection, account.id, None).await?;
    store::known_browser::delete_all(connection, account.id).await?;
    // The row of an administrator who changed the mode stays.
    store::second_factor::delete(connection, account.id).await?;
    events::user_closed(connection, account, now).await?;
    Ok(true)
}
