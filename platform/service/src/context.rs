//! Who asks, for which brand, in which mode: stamped by the gateway, carried as gRPC metadata from hop to hop.
//!
//! Trusted only because the caller proved itself with a certificate of ours (see `tls` and `auth`).

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use money::MarkupRate;
use proto::common::v1::Mode;
use tokio::time::Instant;
use tonic::metadata::MetadataMap;
use tonic::{Code, Request, Status};
use url::Url;
use uuid::Uuid;

use crate::deadline;
use crate::error::Problem;

/// A call without a deadline of its own gets this one.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(10);
/// For a call whose callee looks something up at a third party. The callee gives that 15 s at most, so that its own
/// answer, which names the third party, comes first.
pub const LOOKUP_DEADLINE: Duration = Duration::from_secs(20);
/// What a hop keeps of its caller's deadline for itself, to answer in time when the next hop does not.
const HOP_RESERVE: Duration = Duration::from_millis(250);

const REQUEST_ID: &str = "x-fareway-request-id";
const MODE: &str = "x-fareway-mode";
const BRAND: &str = "x-fareway-brand";
const MARKUP: &str = "x-fareway-markup";
const PUBLIC_URL: &str = "x-fareway-public-url";
const SESSION: &str = "x-fareway-session";
const USER: &str = "x-fareway-user";
const ADMIN: &str = "x-fareway-admin";

/// The signed-in user behind a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UserRef {
    /// The account's id.
    pub id: Uuid,
    /// Whether the session is an administrator's.
    pub is_admin: bool,
}

/// Who owns what a request makes: a guest's session or a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Principal {
    /// A guest's session.
    Session(Uuid),
    /// A signed-in user.
    User(Uuid),
}

impl fmt::Display for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(id) => write!(f, "session:{id}"),
            Self::User(id) => write!(f, "user:{id}"),
        }
    }
}

impl FromStr for Principal {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
        match text.strip_prefix("user:") {
            Some(id) => Ok(Self::User(id.parse()?)),
            None => Ok(Self::Session(text.strip_prefix("session:").unwrap_or(text).parse()?)),
        }
    }
}

/// The context of one request. One request sees one mode and one brand.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// The same in every hop, for logs.
    pub request_id: String,
    /// Which providers the request deals with.
    pub mode: Mode,
    /// The brand's id.
    pub brand: String,
    /// What the brand adds to a price.
    pub markup_rate: MarkupRate,
    /// Where the brand's site is. Links in mails start with it, never with a Host header.
    pub public_url: Option<Url>,
    /// Absent in work that no visitor asked for.
    pub session_id: Option<Uuid>,
    /// Absent for a guest.
    pub user: Option<UserRef>,
    deadline: Option<Instant>,
}

impl RequestContext {
    /// A context without session, user and deadline.
    pub fn new(request_id: String, mode: Mode, brand: String, markup_rate: MarkupRate) -> Self {
        Self {
            request_id,
            mode,
            brand,
            markup_rate,
            public_url: None,
            session_id: None,
            user: None,
            deadline: None,
        }
    }

    /// The user, else the guest's session.
    pub fn principal(&self) -> Option<Principal> {
        self.user.map(|user| Principal::User(user.id)).or(self.session_id.map(Principal::Session))
    }

    /// All that this request may read: what its user owns, and what its session made as a guest.
    pub fn principals(&self) -> Vec<String> {
        let user = self.user.map(|user| Principal::User(user.id));
        let session = self.session_id.map(Principal::Session);
        user.into_iter().chain(session).map(|principal| principal.to_string()).collect()
    }

    /// The principal, or UNAUTHENTICATED.
    pub fn require_principal(&self) -> Result<Principal, Status> {
        self.principal().ok_or_else(|| Status::unauthenticated("no session"))
    }

    /// The administrator, or FORBIDDEN.
    pub fn require_admin(&self) -> Result<UserRef, Status> {
        let problem =
            || Problem::new(Code::PermissionDenied, "FORBIDDEN", "You don't have permission to do this.");
        self.user.filter(|user| user.is_admin).ok_or_else(|| problem().into())
    }

    /// Reads the context that the caller sent. Fails where a caller forgot it: that is a fault of ours.
    pub fn of<T>(request: &Request<T>) -> Result<Self, Status> {
        let metadata = request.metadata();
        let mode = match text(metadata, MODE)? {
            "test" => Mode::Test,
            "live" => Mode::Live,
            _ => return Err(malformed(MODE)),
        };
        Ok(Self {
            request_id: text(metadata, REQUEST_ID)?.to_owned(),
            mode,
            brand: text(metadata, BRAND)?.to_owned(),
            markup_rate: MarkupRate::parse(text(metadata, MARKUP)?).map_err(|_| malformed(MARKUP))?,
            public_url: optional(metadata, PUBLIC_URL)?,
            session_id: optional(metadata, SESSION)?,
            user: optional(metadata, USER)?.map(|id| UserRef { id, is_admin: metadata.contains_key(ADMIN) }),
            deadline: deadline::of(metadata.as_ref()),
        })
    }

