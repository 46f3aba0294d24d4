//! Writes to the security log how a call ended: by its answer, its class and what its handler noted.

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
use crate::security_notes::{NotedEvent, Notes, SecurityNotes, reason};
use crate::state::{Gateway, Shared};

/// Which events the calls of a class are. Handlers note the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Watch {
    /// A change was made.
    pub done: Option<Event>,
    /// A change was refused for what its caller knows or is.
    pub refused: Option<Event>,
    /// The caller may not see or do this at all.
    pub denied: Option<Event>,
    /// A change is answered to its end and logged even when its caller goes away, whatever its handler notes.
    pub outlives: bool,
}

impl Watch {
    /// No event of its own.
    pub const NONE: Self = Self { done: None, refused: None, denied: None, outlives: false };
    /// The events that its handler notes.
    pub const NOTED: Self = Self { outlives: true, ..Self::NONE };

    pub const fn new(done: Event, refused: Event) -> Self {
        Self { done: Some(done), refused: Some(refused), ..Self::NOTED }
    }

    pub const fn done(event: Event) -> Self {
        Self { done: Some(event), ..Self::NOTED }
    }

    pub const fn denied(event: Event) -> Self {
        Self { denied: Some(event), ..Self::NONE }
    }

    /// What the answer says, if the security log wants to know it.
    fn event(self, changes: bool, response: &Response) -> Option<NotedEvent> {
        let Some(error) = response.extensions().get::<ApiError>() else {
            let is_done = changes && response.status().is_success();
            return self.done.filter(|_| is_done).map(|event| NotedEvent::new(event, None));
        };
        let event = match error.code {
            Code::CrossSite => Some(Event::CrossSiteRefused),
            Code::RateLimited => Some(Event::LimitExhausted),
            Code::InvalidSignature => Some(Event::WebhookUnsigned),
            Code::SecondFactorInvalid => Some(Event::SecondFactorRefused),
            Code::NotAuthenticated | Code::Forbidden | Code::BookingNotFound => self.denied,
            _ if changes && is_refusal(error) => self.refused,
            _ => None,
        };
        event.map(|event| NotedEvent::new(event, Some(reason(error.code))))
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
                | Code::LastAdministrator
                | Code::NotConfigured
                | Code::NotReadyForLive
        )
}

/// What is known of a request before it is answered.
struct CallFacts {
    request_id: String,
    address: Option<IpAddr>,
    call: Option<Call>,
    changes: bool,
    /// The brand that its host names, whether there is one or not.
    brand_key: String,
}

impl CallFacts {
    fn of(request: Request) -> (Self, Request) {
        let (parts, body) = request.into_parts();
        let RequestId(request_id) = RequestId::of(&parts.extensions);
        let facts = Self {
            request_id,
            address: parts.extensions.get::<ClientAddress>().and_then(|client| client.0),
            call: parts.extensions.get().map(|route: &MatchedPath| Call::of_route(&parts.method, route)),
            changes: ![Method::GET, Method::HEAD, Method::OPTIONS].contains(&parts.method),
            brand_key: brand_key_of(&parts),
        };
        (facts, Request::from_parts(parts, body))
    }
}

pub(crate) async fn log_security(
    State((gateway, watch)): State<(Shared, Watch)>,
    request: Request,
    next: Next,
) -> Response {
    let (facts, mut request) = CallFacts::of(request);
    let notes = SecurityNotes::default();
    request.extensions_mut().insert(notes.clone());
    let outlives_caller = watch.outlives && facts.changes;
    let answering = async move {
        let response = next.run(request).await;
        let of_answer = watch.event(facts.changes, &response);
        write(&gateway, facts, notes.take(), of_answer).await;
        response
    };
    if outlives_caller { run_to_end(answering).await } else { answering.await }
}

/// Goes on when its caller has gone away: hanging up hides no guess from the log.
async fn run_to_end(answering: impl Future<Output = Response> + Send + 'static) -> Response {
    match tokio::spawn(answering.in_current_span()).await.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(response) => response,
        Err(Ok(panic)) => resume_unwind(panic),
        Err(Err(_stopped)) => ApiError::internal().into_response(),
    }
}

async fn write(gateway: &Gateway, facts: CallFacts, notes: Notes, of_answer: Option<NotedEvent>) {
    let events: Vec<_> = notes.events.into_iter().chain(of_answer).collect();
    if events.is_empty() {
        return;
    }
    let context = match notes.context {
        Some(context) => Some(context),
        None => context_from_memory(gateway, &facts).await,
    };
    for NotedEvent { event, reason, blocked } in events {
        let entry = Entry::new(event).request(&facts.request_id);
        let entry = match &context {
            Some(context) => entry.asked_by(context),
            None => entry,
        };
        let entry = entry.address(facts.address).reason(reason).call(facts.call.clone());
        gateway.security_log.write(&entry.blocked(blocked));
    }
}

/// For a call that was refused before its brand was asked for: the brand, if it is in memory.
async fn context_from_memory(gateway: &Gateway, facts: &CallFacts) -> Option<RequestContext> {
    let brand = gateway.brands.in_memory(&facts.brand_key).await?;
    let key = brand.key().to_owned();
    Some(RequestContext::new(facts.request_id.clone(), Mode::Test, key, default_markup_rate()))
}
