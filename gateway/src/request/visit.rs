//! Brand, mode and session of one request, put together step by step.

use std::sync::Arc;

use http::request::Parts;
use http::uri::Authority;
use proto::identity::v1::{
    OpenSessionRequest, ResolveSessionRequest, ResolveSessionResponse, Session, Standing, User,
};
use service::{Environment, RequestContext, UserRef};
use url::Url;
use uuid::Uuid;

use super::id::RequestId;
use crate::brand_key::{brand_key_of, host_of};
use crate::cookies::NewCookies;
use crate::modes::Mode;
use crate::problem::{ApiError, Code};
use crate::security_notes::SecurityNotes;
use crate::state::{Gateway, Shared};

/// A request with what is known of its brand and mode. Extractors that need its session ask for it.
#[derive(Clone)]
pub(super) struct Visit {
    pub context: RequestContext,
    /// Of the session, where it was asked for and svc-identity knows it.
    pub standing: Option<Standing>,
    with_standing: bool,
    is_brand_known: bool,
    gateway: Shared,
    token: Option<String>,
    has_user_hint: bool,
    cookies: NewCookies,
    notes: SecurityNotes,
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
        context.public_url = public_url(parts, gateway).or_else(|| brand.public_url.clone());
        let notes = SecurityNotes::of(&parts.extensions);
        if is_brand_known {
            notes.set_context(&context);
        }
        Self {
            context,
            standing: None,
            with_standing: false,
            is_brand_known,
            gateway: Arc::clone(gateway),
            token: gateway.cookies.session_token(&parts.headers),
            has_user_hint: gateway.cookies.has_user_hint(&parts.headers),
            cookies: parts.extensions.get::<NewCookies>().cloned().unwrap_or_default(),
            notes,
        }
    }

    /// Has svc-identity tell the session's standing too, for payments.
    pub fn with_standing(self) -> Self {
        Self { with_standing: true, ..self }
    }

    /// Whose session the cookie names, if it is anybody's. Fails for a token that another request has just renewed.
    pub async fn resolve(&mut self) -> Result<Option<User>, ApiError> {
        self.require_brand()?;
        let ResolveSessionResponse { session, renewed, standing } = self.session().await?;
        self.standing = standing;
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
        let request =
            self.context.request(ResolveSessionRequest { token, with_standing: self.with_standing });
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
        self.standing = Some(Standing::default());
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
        self.notes.set_context(&self.context);
        Ok(session.user)
    }
}

/// The address at which a developer opened a brand as `KEY.localhost`, whatever the brand's record says: its cookies are
/// there and nowhere else.
fn public_url(parts: &Parts, gateway: &Gateway) -> Option<Url> {
    if gateway.environment == Environment::Production {
        return None;
    }
    let scheme = if gateway.https { "https" } else { "http" };
    url_of_local_brand(scheme, host_of(parts))
}

fn url_of_local_brand(scheme: &str, host: &str) -> Option<Url> {
    let authority = host.parse::<Authority>().ok()?;
    let name = authority.host();
    let port = authority.port_u16().map(|port| format!(":{port}")).unwrap_or_default();
    let url =
        name.to_ascii_lowercase().ends_with(".localhost").then(|| format!("{scheme}://{name}{port}/"))?;
    url.parse().ok()
}

fn id(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| incomplete("id"))
}

fn incomplete(field: &'static str) -> ApiError {
    tracing::error!(field, "svc-identity gave an incomplete answer");
    ApiError::internal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brand_of_a_developers_machine_is_where_it_was_opened() {
        let check = |host: &str, expected: Option<&str>| {
            let url = url_of_local_brand("http", host);
            assert_eq!(url.as_ref().map(Url::as_str), expected, "{host}");
        };
        check("onyx.localhost:8080", Some("http://onyx.localhost:8080/"));
        check("onyx.localhost", Some("http://onyx.localhost/"));
        check("ONYX.localhost:8080", Some("http://onyx.localhost:8080/"));
        check("evil.example@onyx.localhost", Some("http://onyx.localhost/"));
        for host in ["localhost:8080", "onyx.agency.com", "onyx.localhost.evil.example", "127.0.0.1:8080", ""]
        {
            check(host, None);
        }
    }
}
