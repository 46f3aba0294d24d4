use mail::Letterhead;
use proto::identity::v1::{ChangePasswordRequest, ChangePasswordResponse};
use secrecy::{ExposeSecret, SecretString};
use service::{FieldErrors, RequestContext};

use super::Identity;
use super::login::{prove, step_up};
use crate::domain::password;
use crate::error::Error;
use crate::{mails, store};

/// Changes the password, ends the account's other sessions, and tells its holder by mail.
pub async fn change_password(
    identity: &Identity,
    context: &RequestContext,
    request: ChangePasswordRequest,
) -> Result<ChangePasswordResponse, Error> {
    let (session, account) = identity.signed_in(context).await?;
    let current = SecretString::from(request.current_password);
    let new = SecretString::from(request.new_password);
    let mut errors = FieldErrors::default();
    errors.require(!current.expose_secret().is_empty(), "currentPassword", "Current password is required");
    password::check_new(&new, &mut errors);
    password::check_other(&current, &new, &mut errors);
    errors.into_result()?;

    let known = store::account::find(&identity.pool, account.id).await?;
    prove(identity, known, current, &step_up(&session)).await.map_err(wrong_current_password)?;
    let password_hash = identity.passwords.hash(new).await?;
    let look = &Letterhead::of(request.letterhead);
    let mail = mails::password_changed(&account, look, identity.site(context));
    let mut transaction = identity.pool.begin().await?;
    store::account::set_password(&mut transaction, account.id, &password_hash).await?;
    store::session::delete_all(&mut transaction, account.id, Some(session.id)).await?;
    store::one_time_token::delete_all(&mut transaction, account.id).await?;
    mail::enqueue(&mut transaction, &mails::SEAL, &mail, identity.clock.now()).await?;
    transaction.commit().await?;
    identity.wake.all();
    Ok(ChangePasswordResponse {})
}

/// A fault in a field: the session is still good.
fn wrong_current_password(error: Error) -> Error {
    match error {
        Error::InvalidCredentials => Error::field("currentPassword", "Current password is incorrect"),
        other => other,
    }
}
