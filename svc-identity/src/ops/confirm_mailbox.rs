//! The first use of a mailed link proves that the signed-in account has its mailbox.
//!
//! Someone who knew only the address may have made the account, and may still be signed in or know the password. So the
//! first proof ends every other session.

use mail::Letterhead;
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{Accounts, password_link};
use crate::domain::account::{Account, is_same};
use crate::domain::one_time_token;
use crate::domain::password::GeneratedPassword;
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
        let Some(unproved) = store::mailbox::find_unproved(&self.pool, account.id).await? else {
            return Ok(Confirmation::default());
        };
        let unknown_password = unknown_password(&unproved)?;
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        if !store::mailbox::prove(&mut transaction, account.id, now).await? {
            return Ok(Confirmation::default());
        }
        let session_token = keep_only(&mut transaction, &session, &account, now).await?;
        if let Some(password_hash) = &unknown_password {
            store::account::set_password(&mut transaction, account.id, password_hash).await?;
            let write = |token: &str| email::password_ended(&account, look, self.site(context), token);
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

/// Ends all other sessions, all links and known browsers, and returns this session's new token.
async fn keep_only(
    connection: &mut PgConnection,
    session: &Session,
    account: &Account,
    now: OffsetDateTime,
) -> Result<String, Error> {
    let token = token::generate();
    store::session::delete_all(&mut *connection, account.id, Some(session.id)).await?;
    store::one_time_token::delete_all(&mut *connection, account.id).await?;
    store::known_browser::delete_all(&mut *connection, account.id).await?;
    store::session::renew(connection, session.id, TokenHash::of(&token), now).await?;
    Ok(token)
}
