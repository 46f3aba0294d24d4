//! What other services report, and what follows from it.

use std::sync::Arc;

use ::events::{Event, Live, Nats, live};
use futures::StreamExt;
use prost::Message;
use proto::booking::v1::BookingChanged;
use tokio_util::sync::CancellationToken;

use crate::lookup::Lookup;

/// Remembers which offer requests were sold. Whoever holds another offer of theirs learns it before he pays;
/// where an event is missed, the provider itself says no.
pub(crate) async fn remember_what_was_sold(
    nats: Nats,
    lookup: Arc<Lookup>,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let mut events = live(nats, &["booking.confirmed"], shutdown).await?;
    while let Some(news) = events.next().await {
        match news {
            Live::Event(event) => remember(&lookup, &event).await,
            Live::Reconnected => lookup.clear(),
        }
    }
    Ok(())
}

async fn remember(lookup: &Lookup, event: &Event) {
    match BookingChanged::decode(event.payload.clone()) {
        Ok(booking) => lookup.remember_sold(booking.mode(), booking.request_key).await,
        Err(error) => tracing::error!(event.id = %event.id, %error, "a booking event can't be read"),
    }
}
