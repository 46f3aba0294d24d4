//! Mails that tell the owner of an account what was done to it.

use mail::{Mail, Seal};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::account::Account;
use crate::domain::requested_mail::RequestedMail;
use crate::store;

/// Whether the address is known to be that of the account's owner. The operator knows those of administrators.
pub async fn is_proved(connection: &mut PgConnection, account: &Account) -> sqlx::Result<bool> {
    Ok(account.is_admin() || store::mailbox::find_unproved(connection, account.id).await?.is_none())
}

/// Mails the owner. If the mailbox is not proved, it may be a stranger's: then one mail goes a day at most.
pub async fn enqueue(
    connection: &mut PgConnection,
    seal: &Seal,
    account: &Account,
    is_proved: bool,
    mail: &Mail,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let unproved = RequestedMail::unproved(account);
    if is_proved || store::requested_mail::admit(&mut *connection, &unproved, now).await? {
        mail::enqueue(connection, seal, mail, now).await?;
    }
    Ok(())
}
