use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::Serialize;

use crate::state::Shared;

/// Whether requests should come here, for balancers. What the gateway stands on is told at the admin port alone.
#[derive(Debug, Serialize)]
pub(super) struct Readiness {
    ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// The process answers.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// 200 when requests should come here, else 503 with the reason.
pub(super) async fn ready(State(gateway): State<Shared>) -> (StatusCode, Json<Readiness>) {
    let reason = gateway.readiness().await.err();
    let status = if reason.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    (status, Json(Readiness { ready: reason.is_none(), reason }))
}
