use mail::Letterhead;
use secrecy::{ExposeSecret, SecretString};
use service::token::{self, TokenHash};
use service::{FieldErrors, RequestContext};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::Accounts;
use crate::domain::account::Account;
use crate::domain::guessable::KnownWords;
use crate::domain::limit::Attempt;
use crate::domain::password;
use crate::domain::requested_mail::RequestedMail;
use crate::error::Error;
use crate::{email, store};

impl Accounts {
    /// Changes the password, ends the account's other sessions, and mails its owner about it: once a day at most if the
    /// mailbox is not proved. Links in that mailbox still work: the password may have been changed by an intruder, and
    /// an unproved mailbox may get no other link today. Returns the session's new token: a copy of the old one ends like
    /// the other sessions.
    pub async fn change_password(
        &self,
        context: &RequestContext,
        current: SecretString,
        new: SecretString,
        look: &Letterhead,
    ) -> Result<String, Error> {
        let (session, account) = self.signed_in(context).await?;
        check(&current, &new, &KnownWords::of_account(&account, &look.name))?;
        let known = store::account::find(&self.pool, account.id).await?;
        let attempt = Attempt::step_up(&session);
        self.check_password(known, current, &attempt).await.map_err(wrong_current_password)?;
        let password_hash = self.hasher.hash(new).await?;
        let mail = email::password_changed(&account, look, self.site(context));
        let (token, now) = (token::generate(), self.clock.now());
        let mut transaction = self.pool.begin().await?;
        store::account::set_password(&mut transaction, account.id, &password_hash).await?;
        store::session::delete_all(&mut transaction, account.id, Some(session.id)).await?;
        store::session::renew(&mut transaction, session.id, TokenHash::of(&token), now).await?;
        if is_notice_allowed(&mut transaction, &account, now).await? {
            mail::enqueue(&mut transaction, &email::SEAL, &mail, now).await?;
        }
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(token)
    }
}

/// Whoever signed in may have made the account with the address of someone else.
async fn is_notice_allowed(
    connection: &mut PgConnection,
    account: &Account,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let has_known_mailbox =
        account.is_admin() || store::mailbox::find_unproved(&mut *connection, account.id).await?.is_none();
    Ok(has_known_mailbox
        || store::requested_mail::admit(connection, &RequestedMail::notice_unproved(account), now).await?)
}

fn check(current: &SecretString, new: &SecretString, known: &KnownWords) -> Result<(), Error> {
    let mut errors = FieldErrors::default();
    errors.require(!current.expose_secret().is_empty(), "currentPassword", "Current password is required");
    password::check_new(new, known, &mut errors);
    password::check_other(current, new, &mut errors);
    Ok(errors.into_result()?)
}

/// A fault in a field: the session is still good.
fn wrong_current_password(error: Error) -> Error {
    match error {
        Error::InvalidCredentials => Error::field("currentPassword", "Current password is incorrect"),
        other => other,
    }
}
