//! What the providers believe, for comparing with what the shop believes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::Sandbox;
use crate::books::duffel::Order;
use crate::books::stripe::{Charge, Intent, Refund};
use crate::duffel::cancellation_json;
use crate::money::to_decimal;

/// Everything, of both modes, also what the API does not show yet.
pub async fn books(State(sandbox): State<Arc<Sandbox>>) -> Json<Value> {
    Json(all(&sandbox))
}

pub fn all(sandbox: &Sandbox) -> Value {
    let now = sandbox.clock.now();
    sandbox.ledger.read(|books| {
        json!({
            "orders": books.duffel.orders().map(|order| order_json(order, now)).collect::<Vec<_>>(),
            "order_cancellations": books.duffel.cancellations().map(|it| cancellation_json(it, now)).collect::<Vec<_>>(),
            "payment_intents": books.stripe.intents().map(intent_json).collect::<Vec<_>>(),
            "charges": books.stripe.charges().map(charge_json).collect::<Vec<_>>(),
            "refunds": books.stripe.refunds().map(refund_json).collect::<Vec<_>>(),
        })
    })
}

fn order_json(order: &Order, now: Timestamp) -> Value {
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
        "services": order.services,
    })
}

fn intent_json(intent: &Intent) -> Value {
    json!({
        "id": intent.id,
        "livemode": intent.mode.is_live(),
        "status": intent.status,
        "amount": intent.amount,
        "amount_capturable": intent.amount_capturable,
        "amount_received": intent.amount_received,
        "currency": intent.currency,
        "latest_charge": intent.latest_charge,
        "cancellation_reason": intent.cancellation_reason,
        "metadata": intent.metadata,
    })
}

fn charge_json(charge: &Charge) -> Value {
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
}

fn refund_json(refund: &Refund) -> Value {
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
}
