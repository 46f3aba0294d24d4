use std::sync::Arc;

use events::{Bucket, Nats, Writer};
use futures::{Stream, StreamExt, stream};
use service::metrics::Tally;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use super::FaresSeen;

/// What waits for the broker, at most. Beyond it the oldest goes.
pub(super) const QUEUE: usize = 1_024;
/// How much the broker is told at once.
const AT_ONCE: usize = 32;

/// A value for a bucket.
#[derive(Debug, Clone)]
pub(super) struct News {
    pub bucket: Bucket,
    pub key: String,
    pub value: Vec<u8>,
}

/// Tells the other replicas what is noted here from now on, until `shutdown`.
pub(crate) async fn tell(fares: Arc<FaresSeen>, nats: Nats, shutdown: CancellationToken) {
    let shared = Tally::new("fares.shared", "What searches saw, told to the other replicas", "outcome");
    let writer = Writer::new(&nats);
    let put = |news| put(writer.clone(), shared.clone(), news);
    let telling = waiting(fares.news.subscribe(), shared.clone()).for_each_concurrent(AT_ONCE, put);
    shutdown.run_until_cancelled(telling).await;
}

/// What waits, the oldest first.
fn waiting(news: broadcast::Receiver<News>, shared: Tally) -> impl Stream<Item = News> + Send {
    stream::unfold((news, shared), async |(mut news, shared)| {
        loop {
            match news.recv().await {
                Ok(next) => return Some((next, (news, shared))),
                Err(RecvError::Lagged(dropped)) => (0..dropped).for_each(|_| shared.add("dropped")),
                Err(RecvError::Closed) => return None,
            }
        }
    })
}

/// That the broker is away or was emptied is told by others: what was to be put is lost, and that is all.
async fn put(writer: Writer, shared: Tally, news: News) {
    let outcome = match writer.put(news.bucket, &news.key, news.value).await {
        Ok(()) => "told",
        Err(error) => {
            tracing::debug!(
                bucket = news.bucket.name,
                error = format!("{error:#}"),
                "nobody was told of a fare"
            );
            "failed"
        }
    };
    shared.add(outcome);
}
