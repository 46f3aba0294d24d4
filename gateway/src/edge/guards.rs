//! What keeps one visitor's request from costing the others: limits, a time after which it is given up, panics caught.

use std::any::Any;
use std::net::IpAddr;
use std::sync::Once;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::HeaderMap;

use crate::client::{ClientAddress, Peer, Proxies};
use crate::limits::Budget;
use crate::problem::{ApiError, Code};
use crate::services::{LONGEST_BOOKING, PROVIDER_DEADLINE};
use crate::state::Shared;

/// Brand and session, at worst.
const RECOGNITION: Duration = Duration::from_secs(22);
/// As long as the calls of one request together, so that a service's own answer comes first. The most has a booking
/// with a card: it is asked for, authorised, and asked for again.
const LONGEST_REQUEST: Duration =
    Duration::from_secs(RECOGNITION.as_secs() + 2 * LONGEST_BOOKING.as_secs() + PROVIDER_DEADLINE.as_secs());

/// Finds out the visitor's address.
pub(crate) async fn identify(State(gateway): State<Shared>, mut request: Request, next: Next) -> Response {
    let client = match request.extensions().get::<Peer>() {
        Some(peer) => {
            warn_of_unknown_proxy(&gateway.proxies, peer.0, request.headers());
            gateway.proxies.client(peer.0, request.headers())
        }
        None => ClientAddress::UNKNOWN,
    };
    request.extensions_mut().insert(client);
    next.run(request).await
}

/// Counts a call under its visitor's address, before its body is read.
pub(crate) async fn count(
    State((gateway, budget)): State<(Shared, Budget)>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    if let Some(address) = address
        && let Err(refused) = gateway.limits.check_address(budget, address)
    {
        return refused.into_response();
    }
    next.run(request).await
}

/// Says once that all visitors count as one, since a proxy on this machine hides who they are.
fn warn_of_unknown_proxy(proxies: &Proxies, peer: IpAddr, headers: &HeaderMap) {
    static WARNING: Once = Once::new();
    if proxies.is_hidden_by_local_proxy(peer, headers) {
        WARNING.call_once(|| {
            tracing::warn!(
                "a proxy on this machine is not in TRUSTED_PROXIES: all its visitors count as one"
            );
        });
    }
}

/// Answers 503 where nobody else does. An open event stream has answered: its body may go on.
pub(crate) async fn give_up_late(request: Request, next: Next) -> Response {
    tokio::time::timeout(LONGEST_REQUEST, next.run(request)).await.unwrap_or_else(|_| {
        ApiError::new(Code::ServiceUnavailable, "This took too long. Please try again shortly.")
            .into_response()
    })
}

/// A panic is a fault of ours, and one visitor's alone. Its text may hold what was sent: it goes nowhere. The hook of
/// `service::launch` has logged where it happened.
pub(crate) fn recover(_panic: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::internal().into_response()
}
