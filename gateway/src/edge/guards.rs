//! What keeps one visitor's request from costing the others: limits, a time after which it is given up, panics caught.

use std::any::Any;
use std::net::IpAddr;
use std::sync::Once;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, Method};

use crate::api::LONGEST_BOOKING;
use crate::limits::Budget;
use crate::problem::{ApiError, Code};
use crate::request::{ClientAddress, Peer, TrustedProxies};
use crate::services::PROVIDER_DEADLINE;
use crate::state::Shared;

/// Brand and session, at worst.
const RECOGNITION: Duration = Duration::from_secs(22);
/// As long as the calls of one request together, so that a service's own answer comes first. The most has a booking
/// with a card: it is asked for, authorised, and asked for again.
const LONGEST_REQUEST: Duration =
    Duration::from_secs(RECOGNITION.as_secs() + 2 * LONGEST_BOOKING.as_secs() + PROVIDER_DEADLINE.as_secs());

/// Finds the visitor's address out, and counts calls under it.
pub(crate) async fn count(State(gateway): State<Shared>, mut request: Request, next: Next) -> Response {
    let client = match request.extensions().get::<Peer>() {
        Some(peer) => {
            warn_of_unknown_proxy(&gateway.proxies, peer.0, request.headers());
            gateway.proxies.client(peer.0, request.headers())
        }
        None => ClientAddress(None),
    };
    request.extensions_mut().insert(client);
    if let (Some(budget), ClientAddress(Some(address))) =
        (budget_of(request.method(), request.uri().path()), client)
        && let Err(refused) = gateway.limits.check_address(budget, address)
    {
        return refused.into_response();
    }
    next.run(request).await
}

/// Says once that nobody is limited by address, since a proxy on this machine hides who they are.
fn warn_of_unknown_proxy(proxies: &TrustedProxies, peer: IpAddr, headers: &HeaderMap) {
    static WARNING: Once = Once::new();
    if proxies.is_hidden_by_local_proxy(peer, headers) {
        WARNING.call_once(|| {
            tracing::warn!(
                "a proxy on this machine is not in TRUSTED_PROXIES: no visitor is limited by address"
            );
        });
    }
}

/// Files are in memory and webhooks are signed: neither is limited.
fn budget_of(method: &Method, path: &str) -> Option<Budget> {
    let call = path.strip_prefix("/api/")?;
    Some(match call {
        "flights/search" | "flights/search/stream" => Budget::Search,
        "auth/user" | "auth/logout" | "auth/sessions" => Budget::Call,
        "payments/process-card" => Budget::Purchase,
        "enquiries" => Budget::Enquiry,
        "bookings" if method == Method::POST => Budget::Purchase,
        "guest-links" | "guest-links/open" => Budget::Account,
        _ if call.starts_with("auth/") || call == "admin/login" => Budget::Account,
        _ => Budget::Call,
    })
}

/// Answers 503 where nobody else does. An open event stream has answered: its body may go on.
pub(crate) async fn give_up_late(request: Request, next: Next) -> Response {
    tokio::time::timeout(LONGEST_REQUEST, next.run(request)).await.unwrap_or_else(|_| {
        ApiError::new(Code::ServiceUnavailable, "This took too long. Please try again shortly.")
            .into_response()
    })
}

/// A panic is a fault of ours, and one visitor's alone. Its text may hold what was sent: it is not logged.
pub(crate) fn recover(_panic: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a handler panicked");
    ApiError::new(Code::InternalError, "Something went wrong. Please try again.").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_counted_and_nothing_else() {
        let check = |method: Method, path: &str, expected: Option<Budget>| {
            assert_eq!(budget_of(&method, path), expected, "{method} {path}");
        };
        check(Method::GET, "/api/flights/search", Some(Budget::Search));
        check(Method::POST, "/api/flights/search", Some(Budget::Search));
        check(Method::GET, "/api/flights/search/stream", Some(Budget::Search));
        check(Method::POST, "/api/payments/process-card", Some(Budget::Purchase));
        check(Method::POST, "/api/bookings", Some(Budget::Purchase));
        check(Method::GET, "/api/bookings", Some(Budget::Call));
        check(Method::POST, "/api/auth/login", Some(Budget::Account));
        check(Method::POST, "/api/auth/forgot-password", Some(Budget::Account));
        check(Method::POST, "/api/admin/login", Some(Budget::Account));
        check(Method::POST, "/api/guest-links", Some(Budget::Account));
        check(Method::POST, "/api/guest-links/open", Some(Budget::Account));
        check(Method::POST, "/api/enquiries", Some(Budget::Enquiry));
        check(Method::GET, "/api/admin/enquiries", Some(Budget::Call));
        check(Method::GET, "/api/auth/user", Some(Budget::Call));
        check(Method::GET, "/api/flights/offer/off_1", Some(Budget::Call));
        check(Method::GET, "/", None);
        check(Method::POST, "/webhooks/stripe", None);
    }
}
