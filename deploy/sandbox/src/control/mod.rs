//! Calls for tests: what to do wrong, what time it is, and what the providers believe.

mod books;

pub use books::all as all_books;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Sandbox;
use crate::books::Change;
use crate::books::duffel::{Drift, ServiceDrift};
use crate::duffel::{self, FareMove, Offer};
use crate::faults::{Effect, Fault};
use crate::ledger::NotDurable;
use crate::mode::Mode;

pub fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/_control/health", get(|| async { Json(json!({ "status": "ok" })) }))
        .route("/_control/faults", post(plan).get(planned).delete(clear))
        .route("/_control/clock", post(advance).get(clock))
        .route("/_control/books", get(books::books))
        .route("/_control/requests", get(requests).delete(forget_requests))
        .route("/_control/waiting", get(waiting).delete(let_go_on))
        .route("/_control/fares", post(move_fares).delete(restore_fares))
        .route("/_control/offers/{id}/expire", post(expire))
        .route("/_control/offers/{id}/price", post(price))
        .route("/_control/offers/{id}/services/{service_id}", post(change_service))
}

/// A code that Duffel does not have would go unnoticed as some other error.
async fn plan(
    State(sandbox): State<Arc<Sandbox>>,
    Json(fault): Json<Fault>,
) -> Result<(StatusCode, Json<Fault>), Refusal> {
    if let Effect::Error { code, .. } = &fault.effect
        && fault.on.starts_with("duffel.")
        && duffel::Error::find(code).is_none()
    {
        return Err(Refusal(StatusCode::UNPROCESSABLE_ENTITY));
    }
    Ok((StatusCode::CREATED, Json(sandbox.faults.plan(fault))))
}

async fn planned(State(sandbox): State<Arc<Sandbox>>) -> Json<Vec<Fault>> {
    Json(sandbox.faults.list())
}

async fn clear(State(sandbox): State<Arc<Sandbox>>) -> StatusCode {
    sandbox.faults.clear();
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct Advance {
    advance_s: u32,
}

async fn advance(
    State(sandbox): State<Arc<Sandbox>>,
    Json(advance): Json<Advance>,
) -> Result<Json<Value>, Refusal> {
    let change = Change::ClockAdvanced { ms: i64::from(advance.advance_s) * 1000 };
    sandbox.ledger.commit(|_| Ok::<_, NotDurable>((vec![change], ()))).await?;
    Ok(clock(State(sandbox)).await)
}

async fn clock(State(sandbox): State<Arc<Sandbox>>) -> Json<Value> {
    Json(json!({ "now": sandbox.clock.now() }))
}

#[derive(Deserialize)]
struct CallFilter {
    op: Option<String>,
}

async fn requests(
    State(sandbox): State<Arc<Sandbox>>,
    Query(filter): Query<CallFilter>,
) -> Json<BTreeMap<&'static str, u64>> {
    Json(sandbox.calls.counts(filter.op.as_deref()))
}

async fn forget_requests(State(sandbox): State<Arc<Sandbox>>) -> StatusCode {
    sandbox.calls.reset();
    StatusCode::NO_CONTENT
}

async fn waiting(State(sandbox): State<Arc<Sandbox>>) -> Json<Vec<&'static str>> {
    Json(sandbox.waiting.calls())
}

async fn let_go_on(State(sandbox): State<Arc<Sandbox>>) -> StatusCode {
    sandbox.waiting.let_go_on();
    StatusCode::NO_CONTENT
}

async fn move_fares(
    State(sandbox): State<Arc<Sandbox>>,
    Json(fare_move): Json<FareMove>,
) -> Result<StatusCode, Refusal> {
    if !fare_move.is_possible() {
        return Err(Refusal(StatusCode::UNPROCESSABLE_ENTITY));
    }
    sandbox.searches.fare_moves.add(fare_move);
    Ok(StatusCode::NO_CONTENT)
}

async fn restore_fares(State(sandbox): State<Arc<Sandbox>>) -> StatusCode {
    sandbox.searches.fare_moves.clear();
    StatusCode::NO_CONTENT
}

async fn expire(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    change_offer(&sandbox, &id, |drift| Drift { expired: true, ..drift }).await
}

#[derive(Deserialize)]
struct Delta {
    delta_minor: i64,
}

async fn price(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Json(delta): Json<Delta>,
) -> Result<StatusCode, Refusal> {
    change_offer(&sandbox, &id, |drift| Drift { price: drift.price + delta.delta_minor, ..drift }).await
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ServiceChange {
    Withdraw(bool),
    DeltaMinor(i64),
}

async fn change_service(
    State(sandbox): State<Arc<Sandbox>>,
    Path((id, service_id)): Path<(String, String)>,
    Json(change): Json<ServiceChange>,
) -> Result<StatusCode, Refusal> {
    let offer = find_offer(&sandbox, &id)?;
    if !offer.owns_service(&service_id) {
        return Err(Refusal(StatusCode::NOT_FOUND));
    }
    let committed = sandbox.ledger.commit(|books| {
        let drifts = books.duffel.service_drifts(offer.request.family, offer.index);
        let drift = drifts.get(&service_id).copied().unwrap_or_default();
        let drift = match change {
            ServiceChange::Withdraw(withdrawn) => ServiceDrift { withdrawn, ..drift },
            ServiceChange::DeltaMinor(delta) => ServiceDrift { price: drift.price + delta, ..drift },
        };
        Ok::<_, NotDurable>((vec![offer.service_drifted(service_id, drift).into()], ()))
    });
    committed.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The airline sells a service of an offer no longer.
pub async fn withdraw(sandbox: Arc<Sandbox>, offer_id: &str, service_id: &str) -> Result<(), StatusCode> {
    let place = Path((offer_id.to_owned(), service_id.to_owned()));
    match change_service(State(sandbox), place, Json(ServiceChange::Withdraw(true))).await {
        Ok(_) => Ok(()),
        Err(Refusal(status)) => Err(status),
    }
}

fn find_offer(sandbox: &Sandbox, id: &str) -> Result<Offer, Refusal> {
    let known = [Mode::Test, Mode::Live].into_iter().find_map(|mode| Offer::find(sandbox, mode, id));
    known.ok_or(Refusal(StatusCode::NOT_FOUND))
}

async fn change_offer(
    sandbox: &Sandbox,
    id: &str,
    change: impl FnOnce(Drift) -> Drift,
) -> Result<StatusCode, Refusal> {
    let offer = find_offer(sandbox, id)?;
    let committed = sandbox.ledger.commit(|books| {
        let drift = change(books.duffel.drift(offer.request.family, offer.index));
        Ok::<_, NotDurable>((vec![offer.drifted(drift).into()], ()))
    });
    committed.await?;
    Ok(StatusCode::NO_CONTENT)
}

struct Refusal(StatusCode);

impl From<NotDurable> for Refusal {
    fn from(_: NotDurable) -> Self {
        Self(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl axum::response::IntoResponse for Refusal {
    fn into_response(self) -> axum::response::Response {
        self.0.into_response()
    }
}
