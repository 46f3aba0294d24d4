//! Every event in every process, from now on: for caches and live updates, which lose nothing by missing one.

use std::time::Duration;

use futures::{Stream, StreamExt, stream};
use tokio::time::timeout;
use tokio_stream::wrappers::BroadcastStream;
use tokio_util::sync::CancellationToken;

use crate::{Event, Nats};

/// How long a subscription may take to be sent.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a live subscription says.
#[derive(Debug, Clone)]
pub enum Live {
    /// An event, as it happens.
    Event(Event),
    /// Events may have been missed: drop what they would have changed.
    Reconnected,
}

/// Subscribes to `subjects` (`booking.>` and the like) until `shutdown`. Returns once the subscription is on its way to
/// the broker; at once where that is away, and `Reconnected` comes when it is on its way.
///
/// A plain subscription, not a JetStream consumer: the stream need not exist yet, and nothing is kept for us.
pub async fn live(
    nats: Nats,
    subjects: &'static [&'static str],
    shutdown: CancellationToken,
) -> anyhow::Result<impl Stream<Item = Live> + Send + Unpin> {
    let client = nats.client.clone();
    let reconnected = BroadcastStream::new(nats.gaps.subscribe()).then(move |_| {
        let client = client.clone();
        async move {
            flush(&client).await;
            Live::Reconnected
        }
    });
    let mut subscriptions = Vec::with_capacity(subjects.len());
    for subject in subjects {
        subscriptions.push(nats.client.subscribe(*subject).await?);
    }
    if nats.is_connected() {
        flush(&nats.client).await;
    }
    let events =
        stream::select_all(subscriptions).filter_map(async |message| Event::of(&message).map(Live::Event));
    Ok(Box::pin(stream::select(reconnected, events).take_until(shutdown.cancelled_owned())))
}

/// Waits until what was asked of the broker so far is sent. A connection that breaks meanwhile ends in `Reconnected`.
async fn flush(client: &async_nats::Client) {
    let _outcome = timeout(PATIENCE, client.flush()).await;
}
