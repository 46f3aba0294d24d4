use std::time::Duration;

use mail::Letterhead;
use secrecy::SecretString;
use service::token::TokenHash;
use service::{FieldErrors, RequestContext};
use tokio::time::Instant;
use uuid::Uuid;

use super::{Accounts, known_browser, password_link};
use crate::domain::account::Account;
use crate::domain::guessable::KnownWords;
use crate::domain::limit::Attempt;
use crate::domain::one_time_token::reset_lifetime;
use crate::domain::password;
use crate::domain::requested_mail::RequestedMail;
use crate::error::Error;
use crate::{email, store};

/// Longer than either case takes: the time of the answer does not say whether there is an account.
const ANSWER_TIME: Duration = Duration::from_millis(200);

/// A password that was set with a link.
pub struct PasswordReset {
    pub account_id: Uuid,
    /// Makes this browser known from now on.
    pub browser_token: String,
}

impl Accounts {
    /// Mails a link that sets a password, if the address has an account that may get another one now.
    pub async fn request_password_reset(
        &self,
        context: &RequestContext,
        email: &str,
        client_address: &str,
        look: &Letterhead,
    ) -> Result<(), Error> {
        let answer_at = Instant::now() + ANSWER_TIME;
        let email = email.trim();
        let attempt = Attempt::reset(&context.brand, email, client_address);
        store::attempt::admit(&self.pool, &attempt, self.clock.now()).await?;
        // No administrator: a mailbox alone is not enough to switch the system to live.
        let found = store::account::find_by_email(&self.pool, Some(&context.brand), email).await?;
        if let Some(account) = found {
            self.mail_reset_link(context, &account, look).await?;
        }
        tokio::time::sleep_until(answer_at).await;
        Ok(())
    }

    async fn mail_reset_link(
        &self,
        context: &RequestContext,
        account: &Account,
        look: &Letterhead,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        let is_proved = store::mailbox::find_unproved(&mut *transaction, account.id).await?.is_none();
        let (mail, lifetime) = (RequestedMail::reset(account, is_proved), reset_lifetime(is_proved));
        let write = |token: &str| email::reset_password(account, look, self.site(context), token, is_proved);
        password_link::enqueue_within(&mail, &mut transaction, &self.seal, account.id, lifetime, now, write)
            .await?;
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(())
    }

    /// Sets the password with the token of a link. Ends all sessions, all other links and known browsers, so that an
    /// intruder is out. Makes this browser known, so that its owner signs in while strangers try their name elsewhere.
    pub async fn reset_password(
        &self,
        token: &str,
        password: SecretString,
        browser_token: &str,
        brand_name: &str,
    ) -> Result<PasswordReset, Error> {
        let (token, now) = (TokenHash::of(token), self.clock.now());
        let owner = store::one_time_token::owner(&self.pool, token, now).await?.ok_or(Error::TokenInvalid)?;
        let known = store::account::find(&self.pool, owner).await?.ok_or(Error::TokenInvalid)?;
        let mut errors = FieldErrors::default();
        password::check_new(&password, &KnownWords::of_account(&known.account, brand_name), &mut errors);
        errors.into_result()?;

        let password_hash = self.hasher.hash(password).await?;
        let mut transaction = self.pool.begin().await?;
        let owner = store::one_time_token::take(&mut transaction, token, now).await?;
        let account_id = owner.ok_or(Error::TokenInvalid)?;
        store::account::set_password(&mut transaction, account_id, &password_hash).await?;
        store::mailbox::prove(&mut transaction, account_id, now).await?;
        store::session::delete_all(&mut transaction, account_id, None).await?;
        store::one_time_token::delete_all(&mut transaction, account_id).await?;
        let browser_token =
            known_browser::remember_alone(&mut transaction, browser_token, account_id, now).await?;
        transaction.commit().await?;
        Ok(PasswordReset { account_id, browser_token })
    }
}
