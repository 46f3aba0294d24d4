//! Money back for what was captured.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use axum::{Extension, Json};
use jiff::SignedDuration;
use serde_json::Value;

use super::error::Error;
use super::flow::settle;
use super::form::Form;
use super::intents::merge_metadata;
use super::json::{charge_json, refund_json};
use super::lists::list_json;
use super::parameters::Asked;
use super::tx::Tx;
use super::write::{Call, Failure, write};
use crate::Sandbox;
use crate::books::stripe::{Charge, Refund, RefundStatus};
use crate::cards::Outcome;
use crate::mode::Mode;

const REASONS: &[&str] = &["duplicate", "fraudulent", "requested_by_customer"];
/// After which the cards whose refunds change their mind do so.
const SECOND_THOUGHTS: SignedDuration = SignedDuration::from_secs(5);

pub async fn create(State(sandbox): State<Arc<Sandbox>>, call: Call) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        let mut charge = charge_to_refund(tx, &call.form)?;
        let amount = refundable(&charge, call.form.integer("amount")?)?;
        let refund = new_refund(tx, &charge, amount, &call.form)?;
        charge.refunded += amount;
        tx.store_charge(&charge);
        tx.store_refund(&refund);
        tx.tell_refund("created", &refund);
        tx.tell_charge("refunded", &charge);
        Ok(expanded(tx, &refund, &call.form))
    })
    .await
}

pub async fn update(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    call: Call,
) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        let mut refund = tx.refund(&id)?;
        merge_metadata(&mut refund.metadata, &call.form)?;
        tx.store_refund(&refund);
        Ok(expanded(tx, &refund, &call.form))
    })
    .await
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    settle(&sandbox).await?;
    let refund = sandbox.ledger.read(|books| books.stripe.refund(mode, &id).map(refund_json));
    refund.map(Json).ok_or_else(|| Error::missing_object("refund", &id))
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Asked(form): Asked,
) -> Result<Json<Value>, Error> {
    settle(&sandbox).await?;
    let since = form.integer("created[gte]")?;
    let is = |name: &str, id: &str| form.get(name).is_none_or(|wanted| wanted == id);
    let refunds = sandbox.ledger.read(|books| {
        let refunds = books.stripe.refunds().filter(|refund| refund.mode == mode);
        let refunds = refunds
            .filter(|refund| since.is_none_or(|since| refund.created_at.as_second() >= since))
            .filter(|refund| is("payment_intent", &refund.payment_intent) && is("charge", &refund.charge));
        refunds.map(refund_json).collect()
    });
    Ok(Json(list_json("/v1/refunds", refunds, &form)?))
}

pub async fn get_charge(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    settle(&sandbox).await?;
    let charge = sandbox.ledger.read(|books| books.stripe.charge(mode, &id).map(charge_json));
    charge.map(Json).ok_or_else(|| Error::missing_object("charge", &id))
}

pub async fn list_charges(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Asked(form): Asked,
) -> Result<Json<Value>, Error> {
    settle(&sandbox).await?;
    let intent = form.get("payment_intent");
    let charges = sandbox.ledger.read(|books| {
        let charges = books.stripe.charges().filter(|charge| charge.mode == mode);
        charges
            .filter(|charge| intent.is_none_or(|id| charge.payment_intent == id))
            .map(charge_json)
            .collect()
    });
    Ok(Json(list_json("/v1/charges", charges, &form)?))
}

fn charge_to_refund(tx: &Tx<'_>, form: &Form) -> Result<Charge, Failure> {
    let id = match (form.get("charge"), form.get("payment_intent")) {
        (Some(charge), _) => charge.to_owned(),
        (None, Some(intent)) => tx.intent(intent)?.latest_charge.ok_or_else(|| {
            let message =
                format!("This PaymentIntent ({intent}) does not have a successful charge to refund.");
            Error::invalid(message)
        })?,
        (None, None) => return Err(Error::missing_parameter("payment_intent").into()),
    };
    let charge = tx.charge(&id)?;
    if charge.captured == 0 {
        let message = "This PaymentIntent does not have a successful charge to refund; cancel it instead.";
        return Err(Error::invalid(message).into());
    }
    Ok(charge)
}

fn refundable(charge: &Charge, asked: Option<i64>) -> Result<i64, Error> {
    let left = charge.captured - charge.refunded;
    if left == 0 {
        let message = format!("Charge {} has already been refunded.", charge.id);
        return Err(Error::invalid(message).code("charge_already_refunded"));
    }
    match asked.unwrap_or(left) {
        amount @ 1.. if amount <= left => Ok(amount),
        amount => {
            let message =
                format!("Refund amount ({amount}) is greater than unrefunded amount on charge ({left})");
            Err(Error::invalid(message).param("amount"))
        }
    }
}

fn new_refund(tx: &Tx<'_>, charge: &Charge, amount: i64, form: &Form) -> Result<Refund, Error> {
    let reason = form.text("reason");
    if reason.as_deref().is_some_and(|reason| !REASONS.contains(&reason)) {
        return Err(Error::invalid("Invalid reason").param("reason"));
    }
    let later = tx.now + SECOND_THOUGHTS;
    let (status, becomes) = match charge.card().outcome {
        Outcome::SlowRefund => (RefundStatus::Pending, Some((later, RefundStatus::Succeeded))),
        Outcome::FailingRefund => (RefundStatus::Succeeded, Some((later, RefundStatus::Failed))),
        _ => (RefundStatus::Succeeded, None),
    };
    let mut metadata = BTreeMap::new();
    merge_metadata(&mut metadata, form)?;
    Ok(Refund {
        id: tx.family().stripe_id("re"),
        mode: tx.mode,
        charge: charge.id.clone(),
        payment_intent: charge.payment_intent.clone(),
        amount,
        currency: charge.currency.clone(),
        status,
        reason,
        metadata,
        created_at: tx.now,
        becomes,
    })
}

fn expanded(tx: &Tx<'_>, refund: &Refund, form: &Form) -> Value {
    let mut answer = refund_json(refund);
    if form.list("expand").any(|name| name == "charge")
        && let Ok(charge) = tx.charge(&refund.charge)
    {
        answer["charge"] = charge_json(&charge);
    }
    answer
}
