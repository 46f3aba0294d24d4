//! What other services report, and what is forgotten for it.

use std::sync::Arc;

use ::events::{Event, Live, Nats, live};
use futures::StreamExt;
use prost::Message;
use proto::booking::v1::BookingChanged;
use tokio_util::sync::CancellationToken;

use crate::cache::Cache;

const BOOKING_CONFIRMED: &str = "booking.confirmed";
const SYSTEM_MODE: &str = "system.mode";

/// Drops sold searches from the cache, and all of it when the mode changes or events may have been missed.
pub(crate) async fn forget_what_was_sold(
    nats: Nats,
    cache: Arc<Cache>,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let mut events = live(nats, &[BOOKING_CONFIRMED, SYSTEM_MODE], shutdown).await?;
    while let Some(news) = events.next().await {
        match news {
            Live::Event(event) if event.subject == BOOKING_CONFIRMED => forget_request(&cache, &event).await,
            Live::Event(_) | Live::Reconnected => cache.clear(),
        }
    }
    Ok(())
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
