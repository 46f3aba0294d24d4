use proto::identity::v1::{RegisterRequest, RegisterResponse};
use secrecy::SecretString;
use service::{FieldErrors, Mode, RequestContext};

use super::{Identity, convert};
use crate::domain::account::Profile;
use crate::domain::password;
use crate::error::Error;
use crate::store::account::NewAccount;
use crate::{events, store};

pub async fn register(
    identity: &Identity,
    context: &RequestContext,
    request: RegisterRequest,
) -> Result<RegisterResponse, Error> {
    let RegisterRequest { username, email, first_name, last_name, password } = request;
    let password = SecretString::from(password);
    let mut errors = FieldErrors::default();
    let profile = Profile { username, email, first_name, last_name }.parse(&mut errors);
    let is_strict = identity.strict_live_registration && context.mode == Mode::Live;
    password::check_at_registration(&password, is_strict, &mut errors);
    errors.into_result()?;

    let password_hash = identity.passwords.hash(password).await?;
    let now = identity.clock.now();
    let mut transaction = identity.pool.begin().await?;
    // An administrator signs in on every brand: nobody may stand in their way with the same name.
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
    transaction.commit().await?;
    identity.wake.all();
    Ok(RegisterResponse { user: Some(convert::user(&account)) })
}
