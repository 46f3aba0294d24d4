//! From the domain to messages, for answers and events alike.

use money::Money;
use proto::common::v1::Money as MoneyMessage;
use proto::payments::v1 as pb;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::domain::{Payment, Status};

pub fn payment(payment: &Payment) -> pb::Payment {
    pb::Payment {
        id: payment.id.to_string(),
        status: status(payment).into(),
        amount: Some(money(payment.amount)),
        captured: Some(money(payment.captured)),
        refunded: Some(money(payment.refunded)),
        offer_id: payment.offer_id.clone(),
        booking_id: payment.booking_id.map(|id| id.to_string()).unwrap_or_default(),
        mode: payment.mode.into(),
        simulated: payment.id.is_simulated(),
        capture_before: instant_or_empty(payment.capture_before),
        card_brand: payment.card_brand.clone(),
        card_last4: payment.card_last4.clone(),
        action_url: payment.action_url.clone().unwrap_or_default(),
    }
}

/// While a capture is under way the hold stands. While a void is under way, it is not known.
fn status(payment: &Payment) -> pb::PaymentStatus {
    match payment.status {
        Status::CreateSent | Status::ConfirmSent | Status::VoidSent => pb::PaymentStatus::Pending,
        Status::AwaitingChallenge => pb::PaymentStatus::RequiresAction,
        Status::Authorised | Status::CaptureSent => pb::PaymentStatus::Authorised,
        Status::Declined => pb::PaymentStatus::Declined,
        Status::Voided => pb::PaymentStatus::Voided,
        Status::Captured if payment.refunded.minor == 0 => pb::PaymentStatus::Captured,
        Status::Captured if payment.refunded.minor < payment.captured.minor => {
            pb::PaymentStatus::PartiallyRefunded
        }
        Status::Captured => pb::PaymentStatus::Refunded,
    }
}

/// RFC 3339.
pub fn instant(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

/// RFC 3339, or empty.
pub fn instant_or_empty(at: Option<OffsetDateTime>) -> String {
    at.map(instant).unwrap_or_default()
}

pub fn money(money: Money) -> MoneyMessage {
    MoneyMessage { minor: money.minor, currency: money.currency.to_string() }
}
