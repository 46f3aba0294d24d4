//! What other services report, and what is forgotten for it.

use std::sync::Arc;

use ::events::{Event, Live};
use futures::{Stream, StreamExt};
use prost::Message;
use proto::booking::v1::BookingChanged;

use crate::cache::Cache;
use crate::fares_seen::FaresSeen;

const BOOKING_RESERVED: &str = "booking.reserved";
const SYSTEM_MODE: &str = "system.mode";
/// What the cache listens for.
pub(crate) const HEARD: &[&str] = &[BOOKING_RESERVED, SYSTEM_MODE];

/// Drops searches of which somebody has an offer from the cache, with what they saw of fares; and all of the cache when the
/// mode changes or events may have been missed.
pub(crate) async fn forget_what_is_taken(
    mut update: impl Stream<Item = Live> + Unpin,
    cache: Arc<Cache>,
    fares: Arc<FaresSeen>,
) {
    while let Some(next) = update.next().await {
        match next {
            Live::Event(event) if event.subject == BOOKING_RESERVED => {
                forget_request(&cache, &fares, &event).await;
            }
            Live::Event(_) | Live::Reconnected => cache.clear(),
        }
    }
}

async fn forget_request(cache: &Cache, fares: &FaresSeen, event: &Event) {
    match BookingChanged::decode(event.payload.clone()) {
        Ok(booking) => {
            for (key, answered_at) in cache.drop_request(booking.mode(), &booking.request_key).await {
                fares.forget(&key, answered_at);
            }
        }
        Err(error) => {
            tracing::error!(event.id = %event.id, %error, "a booking event can't be read; forgetting everything");
            cache.clear();
        }
    }
}
