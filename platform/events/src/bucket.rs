//! Small values under keys, which the replicas of a service tell each other: for what may be lost, as no outbox stands
//! behind it. Laid out as NATS' key-value buckets are, so that its tools read them; but a bucket that is full drops its
//! oldest value instead of refusing the next.

use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, Info, StorageType};
use async_nats::jetstream::{self, Context as Broker};
use futures::StreamExt;
use time::OffsetDateTime;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Nats;

/// Between two tries to read, at first.
const AGAIN: Duration = Duration::from_secs(2);
/// The same after many that failed.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// After this time the broker forgets a reader that asks for nothing any more.
const READER_KEPT: Duration = Duration::from_secs(30);

/// Values under keys at the broker. A bucket has one owner, whose replicas alone write and read it.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    /// Such as `FARES`: its stream is `KV_FARES`, and the value of `key` is published to `$KV.FARES.key`.
    pub name: &'static str,
    /// Values kept of each key, the newest ones: at least 1.
    pub history: i64,
    /// How long a value is kept.
    pub max_age: Duration,
    /// Bytes of all values; beyond them the oldest go.
    pub max_bytes: i64,
}

impl Bucket {
    fn subject(self, key: &str) -> String {
        format!("$KV.{}.{key}", self.name)
    }

    fn stream(self) -> Config {
        Config {
            name: format!("KV_{}", self.name),
            subjects: vec![self.subject(">")],
            max_messages_per_subject: self.history,
            max_age: self.max_age,
            max_bytes: self.max_bytes,
            discard: DiscardPolicy::Old,
            storage: StorageType::File,
            num_replicas: 1,
            ..Default::default()
        }
    }
}

/// Puts values into buckets.
#[derive(Debug, Clone)]
pub struct Writer(Broker);

impl Writer {
    /// Whatever the connection is doing now.
    pub fn new(nats: &Nats) -> Self {
        Self(jetstream::new(nats.client.clone()))
    }

    /// Puts a value where all who watch the bucket hear of it. The key is made of letters, digits, `-`, `_` and single
    /// dots between them.
    ///
    /// Fails where the broker has not confirmed it within five seconds, or has no such bucket: nobody tries again.
    pub async fn put(&self, bucket: Bucket, key: &str, value: Vec<u8>) -> anyhow::Result<()> {
        let sent = self.0.publish(bucket.subject(key), value.into()).await.context("sending")?;
        sent.await.context("waiting for the broker's word")?;
        Ok(())
    }
}

/// How far a bucket was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Names the store: a broker that lost it makes another one.
    made_at: OffsetDateTime,
    sequence: u64,
}

/// How it went to read a bucket.
#[derive(Debug, Default)]
struct Reading {
    /// Nothing before the first value.
    place: Option<Place>,
    /// Tries that failed, one after the other.
    failures: u32,
}

/// Hands over each value of the bucket with its key, the oldest first, then what is put into it, until `shutdown`.
///
/// Makes the bucket where it is missing, also after the broker lost it. After a loss of the connection it goes on where it
/// stopped, as far as the broker still has what came there.
pub async fn watch(
    nats: Nats,
    bucket: Bucket,
    shutdown: CancellationToken,
    take: impl Fn(&str, &[u8]) + Send + Sync,
) {
    let (mut gaps, mut reading) = (nats.gaps.subscribe(), Reading::default());
    while !shutdown.is_cancelled() {
        tokio::select! {
            () = shutdown.cancelled() => {}
            // Begin anew, at once: the reader may be gone, and the bucket with it.
            _gap = gaps.recv() => {}
            () = read_while_possible(&nats, bucket, &mut reading, &take) => {}
        }
    }
}

/// Reads until something is in the way, then waits a while. Of a broker that is away the connection has told.
async fn read_while_possible(
    nats: &Nats,
    bucket: Bucket,
    reading: &mut Reading,
    take: &(impl Fn(&str, &[u8]) + Send + Sync),
) {
    if nats.is_connected()
        && let Err(error) = read(nats, bucket, reading, take).await
    {
        reading.fail(bucket, &error);
    }
    sleep(reading.pause()).await;
}

