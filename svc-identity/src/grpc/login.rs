use proto::identity::v1::{LoginRequest, LoginResponse};
use secrecy::{ExposeSecret, SecretString};
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Identity, convert};
use crate::domain::account::Account;
use crate::domain::limit::{Admission, Attempt};
use crate::domain::session::Session;
use crate::error::Error;
use crate::store;
use crate::store::account::Credentials;
use crate::store::session::Key;

pub async fn login(
    identity: &Identity,
    context: &RequestContext,
    request: LoginRequest,
) -> Result<LoginResponse, Error> {
    let LoginRequest { username, password, previous_token, client_address, device } = request;
    let device: String = device.chars().filter(|c| !c.is_control()).take(LONGEST_DEVICE).collect();
    let username = username.trim();
    let known = store::account::find_for_sign_in(&identity.pool, &context.brand, username).await?;
    // An administrator is the same on every brand: their tries are counted together.
    let brand =
        known.as_ref().map_or(context.brand.as_str(), |known| known.account.brand.as_deref().unwrap_or(""));
    let account = known.as_ref().map(|known| known.account.id);
    let attempt = Attempt::new(SIGN_IN, brand, username, &client_address).on(account);
    let account = prove(identity, known, password.into(), &attempt).await?;

    let (token, now) = (token::generate(), identity.clock.now());
    let previous = Key::Token(TokenHash::of(&previous_token));
    let mut transaction = identity.pool.begin().await?;
    let previous = store::session::find_alive(&mut *transaction, previous, &context.brand, now).await?;
    let visit = Visit { token: TokenHash::of(&token), brand: &context.brand, device: &device };
    let id = start(&mut transaction, previous, &account, visit, now).await?;
    transaction.commit().await?;
    let session = Session {
        id,
        brand: context.brand.clone(),
        account: Some(account),
        started_at: now,
        seen_at: now,
        proved_at: Some(now),
    };
    Ok(LoginResponse { session: Some(convert::session(&session)), token })
}

/// Words of ours are shorter.
const LONGEST_DEVICE: usize = 60;

/// What tries at passwords are counted under.
pub const SIGN_IN: &str = "sign-in";

/// A try of who is signed in already. Counted by their session: strangers who know their name must not keep them from what
/// an incident asks of them.
pub fn step_up(session: &Session) -> Attempt {
    Attempt::new("step-up", &session.brand, &session.id.to_string(), "")
}

/// The account, if the password is its own and it was not tried too often.
pub async fn prove(
    identity: &Identity,
    known: Option<Credentials>,
    password: SecretString,
    attempt: &Attempt,
) -> Result<Account, Error> {
    let admission = store::attempt::admit(&identity.pool, attempt, identity.clock.now()).await?;
    let hash = known.as_ref().map(|known| known.password_hash.expose_secret());
    // Shut or open, the work is the same: the time taken does not say which.
    let matches = identity.passwords.verify(hash, password).await? && admission == Admission::Open;
    let proved = known.filter(|_| matches).ok_or(Error::InvalidCredentials)?;
    store::attempt::forgive(&identity.pool, attempt).await?;
    Ok(proved.account)
}

/// What a session that begins is made of.
struct Visit<'a> {
    token: TokenHash,
    brand: &'a str,
    device: &'a str,
}

/// Signs the account in: on the guest's session under a new token, so that what they made stays readable;
/// a session of somebody else ends, and a new one begins.
async fn start(
    connection: &mut PgConnection,
    previous: Option<Session>,
    account: &Account,
    Visit { token, brand, device }: Visit<'_>,
    now: OffsetDateTime,
) -> Result<Uuid, Error> {
    if let Some(previous) = previous {
        if store::session::sign_in(connection, previous.id, token, account.id, device, now).await? {
            return Ok(previous.id);
        }
        store::session::delete(&mut *connection, Key::Id(previous.id)).await?;
    }
    let id = Uuid::now_v7();
    store::session::insert_guest(&mut *connection, id, token, brand, now).await?;
    store::session::sign_in(connection, id, token, account.id, device, now).await?;
    Ok(id)
}
