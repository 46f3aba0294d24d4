//! The events Duffel sends, as changes to commit with what they tell of.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::cancellations::{cancellation_json, credit_json, issued_at};
use super::payments::payment_json;
use crate::Sandbox;
use crate::books;
use crate::books::duffel::{Cancellation, Order, Payment};
use crate::books::outbox::{self, Event};
use crate::ids::named;
use crate::mode::Mode;
use crate::provider::Provider;

/// What an event is about and what it carries.
struct Told<'a> {
    kind: String,
    mode: Mode,
    key: &'a str,
    object: Value,
}

/// The few fields that are sure. A receiver that wants more reads the order.
pub fn order_created(sandbox: &Sandbox, order: &Order, at: Timestamp) -> books::Change {
    let object = json!({ "id": order.id, "offer_id": order.offer_id, "metadata": order.metadata });
    tell(sandbox, at, Told { kind: "order.created".into(), mode: order.mode, key: &order.id, object })
}

pub fn order_creation_failed(sandbox: &Sandbox, order: &Order, at: Timestamp) -> books::Change {
    let object = json!({ "offer_id": order.offer_id, "metadata": order.metadata });
    let key = &STANDARD.encode(&order.offer_id);
    tell(sandbox, at, Told { kind: "order.creation_failed".into(), mode: order.mode, key, object })
}

pub fn cancellation(sandbox: &Sandbox, step: &str, quote: &Cancellation, at: Timestamp) -> books::Change {
    let kind = format!("order_cancellation.{step}");
    tell(sandbox, at, Told { kind, mode: quote.mode, key: &quote.id, object: cancellation_json(quote, at) })
}

/// Nothing where the cancellation pays in another way.
pub fn airline_credit(sandbox: &Sandbox, confirmed: &Cancellation) -> Option<books::Change> {
    let at = issued_at(confirmed)?;
    let kind = "air.airline_credit.created".into();
    let object = credit_json(confirmed);
    Some(tell(sandbox, at, Told { kind, mode: confirmed.mode, key: &confirmed.id, object }))
}

pub fn changed_by_airline(sandbox: &Sandbox, order: &Order, at: Timestamp) -> books::Change {
    let object = json!({ "id": order.id, "aic_id": named("aic", &order.id) });
    let kind = "order.airline_initiated_change_detected".into();
    tell(sandbox, at, Told { kind, mode: order.mode, key: &order.id, object })
}

pub fn payment_created(sandbox: &Sandbox, payment: &Payment, at: Timestamp) -> books::Change {
    let told = Told {
        kind: "payment.created".into(),
        mode: payment.mode,
        key: &payment.id,
        object: payment_json(payment),
    };
    tell(sandbox, at, told)
}

pub fn ping(sandbox: &Sandbox, mode: Mode, endpoint: &str) -> Event {
    let told = Told { kind: "ping.triggered".into(), mode, key: endpoint, object: json!({}) };
    event(sandbox, sandbox.clock.now(), told)
}

fn tell(sandbox: &Sandbox, at: Timestamp, told: Told<'_>) -> books::Change {
    outbox::Change::Queued(Box::new(event(sandbox, at, told))).into()
}

fn event(sandbox: &Sandbox, at: Timestamp, told: Told<'_>) -> Event {
    let id = sandbox.families.next(sandbox.clock.now()).id("wev", 0);
    let body = json!({
        "id": id,
        "api_version": "v2",
        "type": told.kind,
        "live_mode": told.mode.is_live(),
        "idempotency_key": told.key,
        "created_at": at,
        "identity_organisation_id": named("org", "sandbox"),
        "data": { "object": told.object },
    });
    Event { id, provider: Provider::Duffel, mode: told.mode, kind: told.kind, due_at: at, body }
}
