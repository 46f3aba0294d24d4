//! Every event in every process, from now on: for caches and live updates, which lose nothing by missing one.

use futures::{Stream, StreamExt, stream};
use tokio_stream::wrappers::BroadcastStream;
use tokio_util::sync::CancellationToken;

use crate::{Event, Nats};

/// What a live subscription says.
#[derive(Debug, Clone)]
pub enum Live {
    /// An event, as it happens.
    Event(Event),
    /// Events may have been missed: drop what they would have changed.
    Reconnected,
}

/// Subscribes to `subjects` (`booking.>` and the like) until `shutdown`.
///
/// A plain subscription, not a JetStream consumer: the stream need not exist yet, and nothing is kept for us.
pub async fn live(
    nats: Nats,
    subjects: &'static [&'static str],
    shutdown: CancellationToken,
) -> anyhow::Result<impl Stream<Item = Live> + Send + Unpin> {
    let reconnected = BroadcastStream::new(nats.gaps.subscribe()).map(|_| Live::Reconnected);
    let mut subscriptions = Vec::with_capacity(subjects.len());
    for subject in subjects {
        subscriptions.push(nats.client.subscribe(*subject).await?);
    }
    let events =
        stream::select_all(subscriptions).filter_map(async |message| Event::of(&message).map(Live::Event));
    Ok(Box::pin(stream::select(reconnected, events).take_until(shutdown.cancelled_owned())))
}
