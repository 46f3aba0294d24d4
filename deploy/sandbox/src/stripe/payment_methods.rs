//! Cards as payment methods: made by Stripe's own fields from a number, or by a shop's server from a token.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::tz::TimeZone;
use serde_json::Value;

use super::envelope::Publishable;
use super::error::Error;
use super::form::Form;
use super::json::payment_method_json;
use super::tx::Tx;
use super::write::{Call, Failure, write};
use crate::Sandbox;
use crate::cards::Card;
use crate::mode::Mode;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'";

pub async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(Publishable(hosted)): Extension<Publishable>,
    call: Call,
) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        let card = match call.form.get("card[token]") {
            Some(token) => Card::by_token(token).ok_or_else(|| Error::missing_object("token", token))?,
            None if hosted => by_number(tx, &call.form)?,
            None => return Err(Error::raw_number().into()),
        };
        let method = tx.add_payment_method(card);
        Ok(payment_method_json(&method))
    })
    .await
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let method = sandbox.ledger.read(|books| books.stripe.payment_method(mode, &id).map(payment_method_json));
    method.map(Json).ok_or_else(|| Error::missing_object("PaymentMethod", &id))
}

/// The script a shop loads, and the frame the script puts the fields in.
pub async fn script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript")], include_str!("hosted/stripe.js")).into_response()
}

pub async fn frame() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/html"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (headers, include_str!("hosted/card.html")).into_response()
}

pub async fn frame_script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript")], include_str!("hosted/card.js")).into_response()
}

fn by_number(tx: &Tx<'_>, form: &Form) -> Result<&'static Card, Failure> {
    let refused = |code: &str, param: &str, message: &str| {
        Failure::Failed(Error::new(402, "card_error", message).code(code).param(param))
    };
    let card = Card::by_number(form.required("card[number]")?)
        .ok_or_else(|| refused("incorrect_number", "number", "Your card number is incorrect."))?;
    let (month, year) = (form.integer("card[exp_month]")?, form.integer("card[exp_year]")?);
    let today = tx.now.to_zoned(TimeZone::UTC).date();
    let month = month.filter(|month| (1..=12).contains(month)).ok_or_else(|| {
        refused("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.")
    })?;
    if year.is_none_or(|year| (year, month) < (today.year().into(), today.month().into())) {
        return Err(refused("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid."));
    }
    let cvc = form.get("card[cvc]").unwrap_or_default();
    if !matches!(cvc.len(), 3 | 4) || !cvc.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refused("invalid_cvc", "cvc", "Your card's security code is invalid."));
    }
    Ok(card)
}
