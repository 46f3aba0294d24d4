//! What other services report, and what follows from it.

use std::sync::Arc;

use ::events::{Event, Live};
use futures::{Stream, StreamExt};
use prost::Message;
use proto::booking::v1::BookingChanged;

use crate::lookup::Lookup;

const BOOKING_RESERVED: &str = "booking.reserved";
const BOOKING_FAILED: &str = "booking.failed";
/// What is listened for. A booking is reserved before it is confirmed.
pub(crate) const HEARD: &[&str] = &[BOOKING_RESERVED, BOOKING_FAILED];

/// Remembers which offer requests are taken. A traveller with another offer of one learns it before they pay;
/// where an event is missed, svc-booking or the provider says no.
pub(crate) async fn remember_what_is_taken(mut news: impl Stream<Item = Live> + Unpin, lookup: Arc<Lookup>) {
    while let Some(next) = news.next().await {
        match next {
            Live::Event(event) => remember(&lookup, &event).await,
            Live::Reconnected => lookup.clear(),
        }
    }
}

async fn remember(lookup: &Lookup, event: &Event) {
    match BookingChanged::decode(event.payload.clone()) {
        Ok(booking) if event.subject == BOOKING_FAILED && !booking.request_is_spent => {
            lookup.release(booking.mode(), booking.request_key).await;
        }
        Ok(booking) => lookup.take(booking.mode(), booking.request_key).await,
        Err(error) => tracing::error!(event.id = %event.id, %error, "a booking event can't be read"),
    }
}
