//! What happens elsewhere while pages are open: brands and the mode change, bookings move.
//!
//! Drops what the caches hold of it, and tells the open event streams. Ids and versions only.

use std::sync::Arc;

use events::{Event, Live};
use futures::{Stream, StreamExt};
use prost::Message;
use proto::booking::v1::BookingChanged;
use proto::brand::v1::BrandUpdated;
use proto::identity::v1::ModeChanged;

use crate::modes::Known;
use crate::state::Gateway;

pub(crate) const SUBJECTS: &[&str] = &["booking.>", "brand.>", "system.mode"];

/// News for open pages.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Update {
    Booking(BookingChanged),
    Mode(Known),
    Brand {
        key: String,
        version: i64,
    },
    /// Events may be missing: every stream ends, and the page that reconnects reads again.
    Missed,
}

/// Takes over what is heard, to its end.
pub(crate) async fn listen(gateway: Arc<Gateway>, mut news: impl Stream<Item = Live> + Unpin) {
    while let Some(happened) = news.next().await {
        match happened {
            Live::Reconnected => take_over(&gateway, Update::Missed).await,
            Live::Event(event) => match read(&event) {
                Ok(Some(update)) => take_over(&gateway, update).await,
                Ok(None) => {}
                Err(error) => tracing::error!(%error, event.subject, "an event cannot be read"),
            },
        }
    }
}

fn read(event: &Event) -> Result<Option<Update>, prost::DecodeError> {
    let payload = event.payload.clone();
    Ok(match event.subject.as_str() {
        subject if subject.starts_with("booking.") => Some(Update::Booking(BookingChanged::decode(payload)?)),
        "brand.updated" => {
            let BrandUpdated { key, version } = BrandUpdated::decode(payload)?;
            Some(Update::Brand { key, version })
        }
        "system.mode" => {
            let changed = ModeChanged::decode(payload)?;
            Some(Update::Mode(Known { mode: changed.mode(), version: changed.version }))
        }
        _ => None,
    })
}

async fn take_over(gateway: &Gateway, update: Update) {
    match &update {
        Update::Brand { key, .. } => gateway.brands.forget(key).await,
        Update::Mode(known) => {
            gateway.modes.learn(*known);
        }
        Update::Booking(_) => {}
        Update::Missed => gateway.brands.forget_all(),
    }
    // Nobody listening is fine.
    let _streams = gateway.updates.send(update);
}
