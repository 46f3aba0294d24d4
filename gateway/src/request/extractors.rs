use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::request::Parts;
use proto::identity::v1::{ResolveSessionRequest, Standing, User};
use proto::payments::v1::Visitor;
use service::RequestContext;
use tokio::time::timeout;
use uuid::Uuid;

use super::visit::Visit;
use crate::client::ClientAddress;
use crate::problem::{ApiError, Code};
use crate::security_notes::SecurityNotes;
use crate::state::{Gateway, Shared};

/// How long a call that can go on without a session waits for one. svc-identity answers at once, or it is in trouble.
const SESSION_PATIENCE: Duration = Duration::from_secs(1);

/// A request of any brand, for what is the same to all.
#[derive(Debug)]
pub(crate) struct AnyRequest(pub RequestContext);

impl FromRequestParts<Shared> for AnyRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, Infallible> {
        Ok(Self(Visit::of(parts, gateway).await.context))
    }
}

/// A request of a known brand. It works without svc-identity.
#[derive(Debug)]
pub(crate) struct KnownBrand(pub RequestContext);

impl FromRequestParts<Shared> for KnownBrand {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let visit = Visit::of(parts, gateway).await;
        visit.require_brand()?;
        Ok(Self(visit.context))
    }
}

/// A request of a known brand in a known mode, because each mode has its own flights.
#[derive(Debug)]
pub(crate) struct KnownMode(pub RequestContext);

impl FromRequestParts<Shared> for KnownMode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let visit = Visit::of(parts, gateway).await;
        visit.require_brand()?;
        gateway.modes.require()?;
        Ok(Self(visit.context))
    }
}

/// `OptionalSession` in a known mode, for offers.
#[derive(Debug)]
pub(crate) struct OptionalSessionInMode(pub RequestContext);

impl FromRequestParts<Shared> for OptionalSessionInMode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let OptionalSession(context) = OptionalSession::from_request_parts(parts, gateway).await?;
        gateway.modes.require()?;
        Ok(Self(context))
    }
}

/// Opens a session where there is none, and goes on without one while svc-identity is away.
#[derive(Debug)]
pub(crate) struct OptionalSession(pub RequestContext);

impl FromRequestParts<Shared> for OptionalSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        visit.require_brand()?;
        match timeout(SESSION_PATIENCE, visit.resolve_or_open()).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::debug!(error.code = error.code.as_str(), "a visitor goes on without a session");
            }
            Err(_) => tracing::debug!("a visitor goes on without a session: svc-identity hangs"),
        }
        Ok(Self(visit.context))
    }
}

/// The session of the cookie, if any. Goes on without one while svc-identity or svc-brand is away.
#[derive(Debug)]
pub(crate) struct CurrentSession(pub RequestContext);

impl FromRequestParts<Shared> for CurrentSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        if let Err(error) = visit.resolve().await {
            tracing::debug!(error.code = error.code.as_str(), "a page follows changes without a session");
        }
        Ok(Self(visit.context))
    }
}

/// As `CurrentSession`, as far as svc-identity answers soon: for calls that need no session and only log whose it was.
#[derive(Debug)]
pub(crate) struct CurrentSessionIfQuick;

impl FromRequestParts<Shared> for CurrentSessionIfQuick {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, Infallible> {
        let mut visit = Visit::of(parts, gateway).await;
        if !matches!(timeout(SESSION_PATIENCE, visit.resolve()).await, Ok(Ok(_))) {
            tracing::debug!("a call goes on without knowing its session");
        }
        Ok(Self)
    }
}

/// Opens a session where there is none, and requires it and a known mode: for paying and booking.
// Without Debug: the token is not for logs.
pub(crate) struct NewSession {
    pub context: RequestContext,
    pub session_id: Uuid,
    pub client: ClientAddress,
    pub notes: SecurityNotes,
    standing: Option<Standing>,
    /// The proof that the session has looked at an offer.
    offer_view: Option<String>,
    /// Of a session that this request opened.
    new_token: Option<String>,
}

impl NewSession {
    /// The visitor, as svc-payments counts them.
    pub fn visitor(&self) -> Visitor {
        Visitor {
            is_established: self.standing.is_some_and(|standing| standing.is_established),
            session_age_s: self.standing.map(|standing| standing.session_age_s),
            offer_view: self.offer_view.clone().unwrap_or_default(),
        }
    }

    /// Makes a session that this request opened last as long as others, because something hangs on it now. svc-identity
    /// soon ends one that is never used again, so it is used here. If that fails, its browser still has most of an hour
    /// to use it.
    pub async fn keep(&self, gateway: &Gateway) {
        let Some(token) = self.new_token.clone() else { return };
        let request = self.context.request(ResolveSessionRequest { token, with_standing: false });
        let mut identity = gateway.services.identity.clone();
        if !matches!(timeout(SESSION_PATIENCE, identity.resolve_session(request)).await, Ok(Ok(_))) {
            tracing::debug!("a new session ends soon unless its browser uses it again");
        }
    }
}

impl FromRequestParts<Shared> for NewSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await.with_standing();
        gateway.modes.require()?;
        let new_token = visit.resolve_or_open().await?;
        let session_id = visit.context.session_id.ok_or_else(ApiError::not_authenticated)?;
        let client = parts.extensions.get().copied().unwrap_or(ClientAddress::UNKNOWN);
        let notes = SecurityNotes::of(&parts.extensions);
        let offer_view = gateway.cookies.offer_view(&parts.headers);
        let Visit { context, standing, .. } = visit;
        Ok(Self { context, session_id, client, notes, standing, offer_view, new_token })
    }
}

/// The session of the cookie, if any, in a known mode, because a booking belongs to one. Reads only: a visitor without
/// a session has nothing to read.
#[derive(Debug)]
pub(crate) struct CurrentSessionInMode(pub RequestContext);

impl FromRequestParts<Shared> for CurrentSessionInMode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        gateway.modes.require()?;
        visit.resolve().await?;
        Ok(Self(visit.context))
    }
}

/// The session of the cookie, if any, with its user, if it is one's, in a known mode.
pub(crate) struct CurrentUserInMode {
    pub context: RequestContext,
    /// Absent for a guest.
    pub user: Option<User>,
}

impl FromRequestParts<Shared> for CurrentUserInMode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        gateway.modes.require()?;
        let user = visit.resolve().await?;
        Ok(Self { context: visit.context, user })
    }
}

/// A signed-in user.
pub(crate) struct SignedInUser {
    pub context: RequestContext,
    pub user: User,
}

impl FromRequestParts<Shared> for SignedInUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        let user = visit.resolve_user().await?;
        Ok(Self { context: visit.context, user })
    }
}

/// A signed-in user in a known mode.
pub(crate) struct SignedInUserInMode {
    pub context: RequestContext,
    pub user: User,
}

impl FromRequestParts<Shared> for SignedInUserInMode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let SignedInUser { context, user } = SignedInUser::from_request_parts(parts, gateway).await?;
        gateway.modes.require()?;
        Ok(Self { context, user })
    }
}

/// A signed-in administrator.
pub(crate) struct Admin(pub RequestContext);

impl FromRequestParts<Shared> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let SignedInUser { context, user } = SignedInUser::from_request_parts(parts, gateway).await?;
        if user.is_admin {
            return Ok(Self(context));
        }
        Err(ApiError::new(Code::Forbidden, "You don't have permission to do this."))
    }
}
