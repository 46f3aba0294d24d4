//! Placing an order. There is no idempotency: a repeated call is a new attempt, stopped only by the rule that an
//! offer request is booked once.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};

use super::passengers::{self, Traveller};
use super::{order_json, select_services};
use crate::Sandbox;
use crate::books;
use crate::books::duffel::{Change, Order, OrderType, ServiceDrifts};
use crate::duffel::error::Error;
use crate::duffel::offer::{Offer, Service, ServiceKind};
use crate::duffel::offer_json::Writer;
use crate::duffel::offers::Chosen;
use crate::duffel::request::{Data, data};
use crate::duffel::{announcements, metadata};
use crate::faults::{Effect, Injected, Then};
use crate::ids::Family;
use crate::mode::Mode;
use crate::money::to_minor;

const TICKETING_MS: u32 = 1500;

#[derive(Debug, Deserialize)]
pub struct Body {
    #[serde(rename = "type", default = "instant")]
    kind: String,
    #[serde(default)]
    selected_offers: Vec<String>,
    #[serde(default)]
    payments: Vec<Paid>,
    #[serde(default)]
    services: Vec<Chosen>,
    #[serde(default)]
    passengers: Vec<Traveller>,
    metadata: Option<BTreeMap<String, Value>>,
}

#[derive(Debug, Deserialize)]
struct Paid {
    #[serde(rename = "type")]
    kind: Option<String>,
    amount: Option<String>,
    currency: Option<String>,
}

fn instant() -> String {
    "instant".into()
}

/// How an order is answered and what comes of it.
#[derive(Debug, Clone, Copy)]
struct Ending {
    status: StatusCode,
    then: Then,
    after: SignedDuration,
}

pub async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Extension(Injected(fault)): Extension<Injected>,
    Data(body): Data<Body>,
) -> Result<Response, Error> {
    let offer = select_offer(&sandbox, mode, &body)?;
    let rebook = fault == Some(Effect::Rebook);
    sandbox.ledger.read(|books| bookable(books, &offer, rebook))?;
    let order = draft(&sandbox, &offer, &body)?;
    tokio::time::sleep(sandbox.config.pace(TICKETING_MS)).await;
    refuse_on_test_route(&sandbox, &order)?;
    let ending = ending(&sandbox, &order.route, fault);
    let order = sandbox.ledger.commit(|books| {
        bookable(books, &offer, rebook)?;
        if books.duffel.drift(offer.request.family, offer.index) != offer.drift {
            return Err(Error::new("price_changed"));
        }
        let services = books.duffel.service_drifts(offer.request.family, offer.index);
        if is_any_changed(&body.services, &offer.service_drifts, &services) {
            return Err(Error::new("ancillary_service_not_available"));
        }
        let order = Order { visible_at: order.created_at + ending.after, ..order };
        Ok((outcome(&sandbox, &order, ending), order))
    });
    let order = order.await?;
    Ok(answer(&sandbox, &order, ending))
}

fn select_offer(sandbox: &Sandbox, mode: Mode, body: &Body) -> Result<Offer, Error> {
    let [id] = body.selected_offers.as_slice() else {
        return Err(Error::new("validation_length").at("/selected_offers"));
    };
    let unknown = || Error::new("linked_record_not_found").at("/selected_offers/0");
    let offer = Offer::find(sandbox, mode, id).ok_or_else(unknown)?;
    if offer.request.route() == "LGW-LHR" {
        return Err(Error::new("offer_no_longer_available").at("/selected_offers/0"));
    }
    if offer.is_expired(sandbox.clock.now()) {
        return Err(Error::new("offer_expired").at("/selected_offers/0"));
    }
    Ok(offer)
}

/// An offer request is booked once, and an attempt under way counts.
fn bookable(books: &books::Books, offer: &Offer, rebook: bool) -> Result<(), Error> {
    if rebook {
        return Ok(());
    }
    let request = offer.request.family;
    if books.duffel.attempted(request) == Some(offer.id().as_str()) {
        return Err(Error::new("order_creation_already_attempted").at("/selected_offers"));
    }
    if books.duffel.booked(request).is_some() {
        return Err(Error::new("offer_request_already_booked").at("/selected_offers"));
    }
    Ok(())
}

