//! Brand, mode and session of one request, put together step by step.

use std::sync::Arc;

use http::request::Parts;
use proto::identity::v1::{OpenSessionRequest, ResolveSessionRequest, ResolveSessionResponse, Session, User};
use service::{RequestContext, UserRef};
use uuid::Uuid;

use super::id::RequestId;
use crate::brand_key::brand_key_of;
use crate::cookies::NewCookies;
use crate::modes::Mode;
use crate::problem::{ApiError, Code};
use crate::state::Shared;
use crate::trail::Trail;

/// A request with what is known of its brand and mode. Extractors that need its session ask for it.
#[derive(Clone)]
pub(super) struct Visit {
    pub context: RequestContext,
    is_brand_known: bool,
    gateway: Shared,
    token: Option<String>,
    has_user_hint: bool,
    cookies: NewCookies,
    trail: Trail,
}

impl Visit {
    pub async fn of(parts: &Parts, gateway: &Shared) -> Self {
        let selling = gateway.brands.selling(&brand_key_of(parts)).await;
        let is_brand_known = selling.is_ok();
        let brand = selling.unwrap_or_else(|_| gateway.brands.built_in());
        let RequestId(request_id) = RequestId::of(&parts.extensions);
        // Before the mode is known no flights are shown and nothing is sold (`Modes::require`). What is left is the
        // same in both.
        let mode = gateway.modes.settled().await.unwrap_or(Mode::Test);
        let mut context =
            RequestContext::new(request_id, mode.into(), brand.key().to_owned(), brand.markup_rate);
        context.public_url.clone_from(&brand.public_url);
        let trail = Trail::of(&parts.extensions);
        if is_brand_known {
            trail.is_of(&context);
        }
        Self {
            context,
            is_brand_known,
            gateway: Arc::clone(gateway),
            token: gateway.cookies.session_token(&parts.headers),
            has_user_hint: gateway.cookies.has_user_hint(&parts.headers),
            cookies: parts.extensions.get::<NewCookies>().cloned().unwrap_or_default(),
            trail,
        }
    }

    /// Whose session the cookie names, if it is anybody's. Fails for a token that another request has just renewed.
    pub async fn resolve(&mut self) -> Result<Option<User>, ApiError> {
        self.require_brand()?;
        let ResolveSessionResponse { session, renewed } = self.session().await?;
        // The browser has a newer cookie. One for this request would replace it and sign the user out.
        if renewed {
            return Err(ApiError::overtaken());
        }
        let user = match session {
            Some(session) => self.enter(session)?,
            None => None,
        };
        // A session that began before there was a hint mends it here.
        if user.is_some() && !self.has_user_hint {
            self.cookies.add(self.gateway.cookies.user_hint(true));
        }
        Ok(user)
    }

    /// As `resolve`, for what a user alone may do. Whose session has ended elsewhere has no hint of it afterwards.
    /// Other calls leave the hint alone.
    pub async fn resolve_user(&mut self) -> Result<User, ApiError> {
        if let Some(user) = self.resolve().await? {
            return Ok(user);
        }
        if self.has_user_hint {
            self.cookies.add(self.gateway.cookies.user_hint(false));
        }
        Err(ApiError::not_authenticated())
    }

    async fn session(&self) -> Result<ResolveSessionResponse, ApiError> {
        let Some(token) = self.token.clone() else { return Ok(ResolveSessionResponse::default()) };
        let request = self.context.request(ResolveSessionRequest { token });
        let answer = self.gateway.services.identity.clone().resolve_session(request).await?;
        Ok(answer.into_inner())
    }

    /// As `resolve`, and opens a guest's session where there is none. Returns the token of a session that it opened.
    pub async fn resolve_or_open(&mut self) -> Result<Option<String>, ApiError> {
        self.resolve().await?;
        if self.context.session_id.is_some() {
            return Ok(None);
        }
        let request = self.context.request(OpenSessionRequest {});
        let opened = self.gateway.services.identity.clone().open_session(request).await?.into_inner();
        let session = opened.session.ok_or_else(|| incomplete("session"))?;
        self.enter(session)?;
        self.cookies.add(self.gateway.cookies.session(opened.token.clone()));
        Ok(Some(opened.token))
    }

    /// Another brand has other prices, and none of this one's sessions, users and bookings.
    pub fn require_brand(&self) -> Result<(), ApiError> {
        if self.is_brand_known {
            return Ok(());
        }
        Err(ApiError::new(
            Code::ServiceUnavailable,
            "The shop is not available right now. Please try again shortly.",
        ))
    }

    fn enter(&mut self, session: Session) -> Result<Option<User>, ApiError> {
        self.context.session_id = Some(id(&session.id)?);
        self.context.user = match &session.user {
            Some(user) => Some(UserRef { id: id(&user.id)?, is_admin: user.is_admin }),
            None => None,
        };
        self.trail.is_of(&self.context);
        Ok(session.user)
    }
}

fn id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| incomplete("id"))
}

fn incomplete(field: &'static str) -> ApiError {
    tracing::error!(field, "svc-identity gave an incomplete answer");
    ApiError::internal()
}
