//! Cancelling in two steps: a quote that lives an hour, and its confirmation.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};

use super::announcements;
use super::error::Error;
use super::request::{Data, Params, data, page};
use crate::Sandbox;
use crate::books::duffel::{Books, Cancellation, Change, Order, RefundTo};
use crate::ids::named;
use crate::mode::Mode;
use crate::money::to_decimal;

const LIFE: SignedDuration = SignedDuration::from_hours(1);
const AIRLINE_MS: u32 = 800;
/// After the cancellation, where the airline issues the code of its credit later.
const CODE_LATER: SignedDuration = SignedDuration::from_secs(30);

#[derive(Debug, Deserialize)]
pub struct Body {
    order_id: Option<String>,
}

pub async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Data(body): Data<Body>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let order_id = body.order_id.ok_or_else(|| Error::required("/order_id"))?;
    tokio::time::sleep(sandbox.config.pace(AIRLINE_MS)).await;
    let now = sandbox.clock.now();
    let id = sandbox.families.next(now).id("ore", 0);
    let quoted = sandbox.ledger.commit(|books| {
        let order = books.duffel.order(mode, &order_id, now);
        let order = order.ok_or_else(|| Error::new("linked_record_not_found").at("/order_id"))?;
        if order.cancelled_at.is_some() {
            return Err(Error::new("already_cancelled"));
        }
        let quote = quote(id, order, now);
        let announced = announcements::cancellation(&sandbox, "created", &quote, now);
        Ok((vec![Change::CancellationStored(quote.clone()).into(), announced], quote))
    });
    Ok((StatusCode::CREATED, Json(data(cancellation_json(&quoted.await?, now)))))
}

pub async fn confirm(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    tokio::time::sleep(sandbox.config.pace(AIRLINE_MS)).await;
    let now = sandbox.clock.now();
    let confirmed = sandbox.ledger.commit(|books| {
        let (quote, order) = confirmable(&books.duffel, mode, &id, now)?;
        let quote = Cancellation { confirmed_at: Some(now), ..quote.clone() };
        let order = Order { cancelled_at: Some(now), ..order.clone() };
        let credited = announcements::airline_credit(&sandbox, &quote);
        let changes = [
            Change::CancellationStored(quote.clone()).into(),
            Change::OrderStored(Box::new(order)).into(),
            announcements::cancellation(&sandbox, "confirmed", &quote, now),
        ];
        Ok::<_, Error>((changes.into_iter().chain(credited).collect(), quote))
    });
    Ok(Json(data(cancellation_json(&confirmed.await?, now))))
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let quote = sandbox.ledger.read(|books| books.duffel.cancellation(mode, &id).cloned());
    let quote = quote.ok_or_else(|| Error::new("not_found"))?;
    Ok(Json(data(cancellation_json(&quote, sandbox.clock.now()))))
}

/// One airline credit, once it has its code.
pub async fn get_credit(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let now = sandbox.clock.now();
    let found = sandbox.ledger.read(|books| {
        let mut issued = books.duffel.cancellations().filter(|it| it.mode == mode && is_issued(it, now));
        issued.find(|quote| credit_id(quote) == id).map(credit_json)
    });
    Ok(Json(data(found.ok_or_else(|| Error::new("not_found"))?)))
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let order = params.get("order_id");
    let now = sandbox.clock.now();
    let quotes = sandbox.ledger.read(|books| {
        let quotes = books.duffel.cancellations().filter(|quote| quote.mode == mode);
        quotes
            .filter(|quote| order.is_none_or(|id| quote.order_id == id))
            .map(|quote| cancellation_json(quote, now))
            .collect()
    });
    Ok(Json(page(quotes, &params)?))
}

/// Only the newest quote of an order counts, for as long as it lives.
fn confirmable<'a>(
    books: &'a Books,
    mode: Mode,
    id: &str,
    now: Timestamp,
) -> Result<(&'a Cancellation, &'a Order), Error> {
    let quote = books.cancellation(mode, id).ok_or_else(|| Error::new("not_found"))?;
    let order = books.order(mode, &quote.order_id, now).ok_or_else(|| Error::new("not_found"))?;
    if order.cancelled_at.is_some() {
        return Err(Error::new("already_cancelled"));
    }
    let newest = books.cancellations().find(|other| other.order_id == quote.order_id);
    if quote.expires_at <= now || newest.is_some_and(|newest| newest.id != quote.id) {
        return Err(Error::new("order_cancellation_stale"));
    }
    Ok((quote, order))
}

