//! The life of a payment:
//!
//! ```text
//! requires_payment_method -> requires_confirmation -> requires_action -> requires_capture -> succeeded
//!            ^                        |                     |                  |
//!            +------- declined -------+---------------------+       canceled <-+- (and from all before it)
//! ```
//!
//! A declined payment stays, waiting for another card.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;

use super::error::Error;
use super::json::{intent_json, payment_method_json};
use super::tx::Tx;
use super::write::Failure;
use crate::Sandbox;
use crate::books::stripe::{Charge, Due, Intent, PaymentMethod, RefundStatus, Status};
use crate::books::{Books, Change};
use crate::cards::{self, Card, Decline, Outcome};
use crate::ledger::NotDurable;
use crate::mode::Mode;

/// Online and started by the customer.
const AUTHORISATION: SignedDuration = SignedDuration::from_hours(7 * 24);

/// What a confirmation said besides the card.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms {
    pub off_session: bool,
    pub error_on_requires_action: bool,
}

/// Asks the bank.
pub fn confirm(tx: &mut Tx<'_>, intent: &mut Intent, terms: Terms) -> Result<(), Failure> {
    expect(tx, intent, "confirm", &[Status::RequiresPaymentMethod, Status::RequiresConfirmation])?;
    let method = intent.payment_method.clone().ok_or_else(|| {
        let message = "You cannot confirm this PaymentIntent because it's missing a payment method.";
        Error::invalid(message).code("payment_intent_unexpected_state")
    })?;
    let (method, card) = tx.payment_method(&method)?;
    intent.payment_method = Some(method);
    match card.outcome {
        Outcome::Declined(decline) => Err(decline_payment(tx, intent, card, decline)),
        Outcome::Challenged(_) if terms.error_on_requires_action => {
            Err(decline_payment(tx, intent, card, &cards::NOT_ASKED))
        }
        Outcome::Challenged(_) if terms.off_session => {
            Err(decline_payment(tx, intent, card, &cards::NOT_PRESENT))
        }
        Outcome::Challenged(_) => {
            intent.status = Status::RequiresAction;
            tx.store_intent(intent);
            tx.tell_intent("requires_action", intent);
            Ok(())
        }
        Outcome::Paid | Outcome::SlowRefund | Outcome::FailingRefund => {
            authorise(tx, intent, card, false);
            Ok(())
        }
    }
}

/// The holder passed or failed the bank's question.
pub fn answer_challenge(tx: &mut Tx<'_>, intent: &mut Intent, passed: bool) -> Result<(), Failure> {
    expect(tx, intent, "authenticate", &[Status::RequiresAction])?;
    let method = intent.payment_method.clone().unwrap_or_default();
    let (_, card) = tx.payment_method(&method)?;
    match card.outcome {
        _ if !passed => Err(decline_payment(tx, intent, card, &cards::NOT_AUTHENTICATED)),
        Outcome::Challenged(Some(decline)) => Err(decline_payment(tx, intent, card, decline)),
        _ if intent.manual_confirmation => {
            intent.status = Status::RequiresConfirmation;
            tx.store_intent(intent);
            Ok(())
        }
        _ => {
            authorise(tx, intent, card, true);
            Ok(())
        }
    }
}

/// Takes all or part of what was authorised, once; the rest is let go.
pub fn capture(tx: &mut Tx<'_>, intent: &mut Intent, amount: Option<i64>) -> Result<(), Failure> {
    expect(tx, intent, "capture", &[Status::RequiresCapture])?;
    let amount = amount.unwrap_or(intent.amount_capturable);
    if !(1..=intent.amount_capturable).contains(&amount) {
        let message = "The amount to capture must be positive and at most the amount capturable.";
        return Err(Error::invalid(message).code("amount_too_large").param("amount_to_capture").into());
    }
    let mut charge = latest_charge(tx, intent)?;
    charge.captured = amount;
    charge.released = charge.amount - amount;
    tx.store_charge(&charge);
    intent.status = Status::Succeeded;
    intent.amount_received = amount;
    intent.amount_capturable = 0;
    tx.store_intent(intent);
    tx.tell_charge("captured", &charge);
    tx.tell_intent("succeeded", intent);
    Ok(())
}

/// Gives up a payment that has not been taken, and what is held for it.
pub fn cancel(tx: &mut Tx<'_>, intent: &mut Intent, reason: Option<String>) -> Result<(), Failure> {
    let open = [
        Status::RequiresPaymentMethod,
        Status::RequiresConfirmation,
        Status::RequiresAction,
        Status::RequiresCapture,
    ];
    expect(tx, intent, "cancel", &open)?;
    release(tx, intent, reason)?;
    Ok(())
}

/// The bank lets go of an authorisation that nobody captured.
pub fn expire(tx: &mut Tx<'_>, intent: &mut Intent) -> Result<(), Error> {
    if let Some(charge) = release(tx, intent, Some("expired".into()))? {
        tx.tell_charge("expired", &charge);
    }
    Ok(())
}

/// How long something is due at most before it is done and told, where nobody asks.
const SETTLES_EVERY: Duration = Duration::from_secs(1);

/// Keeps doing what becomes due: a bank sends a refund back whether somebody asks or not.
pub async fn keep_settling(sandbox: Arc<Sandbox>) {
    loop {
        if settle(&sandbox).await.is_err() {
            tracing::warn!("what became due is not in the journal, and tried again");
        }
        tokio::time::sleep(SETTLES_EVERY).await;
    }
}

/// Does what became due by itself since the last look.
pub async fn settle(sandbox: &Sandbox) -> Result<(), NotDurable> {
    let due = |books: &Books| books.stripe.due(sandbox.clock.now()).next().is_some();
    if !sandbox.ledger.read(due) {
        return Ok(());
    }
    sandbox.ledger.commit(|books| Ok((settlements(sandbox, books), ()))).await
}

