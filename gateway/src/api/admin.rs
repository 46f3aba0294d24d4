use axum::Json as Answer;
use axum::extract::{Extension, State};
use proto::identity::v1::{
    GetLastModeChangeRequest, ModeChange, RefreshAdminRequest, RefreshAdminResponse, SetModeRequest,
};
use proto::{offers, payments};
use serde::{Deserialize, Serialize};
use service::RequestContext;
use service::security_log::{Event, Reason};
use tonic::Status;
use utoipa::ToSchema;

use super::auth::Done;
use super::preflight;
use super::second_factor::note_recovery;
use crate::cookies::NewCookies;
use crate::modes::Mode;
use crate::problem::ApiError;
use crate::request::{Admin, Json, OptionalJson};
use crate::security_notes::SecurityNotes;
use crate::state::{Gateway, Shared};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminSettings {
    enable_live_mode: bool,
    environment: Environment,
    /// Whether the flight provider has live keys.
    duffel_api_configured: bool,
    /// Whether the card provider has live keys.
    stripe_configured: bool,
    /// Null while the mode is as it was at first.
    last_change: Option<LastChange>,
}

/// What an installation is for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Environment {
    /// Real travellers.
    Production,
    /// Anything else.
    Other,
}

impl From<service::Environment> for Environment {
    fn from(environment: service::Environment) -> Self {
        match environment {
            service::Environment::Production => Self::Production,
            service::Environment::Other => Self::Other,
        }
    }
}

/// Who switched the mode last.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LastChange {
    /// The administrator's user name.
    changed_by: String,
    /// RFC 3339, UTC.
    changed_at: String,
}

impl From<ModeChange> for LastChange {
    fn from(ModeChange { changed_by, changed_at, .. }: ModeChange) -> Self {
        Self { changed_by, changed_at }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminSettingsRequest {
    enable_live_mode: bool,
}

#[derive(Default, Deserialize, ToSchema)]
pub(super) struct AdminLoginRequest {
    password: Option<String>,
    /// Of who has a second factor: six digits of the authenticator app, or a recovery code.
    code: Option<String>,
}

/// Which of the third parties could be used in live mode.
struct LiveKeys {
    flights: bool,
    cards: bool,
}

/// The settings of the whole system.
#[utoipa::path(
    get, path = "/api/admin/settings", tag = "system",
    responses(
        (status = OK, body = AdminSettings),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn get_settings(
    State(gateway): State<Shared>,
    Admin(context): Admin,
) -> Result<Answer<AdminSettings>, ApiError> {
    let mode = gateway.modes.require()?;
    let keys = live_keys(&gateway, &context).await?;
    Ok(Answer(settings(&gateway, &context, mode, &keys).await?))
}

/// Switches between test and live mode. Live mode is switched on after a check, which takes up to ten seconds.
#[utoipa::path(
    post, path = "/api/admin/settings", tag = "system", request_body = AdminSettingsRequest,
    responses(
        (status = OK, body = AdminSettings),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or REAUTH_REQUIRED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = CONFLICT, description = "NOT_CONFIGURED or NOT_READY_FOR_LIVE"),
    )
)]
pub(super) async fn save_settings(
    State(gateway): State<Shared>,
    Extension(notes): Extension<SecurityNotes>,
    Admin(context): Admin,
    Json(request): Json<AdminSettingsRequest>,
) -> Result<Answer<AdminSettings>, ApiError> {
    let keys = live_keys(&gateway, &context).await?;
    let goes_live = request.enable_live_mode && gateway.modes.known() != Some(Mode::Live);
    // Without keys svc-identity says so, and there is nothing to check them against.
    if goes_live && keys.flights && keys.cards {
        require_password(&gateway, &context).await?;
        preflight::require(&gateway, &context).await?;
    }
    let wanted = if request.enable_live_mode { Mode::Live } else { Mode::Test };
    let message = SetModeRequest {
        mode: service::Mode::from(wanted).into(),
        flights_live_configured: keys.flights,
        cards_live_configured: keys.cards,
    };
    let before = gateway.modes.known();
    let answer = gateway.services.identity.clone().set_mode(context.request(message)).await?;
    // This gateway's own knowledge follows with the event, within milliseconds; the answer is already the new truth.
    let mode = Mode::try_from(answer.into_inner().mode())?;
    if before != Some(mode) {
        notes.note_because(Event::ModeChanged, mode_reason(mode));
    }
    Ok(Answer(settings(&gateway, &context, mode, &keys).await?))
}

const fn mode_reason(mode: Mode) -> Reason {
    match mode {
        Mode::Test => Reason::new("test"),
        Mode::Live => Reason::new("live"),
    }
}

/// Proves the administrator's password and, of who has one, their second factor; or that this was done in the last 10 minutes.
#[utoipa::path(
    post, path = "/api/admin/login", tag = "system", request_body = Option<AdminLoginRequest>,
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED, REAUTH_REQUIRED, INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED or SECOND_FACTOR_INVALID"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
    )
)]
pub(super) async fn refresh_login(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    Extension(notes): Extension<SecurityNotes>,
    Admin(context): Admin,
    OptionalJson(request): OptionalJson<AdminLoginRequest>,
) -> Result<Answer<Done>, ApiError> {
    let AdminLoginRequest { password, code } = request;
    let (password, code) = (password.unwrap_or_default(), code.unwrap_or_default());
    let is_proof = !password.is_empty();
    let proved = prove(&gateway, &context, RefreshAdminRequest { password, code }).await?;
    if is_proof {
        note_recovery(&notes, proved.used_recovery_code);
        notes.note(Event::StepUpSucceeded);
    }
    cookies.renew_user_session(gateway.cookies, proved.session_token);
    Ok(Done::saying("Your session has been refreshed"))
}

/// REAUTH_REQUIRED for who did not prove their password in the last 10 minutes.
pub(super) async fn require_password(gateway: &Gateway, context: &RequestContext) -> Result<(), ApiError> {
    prove(gateway, context, RefreshAdminRequest::default()).await?;
    Ok(())
}

async fn prove(
    gateway: &Gateway,
    context: &RequestContext,
    proof: RefreshAdminRequest,
) -> Result<RefreshAdminResponse, Status> {
    let answer = gateway.services.identity.clone().refresh_admin(context.request(proof)).await?;
    Ok(answer.into_inner())
}

async fn settings(
    gateway: &Gateway,
    context: &RequestContext,
    mode: Mode,
    keys: &LiveKeys,
) -> Result<AdminSettings, Status> {
    let request = context.request(GetLastModeChangeRequest {});
    let last = gateway.services.identity.clone().get_last_mode_change(request).await?.into_inner();
    Ok(AdminSettings {
        enable_live_mode: mode == Mode::Live,
        environment: gateway.environment.into(),
        duffel_api_configured: keys.flights,
        stripe_configured: keys.cards,
        last_change: last.change.map(LastChange::from),
    })
}

async fn live_keys(gateway: &Gateway, context: &RequestContext) -> Result<LiveKeys, Status> {
    let (mut offers, mut payments) = (gateway.services.offers.clone(), gateway.services.payments.clone());
    let (flights, cards) = tokio::try_join!(
        offers.get_provider_status(context.request(offers::v1::GetProviderStatusRequest {})),
        payments.get_provider_status(context.request(payments::v1::GetProviderStatusRequest {})),
    )?;
    Ok(LiveKeys {
        flights: flights.into_inner().status.is_some_and(|status| status.live_configured),
        cards: cards.into_inner().status.is_some_and(|status| status.live_configured),
    })
}