/// Whether a service that was chosen costs something else now, or is not sold. What else is sold beside the offer may change.
fn is_any_changed(chosen: &[Chosen], then: &ServiceDrifts, now: &ServiceDrifts) -> bool {
    let drift_in = |drifts: &ServiceDrifts, id: &str| drifts.get(id).copied().unwrap_or_default();
    chosen.iter().any(|choice| drift_in(then, &choice.id) != drift_in(now, &choice.id))
}

/// The order as it will stand, after every check that needs no airline.
fn draft(sandbox: &Sandbox, offer: &Offer, body: &Body) -> Result<Order, Error> {
    let kind = order_type(offer, &body.kind)?;
    let travellers = passengers::check(offer, &body.passengers)?;
    let services = select_services(sandbox, offer, &body.services)?;
    let extra: i64 = services.iter().map(|(service, quantity)| service.price * quantity).sum();
    let total = offer.total() + extra;
    let writer = Writer::of(sandbox, offer);
    payment(writer.currency, kind, &body.payments, total)?;
    let now = sandbox.clock.now();
    let family = sandbox.families.next(now);
    let (payment_required_by, price_guarantee_expires_at) =
        offer.hold().filter(|_| kind == OrderType::Hold).unzip();
    Ok(Order {
        id: family.id("ord", 0),
        family,
        mode: offer.request.mode,
        kind,
        offer_id: offer.id(),
        offer_request_id: offer.request.id(),
        created_at: now,
        visible_at: now,
        owner: offer.draft().airline.clone(),
        route: offer.request.route(),
        total,
        base: offer.base() + extra,
        tax: offer.draft().tax,
        currency: writer.currency.to_owned(),
        refund_penalty: refund_penalty(offer),
        payment_required_by,
        price_guarantee_expires_at,
        paid_at: (kind == OrderType::Instant).then_some(now),
        cancelled_at: None,
        metadata: body.metadata.clone().map(metadata).transpose()?,
        passengers: travellers,
        slices: slices(writer, offer, &services),
        services: booked(writer, offer, family, &services),
        conditions: writer.conditions(offer),
    })
}

fn order_type(offer: &Offer, name: &str) -> Result<OrderType, Error> {
    match name {
        "instant" => Ok(OrderType::Instant),
        "hold" | "pay_later" if offer.draft().holdable => Ok(OrderType::Hold),
        "hold" | "pay_later" => Err(Error::new("invalid_order_create_type").at("/type")),
        _ => Err(Error::new("validation_inclusion").at("/type")),
    }
}

/// The test airline pays everything back, whatever its conditions say.
fn refund_penalty(offer: &Offer) -> Option<i64> {
    let refund = offer.draft().refund;
    if offer.draft().airline == "ZZ" {
        return Some(0);
    }
    refund.allowed.then_some(refund.penalty.unwrap_or_default())
}

/// An instant order is paid exactly and at once, a hold not at all.
fn payment(currency: &str, kind: OrderType, payments: &[Paid], total: i64) -> Result<(), Error> {
    let paid = match (kind, payments) {
        (OrderType::Hold, []) => return Ok(()),
        (OrderType::Instant, [paid]) => paid,
        (OrderType::Instant, []) => return Err(Error::required("/payments")),
        _ => return Err(Error::new("validation_length").at("/payments")),
    };
    if !matches!(paid.kind.as_deref(), Some("balance" | "arc_bsp_cash")) {
        return Err(Error::new("validation_inclusion").at("/payments/0/type"));
    }
    if paid.currency.as_deref() != Some(currency) {
        return Err(Error::new("no_match").at("/payments/0/currency"));
    }
    let amount = paid.amount.as_deref().ok_or_else(|| Error::required("/payments/0/amount"))?;
    if to_minor(amount, currency) != Some(total) {
        return Err(Error::new("payment_amount_does_not_match_order_amount").at("/payments/0/amount"));
    }
    Ok(())
}

fn refuse_on_test_route(sandbox: &Sandbox, order: &Order) -> Result<(), Error> {
    let airline = sandbox.world.airline(&order.owner).map_or("", |airline| &airline.name);
    match order.route.as_str() {
        "LHR-LGW" => Err(Error::new("airline_unknown").of_airline(airline)),
        "LGW-STN" => Err(Error::new("insufficient_balance")),
        _ => Ok(()),
    }
}

