//! Between messages and the domain.

use std::mem;

use money::Money;
use proto::common::v1::Money as MoneyMessage;
use proto::payments::v1 as pb;
use service::FieldErrors;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::domain::card::{Card, Secret};
use crate::domain::{Payment, PaymentId, Refusal, Status};
use crate::error::Error;
use crate::flow::Outcome;

pub fn payment(payment: &Payment) -> pb::Payment {
    let money = |minor| Some(message(Money::new(minor, payment.amount.currency)));
    pb::Payment {
        id: payment.id.to_string(),
        status: status(payment).into(),
        amount: money(payment.amount.minor),
        captured: money(payment.captured_minor),
        refunded: money(payment.refunded_minor),
        offer_id: payment.offer_id.clone(),
        booking_id: payment.booking_id.map(|id| id.to_string()).unwrap_or_default(),
        mode: payment.mode.into(),
        simulated: payment.id.is_simulated(),
        capture_before: payment.capture_before.map(instant).unwrap_or_default(),
        card_brand: payment.card_brand.clone(),
        card_last4: payment.card_last4.clone(),
        action_url: payment.action_url.clone().unwrap_or_default(),
    }
}

/// While a capture is under way the hold stands; while a void is, nobody knows.
fn status(payment: &Payment) -> pb::PaymentStatus {
    match payment.status {
        Status::CreateSent | Status::ConfirmSent | Status::VoidSent => pb::PaymentStatus::Pending,
        Status::HolderAsked => pb::PaymentStatus::RequiresAction,
        Status::Authorised | Status::CaptureSent => pb::PaymentStatus::Authorised,
        Status::Declined => pb::PaymentStatus::Declined,
        Status::Voided => pb::PaymentStatus::Voided,
        Status::Captured if payment.refunded_minor == 0 => pb::PaymentStatus::Captured,
        Status::Captured if payment.refunded_minor < payment.captured_minor => {
            pb::PaymentStatus::PartiallyRefunded
        }
        Status::Captured => pb::PaymentStatus::Refunded,
    }
}

pub fn refusal(refusal: Refusal) -> pb::Refusal {
    pb::Refusal {
        code: refusal.code().to_owned(),
        message: refusal.message(),
        price: refusal.price().map(message),
        retry_after_s: refusal.retry_after_s(),
    }
}

pub fn outcome(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Done => pb::Outcome::Done,
        Outcome::Refused => pb::Outcome::Refused,
        Outcome::Unknown => pb::Outcome::Unknown,
    }
    .into()
}

/// RFC 3339.
pub fn instant(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

fn message(money: Money) -> MoneyMessage {
    MoneyMessage { minor: money.minor, currency: money.currency.to_string() }
}

/// A positive amount of a known currency.
pub fn amount(message: Option<&MoneyMessage>) -> Result<Money, Error> {
    let money = message.and_then(|message| {
        let currency = message.currency.parse().ok()?;
        (message.minor > 0).then_some(Money::new(message.minor, currency))
    });
    money.ok_or_else(|| invalid("amount", "Please check the amount."))
}

/// An id that can't be one of ours belongs to no payment.
pub fn payment_id(text: &str) -> Result<PaymentId, Error> {
    text.parse().map_err(|_not_an_id| Error::NotFound)
}

pub fn booking_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_not_an_id| invalid("bookingId", "This is not the id of a booking."))
}

/// Moves the card out of its message.
pub fn card(message: &mut pb::Card) -> Card {
    Card::new(
        &Secret::new(mem::take(&mut message.number)),
        Secret::new(mem::take(&mut message.cvv)),
        &Secret::new(mem::take(&mut message.holder_name)),
        message.expiry_month,
        message.expiry_year,
    )
}

pub fn invalid(field: &str, sentence: &str) -> Error {
    let mut errors = FieldErrors::default();
    errors.add(field, sentence);
    match errors.into_result() {
        Err(problem) => Error::Problem(problem),
        Ok(()) => unreachable!("an error was just added"),
    }
}
