//! The events that this service publishes.

use prost::Message;
use proto::payments::v1::PaymentChanged;
use uuid::Uuid;

use crate::convert;
use crate::domain::{Payment, Status};

/// The subjects of this service, kept by one stream.
pub const STREAM: events::Stream = events::Stream::new("PAYMENT", &["payment.>"]);

/// The event of a change, if the change is published.
pub fn of_change(before: &Payment, after: &Payment) -> Option<events::NewEvent> {
    let subject = match after.status {
        Status::Authorised if matches!(before.status, Status::ConfirmSent | Status::AwaitingChallenge) => {
            "payment.authorised"
        }
        Status::Captured if after.refunded.minor > before.refunded.minor => "payment.refunded",
        Status::Captured if after.refunded.minor < before.refunded.minor => "payment.refund_failed",
        Status::Captured if after.refunding.minor < before.refunding.minor => "payment.refund_failed",
        Status::Captured if before.status != Status::Captured => "payment.captured",
        Status::Voided => "payment.voided",
        _ => return None,
    };
    let message = convert::payment(after);
    let payload = PaymentChanged {
        payment_id: message.id,
        version: after.version,
        status: message.status,
        mode: message.mode,
        booking_id: message.booking_id,
        amount: message.amount,
        captured: message.captured,
        refunded: message.refunded,
    };
    Some(events::NewEvent {
        id: Uuid::now_v7(),
        subject,
        payload: payload.encode_to_vec(),
        version: after.version,
    })
}
