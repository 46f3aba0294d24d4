use std::time::Duration;

use mail::Letterhead;
use proto::identity::v1::{
    RequestPasswordResetRequest, RequestPasswordResetResponse, ResetPasswordRequest, ResetPasswordResponse,
};
use secrecy::SecretString;
use service::token::{self, TokenHash};
use service::{FieldErrors, RequestContext};
use sqlx::PgConnection;
use tokio::time::Instant;
use uuid::Uuid;

use super::Identity;
use super::login::SIGN_IN;
use crate::domain::account::Account;
use crate::domain::limit::Attempt;
use crate::domain::password;
use crate::error::Error;
use crate::store::account::Credentials;
use crate::{mails, store};

const LIFETIME: time::Duration = time::Duration::minutes(30);
/// Longer than either case takes: the time of the answer does not say whether there is an account.
const ANSWER_TIME: Duration = Duration::from_millis(200);

pub async fn request(
    identity: &Identity,
    context: &RequestContext,
    request: RequestPasswordResetRequest,
) -> Result<RequestPasswordResetResponse, Error> {
    let answer_at = Instant::now() + ANSWER_TIME;
    let email = request.email.trim();
    let attempt = Attempt::new("reset", &context.brand, email, &request.client_address);
    store::attempt::admit(&identity.pool, &attempt, identity.clock.now()).await?;
    // No administrator: a mailbox alone is not enough to switch the system to live.
    if let Some(account) = store::account::find_by_email(&identity.pool, Some(&context.brand), email).await? {
        send_link(identity, context, &account, &Letterhead::of(request.letterhead)).await?;
    }
    tokio::time::sleep_until(answer_at).await;
    Ok(RequestPasswordResetResponse {})
}

async fn send_link(
    identity: &Identity,
    context: &RequestContext,
    account: &Account,
    look: &Letterhead,
) -> Result<(), Error> {
    let (token, now) = (token::generate(), identity.clock.now());
    let mut mail = mails::reset_password(account, look, identity.site(context), &token);
    mail.useless_after = Some(now + LIFETIME);
    let mut transaction = identity.pool.begin().await?;
    store::one_time_token::insert(&mut transaction, TokenHash::of(&token), account.id, now + LIFETIME)
        .await?;
    mail::enqueue(&mut transaction, &mails::SEAL, &mail, now).await?;
    transaction.commit().await?;
    identity.wake.all();
    Ok(())
}

/// Sets the password. All sessions end and all other links die, so that an intruder is out. Wrong tries at the old
/// password are forgiven, so that a locked account can be opened this way.
pub async fn reset(
    identity: &Identity,
    request: ResetPasswordRequest,
) -> Result<ResetPasswordResponse, Error> {
    let password = SecretString::from(request.new_password);
    let mut errors = FieldErrors::default();
    password::check_new(&password, &mut errors);
    errors.into_result()?;

    let (token, now) = (TokenHash::of(&request.token), identity.clock.now());
    store::one_time_token::owner(&identity.pool, token, now).await?.ok_or(Error::TokenInvalid)?;
    // Before the transaction: hashing may wait for seconds, and no row is locked meanwhile.
    let password_hash = identity.passwords.hash(password).await?;
    let mut transaction = identity.pool.begin().await?;
    let owner = store::one_time_token::take(&mut transaction, token, now).await?;
    let account_id = owner.ok_or(Error::TokenInvalid)?;
    store::account::set_password(&mut transaction, account_id, &password_hash).await?;
    store::mailbox::prove(&mut transaction, account_id, now).await?;
    store::session::delete_all(&mut transaction, account_id, None).await?;
    store::one_time_token::delete_all(&mut transaction, account_id).await?;
    forgive(&mut transaction, account_id).await?;
    transaction.commit().await?;
    Ok(ResetPasswordResponse {})
}

async fn forgive(connection: &mut PgConnection, account_id: Uuid) -> Result<(), Error> {
    if let Some(Credentials { account, .. }) = store::account::find(&mut *connection, account_id).await? {
        let brand = account.brand.as_deref().unwrap_or_default();
        let attempts = Attempt::new(SIGN_IN, brand, &account.username, "").on(Some(account.id));
        store::attempt::forgive(connection, &attempts).await?;
    }
    Ok(())
}
