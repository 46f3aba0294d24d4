use mail::Letterhead;
use secrecy::SecretString;
use service::{FieldErrors, Mode, RequestContext};

use super::Accounts;
use crate::domain::account::{Account, Profile};
use crate::domain::guessable::KnownWords;
use crate::domain::password;
use crate::domain::requested_mail::RequestedMail;
use crate::error::Error;
use crate::store::account::NewAccount;
use crate::{events, store};

impl Accounts {
    /// Makes an account of the request's brand, and mails a link that proves its mailbox. `profile` and `password` are as
    /// typed; `brand_name` is the brand's on its site.
    pub async fn register(
        &self,
        context: &RequestContext,
        profile: Profile,
        password: SecretString,
        brand_name: &str,
        look: &Letterhead,
    ) -> Result<Account, Error> {
        let mut errors = FieldErrors::default();
        let profile = profile.parse(&mut errors);
        let is_strict = self.strict_live_registration && context.mode == Mode::Live;
        let known = KnownWords::of_profile(&profile, [&context.brand, brand_name]);
        password::check_at_registration(&password, is_strict, &known, &mut errors);
        errors.into_result()?;

        let password_hash = self.hasher.hash(password).await?;
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        // An administrator signs in on every brand, so no traveller may have the same user name.
        if store::account::has_username(&mut *transaction, &profile.username, true).await? {
            return Err(Error::UsernameTaken);
        }
        let new = NewAccount {
            brand: Some(&context.brand),
            profile: &profile,
            password_hash: &password_hash,
            booking_id: None,
        };
        let account = store::account::insert(&mut transaction, &new, now).await?;
        events::user_created(&mut transaction, &account, now).await?;
        let mail = RequestedMail::registration(&account);
        self.mail_mailbox_link(&mut transaction, context, &account, &mail, look).await?;
        transaction.commit().await?;
        self.outboxes.notify();
        Ok(account)
    }
}
