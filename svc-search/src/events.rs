//! What other services report, and what is forgotten for it.

use std::sync::Arc;

use ::events::{Event, Live};
use futures::{Stream, StreamExt};
use prost::Message;
use proto::booking::v1::BookingChanged;

use crate::cache::Cache;

const BOOKING_RESERVED: &str = "booking.reserved";
const SYSTEM_MODE: &str = "system.mode";
/// What the cache listens for.
pub(crate) const HEARD: &[&str] = &[BOOKING_RESERVED, SYSTEM_MODE];

/// Drops searches of which somebody has an offer from the cache, and all of it when the mode changes or events may have
/// been missed.
pub(crate) async fn forget_what_is_taken(mut update: impl Stream<Item = Live> + Unpin, cache: Arc<Cache>) {
    while let Some(next) = update.next().await {
        match next {
            Live::Event(event) if event.subject == BOOKING_RESERVED => forget_request(&cache, &event).await,
            Live::Event(_) | Live::Reconnected => cache.clear(),
        }
    }
}

async fn forget_request(cache: &Cache, event: &Event) {
    match BookingChanged::decode(event.payload.clone()) {
        Ok(booking) => cache.drop_request(booking.mode(), &booking.request_key).await,
        Err(error) => {
            tracing::error!(event.id = %event.id, %error, "a booking event can't be read; forgetting everything");
            cache.clear();
        }
    }
}