impl Reading {
    /// Warns at the first of several: a bucket that may not be used stays so until somebody changes the broker's users.
    fn fail(&mut self, bucket: Bucket, error: &anyhow::Error) {
        let (bucket, error) = (bucket.name, format!("{error:#}"));
        if self.failures == 0 {
            tracing::warn!(bucket, error, "reading the bucket again shortly, and then less and less often");
        } else {
            tracing::debug!(bucket, error, failures = self.failures, "reading the bucket failed again");
        }
        self.failures = self.failures.saturating_add(1);
    }

    /// Twice as long after each failure.
    fn pause(&self) -> Duration {
        let times = 2_u32.saturating_pow(self.failures.saturating_sub(1));
        AGAIN.saturating_mul(times).min(LONGEST_PAUSE)
    }
}

async fn read(
    nats: &Nats,
    bucket: Bucket,
    reading: &mut Reading,
    take: &(impl Fn(&str, &[u8]) + Send + Sync),
) -> anyhow::Result<()> {
    let broker = jetstream::new(nats.client.clone());
    let stream = broker.get_or_create_stream(bucket.stream()).await.context("opening the bucket")?;
    let made_at = stream.cached_info().created;
    let config = reader_config(reading.place, stream.cached_info());
    let reader = stream.create_consumer(config).await.context("reading")?;
    let mut messages = reader.messages().await.context("reading")?;
    reading.failures = 0;
    let before_key = bucket.subject("");
    while let Some(message) = messages.next().await {
        let message = message?;
        let info = message.info().map_err(|error| anyhow!("a message without its place: {error}"))?;
        let sequence = info.stream_sequence;
        if let Some(key) = message.subject.strip_prefix(before_key.as_str()) {
            take(key, &message.payload);
        }
        reading.place = Some(Place { made_at, sequence });
    }
    bail!("the broker ended it")
}

/// A consumer that is this process's own, and nothing that the broker would have to keep.
fn reader_config(place: Option<Place>, bucket: &Info) -> pull::Config {
    pull::Config {
        deliver_policy: begin(place, bucket.created, bucket.state.last_sequence),
        ack_policy: AckPolicy::None,
        inactive_threshold: READER_KEPT,
        memory_storage: true,
        num_replicas: 1,
        ..Default::default()
    }
}

/// Behind what was read; at the beginning where nothing was, or where the broker has made the bucket anew.
fn begin(place: Option<Place>, made_at: OffsetDateTime, last: u64) -> DeliverPolicy {
    match place.filter(|place| place.made_at == made_at) {
        // A crash of the broker may have lost the end: what follows has its numbers.
        Some(place) => DeliverPolicy::ByStartSequence { start_sequence: place.sequence.min(last) + 1 },
        None => DeliverPolicy::All,
    }
}

#[cfg(test)]
mod tests {
    use testkit::Log;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_bucket_is_read_on_where_reading_stopped_and_from_its_beginning_where_it_was_made_anew() {
        let (then, now) = (datetime!(2026-03-01 12:00 UTC), datetime!(2026-03-02 12:00 UTC));
        let check = |place: Option<(OffsetDateTime, u64)>, last, expected| {
            let place = place.map(|(made_at, sequence)| Place { made_at, sequence });
            assert_eq!(begin(place, now, last), expected, "{place:?}, {last}");
        };
        let from = |start_sequence| DeliverPolicy::ByStartSequence { start_sequence };
        check(None, 9, DeliverPolicy::All);
        check(Some((now, 7)), 9, from(8));
        check(Some((now, 9)), 9, from(10));
        check(Some((now, 9)), 6, from(7));
        check(Some((then, 7)), 9, DeliverPolicy::All);
    }

    #[test]
    fn the_pause_grows_to_a_minute_and_the_log_has_one_warning() {
        let log = Log::default();
        let _while_it_lives = tracing::subscriber::set_default(log.subscriber(tracing::Level::WARN));
        let bucket =
            Bucket { name: "FARES", history: 1, max_age: Duration::from_secs(60), max_bytes: 1 << 20 };
        let mut reading = Reading::default();
        let mut pauses = vec![reading.pause().as_secs()];

        for _ in 0..50 {
            reading.fail(bucket, &anyhow!("it may not be used"));
            pauses.push(reading.pause().as_secs());
        }

        assert_eq!(pauses[..8], [2, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(pauses[50], 60);
        assert_eq!(log.text().matches("it may not be used").count(), 1);
    }
}
