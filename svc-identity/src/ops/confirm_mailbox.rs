//! The first use of a mailed link proves that the signed-in account has its mailbox.
//!
//! Someone who knew only the address may have made the account, and may still be signed in or know the password. So the
//! first proof ends every other session. Without a session the link alone proves nothing: the person who made the account
//! would keep their password to it. There it sets a new one (`reset_password`), which proves the mailbox as well.

use mail::Letterhead;
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{Accounts, notice, password_link};
use crate::domain::account::{Account, is_same};
use crate::domain::one_time_token;
use crate::domain::password::GeneratedPassword;
use crate::domain::requested_mail::RequestedMail;
use crate::domain::session::Session;
use crate::error::Error;
use crate::password_hasher::PasswordHasher;
use crate::store::mailbox::Unproved;
use crate::{email, store};

/// What the first proof changed; nothing if the mailbox was proved before.
#[derive(Default)]
pub struct Confirmation {
    /// The session's new token.
    pub session_token: Option<String>,
    /// The password that a booking made has ended, and a link to another is mailed.
    pub password_ended: bool,
}

impl Accounts {
    /// Notes that the signed-in account has the mailbox `email`.
    pub async fn confirm_mailbox(
        &self,
        context: &RequestContext,
        email: &str,
        look: &Letterhead,
    ) -> Result<Confirmation, Error> {
        let (session, account) = self.signed_in(context).await?;
        if !is_same(&account.email, email.trim()) {
            return Err(Error::OtherAddress);
        }
        self.accept_proof(context, &session, &account, look).await
    }

    /// The same by the token of a link that was mailed to the account. The first proof uses it up.
    pub async fn confirm_mailbox_by_link(
        &self,
        context: &RequestContext,
        token: &str,
        look: &Letterhead,
    ) -> Result<Confirmation, Error> {
        let (session, account) = self.signed_in(context).await?;
        let token = TokenHash::of(token);
        let owner = store::one_time_token::owner(&self.pool, token, self.clock.now()).await?;
        if owner != Some(account.id) {
            return Err(Error::TokenInvalid);
        }
        self.accept_proof(context, &session, &account, look).await
    }

    /// Mails the signed-in account another link that proves its mailbox, unless it got its mail of the day.
    pub async fn request_mailbox_link(
        &self,
        context: &RequestContext,
        look: &Letterhead,
    ) -> Result<(), Error> {
        let (_, account) = self.signed_in(context).await?;
        let mut transaction = self.pool.begin().await?;
        if !notice::is_proved(&mut transaction, &account).await? {
            let mail = RequestedMail::unproved(&account);
            self.mail_mailbox_link(&mut transaction, context, &account, &mail, look).await?;
        }
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(())
    }

    pub(super) async fn mail_mailbox_link(
        &self,
        connection: &mut PgConnection,
        context: &RequestContext,
        account: &Account,
        mail: &RequestedMail,
        look: &Letterhead,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let write = |token: &str| email::confirm_mailbox(account, look, self.site(context), token);
        let lifetime = one_time_token::CONFIRMATION;
        password_link::enqueue_within(mail, connection, &self.seal, account.id, lifetime, now, write).await
    }

    async fn accept_proof(
        &self,
        context: &RequestContext,
        session: &Session,
        account: &Account,
        look: &Letterhead,
    ) -> Result<Confirmation, Error> {
        let Some(unproved) = store::mailbox::find_unproved(&self.pool, account.id).await? else {
            return Ok(Confirmation::default());
        };
        let unknown_password = unknown_password(&unproved)?;
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        // In the order of a reset: links, account, sessions. Otherwise each could wait for the other.
        store::one_time_token::delete_all(&mut transaction, account.id).await?;
        if !store::mailbox::prove(&mut transaction, account.id, now).await? {
            return Ok(Confirmation::default());
        }
        let session_token = keep_only(&mut transaction, session, account, now).await?;
        if let Some(password_hash) = &unknown_password {
            store::account::set_password(&mut transaction, account.id, password_hash).await?;
            let write = |token: &str| email::password_ended(account, look, self.site(context), token);
            let lifetime = one_time_token::FIRST_PASSWORD;
            password_link::enqueue(&mut transaction, &self.seal, account.id, lifetime, now, write).await?;
        }
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(Confirmation { session_token: Some(session_token), password_ended: unknown_password.is_some() })
    }
}

/// The hash of a password that nobody knows, for an account whose booker was told the password.
fn unknown_password(unproved: &Unproved) -> Result<Option<String>, Error> {
    if !unproved.is_from_booking {
        return Ok(None);
    }
    PasswordHasher::hash_generated(&GeneratedPassword::generate()).map(Some)
}

/// Ends all other sessions and known browsers, and returns this session's new token.
async fn keep_only(
    connection: &mut PgConnection,
    session: &Session,
    account: &Account,
    now: OffsetDateTime,
) -> Result<String, Error> {
    let token = token::generate();
    store::session::delete_all(&mut *connection, account.id, Some(session.id)).await?;
    store::known_browser::delete_all(&mut *connection, account.id).await?;
    store::session::renew(connection, session.id, TokenHash::of(&token), now).await?;
    Ok(token)
}
