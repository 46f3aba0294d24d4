use mail::Letterhead;
use secrecy::{ExposeSecret, SecretString};
use service::token::{self, TokenHash};
use service::{FieldErrors, RequestContext};
use sqlx::PgConnection;

use super::{Accounts, known_browser, notice, password_link};
use crate::domain::account::Account;
use crate::domain::guessable::KnownWords;
use crate::domain::one_time_token::reset_lifetime;
use crate::domain::password;
use crate::domain::requested_mail::RequestedMail;
use crate::error::Error;
use crate::{email, store};

/// What a signed-in browser sends to change the password.
pub struct PasswordChange {
    pub current: SecretString,
    pub new: SecretString,
    /// Token of a browser that may be known for the account.
    pub browser_token: String,
}

/// What the browser gets.
pub struct ChangedPassword {
    /// The session's new token.
    pub session_token: String,
    /// By which the browser is known for the account.
    pub browser_token: String,
}

impl Accounts {
    /// Changes the password, ends the account's other sessions, its mailed links and known browsers, and mails its owner
    /// about it. If the mailbox is not proved, that is its one mail of the day, and links in it still work: the password
    /// may have been changed by an intruder, and an unproved mailbox may get no other link today. The session gets a new
    /// token: a copy of the old one ends like the other sessions.
    pub async fn change_password(
        &self,
        context: &RequestContext,
        change: PasswordChange,
        look: &Letterhead,
    ) -> Result<ChangedPassword, Error> {
        let PasswordChange { current, new, browser_token } = change;
        let (session, account) = self.signed_in(context).await?;
        check(&current, &new, &KnownWords::of_account(&account, &look.name))?;
        self.check_current(&session, account.id, current).await?;
        let password_hash = self.hasher.hash(new).await?;
        let (session_token, now) = (token::generate(), self.clock.now());
        let mut transaction = self.pool.begin().await?;
        // Before the account, as a reset and a closing do: otherwise each could wait for the other.
        let is_proved = end_links_if_proved(&mut transaction, &account).await?;
        self.mail_password_changed(&mut transaction, context, &account, is_proved, look).await?;
        store::account::set_password(&mut transaction, account.id, &password_hash).await?;
        store::session::delete_all(&mut transaction, account.id, Some(session.id)).await?;
        store::session::renew(&mut transaction, session.id, TokenHash::of(&session_token), now).await?;
        let browser_token =
            known_browser::remember_alone(&mut transaction, &browser_token, account.id, now).await?;
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(ChangedPassword { session_token, browser_token })
    }

    async fn mail_password_changed(
        &self,
        connection: &mut PgConnection,
        context: &RequestContext,
        account: &Account,
        is_proved: bool,
        look: &Letterhead,
    ) -> Result<(), Error> {
        let (now, site) = (self.clock.now(), self.site(context));
        if is_proved {
            let mail = email::password_changed(account, look, site, None);
            mail::enqueue(connection, &self.seal, &mail, now).await?;
            return Ok(());
        }
        let (mail, lifetime) = (RequestedMail::unproved(account), reset_lifetime(is_proved));
        let write = |token: &str| email::password_changed(account, look, site, Some(token));
        password_link::enqueue_within(&mail, connection, &self.seal, account.id, lifetime, now, write).await
    }
}

/// Returns whether the mailbox is proved. Otherwise the account may have been made with the address of someone else.
async fn end_links_if_proved(connection: &mut PgConnection, account: &Account) -> sqlx::Result<bool> {
    let is_proved = notice::is_proved(&mut *connection, account).await?;
    if is_proved {
        store::one_time_token::delete_all(connection, account.id).await?;
    }
    Ok(is_proved)
}

fn check(current: &SecretString, new: &SecretString, known: &KnownWords) -> Result<(), Error> {
    let mut errors = FieldErrors::default();
    errors.require(
        !current.expose_secret().is_empty(),
        "currentPassword",
        ("required", "Current password is required"),
    );
    password::check_new(new, known, &mut errors);
    password::check_other(current, new, &mut errors);
    Ok(errors.into_result()?)
}
