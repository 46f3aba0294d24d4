//! PaymentIntents: made, confirmed, captured, cancelled, read.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use axum::{Extension, Json};
use serde_json::{Value, json};

use super::currencies;
use super::error::Error;
use super::flow::{self, Terms, settle};
use super::form::Form;
use super::json::{charge_json, intent_json};
use super::lists::list_json;
use super::parameters::Asked;
use super::tx::Tx;
use super::write::{Call, Failure, write};
use crate::Sandbox;
use crate::books::stripe::{Intent, Status};
use crate::cards::Card;
use crate::faults::Effect;
use crate::mode::Mode;

const MOST_PAIRS: usize = 50;
const LONGEST_METADATA_KEY: usize = 40;
const LONGEST_METADATA_VALUE: usize = 500;
const REASONS: &[&str] = &["duplicate", "fraudulent", "requested_by_customer", "abandoned"];

pub async fn create(State(sandbox): State<Arc<Sandbox>>, call: Call) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        check_method_types(&call.form)?;
        let mut intent = new_intent(tx, &call.form)?;
        take_payment_method(tx, &mut intent, &call.form)?;
        tx.store_intent(&mut intent);
        tx.tell_intent("created", &intent);
        if call.form.flag("confirm") {
            flow::confirm(tx, &mut intent, terms(&call.form))?;
        }
        Ok(expanded(tx, &intent, &call.form))
    })
    .await
}

pub async fn update(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    call: Call,
) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        check_method_types(&call.form)?;
        let mut intent = tx.intent(&id)?;
        let changes_terms = ["amount", "currency"].iter().any(|name| call.form.get(name).is_some())
            || call.form.any_under("payment_method");
        if changes_terms {
            flow::expect(
                tx,
                &intent,
                "update",
                &[Status::RequiresPaymentMethod, Status::RequiresConfirmation],
            )?;
            intent.currency = currency(&call.form)?.unwrap_or(intent.currency);
            intent.amount = amount(&call.form, &intent.currency)?.unwrap_or(intent.amount);
            take_payment_method(tx, &mut intent, &call.form)?;
        }
        merge_metadata(&mut intent.metadata, &call.form)?;
        intent.description = call.form.text("description").or(intent.description);
        intent.receipt_email = call.form.text("receipt_email").or(intent.receipt_email);
        tx.store_intent(&mut intent);
        Ok(expanded(tx, &intent, &call.form))
    })
    .await
}

pub async fn confirm(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    call: Call,
) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        check_method_types(&call.form)?;
        let mut intent = tx.intent(&id)?;
        take_payment_method(tx, &mut intent, &call.form)?;
        intent.return_url = call.form.text("return_url").or(intent.return_url);
        flow::confirm(tx, &mut intent, terms(&call.form))?;
        Ok(expanded(tx, &intent, &call.form))
    })
    .await
}

pub async fn capture(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    call: Call,
) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        let mut intent = tx.intent(&id)?;
        if call.injected == Some(Effect::ExpireAuthorization) && intent.status == Status::RequiresCapture {
            flow::expire(tx, &mut intent)?;
        }
        merge_metadata(&mut intent.metadata, &call.form)?;
        flow::capture(tx, &mut intent, call.form.integer("amount_to_capture")?)?;
        Ok(expanded(tx, &intent, &call.form))
    })
    .await
}

pub async fn cancel(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    call: Call,
) -> Result<Response, Error> {
    write(&sandbox, call, |tx, call| {
        let reason = call.form.text("cancellation_reason");
        if reason.as_deref().is_some_and(|reason| !REASONS.contains(&reason)) {
            return Err(Error::invalid("Invalid cancellation_reason").param("cancellation_reason").into());
        }
        let mut intent = tx.intent(&id)?;
        flow::cancel(tx, &mut intent, reason)?;
        Ok(expanded(tx, &intent, &call.form))
    })
    .await
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
    Asked(form): Asked,
) -> Result<Json<Value>, Error> {
    settle(&sandbox).await?;
    sandbox.ledger.read(|books| {
        let tx = Tx::new(&sandbox, books, mode, None);
        let intent = tx.intent(&id)?;
        Ok(Json(expanded(&tx, &intent, &form)))
    })
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Asked(form): Asked,
) -> Result<Json<Value>, Error> {
    settle(&sandbox).await?;
    let customer = form.get("customer");
    let since = form.integer("created[gte]")?;
    let intents: Vec<Value> = sandbox.ledger.read(|books| {
        let intents = books.stripe.intents().filter(|intent| intent.mode == mode);
        intents
            .filter(|intent| customer.is_none_or(|id| intent.customer.as_deref() == Some(id)))
            .filter(|intent| since.is_none_or(|since| intent.created_at.as_second() >= since))
            .map(|intent| intent_json(intent, sandbox.public_url()))
            .collect()
    });
    Ok(Json(list_json("/v1/payment_intents", intents, &form)?))
}

