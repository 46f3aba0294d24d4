use std::net::IpAddr;

use axum::extract::MatchedPath;
use http::Method;
use uuid::Uuid;

use super::{Blocked, Event};
use crate::context::RequestContext;
use crate::telemetry::SECURITY;

/// Why something ended as it did: a constant of the program, such as an error code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reason(&'static str);

impl Reason {
    /// Takes what stands in the program's text. What a visitor sent never does.
    pub const fn new(constant: &'static str) -> Self {
        Self(constant)
    }

    pub(super) const fn as_str(self) -> &'static str {
        self.0
    }
}

/// Which call it was, by its pattern: `POST /api/bookings/{id}/cancel`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call(String);

impl Call {
    /// A route of a router; what its path leaves open stays out.
    pub fn of_route(method: &Method, route: &MatchedPath) -> Self {
        let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
        let method = if known.contains(method) { method.as_str() } else { "other" };
        Self(format!("{method} {}", route.as_str()))
    }

    /// The path of a gRPC method, if it has the form of one.
    pub fn of_method(path: &str) -> Option<Self> {
        let is_name = |part: &str| {
            (1..=80).contains(&part.len())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_')
        };
        let (service, method) = path.strip_prefix('/')?.split_once('/')?;
        (is_name(service) && is_name(method)).then(|| Self(path.to_owned()))
    }
}

/// The name of a program of ours, in the form of one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Program(String);

impl Program {
    fn parse(name: &str) -> Option<Self> {
        let has_form = (1..=40).contains(&name.len())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        has_form.then(|| Self(name.to_owned()))
    }
}

/// One thing that happened. It has room for ids, an address, an origin and constants, and for no other text.
#[derive(Debug, Clone)]
pub struct Entry {
    pub(super) event: Event,
    pub(super) address: Option<IpAddr>,
    pub(super) reason: Option<Reason>,
    request: Option<Uuid>,
    session: Option<Uuid>,
    account: Option<Uuid>,
    booking: Option<Uuid>,
    brand: Option<String>,
    call: Option<Call>,
    caller: Option<Program>,
    blocked: Option<Blocked>,
}

impl Entry {
    /// An event of which nothing is known yet.
    pub const fn new(event: Event) -> Self {
        Self {
            event,
            address: None,
            reason: None,
            request: None,
            session: None,
            account: None,
            booking: None,
            brand: None,
            call: None,
            caller: None,
            blocked: None,
        }
    }

    /// Takes request, session, account and brand of a context. Its brand is one that svc-brand knows.
    #[must_use]
    pub fn asked_by(self, context: &RequestContext) -> Self {
        Self {
            session: context.session_id,
            account: context.user.map(|user| user.id),
            brand: Some(context.brand.clone()),
            ..self.request(&context.request_id)
        }
    }

    /// The request's id; nothing where it is none.
    #[must_use]
    pub fn request(self, id: &str) -> Self {
        Self { request: id.parse().ok(), ..self }
    }

    /// The visitor's address, if it is known.
    #[must_use]
    pub fn address(self, address: Option<IpAddr>) -> Self {
        Self { address, ..self }
    }

    /// Why it ended so.
    #[must_use]
    pub fn reason(self, reason: Option<Reason>) -> Self {
        Self { reason, ..self }
    }

    /// Which booking it was about.
    #[must_use]
    pub fn booking(self, id: Uuid) -> Self {
        Self { booking: Some(id), ..self }
    }

    /// Which call it was.
    #[must_use]
    pub fn call(self, call: Option<Call>) -> Self {
        Self { call, ..self }
    }

    /// Which program asked, as its certificate says. Nothing where that is no name of a program.
    #[must_use]
    pub fn caller(self, name: Option<&str>) -> Self {
        Self { caller: name.and_then(Program::parse), ..self }
    }

    /// What a page's policy kept out.
    #[must_use]
    pub fn blocked(self, blocked: Option<Blocked>) -> Self {
        Self { blocked, ..self }
    }

    /// The one place where lines are made. Fields that are not known are left out.
    pub(super) fn write(&self) {
        tracing::info!(
            target: SECURITY,
            {
            security.event = self.event.name(),
            security.outcome = self.event.outcome().name(),
            reason = self.reason.map(Reason::as_str),
            request.id = self.request.map(display),
            session.id = self.session.map(display),
            account.id = self.account.map(display),
            booking.id = self.booking.map(display),
            client.address = self.address.map(display),
            brand = self.brand.as_deref(),
            call = self.call.as_ref().map(|call| call.0.as_str()),
            caller = self.caller.as_ref().map(|caller| caller.0.as_str()),
            blocked = self.blocked.as_ref().map(Blocked::as_str),
            },
            "security event"
        );
    }
}