fn ending(sandbox: &Sandbox, route: &str, fault: Option<Effect>) -> Ending {
    let later = SignedDuration::from_millis(sandbox.config.async_order_delay_ms.into());
    let (status, then, after) = match (fault, route) {
        (Some(Effect::Outcome { status, then, after_ms }), _) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::ACCEPTED);
            (status, then, SignedDuration::from_millis(after_ms.into()))
        }
        (_, "LTN-STN") => (StatusCode::OK, Then::Created, later),
        (_, "SEN-STN") => (StatusCode::ACCEPTED, Then::Created, later),
        (_, "LCY-STN") => (StatusCode::ACCEPTED, Then::Failed, later),
        _ => (StatusCode::CREATED, Then::Created, SignedDuration::ZERO),
    };
    Ending { status, then, after }
}

fn outcome(sandbox: &Sandbox, order: &Order, ending: Ending) -> Vec<books::Change> {
    let at: Timestamp = order.visible_at;
    let attempted = Change::OrderAttempted { offer_id: order.offer_id.clone() };
    match ending.then {
        Then::Created => {
            let stored = Change::OrderStored(Box::new(order.clone())).into();
            let mut changes = vec![stored, announcements::order_created(sandbox, order, at)];
            if ending.status != StatusCode::CREATED {
                changes.push(attempted.into());
            }
            changes
        }
        Then::Failed => vec![attempted.into(), announcements::order_creation_failed(sandbox, order, at)],
        Then::Silent => vec![attempted.into()],
    }
}

/// What 200 and 202 carry is written nowhere: no id, so that nobody comes to rely on one.
fn answer(sandbox: &Sandbox, order: &Order, ending: Ending) -> Response {
    let body = if ending.status == StatusCode::CREATED {
        order_json(sandbox, order)
    } else {
        json!({ "offer_id": order.offer_id, "live_mode": order.mode.is_live() })
    };
    (ending.status, Json(data(body))).into_response()
}

/// The offer's slices with everybody on their seats.
fn slices(writer: Writer<'_>, offer: &Offer, services: &[(Service, i64)]) -> Vec<Value> {
    let mut slices = writer.slices(offer);
    for slice in &mut slices {
        // An order only says whether it can be changed.
        if let Some(conditions) = slice["conditions"].as_object_mut() {
            conditions.retain(|name, _| name == "change_before_departure");
        }
        for segment in slice["segments"].as_array_mut().into_iter().flatten() {
            let segment_id = segment["id"].clone();
            for passenger in segment["passengers"].as_array_mut().into_iter().flatten() {
                let seat = services.iter().map(|(service, _)| service).find(|service| {
                    matches!(service.kind, ServiceKind::Seat { .. })
                        && segment_id == service.segment_ids.concat()
                        && passenger["passenger_id"] == offer.passenger_id(service.passenger)
                });
                passenger["seat"] = seat.map_or(Value::Null, Service::metadata);
            }
        }
    }
    slices
}

/// The services bought: under other ids than they were on sale.
fn booked(writer: Writer<'_>, offer: &Offer, family: Family, services: &[(Service, i64)]) -> Vec<Value> {
    let services = services.iter().enumerate();
    services
        .map(|(at, (service, quantity))| {
            json!({
                "id": family.id("ser", at),
                "type": service.type_name(),
                "quantity": quantity,
                "total_amount": writer.amount(service.price),
                "total_currency": writer.currency,
                "passenger_ids": [offer.passenger_id(service.passenger)],
                "segment_ids": service.segment_ids,
                "metadata": service.metadata(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::duffel::ServiceDrift;

    #[test]
    fn only_the_services_of_the_order_are_compared() {
        let chosen = [Chosen { id: "ase_1".to_owned(), quantity: 1 }];
        let drifted = |id: &str, drift| ServiceDrifts::from([(id.to_owned(), drift)]);
        let dearer = ServiceDrift { price: 500, withdrawn: false };
        let withdrawn = ServiceDrift { price: 0, withdrawn: true };
        let none = ServiceDrifts::new();

        for (now, is_changed) in [
            (drifted("ase_2", dearer), false),
            (drifted("ase_2", withdrawn), false),
            (drifted("ase_1", ServiceDrift::default()), false),
            (drifted("ase_1", dearer), true),
            (drifted("ase_1", withdrawn), true),
        ] {
            assert_eq!(is_any_changed(&chosen, &none, &now), is_changed, "{now:?}");
            assert!(!is_any_changed(&[], &none, &now), "{now:?}");
        }
        assert!(!is_any_changed(&chosen, &drifted("ase_1", dearer), &drifted("ase_1", dearer)));
    }
}
