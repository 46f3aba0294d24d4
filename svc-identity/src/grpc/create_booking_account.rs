//! An account for the traveller of a confirmed booking.
//!
//! A booker knows an address, which may not be theirs. So an address that has an account gets a mail and nothing
//! else happens; and a new account's mail carries a link that throws everybody out and sets a password.

use failpoint::failpoint;
use mail::Letterhead;
use proto::identity::v1::{CreateBookingAccountRequest, CreateBookingAccountResponse};
use secrecy::ExposeSecret;
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use url::Url;
use uuid::Uuid;

use super::Identity;
use crate::domain::account::{Account, Profile, usernames};
use crate::domain::password;
use crate::error::Error;
use crate::store::account::NewAccount;
use crate::store::session::Key;
use crate::{events, mails, store};

/// Of the link that sets a password.
pub const LIFETIME: Duration = Duration::days(7);
/// Of the guest's own token after the account was made: the answer with the new one may have been lost, and whoever
/// repeats their booking must find it.
const GUEST_GRACE: Duration = Duration::minutes(30);
/// User names tried. So many travellers share no mailbox name.
const MAX_NAMES: usize = 1000;

pub async fn create(
    identity: &Identity,
    context: &RequestContext,
    request: CreateBookingAccountRequest,
) -> Result<CreateBookingAccountResponse, Error> {
    let booking_id = parse_id("bookingId", &request.booking_id)?;
    let session_id = parse_id("sessionId", &request.session_id)?;
    if context.user.is_some() {
        return Ok(CreateBookingAccountResponse::default());
    }
    // The call is repeated where its answer was lost. The password was in that answer; the mail has the link.
    if let Some(account) = store::account::find_by_booking(&identity.pool, booking_id).await? {
        return Ok(created(&account));
    }
    let password = password::generate();
    let password_hash = identity.passwords.hash(password.clone()).await?;
    let (now, site) = (identity.clock.now(), identity.site(context));
    let look = &Letterhead::of(request.letterhead.clone());
    let mut transaction = identity.pool.begin().await?;
    let mut answer = CreateBookingAccountResponse::default();
    match insert(&mut transaction, &context.brand, &request, booking_id, &password_hash, now).await? {
        Inserted::New(account) => {
            announce(&mut transaction, &account, (site, look), booking_id, now).await?;
            answer = created(&account);
            if request.answer_waits {
                answer.password = password.expose_secret().to_owned();
                answer.session_token =
                    sign_in(&mut transaction, session_id, &account, &context.brand, now).await?;
            }
        }
        Inserted::Known(account) => {
            let mail = mails::account_exists(&account, look, site, booking_id);
            mail::enqueue(&mut transaction, &mails::SEAL, &mail, now).await?;
        }
    }
    transaction.commit().await?;
    failpoint!("account.committed_unanswered");
    identity.wake.all();
    Ok(answer)
}

fn created(account: &Account) -> CreateBookingAccountResponse {
    CreateBookingAccountResponse {
        created: true,
        user_id: account.id.to_string(),
        username: account.username.clone(),
        password: String::new(),
        session_token: String::new(),
    }
}

enum Inserted {
    New(Account),
    /// The address has this account already.
    Known(Account),
}

/// Makes the account under the first user name that is free.
async fn insert(
    connection: &mut PgConnection,
    brand: &str,
    request: &CreateBookingAccountRequest,
    booking_id: Uuid,
    password_hash: &str,
    now: OffsetDateTime,
) -> Result<Inserted, Error> {
    for username in usernames(&request.email).take(MAX_NAMES) {
        let profile = Profile {
            username,
            email: request.email.clone(),
            first_name: request.first_name.clone(),
            last_name: request.last_name.clone(),
        }
        .checked()?;
        if let Some(known) =
            store::account::find_by_email(&mut *connection, Some(brand), &profile.email).await?
        {
            return Ok(Inserted::Known(known));
        }
        if store::account::has_username(&mut *connection, &profile.username, true).await? {
            continue;
        }
        let new =
            NewAccount { brand: Some(brand), profile: &profile, password_hash, booking_id: Some(booking_id) };
        match store::account::insert(connection, &new, now).await {
            Err(Error::UsernameTaken | Error::EmailTaken) => {}
            inserted => return inserted.map(Inserted::New),
        }
    }
    Err(Error::UsernameTaken)
}

/// Tells of the new account, and mails the link that sets its password.
async fn announce(
    connection: &mut PgConnection,
    account: &Account,
    (site, look): (&Url, &Letterhead),
    booking_id: Uuid,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let token = token::generate();
    events::user_created(connection, account, now).await?;
    store::one_time_token::insert(connection, TokenHash::of(&token), account.id, now + LIFETIME).await?;
    let mut mail = mails::set_password(account, look, site, &token, booking_id);
    mail.useless_after = Some(now + LIFETIME);
    mail::enqueue(connection, &mails::SEAL, &mail, now).await?;
    Ok(())
}

/// Signs the session that booked in. Answers its new token; empty where the session has ended or is somebody's.
async fn sign_in(
    connection: &mut PgConnection,
    session_id: Uuid,
    account: &Account,
    brand: &str,
    now: OffsetDateTime,
) -> Result<String, Error> {
    let found = store::session::find_alive(&mut *connection, Key::Id(session_id), brand, now).await?;
    let Some(guest) = found.filter(|session| session.account.is_none()) else { return Ok(String::new()) };
    let token = token::generate();
    store::session::keep_guest_token(&mut *connection, guest.id, now + GUEST_GRACE).await?;
    let signed_in =
        store::session::sign_in(connection, guest.id, TokenHash::of(&token), account.id, "", now).await?;
    Ok(if signed_in { token } else { String::new() })
}

fn parse_id(field: &str, text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::field(field, "This is not an id"))
}