    /// Wraps a message for the next hop with the time that is left of this request, at most `DEFAULT_DEADLINE`.
    pub fn request<T>(&self, message: T) -> Request<T> {
        self.request_within(DEFAULT_DEADLINE, message)
    }

    /// Like `request`, with a bound of its own; the caller's deadline still counts if it is shorter.
    pub fn request_within<T>(&self, bound: Duration, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.set_timeout(self.patience(bound));
        self.write(request.metadata_mut());
        request
    }

    /// How long this hop may wait for something: `bound`, or less where its caller would be gone by then.
    pub fn patience(&self, bound: Duration) -> Duration {
        let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
        left.map_or(bound, |left| left.saturating_sub(HOP_RESERVE).min(bound))
    }

    /// The same context, for work whose calls may take `longest` in all.
    #[must_use]
    pub fn ending_within(&self, longest: Duration) -> Self {
        let end = Instant::now() + longest;
        Self { deadline: Some(self.deadline.map_or(end, |deadline| deadline.min(end))), ..self.clone() }
    }

    /// The same context without the caller's deadline, for work that outlives the request.
    #[must_use]
    pub fn detached(&self) -> Self {
        Self { deadline: None, ..self.clone() }
    }

    fn write(&self, metadata: &mut MetadataMap) {
        let mode = if self.mode == Mode::Live { "live" } else { "test" };
        put(metadata, REQUEST_ID, &self.request_id);
        put(metadata, MODE, mode);
        put(metadata, BRAND, &self.brand);
        put(metadata, MARKUP, &self.markup_rate.to_string());
        if let Some(url) = &self.public_url {
            put(metadata, PUBLIC_URL, url.as_str());
        }
        if let Some(id) = self.session_id {
            put(metadata, SESSION, &id.to_string());
        }
        if let Some(user) = self.user {
            put(metadata, USER, &user.id.to_string());
            if user.is_admin {
                put(metadata, ADMIN, "1");
            }
        }
    }
}

/// The id by which a person's report is found in the logs of every service that took part.
pub(crate) fn request_id(headers: &http::HeaderMap) -> Option<&str> {
    headers.get(REQUEST_ID).and_then(|value| value.to_str().ok())
}

fn put(metadata: &mut MetadataMap, key: &'static str, value: &str) {
    // Ids, keys and decimals are ASCII; a value that is not is dropped and the next hop refuses the call.
    if let Ok(value) = value.parse() {
        metadata.insert(key, value);
    }
}

fn text<'m>(metadata: &'m MetadataMap, key: &'static str) -> Result<&'m str, Status> {
    metadata.get(key).and_then(|value| value.to_str().ok()).ok_or_else(|| malformed(key))
}

fn optional<T: FromStr>(metadata: &MetadataMap, key: &'static str) -> Result<Option<T>, Status> {
    if !metadata.contains_key(key) {
        return Ok(None);
    }
    text(metadata, key)?.parse().map(Some).map_err(|_| malformed(key))
}

fn malformed(key: &'static str) -> Status {
    tracing::error!(metadata.key = key, "a caller sent no valid request context");
    Status::internal("the request context is incomplete")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context() -> RequestContext {
        let mut context =
            RequestContext::new("r1".into(), Mode::Live, "blue".into(), MarkupRate::parse("0.1").unwrap());
        context.public_url = Some("https://blue.example/".parse().unwrap());
        context.session_id = Some(Uuid::from_u128(1));
        context.user = Some(UserRef { id: Uuid::from_u128(2), is_admin: true });
        context
    }

    #[test]
    fn a_context_survives_a_hop() {
        let received = RequestContext::of(&context().request(())).unwrap();

        assert_eq!(received.mode, Mode::Live);
        assert_eq!(received.brand, "blue");
        assert_eq!(received.markup_rate, MarkupRate::parse("0.1").unwrap());
        assert_eq!(received.principal(), Some(Principal::User(Uuid::from_u128(2))));
        assert_eq!(received.public_url.unwrap().as_str(), "https://blue.example/");
        assert!(received.user.unwrap().is_admin);
    }

    #[test]
    fn a_deadline_shrinks_downstream() {
        let first = RequestContext::of(&context().request_within(Duration::from_secs(2), ())).unwrap();

        let second = RequestContext::of(&first.request(())).unwrap();

        let kept = first.deadline.unwrap() - second.deadline.unwrap();
        assert!(kept > HOP_RESERVE / 2, "the time between the hops is in it: {kept:?}");
        assert!(second.patience(DEFAULT_DEADLINE) < first.patience(DEFAULT_DEADLINE));
    }

    #[test]
    fn a_call_without_context_is_refused() {
        assert_eq!(RequestContext::of(&Request::new(())).unwrap_err().code(), tonic::Code::Internal);
    }

    #[test]
    fn principals_print_and_parse_alike() {
        for principal in [Principal::Session(Uuid::from_u128(7)), Principal::User(Uuid::from_u128(8))] {
            assert_eq!(principal.to_string().parse(), Ok(principal));
        }
    }
}
