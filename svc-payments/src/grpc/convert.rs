//! Between messages and operations.

use std::mem;

use money::Money;
use proto::common::v1::Money as MoneyMessage;
use proto::payments::v1 as pb;
use service::FieldErrors;
use uuid::Uuid;

use crate::convert::money;
use crate::domain::card::{Card, Secret};
use crate::domain::{PaymentId, Refusal};
use crate::error::Error;
use crate::ops::Outcome;

pub use crate::convert::payment;

pub fn refusal(refusal: Refusal) -> pb::Refusal {
    pb::Refusal {
        code: refusal.code().to_owned(),
        message: refusal.message(),
        price: refusal.price().map(money),
        retry_after_s: refusal.retry_after_s(),
        challenge: None,
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

/// A positive amount of a known currency.
pub fn amount(message: Option<&MoneyMessage>) -> Result<Money, Error> {
    let money = message.and_then(|message| {
        let currency = message.currency.parse().ok()?;
        (message.minor > 0).then_some(Money::new(message.minor, currency))
    });
    money.ok_or_else(|| invalid("amount", "Please check the amount."))
}

/// An id of a wrong form belongs to no payment.
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
