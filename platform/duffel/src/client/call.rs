//! One call: what is asked, how long it may take, and what came back.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, Response, StatusCode};
use outbound::PATIENCE;
use serde::Serialize;
use serde::de::DeserializeOwned;
use service::Mode;

use crate::error::{Error, ErrorBody, ErrorKind, Refusal};
use crate::rate_limit::reset_in;
use crate::wire::Envelope;

/// Reads of one object.
pub const READ: Duration = Duration::from_secs(10);
/// What the provider passes on to an airline: prices and seat maps of slow ones come after 11 s and more.
const AIRLINE_READ: Duration = Duration::from_secs(40);
/// What a look-up waits for an airline: nobody has chosen what is read, so nobody waits for a slow one.
pub const LOOK_UP: Duration = Duration::from_secs(4);
/// What a look-up takes at most: its place among all reads, then the answer.
pub const LONGEST_LOOK_UP: Duration = PATIENCE.saturating_add(LOOK_UP);
/// The provider lets searches and writes run for 120 s; a caller that hangs up early does not learn their outcome.
pub const LONG: Duration = Duration::from_secs(130);

/// Whom a call concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The provider answers it itself.
    Own,
    /// The provider passes it on to an airline, which may be slow.
    OfAirline,
    /// It leaves a part of the rate limit to all others.
    Search,
    /// The same, and it leaves a part of our share to the searches under way.
    NewSearch,
    /// An airline is asked for somebody who only looks around. It leaves to all others what a new search leaves them,
    /// and half of the rate limit that searches may use.
    LookUp,
    /// It changes something at an airline, and is sent whatever our share of the rate limit.
    Write,
}

/// A request as its caller sees it.
#[derive(Clone)]
pub struct Call {
    pub operation: &'static str,
    pub method: Method,
    pub path_and_query: String,
    pub body: Bytes,
    pub within: Duration,
    pub kind: Kind,
}

impl Call {
    pub fn get(operation: &'static str, path_and_query: String) -> Self {
        let (method, body) = (Method::GET, Bytes::new());
        Self { operation, method, path_and_query, body, within: READ, kind: Kind::Own }
    }

    /// A read that the provider passes on to the airline.
    pub fn of_airline(operation: &'static str, path_and_query: String) -> Self {
        Self { within: AIRLINE_READ, kind: Kind::OfAirline, ..Self::get(operation, path_and_query) }
    }

    pub fn post<T: Serialize>(operation: &'static str, path_and_query: impl Into<String>, data: &T) -> Self {
        let body =
            serde_json::to_vec(&Envelope { data }).expect("our own bodies are strings, lists and maps");
        Self {
            operation,
            method: Method::POST,
            path_and_query: path_and_query.into(),
            body: body.into(),
            within: LONG,
            kind: Kind::Write,
        }
    }

    /// Stops where what is left of the rate limit is kept for purchases.
    pub fn of_search(self) -> Self {
        Self { kind: Kind::Search, ..self }
    }

    /// For somebody who has not chosen what is read.
    pub fn of_look_up(self) -> Self {
        Self { kind: Kind::LookUp, ..self.within(LOOK_UP) }
    }

    pub fn within(self, within: Duration) -> Self {
        Self { within, ..self }
    }

    pub fn fails(&self, kind: ErrorKind) -> Error {
        Error { operation: self.operation, status: None, request_id: None, kind, retry_after: None }
    }
}

/// What came back.
pub struct Answer {
    pub mode: Mode,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub fn request_id(&self) -> Option<String> {
        Some(self.headers.get("x-request-id")?.to_str().ok()?.to_owned())
    }

    /// When the provider listens again, where it was asked too often.
    pub fn retry_after(&self) -> Option<Duration> {
        (self.status == StatusCode::TOO_MANY_REQUESTS).then(|| reset_in(&self.headers)).flatten()
    }

    pub fn fails(&self, operation: &'static str, kind: ErrorKind) -> Error {
        let (status, request_id) = (Some(self.status.as_u16()), self.request_id());
        Error { operation, status, request_id, kind, retry_after: self.retry_after() }
    }

    /// What was asked for, or why it was refused. A refusal of our account is logged here, whatever was asked.
    pub fn decode<T: DeserializeOwned>(&self, operation: &'static str) -> Result<T, Error> {
        self.decode_by(operation, |body| serde_json::from_slice(body).ok())
    }

    /// The same for long answers, which must be UTF-8 in all of their parts. It is checked once, not for each text.
    pub fn decode_whole<T: DeserializeOwned>(&self, operation: &'static str) -> Result<T, Error> {
        self.decode_by(operation, |body| serde_json::from_str(std::str::from_utf8(body).ok()?).ok())
    }

    fn decode_by<T>(
        &self,
        operation: &'static str,
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<T, Error> {
        if self.status.is_success() {
            read(&self.body).ok_or_else(|| self.fails(operation, ErrorKind::Undecodable))
        } else {
            let kind = refusals(&self.body).map_or(ErrorKind::Foreign, ErrorKind::Refused);
            let error = self.fails(operation, kind);
            if error.is_of_our_account() {
                let mode = self.mode.as_str_name();
                tracing::error!(mode, %error, "the flight provider refuses our account: a person must look");
            }
            Err(error)
        }
    }
}

/// Whether the provider itself says that an airline failed (502), or did not answer it in time (504). A proxy's page with
/// this status is about the provider.
pub fn is_of_airline(answer: &Response<Bytes>) -> bool {
    matches!(answer.status(), StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT)
        && refusals(answer.body()).is_some()
}

/// The provider's own errors, if the body has any.
fn refusals(body: &[u8]) -> Option<Vec<Refusal>> {
    let body: ErrorBody = serde_json::from_slice(body).ok()?;
    Some(body.errors).filter(|errors| !errors.is_empty())
}

/// Ids come from travellers' addresses: one that could lead to another path is not sent.
pub fn own_id<'a>(operation: &'static str, id: &'a str) -> Result<&'a str, Error> {
    let plausible =
        (1..=100).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if plausible { Ok(id) } else { Err(foreign_id(operation)) }
}

/// The same for an offer, whose id begins with `off_` (<https://duffel.com/docs/api/offers/schema>). A made-up id of
/// another shape costs no call.
pub fn own_offer_id<'a>(operation: &'static str, id: &'a str) -> Result<&'a str, Error> {
    if id.starts_with("off_") { own_id(operation, id) } else { Err(foreign_id(operation)) }
}

fn foreign_id(operation: &'static str) -> Error {
    Error { operation, status: None, request_id: None, kind: ErrorKind::ForeignId, retry_after: None }
}
