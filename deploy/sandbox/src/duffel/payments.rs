//! Paying for orders on hold.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::announcements;
use super::error::Error;
use super::request::{Data, Params, data, page};
use crate::Sandbox;
use crate::books::duffel::{Change, Order, OrderType, Payment};
use crate::mode::Mode;
use crate::money::{to_decimal, to_minor};

const AIRLINE_MS: u32 = 1500;

#[derive(Debug, Deserialize)]
pub struct Body {
    order_id: Option<String>,
    payment: Option<Paid>,
}

#[derive(Debug, Deserialize)]
struct Paid {
    #[serde(rename = "type")]
    kind: String,
    amount: String,
    currency: String,
}

pub async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Data(body): Data<Body>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let order_id = body.order_id.ok_or_else(|| Error::required("/order_id"))?;
    let paid = body.payment.ok_or_else(|| Error::required("/payment"))?;
    tokio::time::sleep(sandbox.config.pace(AIRLINE_MS)).await;
    let now = sandbox.clock.now();
    let id = sandbox.families.next(now).id("pay", 0);
    let stored = sandbox.ledger.commit(|books| {
        let order = books.duffel.order(mode, &order_id, now);
        let order = order.ok_or_else(|| Error::new("linked_record_not_found").at("/order_id"))?;
        payable(order, &paid, now)?;
        let (amount, currency) = (order.total, order.currency.clone());
        let payment = Payment { id, mode, order_id: order.id.clone(), amount, currency, created_at: now };
        let order = Order { paid_at: Some(now), ..order.clone() };
        let changes = vec![
            Change::PaymentStored(payment.clone()).into(),
            Change::OrderStored(Box::new(order)).into(),
            announcements::payment_created(&sandbox, &payment, now),
        ];
        Ok::<_, Error>((changes, payment))
    });
    Ok((StatusCode::CREATED, Json(data(payment_json(&stored.await?)))))
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let payment = sandbox.ledger.read(|books| {
        let mut payments = books.duffel.payments();
        payments.find(|payment| payment.id == id && payment.mode == mode).map(payment_json)
    });
    Ok(Json(data(payment.ok_or_else(|| Error::new("not_found"))?)))
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let order = params.get("order_id").ok_or_else(|| Error::required("/order_id"))?;
    let payments = sandbox.ledger.read(|books| {
        let payments = books.duffel.payments().filter(|payment| payment.mode == mode);
        payments.filter(|payment| payment.order_id == order).map(payment_json).collect()
    });
    Ok(Json(page(payments, &params)?))
}

fn payable(order: &Order, paid: &Paid, now: Timestamp) -> Result<(), Error> {
    if order.cancelled_at.is_some() {
        return Err(Error::new("already_cancelled"));
    }
    if order.kind != OrderType::Hold {
        return Err(Error::new("order_type_not_eligible_for_payment"));
    }
    if order.paid_at.is_some() {
        return Err(Error::new("already_paid"));
    }
    if order.payment_required_by.is_some_and(|end| end <= now) {
        return Err(Error::new("past_payment_required_by_date"));
    }
    if paid.kind != "balance" {
        return Err(Error::new("validation_inclusion").at("/payment/type"));
    }
    if paid.currency != order.currency {
        return Err(Error::new("no_match").at("/payment/currency"));
    }
    if to_minor(&paid.amount, &order.currency) != Some(order.total) {
        return Err(Error::new("payment_amount_does_not_match_order_amount").at("/payment/amount"));
    }
    Ok(())
}

pub fn payment_json(payment: &Payment) -> Value {
    json!({
        "id": payment.id,
        "order_id": payment.order_id,
        "type": "balance",
        "status": "succeeded",
        "amount": to_decimal(payment.amount, &payment.currency),
        "currency": payment.currency,
        "created_at": payment.created_at,
        "live_mode": payment.mode.is_live(),
    })
}
