use axum::extract::State;
use http::StatusCode;

use crate::state::Shared;

/// The process answers.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// It has learnt the mode and is not stopping. A service that is away later does not make the gateway unready:
/// pages and what the other services do go on, and every gateway would leave at once.
pub(super) async fn ready(State(gateway): State<Shared>) -> (StatusCode, &'static str) {
    if gateway.shutdown.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match gateway.modes.known() {
        Some(_) => (StatusCode::OK, "ready\n"),
        None => (StatusCode::SERVICE_UNAVAILABLE, "the system's mode is not known yet\n"),
    }
}
