use proto::identity::v1::{
    GetLastModeChangeResponse, GetModeResponse, RefreshAdminRequest, RefreshAdminResponse, SetModeRequest,
    SetModeResponse,
};
use service::{Mode, RequestContext};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::login::{prove, step_up};
use super::{Identity, convert};
use crate::domain::account::Account;
use crate::error::Error;
use crate::store::system_mode::SystemMode;
use crate::{events, mails, store};

pub async fn get(identity: &Identity) -> Result<GetModeResponse, Error> {
    let SystemMode { mode, version } = store::system_mode::get(&identity.pool).await?;
    Ok(GetModeResponse { mode: mode.into(), version })
}

pub async fn last_change(
    identity: &Identity,
    context: &RequestContext,
) -> Result<GetLastModeChangeResponse, Error> {
    identity.administrator(context).await?;
    let change = store::system_mode::last_change(&identity.pool).await?;
    Ok(GetLastModeChangeResponse { change: change.map(convert::mode_change) })
}

/// With the password the ten minutes begin again; without it they only must not be over.
pub async fn refresh_admin(
    identity: &Identity,
    context: &RequestContext,
    request: RefreshAdminRequest,
) -> Result<RefreshAdminResponse, Error> {
    let (session, account) = identity.administrator(context).await?;
    let now = identity.clock.now();
    if request.password.is_empty() {
        let refreshed = session.is_stepped_up(now).then_some(RefreshAdminResponse {});
        return refreshed.ok_or(Error::ReauthRequired);
    }
    let known = store::account::find(&identity.pool, account.id).await?;
    prove(identity, known, request.password.into(), &step_up(&session)).await?;
    store::session::mark_proved(&identity.pool, session.id, now).await?;
    Ok(RefreshAdminResponse {})
}

pub async fn set(
    identity: &Identity,
    context: &RequestContext,
    request: SetModeRequest,
) -> Result<SetModeResponse, Error> {
    let (session, account) = identity.administrator(context).await?;
    let now = identity.clock.now();
    if !session.is_stepped_up(now) {
        return Err(Error::ReauthRequired);
    }
    let to = requested_mode(request)?;
    let mut transaction = identity.pool.begin().await?;
    let old = store::system_mode::lock(&mut transaction).await?;
    if old.mode != to {
        change(&mut transaction, old, to, &account, now).await?;
        transaction.commit().await?;
        identity.wake.all();
        tracing::warn!(mode = to.as_str_name(), account.id = %account.id, "the mode of the system has changed");
    }
    Ok(SetModeResponse { mode: to.into() })
}

fn requested_mode(request: SetModeRequest) -> Result<Mode, Error> {
    match request.mode() {
        Mode::Live if !(request.flights_live_configured && request.cards_live_configured) => {
            Err(Error::NotConfigured)
        }
        Mode::Unspecified => Err(Error::field("enableLiveMode", "Say which mode is wanted")),
        mode => Ok(mode),
    }
}

/// The mode, its audit row, the event and a mail to every administrator: all or nothing.
async fn change(
    connection: &mut PgConnection,
    old: SystemMode,
    to: Mode,
    by: &Account,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let new = store::system_mode::change(connection, old, to, by.id, now).await?;
    events::mode_changed(connection, new, now).await?;
    for administrator in store::account::list_administrators(&mut *connection).await? {
        mail::enqueue(connection, &mails::SEAL, &mails::mode_changed(&administrator, by, new), now).await?;
    }
    Ok(())
}
