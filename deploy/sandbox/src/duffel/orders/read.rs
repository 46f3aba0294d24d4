//! Orders found by id or by what is known of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::order_json;
use crate::Sandbox;
use crate::books::duffel::{Change, Order};
use crate::duffel::error::Error;
use crate::duffel::metadata;
use crate::duffel::request::{Data, Params, data, page};
use crate::mode::Mode;

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let now = sandbox.clock.now();
    let order = sandbox.ledger.read(|books| books.duffel.order(mode, &id, now).cloned());
    let order = order.ok_or_else(|| Error::new("not_found"))?;
    Ok(Json(data(order_json(&sandbox, &order))))
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let now = sandbox.clock.now();
    let seen = |order: &&Order| order.mode == mode && order.visible_at <= now && matches(order, &params, now);
    let mut orders: Vec<Order> =
        sandbox.ledger.read(|books| books.duffel.orders().filter(seen).cloned().collect());
    sort(&mut orders, params.get("sort"))?;
    Ok(Json(page(orders.iter().map(|order| order_json(&sandbox, order)).collect(), &params)?))
}

#[derive(Debug, Deserialize)]
pub struct Update {
    metadata: BTreeMap<String, Value>,
}

/// Replaces the metadata and changes nothing else.
pub async fn update(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
    Data(update): Data<Update>,
) -> Result<Json<Value>, Error> {
    let metadata = metadata(update.metadata)?;
    let now = sandbox.clock.now();
    let changed = sandbox.ledger.commit(|books| {
        let order = books.duffel.order(mode, &id, now).ok_or_else(|| Error::new("not_found"))?;
        let order = Order { metadata: Some(metadata), ..order.clone() };
        Ok::<_, Error>((vec![Change::OrderStored(Box::new(order.clone())).into()], order))
    });
    Ok(Json(data(order_json(&sandbox, &changed.await?))))
}

fn matches(order: &Order, params: &Params, now: Timestamp) -> bool {
    let awaiting = order.paid_at.is_none()
        && order.cancelled_at.is_none()
        && order.payment_required_by.is_some_and(|end| now < end);
    let is =
        |name: &str, value: &str| params.get(name).is_none_or(|wanted| wanted.eq_ignore_ascii_case(value));
    let time = |name: &str| params.get(name).and_then(|text| text.parse::<Timestamp>().ok());
    params.get("offer_id").is_none_or(|offer| offer == order.offer_id)
        && is("booking_reference", &order.family.record_locator())
        && params.flag("awaiting_payment").is_none_or(|wanted| wanted == awaiting)
        && params.all("passenger_name[]").all(|name| is_aboard(order, name))
        && time("created_at[after]").is_none_or(|after| order.created_at >= after)
        && time("created_at[before]").is_none_or(|before| order.created_at <= before)
}

fn is_aboard(order: &Order, name: &str) -> bool {
    let name = name.to_lowercase();
    order.passengers.iter().any(|passenger| {
        let part = |field: &str| passenger[field].as_str().unwrap_or_default().to_lowercase();
        format!("{} {}", part("given_name"), part("family_name")).contains(&name)
    })
}

fn sort(orders: &mut [Order], by: Option<&str>) -> Result<(), Error> {
    match by {
        None | Some("-created_at") => {}
        Some("created_at") => orders.reverse(),
        Some("total_amount") => orders.sort_by_key(|order| order.total),
        Some("-total_amount") => orders.sort_by_key(|order| std::cmp::Reverse(order.total)),
        Some("payment_required_by") => orders.sort_by_key(|order| order.payment_required_by),
        Some(_) => return Err(Error::new("validation_inclusion").at("/sort")),
    }
    Ok(())
}
