//! Finds out what the broker forgot. JetStream may lose messages that it acknowledged (`sync_interval`; Jepsen's analysis
//! of NATS 2.12.1) or its whole store; the outbox has them still.
//!
//! A stream numbers its messages without a gap and each service alone publishes to its own. So an event that is said to
//! stand where the stream has yet to come is not in it.

use anyhow::Context;
use async_nats::jetstream;
use failpoint::failpoint;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::Stream;
use crate::stream::DAYS_KEPT;

/// Compares the outbox with the end of the stream, and has published again what is not there.
pub(crate) async fn check(
    connection: &mut PgConnection,
    broker: &jetstream::Context,
    stream: Stream,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let found = broker.get_stream(stream.name).await.context("looking at the stream")?;
    let next = found.cached_info().state.last_sequence + 1;
    publish_again(connection, stream, Gap { next, of_this_batch: &[] }, now).await
}

/// Where the stream went on, and the rows of the outbox that say so.
pub(crate) struct Gap<'a> {
    pub next: u64,
    pub of_this_batch: &'a [i64],
}

/// Has every other event published again that was to stand from `next` on. Consumers know what they heard before.
#[tracing::instrument(name = "db.outbox.publish_again", skip_all)]
pub(crate) async fn publish_again(
    connection: &mut PgConnection,
    stream: Stream,
    gap: Gap<'_>,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let lost = sqlx::query(
        "update outbox
        set published_at = null, stream_seq = null
        where stream_seq >= $1 and seq <> all($2) and published_at > $3",
    )
    .bind(i64::try_from(gap.next)?)
    .bind(gap.of_this_batch)
    .bind(now - Duration::days(DAYS_KEPT))
    .execute(connection)
    .await?
    .rows_affected();
    if lost > 0 {
        tracing::error!(stream = stream.name, lost, "the broker lost events; they are published again");
        failpoint!("relay.{}.forgotten", stream.name);
    }
    Ok(())
}