pub fn quote(id: String, order: &Order, now: Timestamp) -> Cancellation {
    let back = order.refund_penalty.map_or(0, |penalty| (order.total - penalty).max(0));
    let (refund, refund_to) = match (order.paid_at, order.route.as_str()) {
        (None, _) => (0, RefundTo::AwaitingPayment),
        (Some(_), "LTN-SYD" | "SYD-LTN") => (order.total, RefundTo::AirlineCredits),
        (Some(_), _) => (back, RefundTo::Balance),
    };
    let name = |part: &str| order.passengers[0][part].as_str().unwrap_or_default().into();
    Cancellation {
        id,
        mode: order.mode,
        order_id: order.id.clone(),
        created_at: now,
        expires_at: now + LIFE,
        confirmed_at: None,
        refund,
        currency: order.currency.clone(),
        refund_to,
        passenger_id: order.passengers[0]["id"].as_str().unwrap_or_default().into(),
        given_name: name("given_name"),
        family_name: name("family_name"),
        airline: order.owner.clone(),
        credit_code_after_s: if order.route == "SYD-LTN" { CODE_LATER.as_secs() } else { 0 },
    }
}

/// When the airline issues the code of the credit that it pays with; nothing where it pays otherwise, or is only asked.
pub fn issued_at(quote: &Cancellation) -> Option<Timestamp> {
    let confirmed_at = quote.confirmed_at.filter(|_| quote.refund_to == RefundTo::AirlineCredits)?;
    Some(confirmed_at + SignedDuration::from_secs(quote.credit_code_after_s))
}

fn is_issued(quote: &Cancellation, now: Timestamp) -> bool {
    issued_at(quote).is_some_and(|at| at <= now)
}

fn credit_id(quote: &Cancellation) -> String {
    named("acd", &quote.id)
}

/// The credit as the provider keeps it: not in the form that a cancellation lists it in.
pub fn credit_json(quote: &Cancellation) -> Value {
    json!({
        "id": credit_id(quote),
        "code": code_of(quote),
        "type": "eticket",
        "amount": to_decimal(quote.refund, &quote.currency),
        "amount_currency": quote.currency,
        "airline_iata_code": quote.airline,
        "issued_on": issued_on(quote),
        "expires_at": null,
        "spent_at": null,
        "invalidated_at": null,
        "given_name": quote.given_name,
        "family_name": quote.family_name,
        "passenger_id": quote.passenger_id,
        "order_id": quote.order_id,
        "user_id": null,
        "live_mode": quote.mode.is_live(),
        "created_at": issued_at(quote),
    })
}

fn code_of(quote: &Cancellation) -> String {
    let code = named("credit", &quote.id).to_uppercase();
    code[code.len() - 10..].to_owned()
}

fn issued_on(quote: &Cancellation) -> Option<jiff::civil::Date> {
    quote.confirmed_at.map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).date())
}

pub fn cancellation_json(quote: &Cancellation, now: Timestamp) -> Value {
    let refund = to_decimal(quote.refund, &quote.currency);
    let credits = (quote.refund_to == RefundTo::AirlineCredits).then(|| {
        json!({
            "id": credit_id(quote),
            "credit_name": format!("{} travel credit", quote.airline),
            "credit_code": is_issued(quote, now).then(|| code_of(quote)),
            "credit_amount": refund,
            "credit_currency": quote.currency,
            "issued_on": issued_on(quote),
            "passenger_id": quote.passenger_id,
        })
    });
    json!({
        "id": quote.id,
        "order_id": quote.order_id,
        "live_mode": quote.mode.is_live(),
        "created_at": quote.created_at,
        "expires_at": quote.expires_at,
        "confirmed_at": quote.confirmed_at,
        "refund_amount": refund,
        "refund_currency": quote.currency,
        "refund_to": quote.refund_to,
        "airline_credits": credits.into_iter().collect::<Vec<_>>(),
    })
}
