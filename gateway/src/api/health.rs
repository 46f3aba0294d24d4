use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::Serialize;

use crate::dependencies::Dependency;
use crate::state::Shared;

/// Whether requests should come here, and for a person what they will find.
#[derive(Debug, Serialize)]
pub(super) struct Readiness {
    ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    dependencies: Vec<Dependency>,
}

/// The process answers.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// It has learnt the mode and a brand, and is not stopping: one that knows neither sells nothing, and would take visitors
/// from gateways that remember both. A service that is away later does not make the gateway unready: pages and what the
/// other services do go on, and every gateway would leave at once.
pub(super) async fn ready(State(gateway): State<Shared>) -> (StatusCode, Json<Readiness>) {
    let reason = if gateway.draining.is_cancelled() {
        Some("stopping")
    } else if gateway.modes.known().is_none() {
        Some("the system's mode is not known yet: svc-identity has not answered")
    } else if !gateway.brands.are_known().await {
        Some("no brand is known yet: svc-brand has not answered")
    } else {
        None
    };
    let status = if reason.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let dependencies = gateway.dependencies.known();
    (status, Json(Readiness { ready: reason.is_none(), reason, dependencies }))
}
