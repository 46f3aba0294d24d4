//! What happens elsewhere while pages are open: brands and the mode change, bookings move.
//!
//! Drops what the caches hold of it, and tells the open event streams. Ids and versions only.

use events::{Event, Live};
use futures::{Stream, StreamExt};
use prost::Message;
use proto::booking::v1::BookingChanged;
use proto::brand::v1::BrandUpdated;
use proto::identity::v1::ModeChanged;
use tokio::sync::broadcast::Sender;

use crate::brands::Brands;
use crate::modes::{Known, Modes};

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

/// What keeps up with the events: the caches, and the event streams of open pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Followers<'g> {
    pub brands: &'g Brands,
    pub modes: &'g Modes,
    pub updates: &'g Sender<Update>,
}

/// Takes over what is heard, to its end.
pub(crate) async fn listen(followers: Followers<'_>, mut news: impl Stream<Item = Live> + Unpin) {
    while let Some(happened) = news.next().await {
        match happened {
            Live::Reconnected => followers.take_over(Update::Missed).await,
            Live::Event(event) => match read(&event) {
                Ok(Some(update)) => followers.take_over(update).await,
                Ok(None) => {}
                Err(error) => tracing::error!(%error, event.subject, "an event cannot be read"),
            },
        }
    }
}

fn read(event: &Event) -> anyhow::Result<Option<Update>> {
    let payload = event.payload.clone();
    Ok(match event.subject.as_str() {
        subject if subject.starts_with("booking.") => Some(Update::Booking(BookingChanged::decode(payload)?)),
        "brand.updated" => {
            let BrandUpdated { key, version } = BrandUpdated::decode(payload)?;
            Some(Update::Brand { key, version })
        }
        "system.mode" => Some(Update::Mode(ModeChanged::decode(payload)?.try_into()?)),
        _ => None,
    })
}

impl Followers<'_> {
    async fn take_over(self, update: Update) {
        match &update {
            Update::Brand { key, .. } => self.brands.forget(key).await,
            Update::Mode(known) => {
                self.modes.learn(*known);
            }
            Update::Booking(_) => {}
            Update::Missed => self.brands.forget_all(),
        }
        // Fails when no page is listening, which is fine.
        let _receivers = self.updates.send(update);
    }
}

#[cfg(test)]
mod tests {
    use proto::common::v1::Mode;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_event_without_a_mode_is_not_taken_for_test_mode() {
        let event = |mode: Mode| Event {
            id: Uuid::nil(),
            subject: "system.mode".to_owned(),
            payload: ModeChanged { mode: mode.into(), version: 2 }.encode_to_vec().into(),
        };

        assert!(matches!(read(&event(Mode::Live)), Ok(Some(Update::Mode(_)))));
        assert!(read(&event(Mode::Unspecified)).is_err());
    }
}
