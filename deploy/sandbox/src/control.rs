//! Calls for tests: what to do wrong, what time it is, and what the providers believe.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Sandbox;
use crate::duffel::{self, Offer};
use crate::faults::Fault;
use crate::ledger::{Change, NotDurable};
use crate::mode::Mode;
use crate::money::to_decimal;

pub fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/_control/health", get(|| async { Json(json!({ "status": "ok" })) }))
        .route("/_control/faults", post(plan).get(planned).delete(clear))
        .route("/_control/clock", post(advance).get(clock))
        .route("/_control/books", get(books))
        .route("/_control/requests", get(requests).delete(forget_requests))
        .route("/_control/offers/{id}/expire", post(expire))
        .route("/_control/offers/{id}/price", post(price))
}

async fn plan(State(sandbox): State<Arc<Sandbox>>, Json(fault): Json<Fault>) -> (StatusCode, Json<Fault>) {
    (StatusCode::CREATED, Json(sandbox.faults.plan(fault)))
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
struct Wanted {
    op: Option<String>,
}

async fn requests(
    State(sandbox): State<Arc<Sandbox>>,
    Query(wanted): Query<Wanted>,
) -> Json<BTreeMap<&'static str, u64>> {
    Json(sandbox.calls.counts(wanted.op.as_deref()))
}

async fn forget_requests(State(sandbox): State<Arc<Sandbox>>) -> StatusCode {
    sandbox.calls.reset();
    StatusCode::NO_CONTENT
}

async fn expire(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    drift(&sandbox, &id, |price, _| (price, true)).await
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
    drift(&sandbox, &id, |price, expired| (price + delta.delta_minor, expired)).await
}

async fn drift(
    sandbox: &Sandbox,
    id: &str,
    change: impl FnOnce(i64, bool) -> (i64, bool),
) -> Result<StatusCode, Refusal> {
    let known = [Mode::Test, Mode::Live].into_iter().find_map(|mode| Offer::find(sandbox, mode, id));
    known.ok_or(Refusal(StatusCode::NOT_FOUND))?;
    let committed = sandbox.ledger.commit(|books| {
        let before = books.duffel.drift(id);
        let (price, expired) = change(before.price, before.expired);
        let drifted = duffel::Change::OfferDrifted { offer_id: id.to_owned(), price, expired };
        Ok::<_, NotDurable>((vec![drifted.into()], ()))
    });
    committed.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything, of both modes, also what the API does not show yet.
async fn books(State(sandbox): State<Arc<Sandbox>>) -> Json<Value> {
    let now = sandbox.clock.now();
    Json(sandbox.ledger.read(|books| {
        let orders = books.duffel.orders().map(|order| {
            json!({
                "id": order.id,
                "offer_id": order.offer_id,
                "offer_request_id": order.offer_request_id,
                "live_mode": order.mode.is_live(),
                "metadata": order.metadata,
                "created_at": order.created_at,
                "visible": order.visible_at <= now,
                "paid_at": order.paid_at,
                "cancelled_at": order.cancelled_at,
                "total_amount": to_decimal(order.total, &order.currency),
                "total_currency": order.currency,
            })
        });
        let intents = books.stripe.intents().map(|intent| {
            json!({
                "id": intent.id,
                "livemode": intent.mode.is_live(),
                "status": intent.status,
                "amount": intent.amount,
                "amount_capturable": intent.amount_capturable,
                "amount_received": intent.amount_received,
                "currency": intent.currency,
                "latest_charge": intent.latest_charge,
                "metadata": intent.metadata,
            })
        });
        let charges = books.stripe.charges().map(|charge| {
            json!({
                "id": charge.id,
                "livemode": charge.mode.is_live(),
                "payment_intent": charge.payment_intent,
                "failed": charge.is_failed(),
                "amount": charge.amount,
                "amount_captured": charge.captured,
                "amount_refunded": charge.refunded,
                "amount_released": charge.released,
                "currency": charge.currency,
                "metadata": charge.metadata,
            })
        });
        let refunds = books.stripe.refunds().map(|refund| {
            json!({
                "id": refund.id,
                "livemode": refund.mode.is_live(),
                "payment_intent": refund.payment_intent,
                "charge": refund.charge,
                "status": refund.status,
                "amount": refund.amount,
                "currency": refund.currency,
                "metadata": refund.metadata,
            })
        });
        json!({
            "orders": orders.collect::<Vec<_>>(),
            "payment_intents": intents.collect::<Vec<_>>(),
            "charges": charges.collect::<Vec<_>>(),
            "refunds": refunds.collect::<Vec<_>>(),
        })
    }))
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
