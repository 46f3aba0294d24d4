//! Orders as Duffel writes them.

use serde_json::{Value, json};

use crate::Sandbox;
use crate::books::duffel::Order;
use crate::duffel::cancellations::cancellation_json;
use crate::duffel::gaps::lists_tickets_twice;
use crate::duffel::places;
use crate::money::to_decimal;

pub fn order_json(sandbox: &Sandbox, order: &Order) -> Value {
    let amount = |minor| to_decimal(minor, &order.currency);
    let owner = places::airline(&sandbox.world, &order.owner);
    let locator = order.family.record_locator();
    json!({
        "id": order.id,
        "offer_id": order.offer_id,
        "type": order.kind,
        "live_mode": order.mode.is_live(),
        "created_at": order.created_at,
        "synced_at": sandbox.clock.now(),
        "cancelled_at": order.cancelled_at,
        "booking_reference": locator,
        "booking_references": [{ "booking_reference": locator, "carrier": owner }],
        "owner": owner,
        "total_amount": amount(order.total),
        "total_currency": order.currency,
        "base_amount": amount(order.base),
        "base_currency": order.currency,
        "tax_amount": amount(order.tax),
        "tax_currency": order.currency,
        "payment_status": payment_status(sandbox, order),
        "available_actions": if order.cancelled_at.is_some() { json!(["update"]) } else { json!(["cancel", "update"]) },
        "conditions": order.conditions,
        "documents": documents(order),
        "services": order.services,
        "passengers": order.passengers,
        "slices": order.slices,
        "changes": [],
        "airline_initiated_changes": [],
        "cancellation": cancellation(sandbox, order),
        "void_window_ends_at": null,
        "content": "managed",
        "users": [],
        "metadata": order.metadata,
    })
}

/// A hold whose time has passed waits for no payment either.
fn payment_status(sandbox: &Sandbox, order: &Order) -> Value {
    let open = order.paid_at.is_none() && order.cancelled_at.is_none();
    let in_time = order.payment_required_by.is_some_and(|end| sandbox.clock.now() < end);
    json!({
        "awaiting_payment": open && in_time,
        "payment_required_by": order.payment_required_by,
        "price_guarantee_expires_at": order.price_guarantee_expires_at,
        "paid_at": order.paid_at,
    })
}

/// A ticket for everybody, once it is paid, and a receipt (EMD) for each service. Some airlines list their tickets
/// again after that.
fn documents(order: &Order) -> Vec<Value> {
    if order.paid_at.is_none() {
        return Vec::new();
    }
    let tickets = order.passengers.iter().map(|passenger| ("electronic_ticket", json!([passenger["id"]])));
    let receipts = order.services.iter();
    let receipts = receipts
        .map(|service| ("electronic_miscellaneous_document_associated", service["passenger_ids"].clone()));
    let document = |(at, (kind, passenger_ids))| {
        json!({
            "type": kind,
            "unique_identifier": order.family.ticket_number(&order.owner, at),
            "passenger_ids": passenger_ids,
        })
    };
    let mut documents: Vec<_> = tickets.chain(receipts).enumerate().map(document).collect();
    if lists_tickets_twice(&order.owner) {
        documents.extend_from_within(..order.passengers.len());
    }
    documents
}

fn cancellation(sandbox: &Sandbox, order: &Order) -> Value {
    let confirmed = sandbox.ledger.read(|books| {
        let mut quotes = books.duffel.cancellations();
        quotes.find(|quote| quote.order_id == order.id && quote.confirmed_at.is_some()).cloned()
    });
    confirmed.map_or(Value::Null, |quote| cancellation_json(&quote, sandbox.clock.now()))
}
