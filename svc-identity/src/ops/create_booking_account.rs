//! An account for the traveller of a confirmed booking.
//!
//! A booker knows an address, which may not be theirs. So an address that has an account gets a mail, and nothing else
//! happens. The mail of a new account carries a link that sets a password and ends all sessions.

use failpoint::failpoint;
use mail::{Letterhead, Seal};
use secrecy::SecretString;
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use url::Url;
use uuid::Uuid;

use super::{Accounts, password_link};
use crate::domain::account::{Account, Profile, usernames};
use crate::domain::one_time_token;
use crate::domain::password::GeneratedPassword;
use crate::error::Error;
use crate::password_hasher::PasswordHasher;
use crate::store::account::NewAccount;
use crate::store::session::Key;
use crate::{email, events, store};

/// How long the guest's own token still works after the account was made: the answer with the new token may have been
/// lost, and a browser that repeats the request must find its booking.
const GUEST_GRACE: Duration = Duration::minutes(30);
/// The most user names to try. Fewer travellers share a mailbox name.
const MAX_NAMES: usize = 1000;

/// The booking, and its traveller.
pub struct BookingAccountRequest {
    pub booking_id: Uuid,
    /// The session that booked.
    pub session_id: Uuid,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// The booker waits: they are signed in and told the password.
    pub answer_waits: bool,
}

/// The account that was made for a booking.
pub struct BookingAccount {
    pub account: Account,
    /// Only in the first answer, for a booker who waits.
    pub password: Option<SecretString>,
    /// The new token of the session that booked, if it was signed in.
    pub session_token: Option<String>,
}

impl BookingAccount {
    fn of(account: Account) -> Self {
        Self { account, password: None, session_token: None }
    }
}

impl Accounts {
    /// Makes an account for the booking, or none if the booker is signed in or the address has an account.
    pub async fn create_booking_account(
        &self,
        context: &RequestContext,
        booking: &BookingAccountRequest,
        look: &Letterhead,
    ) -> Result<Option<BookingAccount>, Error> {
        if context.user.is_some() {
            return Ok(None);
        }
        // The call is repeated if its answer was lost. The password was in that answer; the mail has the link.
        if let Some(account) = store::account::find_by_booking(&self.pool, booking.booking_id).await? {
            return Ok(Some(BookingAccount::of(account)));
        }
        let password = GeneratedPassword::generate();
        let password_hash = PasswordHasher::hash_generated(&password)?;
        let creation = Creation {
            booking,
            brand: &context.brand,
            site: self.site(context),
            look,
            seal: &self.seal,
            now: self.clock.now(),
        };
        let mut transaction = self.pool.begin().await?;
        let created = creation.create(&mut transaction, password.into(), &password_hash).await?;
        transaction.commit().await?;
        failpoint!("account.committed_unanswered");
        self.outboxes.notify();
        Ok(created)
    }
}

/// What the steps of one creation share. All of them are in one transaction.
struct Creation<'a> {
    booking: &'a BookingAccountRequest,
    brand: &'a str,
    site: &'a Url,
    look: &'a Letterhead,
    seal: &'a Seal,
    now: OffsetDateTime,
}

enum Inserted {
    New(Account),
    /// The address has this account already.
    Known(Account),
}

impl Creation<'_> {
    async fn create(
        &self,
        connection: &mut PgConnection,
        password: SecretString,
        password_hash: &str,
    ) -> Result<Option<BookingAccount>, Error> {
        let account = match self.insert(connection, password_hash).await? {
            Inserted::New(account) => account,
            Inserted::Known(account) => {
                let mail = email::account_exists(&account, self.look, self.site, self.booking.booking_id);
                mail::enqueue(connection, self.seal, &mail, self.now).await?;
                return Ok(None);
            }
        };
        self.announce(connection, &account).await?;
        if !self.booking.answer_waits {
            return Ok(Some(BookingAccount::of(account)));
        }
        let session_token = self.sign_in(connection, &account).await?;
        Ok(Some(BookingAccount { account, password: Some(password), session_token }))
    }

    /// Makes the account under the first user name that is free.
    async fn insert(&self, connection: &mut PgConnection, password_hash: &str) -> Result<Inserted, Error> {
        let (brand, booking_id) = (Some(self.brand), Some(self.booking.booking_id));
        for username in usernames(&self.booking.email).take(MAX_NAMES) {
            let profile = self.profile(username)?;
            let known = store::account::find_by_email(&mut *connection, brand, &profile.email).await?;
            if let Some(known) = known {
                return Ok(Inserted::Known(known));
            }
            if store::account::has_username(&mut *connection, &profile.username, true).await? {
                continue;
            }
            let new = NewAccount { brand, profile: &profile, password_hash, booking_id };
            match store::account::insert(connection, &new, self.now).await {
                Err(Error::UsernameTaken | Error::EmailTaken) => {}
                inserted => return inserted.map(Inserted::New),
            }
        }
        Err(Error::UsernameTaken)
    }

    fn profile(&self, username: String) -> Result<Profile, Error> {
        let BookingAccountRequest { email, first_name, last_name, .. } = self.booking;
        let (email, first_name, last_name) = (email.clone(), first_name.clone(), last_name.clone());
        Ok(Profile { username, email, first_name, last_name }.checked()?)
    }

    /// Publishes the new account, and mails the link that sets its password.
    async fn announce(&self, connection: &mut PgConnection, account: &Account) -> Result<(), Error> {
        events::user_created(connection, account, self.now).await?;
        let write =
            |token: &str| email::set_password(account, self.look, self.site, token, self.booking.booking_id);
        let lifetime = one_time_token::FIRST_PASSWORD;
        password_link::enqueue(connection, self.seal, account.id, lifetime, self.now, write).await
    }

    /// Signs in the session that booked. Returns its new token, or nothing if it has ended or has an account.
    async fn sign_in(
        &self,
        connection: &mut PgConnection,
        account: &Account,
    ) -> Result<Option<String>, Error> {
        let (key, now) = (Key::Id(self.booking.session_id), self.now);
        let found = store::session::find_alive(&mut *connection, key, self.brand, now).await?;
        let Some(guest) = found.filter(|session| session.account.is_none()) else { return Ok(None) };
        let token = token::generate();
        store::session::keep_guest_token(&mut *connection, guest.id, now + GUEST_GRACE).await?;
        let hash = TokenHash::of(&token);
        let signed_in =
            store::session::sign_in(connection, guest.id, hash, account.id, "", Some(now), now).await?;
        Ok(signed_in.then_some(token))
    }
}