fn new_intent(tx: &Tx<'_>, form: &Form) -> Result<Intent, Failure> {
    let currency = currency(form)?;
    let amount = amount(form, currency.as_deref().unwrap_or_default())?;
    let amount = amount.ok_or_else(|| Error::missing_parameter("amount"))?;
    let currency = currency.ok_or_else(|| Error::missing_parameter("currency"))?;
    let family = tx.family();
    let id = family.stripe_id("pi");
    let mut metadata = BTreeMap::new();
    merge_metadata(&mut metadata, form)?;
    Ok(Intent {
        client_secret: format!("{id}_secret_{}", family.word("client secret", 25)),
        id,
        mode: tx.mode,
        amount,
        amount_capturable: 0,
        amount_received: 0,
        currency,
        status: Status::RequiresPaymentMethod,
        manual_capture: one_of(form, "capture_method", &["automatic", "automatic_async", "manual"])?
            == Some("manual"),
        manual_confirmation: one_of(form, "confirmation_method", &["automatic", "manual"])? == Some("manual"),
        automatic_payment_methods: redirects(form)?,
        payment_method: None,
        latest_charge: None,
        last_payment_error: None,
        return_url: form.text("return_url"),
        canceled_at: None,
        cancellation_reason: None,
        capture_before: None,
        customer: form.text("customer"),
        description: form.text("description"),
        receipt_email: form.text("receipt_email"),
        setup_future_usage: form.text("setup_future_usage"),
        statement_descriptor_suffix: form.text("statement_descriptor_suffix"),
        metadata,
        created_at: tx.now,
        changed_at: tx.now,
    })
}

/// Since `2026-09-30.endive` `payment_method_types` is read-only, and `allowed_payment_method_types` stands in its
/// place (docs.stripe.com/changelog). Only cards are sold here.
fn check_method_types(form: &Form) -> Result<(), Error> {
    if form.any_under("payment_method_types") {
        let message =
            "`payment_method_types` is no longer supported. Use `allowed_payment_method_types` instead.";
        let error = Error::invalid(message).code("payment_method_types_no_longer_supported");
        return Err(error.param("payment_method_types"));
    }
    match form.list("allowed_payment_method_types").find(|name| *name != "card") {
        Some(other) => {
            let message = format!("The payment method type {other} is not known here.");
            Err(Error::invalid(message).param("allowed_payment_method_types"))
        }
        None => Ok(()),
    }
}

/// A payment method that may redirect needs to know where to come back to.
fn redirects(form: &Form) -> Result<bool, Error> {
    let automatic = form.flag("automatic_payment_methods[enabled]");
    let never = form.get("automatic_payment_methods[allow_redirects]") == Some("never");
    if automatic && !never && form.flag("confirm") && form.get("return_url").is_none() {
        let message = "This PaymentIntent is configured to accept payment methods that may redirect your customer: you must provide a `return_url`.";
        return Err(Error::invalid(message).param("return_url"));
    }
    Ok(automatic)
}

fn amount(form: &Form, currency: &str) -> Result<Option<i64>, Error> {
    let amount = form.integer("amount")?;
    amount.map_or(Ok(()), |amount| currencies::check(amount, currency))?;
    Ok(amount)
}

fn currency(form: &Form) -> Result<Option<String>, Error> {
    form.get("currency").map(currencies::known).transpose()
}

fn one_of<'a>(form: &'a Form, name: &str, allowed: &[&str]) -> Result<Option<&'a str>, Error> {
    match form.get(name) {
        Some(value) if !allowed.contains(&value) => {
            let allowed = allowed.join(", ");
            Err(Error::invalid(format!("Invalid {name}: must be one of {allowed}")).param(name))
        }
        value => Ok(value),
    }
}

/// A test payment method, one of the mode's own, or a token. Numbers are for Stripe's own pages.
fn take_payment_method(tx: &mut Tx<'_>, intent: &mut Intent, form: &Form) -> Result<(), Failure> {
    if form.any_under("payment_method_data[card][number]") {
        return Err(Error::raw_number().into());
    }
    let method = if let Some(token) = form.get("payment_method_data[card][token]") {
        let card = Card::by_token(token)
            .ok_or_else(|| Error::missing_object("token", token).param("payment_method_data[card][token]"))?;
        tx.add_payment_method(card).id
    } else if let Some(id) = form.get("payment_method") {
        tx.payment_method(id)?.0
    } else {
        return Ok(());
    };
    intent.payment_method = Some(method);
    if intent.status == Status::RequiresPaymentMethod {
        intent.status = Status::RequiresConfirmation;
    }
    Ok(())
}

fn terms(form: &Form) -> Terms {
    Terms {
        off_session: form.flag("off_session"),
        error_on_requires_action: form.flag("error_on_requires_action"),
    }
}

/// Given keys are set, or unset by an empty value; the others stay.
pub fn merge_metadata(metadata: &mut BTreeMap<String, String>, form: &Form) -> Result<(), Error> {
    for (key, value) in form.members("metadata") {
        if key.chars().count() > LONGEST_METADATA_KEY || value.chars().count() > LONGEST_METADATA_VALUE {
            return Err(Error::invalid(
                "Metadata keys are at most 40 and values at most 500 characters long.",
            )
            .param("metadata"));
        }
        if value.is_empty() {
            metadata.remove(&key);
        } else {
            metadata.insert(key, value);
        }
    }
    if metadata.len() > MOST_PAIRS {
        return Err(Error::invalid("Metadata has at most 50 keys.").param("metadata"));
    }
    Ok(())
}

/// The payment, with its charge inside where that was asked for.
fn expanded(tx: &Tx<'_>, intent: &Intent, form: &Form) -> Value {
    let mut answer = intent_json(intent, tx.sandbox.public_url());
    if form.list("expand").any(|name| name == "latest_charge")
        && let Some(charge) = intent.latest_charge.as_ref().and_then(|id| tx.charge(id).ok())
    {
        answer["latest_charge"] = json!(charge_json(&charge));
    }
    answer
}
