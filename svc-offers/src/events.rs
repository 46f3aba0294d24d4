//! What other services report, and what follows from it.

use std::sync::Arc;

use ::events::{Event, Live};
use futures::{Stream, StreamExt};
use prost::Message;
use proto::booking::v1::BookingChanged;

use crate::lookup::Lookup;

/// What is listened for.
pub(crate) const HEARD: &[&str] = &["booking.confirmed"];

/// Remembers which offer requests were sold. Whoever holds another offer of theirs learns it before he pays;
/// where an event is missed, the provider itself says no.
pub(crate) async fn remember_what_was_sold(mut news: impl Stream<Item = Live> + Unpin, lookup: Arc<Lookup>) {
    while let Some(next) = news.next().await {
        match next {
            Live::Event(event) => remember(&lookup, &event).await,
            Live::Reconnected => lookup.clear(),
        }
    }
}

async fn remember(lookup: &Lookup, event: &Event) {
    match BookingChanged::decode(event.payload.clone()) {
        Ok(booking) => lookup.remember_sold(booking.mode(), booking.request_key).await,
        Err(error) => tracing::error!(event.id = %event.id, %error, "a booking event can't be read"),
    }
}