fn settlements(sandbox: &Sandbox, books: &Books) -> Vec<Change> {
    let mut changes = Vec::new();
    for mode in [Mode::Test, Mode::Live] {
        let mut tx = Tx::new(sandbox, books, mode, None);
        let now = tx.now;
        for due in books.stripe.due(now) {
            match due {
                Due::Authorisation(id) => {
                    if let Ok(mut intent) = tx.intent(id) {
                        // Its charge is there: it was stored with the authorisation.
                        let _ = expire(&mut tx, &mut intent);
                    }
                }
                Due::Refund(id) => settle_refund(&mut tx, id),
            }
        }
        changes.extend(tx.into_changes());
    }
    changes
}

fn settle_refund(tx: &mut Tx<'_>, id: &str) {
    let Ok(mut refund) = tx.refund(id) else { return };
    let Some((_, status)) = refund.becomes.take() else { return };
    refund.status = status;
    if status == RefundStatus::Failed
        && let Ok(mut charge) = tx.charge(&refund.charge)
    {
        charge.refunded -= refund.amount;
        tx.store_charge(&charge);
    }
    tx.store_refund(&refund);
    tx.tell_refund(if status == RefundStatus::Failed { "failed" } else { "updated" }, &refund);
}

fn authorise(tx: &mut Tx<'_>, intent: &mut Intent, card: &Card, authenticated: bool) {
    let mut charge = new_charge(tx, intent, card);
    charge.authenticated = authenticated;
    intent.latest_charge = Some(charge.id.clone());
    intent.last_payment_error = None;
    if intent.manual_capture {
        charge.capture_before = Some(tx.now + AUTHORISATION);
        intent.capture_before = charge.capture_before;
        intent.amount_capturable = intent.amount;
        intent.status = Status::RequiresCapture;
    } else {
        charge.captured = charge.amount;
        intent.amount_received = intent.amount;
        intent.status = Status::Succeeded;
    }
    tx.store_charge(&charge);
    tx.store_intent(intent);
    tx.tell_charge("succeeded", &charge);
    tx.tell_intent(if intent.manual_capture { "amount_capturable_updated" } else { "succeeded" }, intent);
}

/// The bank says no: the payment stays and waits for another card.
fn decline_payment(tx: &mut Tx<'_>, intent: &mut Intent, card: &Card, decline: &Decline) -> Failure {
    let mut charge = new_charge(tx, intent, card);
    charge.failure_code = Some(decline.code.into());
    charge.failure_message = Some(decline.message.into());
    let method = PaymentMethod {
        id: charge.payment_method.clone(),
        mode: tx.mode,
        card: card.name.into(),
        created_at: tx.now,
    };
    let method = payment_method_json(&method);
    let error = Error::declined(decline).with("charge", charge.id.clone()).with("payment_method", method);
    intent.status = Status::RequiresPaymentMethod;
    intent.payment_method = None;
    intent.latest_charge = Some(charge.id.clone());
    intent.last_payment_error = Some(error.members());
    tx.store_charge(&charge);
    tx.store_intent(intent);
    tx.tell_charge("failed", &charge);
    tx.tell_intent("payment_failed", intent);
    Failure::Failed(error.with("payment_intent", intent_json(intent, tx.sandbox.public_url())))
}

/// Lets go of what is held. That is no refund, and no event of the charge tells of it.
fn release(tx: &mut Tx<'_>, intent: &mut Intent, reason: Option<String>) -> Result<Option<Charge>, Error> {
    let mut released = None;
    if intent.status == Status::RequiresCapture {
        let mut charge = latest_charge(tx, intent)?;
        charge.released = charge.amount;
        tx.store_charge(&charge);
        released = Some(charge);
    }
    intent.status = Status::Canceled;
    intent.amount_capturable = 0;
    intent.canceled_at = Some(tx.now);
    intent.cancellation_reason = reason;
    tx.store_intent(intent);
    tx.tell_intent("canceled", intent);
    Ok(released)
}

fn latest_charge(tx: &Tx<'_>, intent: &Intent) -> Result<Charge, Error> {
    tx.charge(intent.latest_charge.as_deref().unwrap_or_default())
}

fn new_charge(tx: &Tx<'_>, intent: &Intent, card: &Card) -> Charge {
    Charge {
        id: tx.family().stripe_id("ch"),
        mode: tx.mode,
        payment_intent: intent.id.clone(),
        payment_method: intent.payment_method.clone().unwrap_or_default(),
        card: card.name.into(),
        amount: intent.amount,
        currency: intent.currency.clone(),
        captured: 0,
        refunded: 0,
        released: 0,
        failure_code: None,
        failure_message: None,
        capture_before: None,
        authenticated: false,
        metadata: intent.metadata.clone(),
        created_at: tx.now,
    }
}

/// Refuses what the payment's state does not allow, naming both.
pub fn expect(tx: &Tx<'_>, intent: &Intent, verb: &str, allowed: &[Status]) -> Result<(), Failure> {
    if allowed.contains(&intent.status) {
        return Ok(());
    }
    let name = |status: &Status| {
        serde_json::to_value(status).unwrap_or_default().as_str().unwrap_or_default().to_owned()
    };
    let allowed = allowed.iter().map(name).collect::<Vec<_>>().join(", ");
    let message = format!(
        "You cannot {verb} this PaymentIntent because it has a status of {}. Only a PaymentIntent with one of the following statuses may be used: {allowed}.",
        name(&intent.status)
    );
    let error = Error::invalid(message).code("payment_intent_unexpected_state");
    Err(Failure::Failed(error.with("payment_intent", intent_json(intent, tx.sandbox.public_url()))))
}
