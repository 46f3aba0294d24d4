//! Publishes what stands in the outbox, oldest first, by one process a service.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use async_nats::HeaderMap;
use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream;
use async_nats::jetstream::publish::PublishAck;
use futures::future::join_all;
use service::SharedClock;
use sqlx::{Acquire, PgConnection, PgPool};
use tokio::sync::{Notify, broadcast};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::amnesia::{self, Gap};
use crate::sweep::sweep;
use crate::{Nats, Stream};

/// Messages under way at once.
const BATCH: i64 = 32;
/// The outbox is looked at this often even when nobody wakes the relay.
const POLL: Duration = Duration::from_millis(500);
const BACKOFF: Duration = Duration::from_secs(2);
const SWEEP_INTERVAL: time::Duration = time::Duration::hours(1);
/// Old rows are removed in bits, between which the relay publishes.
const SWEEP_PAUSE: time::Duration = time::Duration::seconds(1);
/// The stream is compared with the outbox this often, and after every reconnection.
const LOOK: Duration = Duration::from_secs(30);
/// How long a stream keeps an event.
pub(crate) const DAYS_KEPT: i64 = 7;

/// Publishes outbox rows until `shutdown`. `wake` saves the wait for the next poll.
///
/// A crash between the broker's acknowledgement and the mark publishes a row again: the broker drops it within
/// two minutes, the consumer's inbox drops it always.
pub async fn relay(
    pool: PgPool,
    nats: Nats,
    stream: Stream,
    clock: SharedClock,
    wake: Arc<Notify>,
    shutdown: CancellationToken,
) {
    while !shutdown.is_cancelled() {
        if let Err(error) = lead(&pool, &nats, stream, &clock, &wake, &shutdown).await {
            tracing::warn!(stream = stream.name, error = format!("{error:#}"), "the outbox waits");
            pause(BACKOFF, &shutdown).await;
        }
    }
}

/// Holds the service's advisory lock for as long as its connection lives, and publishes.
async fn lead(
    pool: &PgPool,
    nats: &Nats,
    stream: Stream,
    clock: &SharedClock,
    wake: &Notify,
    shutdown: &CancellationToken,
) -> anyhow::Result<()> {
    // Detached: a lock of a pooled connection would outlive this function.
    let mut connection = pool.acquire().await?.detach();
    while !try_lock(&mut connection, stream).await? {
        pause(BACKOFF, shutdown).await;
        if shutdown.is_cancelled() {
            return Ok(());
        }
    }
    let broker = jetstream::new(nats.client.clone());
    ensure(&broker, stream).await?;
    let (mut sweep_at, mut look_at, mut gaps) = (clock.now(), Instant::now(), nats.gaps.subscribe());
    while !shutdown.is_cancelled() {
        if Instant::now() >= look_at || was_away(&mut gaps) {
            amnesia::check(&mut connection, &broker, stream, clock.now()).await?;
            look_at = Instant::now() + LOOK;
        }
        if clock.now() >= sweep_at {
            sweep_at = clock.now() + pause_after(sweep(&mut connection, clock.now()).await);
        }
        if publish_batch(&mut connection, &broker, stream, clock).await? < BATCH {
            tokio::select! {
                () = wake.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                () = shutdown.cancelled() => {}
            }
        }
    }
    Ok(())
}

/// Old rows that stay harm nobody: publishing goes on when they can't be removed.
fn pause_after(swept: sqlx::Result<bool>) -> time::Duration {
    match swept {
        Ok(true) => SWEEP_PAUSE,
        Ok(false) => SWEEP_INTERVAL,
        Err(error) => {
            tracing::warn!(error = error.to_string(), "old events could not be removed");
            SWEEP_INTERVAL
        }
    }
}

/// Whether the connection to the broker was lost and made anew since this was last asked.
fn was_away(gaps: &mut broadcast::Receiver<()>) -> bool {
    !matches!(gaps.try_recv(), Err(broadcast::error::TryRecvError::Empty))
}

async fn try_lock(connection: &mut PgConnection, stream: Stream) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock(hashtext($1), hashtext(current_schema()))")
        .bind(stream.name)
        .fetch_one(connection)
        .await
}

async fn ensure(broker: &jetstream::Context, stream: Stream) -> anyhow::Result<()> {
    let config = jetstream::stream::Config {
        name: stream.name.to_owned(),
        subjects: stream.subjects.iter().map(ToString::to_string).collect(),
        max_age: Duration::from_secs(DAYS_KEPT.unsigned_abs() * 24 * 3600),
        duplicate_window: Duration::from_secs(120),
        storage: jetstream::stream::StorageType::File,
        ..Default::default()
    };
    broker.get_or_create_stream(config).await.context("making the stream")?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Row {
    seq: i64,
    id: Uuid,
    subject: String,
    payload: Vec<u8>,
}

/// Publishes up to a batch and marks what the broker acknowledged, then answers how many rows there were, or the first
/// fault.
async fn publish_batch(
    connection: &mut PgConnection,
    broker: &jetstream::Context,
    stream: Stream,
    clock: &SharedClock,
) -> anyhow::Result<i64> {
    let rows: Vec<Row> = sqlx::query_as(
        "select seq, id, subject, payload from outbox where published_at is null order by seq limit $1",
    )
    .bind(BATCH)
    .fetch_all(connection.acquire().await?)
    .await?;
    let count = i64::try_from(rows.len())?;
    let published = join_all(rows.into_iter().map(|row| publish(broker, row))).await;
    let (mut result, mut marked, mut next) = (Ok(count), Vec::new(), None);
    for outcome in published {
        match outcome {
            Ok((seq, ack)) => {
                mark(connection, seq, ack.sequence, clock).await?;
                marked.push(seq);
                next = next.into_iter().chain((!ack.duplicate).then_some(ack.sequence)).min();
            }
            Err(error) => result = result.and(Err(error)),
        }
    }
    if let Some(next) = next {
        let gap = Gap { next, of_this_batch: &marked };
        amnesia::publish_again(connection, stream, gap, clock.now()).await?;
    }
    result
}

async fn mark(
    connection: &mut PgConnection,
    seq: i64,
    stream_seq: u64,
    clock: &SharedClock,
) -> anyhow::Result<()> {
    sqlx::query("update outbox set published_at = $2, stream_seq = $3 where seq = $1")
        .bind(seq)
        .bind(clock.now())
        .bind(i64::try_from(stream_seq)?)
        .execute(connection)
        .await?;
    Ok(())
}

async fn publish(broker: &jetstream::Context, row: Row) -> anyhow::Result<(i64, PublishAck)> {
    let mut headers = HeaderMap::new();
    headers.insert(NATS_MESSAGE_ID, row.id.to_string());
    let acknowledged =
        broker.publish_with_headers(row.subject, headers, row.payload.into()).await.context("publishing")?;
    let ack = acknowledged.await.context("waiting for the broker's acknowledgement")?;
    Ok((row.seq, ack))
}

async fn pause(time: Duration, shutdown: &CancellationToken) {
    tokio::select! {
        () = tokio::time::sleep(time) => {}
        () = shutdown.cancelled() => {}
    }
}
