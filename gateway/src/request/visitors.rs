use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::request::Parts;
use proto::identity::v1::User;
use service::RequestContext;
use tokio::time::timeout;
use uuid::Uuid;

use super::client::ClientAddress;
use super::visit::Visit;
use crate::problem::{ApiError, Code};
use crate::state::Shared;

/// How long a session is waited for by who can do without one: svc-identity answers at once, or it is in trouble.
const SESSION_PATIENCE: Duration = Duration::from_secs(1);

/// Anybody, of any brand: for what is the same to all.
#[derive(Debug)]
pub(crate) struct Anybody(pub RequestContext);

impl FromRequestParts<Shared> for Anybody {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, Infallible> {
        Ok(Self(Visit::of(parts, gateway).await.context))
    }
}

/// Anybody of a known brand. No session is asked for, so that svc-identity need not be there.
#[derive(Debug)]
pub(crate) struct Visitor(pub RequestContext);

impl FromRequestParts<Shared> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let visit = Visit::of(parts, gateway).await;
        visit.require_brand()?;
        Ok(Self(visit.context))
    }
}

/// Somebody who looks for flights: in a mode that is known, since the other one has other flights. Asked for nothing
/// else.
#[derive(Debug)]
pub(crate) struct Shopper(pub RequestContext);

impl FromRequestParts<Shared> for Shopper {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let visit = Visit::of(parts, gateway).await;
        visit.require_brand()?;
        gateway.modes.require()?;
        Ok(Self(visit.context))
    }
}

/// A `Shopper` who looks at one offer: gets a session, and goes on without one while svc-identity is away.
#[derive(Debug)]
pub(crate) struct Browser(pub RequestContext);

impl FromRequestParts<Shared> for Browser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let Writer(context) = Writer::from_request_parts(parts, gateway).await?;
        gateway.modes.require()?;
        Ok(Self(context))
    }
}

/// Somebody who writes to the brand: gets a session, and goes on without one while svc-identity is away.
#[derive(Debug)]
pub(crate) struct Writer(pub RequestContext);

impl FromRequestParts<Shared> for Writer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        visit.require_brand()?;
        match timeout(SESSION_PATIENCE, visit.resolve_or_open()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::debug!(error.code = error.code.as_str(), "a visitor goes on without a session");
            }
            Err(_) => tracing::debug!("a visitor goes on without a session: svc-identity hangs"),
        }
        Ok(Self(visit.context))
    }
}

/// Somebody who follows what changes: whoever the cookie says, and nobody while svc-identity or svc-brand is away.
#[derive(Debug)]
pub(crate) struct Listener(pub RequestContext);

impl FromRequestParts<Shared> for Listener {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        if let Err(error) = visit.resolve().await {
            tracing::debug!(error.code = error.code.as_str(), "a page follows changes without a session");
        }
        Ok(Self(visit.context))
    }
}

/// Somebody who pays or books: has a session, in a mode that is known.
#[derive(Debug)]
pub(crate) struct Buyer {
    pub context: RequestContext,
    pub session_id: Uuid,
    pub client: ClientAddress,
}

impl FromRequestParts<Shared> for Buyer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        gateway.modes.require()?;
        visit.resolve_or_open().await?;
        let session_id = visit.context.session_id.ok_or_else(ApiError::not_authenticated)?;
        let client = parts.extensions.get().copied().unwrap_or(ClientAddress(None));
        Ok(Self { context: visit.context, session_id, client })
    }
}

/// Whoever the cookie says, a user, a guest or nobody, in a mode that is known, since a booking belongs to one.
/// Reading what is one's own opens no session: a visitor without one has nothing.
#[derive(Debug)]
pub(crate) struct Traveller(pub RequestContext);

impl FromRequestParts<Shared> for Traveller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        gateway.modes.require()?;
        visit.resolve().await?;
        Ok(Self(visit.context))
    }
}

/// A signed-in user.
pub(crate) struct SignedIn {
    pub context: RequestContext,
    pub user: User,
}

impl FromRequestParts<Shared> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let mut visit = Visit::of(parts, gateway).await;
        let user = visit.resolve_user().await?;
        Ok(Self { context: visit.context, user })
    }
}

/// A signed-in administrator.
pub(crate) struct Administrator(pub RequestContext);

impl FromRequestParts<Shared> for Administrator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, gateway: &Shared) -> Result<Self, ApiError> {
        let SignedIn { context, user } = SignedIn::from_request_parts(parts, gateway).await?;
        if user.is_admin {
            return Ok(Self(context));
        }
        Err(ApiError::new(Code::Forbidden, "You don't have permission to do this."))
    }
}
