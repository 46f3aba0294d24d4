//! What this service tells.

use events::{NewEvent, Stream};
use prost::Message;
use proto::booking::v1::BookingChanged;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::convert;
use crate::domain::Booking;

pub const STREAM: Stream = Stream::new("BOOKING", &["booking.>"]);

/// What has become of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Nobody else can buy an offer of the same request now, whatever becomes of this booking's own.
    Reserved,
    Confirmed,
    Cancelled,
    Failed,
    /// It is in an account's list from now on.
    Claimed,
}

impl Subject {
    fn as_str(self) -> &'static str {
        match self {
            Self::Reserved => "booking.reserved",
            Self::Confirmed => "booking.confirmed",
            Self::Cancelled => "booking.cancelled",
            Self::Failed => "booking.failed",
            Self::Claimed => "booking.claimed",
        }
    }
}

/// What others must know beside the booking itself.
#[derive(Debug)]
pub struct Beside {
    /// Who else may read it.
    pub other_readers: Vec<String>,
    /// An order was sent for its offer request, by whichever booking.
    pub request_is_spent: bool,
}

/// The event that tells how a booking stands.
pub fn of_change(booking: &Booking, beside: Beside, subject: Subject, now: OffsetDateTime) -> NewEvent {
    let Beside { other_readers, request_is_spent } = beside;
    let changed = BookingChanged {
        booking_id: booking.id.to_string(),
        version: booking.version,
        status: convert::status(booking.status(now)).into(),
        mode: booking.mode.into(),
        brand: booking.brand.clone(),
        principal: booking.principal.clone(),
        offer_id: booking.offer_id().to_owned(),
        request_key: booking.quote.request_key.clone(),
        other_readers,
        request_is_spent,
    };
    NewEvent {
        id: Uuid::now_v7(),
        subject: subject.as_str(),
        payload: changed.encode_to_vec(),
        version: booking.version,
    }
}
