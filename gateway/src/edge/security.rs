//! Tells the security log how a call ended: by its answer, its class and what its handler noted.

use std::net::IpAddr;
use std::panic::resume_unwind;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::Method;
use service::security_log::{Call, Entry, Event};
use service::{Mode, RequestContext};
use tracing::Instrument;

use crate::brand_key::brand_key_of;
use crate::client::ClientAddress;
use crate::context::default_markup_rate;
use crate::problem::{ApiError, Code};
use crate::request::RequestId;
use crate::state::{Gateway, Shared};
use crate::trail::{Known, Noted, Trail, reason};

/// Which events the calls of a class are. Handlers note the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Watch {
    /// A change was made.
    pub done: Option<Event>,
    /// A change was refused for what its caller knows or is.
    pub refused: Option<Event>,
    /// The caller may not see or do this at all.
    pub denied: Option<Event>,
}

impl Watch {
    pub const fn new(done: Event, refused: Event) -> Self {
        Self { done: Some(done), refused: Some(refused), denied: None }
    }

    pub const fn done(event: Event) -> Self {
        Self { done: Some(event), refused: None, denied: None }
    }

    pub const fn denied(event: Event) -> Self {
        Self { done: None, refused: None, denied: Some(event) }
    }

    /// What the answer says, if the security log wants to know it.
    fn event(self, changes: bool, response: &Response) -> Option<Noted> {
        let Some(error) = response.extensions().get::<ApiError>() else {
            let is_done = changes && response.status().is_success();
            return self.done.filter(|_| is_done).map(|event| (event, None));
        };
        let event = match error.code {
            Code::CrossSite => Some(Event::CrossSiteRefused),
            Code::RateLimited => Some(Event::LimitExhausted),
            Code::InvalidSignature => Some(Event::WebhookUnsigned),
            Code::NotAuthenticated | Code::Forbidden | Code::BookingNotFound => self.denied,
            _ if changes && is_refusal(error) => self.refused,
            _ => None,
        };
        event.map(|event| (event, Some(reason(error.code))))
    }

    /// Whether a change is made to its end, and told, even when its caller goes away.
    fn outlives_its_caller(self, changes: bool) -> bool {
        changes && (self.done.is_some() || self.refused.is_some())
    }
}

/// For what the caller knows or is, and not for the form of the request or for a fault of ours.
fn is_refusal(error: &ApiError) -> bool {
    let is_wrong_password = error.fields.iter().any(|field| field.field == "currentPassword");
    is_wrong_password
        || matches!(
            error.code,
            Code::InvalidCredentials
                | Code::TooManyAttempts
                | Code::TokenInvalid
                | Code::UsernameTaken
                | Code::EmailTaken
                | Code::OtherAddress
                | Code::NotConfigured
                | Code::NotReadyForLive
        )
}

/// What is known of a request before it is answered.
struct Asked {
    request_id: String,
    address: Option<IpAddr>,
    call: Option<Call>,
    changes: bool,
    /// The brand that its host names, whether there is one or not.
    brand_key: String,
}

impl Asked {
    fn of(request: Request) -> (Self, Request) {
        let (parts, body) = request.into_parts();
        let RequestId(request_id) = RequestId::of(&parts.extensions);
        let asked = Self {
            request_id,
            address: parts.extensions.get::<ClientAddress>().and_then(|client| client.0),
            call: parts.extensions.get().map(|route: &MatchedPath| Call::of_route(&parts.method, route)),
            changes: ![Method::GET, Method::HEAD, Method::OPTIONS].contains(&parts.method),
            brand_key: brand_key_of(&parts),
        };
        (asked, Request::from_parts(parts, body))
    }
}

pub(crate) async fn log_security(
    State((gateway, watch)): State<(Shared, Watch)>,
    request: Request,
    next: Next,
) -> Response {
    let (asked, mut request) = Asked::of(request);
    let trail = Trail::default();
    request.extensions_mut().insert(trail.clone());
    let is_alone = watch.outlives_its_caller(asked.changes);
    let answering = async move {
        let response = next.run(request).await;
        let told = watch.event(asked.changes, &response);
        write(&gateway, asked, trail.take(), told).await;
        response
    };
    if is_alone { alone(answering).await } else { answering.await }
}

/// Goes on when nobody waits for it any more: who hangs up after a guess is told of all the same.
async fn alone(answering: impl Future<Output = Response> + Send + 'static) -> Response {
    match tokio::spawn(answering.in_current_span()).await.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(response) => response,
        Err(Ok(panic)) => resume_unwind(panic),
        Err(Err(_stopped)) => ApiError::internal().into_response(),
    }
}

async fn write(gateway: &Gateway, asked: Asked, known: Known, told: Option<Noted>) {
    let noted: Vec<_> = known.noted.into_iter().chain(told).collect();
    if noted.is_empty() {
        return;
    }
    let context = match known.context {
        Some(context) => Some(context),
        None => context_from_memory(gateway, &asked).await,
    };
    for (event, reason) in noted {
        let entry = Entry::new(event).request(&asked.request_id);
        let entry = match &context {
            Some(context) => entry.asked_by(context),
            None => entry,
        };
        gateway.security_log.write(&entry.address(asked.address).reason(reason).call(asked.call.clone()));
    }
}

/// For a call that was refused before its brand was asked for: the brand, if it is in memory.
async fn context_from_memory(gateway: &Gateway, asked: &Asked) -> Option<RequestContext> {
    let brand = gateway.brands.in_memory(&asked.brand_key).await?;
    let key = brand.key().to_owned();
    Some(RequestContext::new(asked.request_id.clone(), Mode::Test, key, default_markup_rate()))
}
