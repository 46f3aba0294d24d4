//! Publishes what stands in the outbox, oldest first, by one process a service.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::publish::PublishAck;
use failpoint::failpoint;
use futures::future::join_all;
use service::SharedClock;
use service::telemetry::{TRACE_PARENT, mark_failed, trace_parent};
use sqlx::{Acquire, PgConnection, PgPool};
use tokio::sync::{Notify, broadcast};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};
use uuid::Uuid;

use crate::broker_recovery::{self, NextSequence};
use crate::stream::{self, Copies};
use crate::sweep::sweep;
use crate::wakes::{hand_on_wakes, wake_subject, woken};
use crate::{Nats, Stream};

/// Messages under way at once.
const BATCH: i64 = 32;
/// Refusals by the broker after which an event is parked among the dead letters.
const TRIES: u32 = 5;
/// Stands there in the place of the consumer.
const PARKED_BY: &str = "outbox";
/// The outbox is looked at this often even when nobody wakes the relay: a process may end between its commit and the wake.
const POLL: Duration = Duration::from_secs(5);
/// The same where the broker has refused an event: it is tried again.
const RETRY: Duration = Duration::from_millis(500);
/// Another process tries this often to become the one that publishes.
const BACKOFF: Duration = Duration::from_secs(2);
const SWEEP_INTERVAL: time::Duration = time::Duration::hours(1);
/// Old rows are removed in bits, between which the relay publishes.
const SWEEP_PAUSE: time::Duration = time::Duration::seconds(1);
/// A process that asks its database nothing for this long loses the right to publish: it is frozen or hangs, and another
/// one follows. The one that publishes asks every `POLL`, or waits for the broker, some seconds at most.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);
/// The stream is compared with the outbox this often, and after every reconnection.
const LOOK: Duration = Duration::from_secs(30);

/// Publishes outbox rows until `shutdown`. `wake` saves the wait for the next poll: call it after each commit that appends
/// an event. A process that does not publish hands it on, over the broker, to the one that does.
///
/// A crash between the broker's acknowledgements and the mark publishes a batch again: the broker drops it within
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
    let mut connection = connect(pool, LONGEST_SILENCE).await?;
    while !try_lock(&mut connection, stream).await? {
        tokio::select! {
            never = hand_on_wakes(nats, stream, wake) => match never {},
            () = pause(BACKOFF, shutdown) => {}
        }
        if shutdown.is_cancelled() {
            return Ok(());
        }
    }
    let mut wakes_of_others = nats.client.subscribe(wake_subject(stream)).await?;
    let broker = jetstream::new(nats.client.clone());
    stream::ensure(&broker, stream).await?;
    let mut copies = Copies::default();
    let (mut sweep_at, mut look_at, mut gaps) = (clock.now(), Instant::now(), nats.gaps.subscribe());
    let (mut refusals, mut next) = (Refusals::default(), NextSequence::default());
    while !shutdown.is_cancelled() {
        if Instant::now() >= look_at || was_away(&mut gaps) {
            copies.adjust(&broker, stream, Instant::now()).await?;
            if broker_recovery::check(&mut connection, &broker, stream, clock.now()).await? {
                next.forget();
            }
            look_at = Instant::now() + LOOK;
        }
        if clock.now() >= sweep_at {
            sweep_at = clock.now() + pause_after(sweep(&mut connection, clock.now()).await);
        }
        if publish_batch(&mut connection, &broker, stream, clock, &mut refusals, &mut next).await? < BATCH {
            let next_look = refusals.pause().min((sweep_at - clock.now()).try_into().unwrap_or_default());
            tokio::select! {
                () = woken(wake, &mut wakes_of_others, next_look) => {}
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

/// A connection for the lock. Postgres ends it, and with it the lock, after such a silence of ours. A process that wakes
/// up later may publish once more what another one has published: the broker or the consumer's inbox drops it.
async fn connect(pool: &PgPool, longest_silence: Duration) -> anyhow::Result<PgConnection> {
    // Detached: a lock of a pooled connection would outlive its leader.
    let mut connection = pool.acquire().await?.detach();
    sqlx::query("select set_config('idle_session_timeout', $1, false)")
        .bind(longest_silence.as_millis().to_string())
        .execute(&mut connection)
        .await?;
    Ok(connection)
}

async fn try_lock(connection: &mut PgConnection, stream: Stream) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock(hashtext($1), hashtext(current_schema()))")
        .bind(stream.name)
        .fetch_one(connection)
        .await
}

#[derive(sqlx::FromRow)]
struct Row {
    seq: i64,
    id: Uuid,
    subject: String,
    payload: Vec<u8>,
}

/// Publishes up to a batch and marks what the broker acknowledged, then answers how many rows left the queue, or the
/// first fault. What the broker refuses again and again is parked, so that it holds up nothing.
async fn publish_batch(
    connection: &mut PgConnection,
    broker: &jetstream::Context,
    stream: Stream,
    clock: &SharedClock,
    refusals: &mut Refusals,
    next: &mut NextSequence,
) -> anyhow::Result<i64> {
    let rows: Vec<Row> = sqlx::query_as(
        "select seq, id, subject, payload from outbox where published_at is null order by seq limit $1",
    )
    .bind(BATCH)
    .fetch_all(connection.acquire().await?)
    .await?;
    let published = join_all(rows.into_iter().map(|row| publish(broker, row))).await;
    if !published.is_empty() {
        failpoint!("relay.{}.acked_unmarked", stream.name);
    }
    let (mut result, mut seqs, mut acks, mut refused) = (Ok(()), Vec::new(), Vec::new(), Vec::new());
    for outcome in published {
        match outcome {
            Ok((seq, ack)) => {
                seqs.push(seq);
                acks.push(ack);
            }
            Err(error) => refused.push(error),
        }
    }
    if !seqs.is_empty() {
        // Before the mark: a batch that is marked is not sent again, and its numbers alone show what was forgotten.
        broker_recovery::check_batch(connection, stream, next, &acks, clock.now()).await?;
        mark(connection, &seqs, &acks, clock).await?;
    }
    if !refused.is_empty() {
        next.forget();
    }
    refusals.forget(&seqs);
    let mut gone = seqs.len();
    for Unpublished { seq, error } in refused {
        if !is_about_the_row(&error, !seqs.is_empty()) {
            result = Err(anyhow::Error::new(error).context("publishing"));
        } else if refusals.are_enough(seq) {
            park(connection, seq, &error, clock).await?;
            gone += 1;
        }
    }
    result.and(Ok(i64::try_from(gone)?))
}

/// Marks a batch as a whole. If this fails, all of it is published again.
async fn mark(
    connection: &mut PgConnection,
    seqs: &[i64],
    acks: &[PublishAck],
    clock: &SharedClock,
) -> anyhow::Result<()> {
    let stream_seqs = acks.iter().map(|ack| i64::try_from(ack.sequence)).collect::<Result<Vec<_>, _>>()?;
    sqlx::query(
        "update outbox
        set published_at = $1, stream_seq = acked.stream_seq
        from unnest($2::bigint[], $3::bigint[]) as acked (seq, stream_seq)
        where outbox.seq = acked.seq",
    )
    .bind(clock.now())
    .bind(seqs)
    .bind(stream_seqs)
    .execute(connection)
    .await?;
    Ok(())
}

/// In a trace of its own, which its consumers join: the outbox does not keep the trace of what it tells.
async fn publish(broker: &jetstream::Context, row: Row) -> Result<(i64, PublishAck), Unpublished> {
    let span = tracing::info_span!(
        "event.publish",
        otel.name = format!("publish {}", row.subject),
        otel.kind = "producer",
        event.id = %row.id,
    );
    let published = send(broker, row, &span).instrument(span.clone()).await;
    if published.is_err() {
        mark_failed(&span, "not_acknowledged");
    }
    published
}

async fn send(broker: &jetstream::Context, row: Row, span: &Span) -> Result<(i64, PublishAck), Unpublished> {
    let mut headers = HeaderMap::new();
    headers.insert(NATS_MESSAGE_ID, row.id.to_string());
    if let Some(parent) = trace_parent(span) {
        headers.insert(TRACE_PARENT, parent);
    }
    let sent = broker.publish_with_headers(row.subject, headers, row.payload.into()).await;
    let acknowledged = sent.map_err(|error| Unpublished { seq: row.seq, error })?;
    let ack = acknowledged.await.map_err(|error| Unpublished { seq: row.seq, error })?;
    Ok((row.seq, ack))
}

/// A row that is still in the outbox, and why.
struct Unpublished {
    seq: i64,
    error: PublishError,
}

/// Whether the broker would not take this row, while it takes others: one that is away, full or without its stream
/// takes none.
fn is_about_the_row(error: &PublishError, takes_others: bool) -> bool {
    match error.kind() {
        PublishErrorKind::MaxPayloadExceeded => true,
        PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe => false,
        _ => takes_others,
    }
}

/// How often each row was refused, as far as this leader knows.
#[derive(Debug, Default)]
struct Refusals(HashMap<i64, u32>);

impl Refusals {
    /// How long to wait for the next look: what was refused is tried again soon.
    fn pause(&self) -> Duration {
        if self.0.is_empty() { POLL } else { RETRY }
    }

    /// What was taken after all.
    fn forget(&mut self, taken: &[i64]) {
        self.0.retain(|seq, _| !taken.contains(seq));
    }

    /// Counts one more, and says whether another try makes sense no longer.
    fn are_enough(&mut self, seq: i64) -> bool {
        let count = self.0.entry(seq).or_default();
        *count += 1;
        let enough = *count >= TRIES;
        if enough {
            self.0.remove(&seq);
        }
        enough
    }
}

/// Takes a row out of the queue for a person to look at.
async fn park(
    connection: &mut PgConnection,
    seq: i64,
    error: &PublishError,
    clock: &SharedClock,
) -> anyhow::Result<()> {
    let mut transaction = connection.begin().await?;
    sqlx::query(
        "insert into dead_letter (consumer, event_id, subject, payload, error)
         select $2, id, subject, payload, $3 from outbox where seq = $1
         on conflict on constraint dead_letter_pkey do nothing",
    )
    .bind(seq)
    .bind(PARKED_BY)
    .bind(error.to_string())
    .execute(&mut *transaction)
    .await?;
    sqlx::query("update outbox set published_at = $2 where seq = $1")
        .bind(seq)
        .bind(clock.now())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    tracing::error!(outbox.seq = seq, %error, "an event that the broker does not take is parked");
    Ok(())
}

async fn pause(time: Duration, shutdown: &CancellationToken) {
    tokio::select! {
        () = tokio::time::sleep(time) => {}
        () = shutdown.cancelled() => {}
    }
}

#[cfg(test)]
mod tests {
    use futures::StreamExt;
    use sqlx::migrate::Migrator;
    use testkit::{MockClock, TestDb};
    use time::OffsetDateTime;
    use time::macros::datetime;

    use super::*;
    use crate::{NewEvent, append};

    static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");
    const STREAM: Stream = Stream::new("BOOKING", &["booking.>"]);
    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    #[tokio::test]
    async fn a_process_that_asks_nothing_loses_the_right_to_publish_though_its_connection_stands() {
        let db = TestDb::create(&MIGRATOR).await;
        let mut other = connect(&db.pool, LONGEST_SILENCE).await.unwrap();
        let mut frozen = connect(&db.pool, Duration::from_secs(2)).await.unwrap();
        assert!(try_lock(&mut frozen, STREAM).await.unwrap());
        assert!(!try_lock(&mut other, STREAM).await.unwrap());

        let follows = async {
            while !try_lock(&mut other, STREAM).await.unwrap() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(testkit::patience(10), follows).await.expect("another one follows");

        assert!(try_lock(&mut frozen, STREAM).await.is_err(), "it learns of it when it wakes up");
    }

    #[test]
    fn what_was_refused_is_tried_soon_until_it_is_taken_or_parked() {
        let mut refusals = Refusals::default();
        assert_eq!(refusals.pause(), POLL);

        assert!(!refusals.are_enough(1) && !refusals.are_enough(2));
        assert_eq!(refusals.pause(), RETRY);
        refusals.forget(&[1, 3]);
        assert_eq!(refusals.pause(), RETRY);
        refusals.forget(&[2]);
        assert_eq!(refusals.pause(), POLL);

        while !refusals.are_enough(4) {}
        assert_eq!(refusals.pause(), POLL);
    }

    /// An outbox with one event, which is said to stand at 9 in the stream.
    struct Outbox(TestDb);

    impl Outbox {
        async fn new() -> Self {
            let outbox = Self(TestDb::create(&MIGRATOR).await);
            outbox.append().await;
            sqlx::query("update outbox set published_at = $1, stream_seq = 9 where published_at is null")
                .bind(NOW)
                .execute(&outbox.0.pool)
                .await
                .unwrap();
            outbox
        }

        async fn append(&self) {
            let (id, subject, payload) = (Uuid::now_v7(), "booking.confirmed", Vec::new());
            let event = NewEvent { id, subject, payload, version: 1 };
            append(&mut self.0.pool.acquire().await.unwrap(), &event, NOW).await.unwrap();
        }

        /// Publishes a batch to a broker that forgot 8 and all that followed, and forgets each event before the next.
        async fn publish_batch(&self) -> anyhow::Result<i64> {
            let server = testkit::nats().await;
            let client = async_nats::connect(&server.url).await.unwrap();
            let mut events = client.subscribe("booking.>").await.unwrap();
            let broker = jetstream::new(client.clone());
            tokio::spawn(async move {
                while let Some(event) = events.next().await {
                    let ack = r#"{"stream":"BOOKING","seq":8}"#;
                    client.publish(event.reply.unwrap(), ack.into()).await.unwrap();
                }
            });
            let mut connection = self.0.pool.acquire().await.unwrap();
            let clock: SharedClock = MockClock::new(NOW);
            let (mut refusals, mut next) = (Refusals::default(), NextSequence::default());
            publish_batch(&mut connection, &broker, STREAM, &clock, &mut refusals, &mut next).await
        }

        async fn waiting(&self) -> i64 {
            sqlx::query_scalar("select count(*) from outbox where published_at is null")
                .fetch_one(&self.0.pool)
                .await
                .unwrap()
        }
    }

    #[tokio::test]
    async fn what_the_broker_forgot_is_published_again_though_the_new_batch_cannot_be_marked() {
        let outbox = Outbox::new().await;
        outbox.append().await;
        sqlx::query("alter table outbox add constraint not_eighth check (stream_seq <> 8)")
            .execute(&outbox.0.pool)
            .await
            .unwrap();

        assert!(outbox.publish_batch().await.is_err());

        assert_eq!(outbox.waiting().await, 2);
    }

    #[tokio::test]
    async fn a_batch_in_which_the_broker_gave_a_number_twice_is_published_again() {
        let outbox = Outbox::new().await;
        outbox.append().await;
        assert_eq!(outbox.publish_batch().await.unwrap(), 1);
        assert_eq!(outbox.waiting().await, 1, "what stood at 9 was forgotten");
        outbox.append().await;

        let error = outbox.publish_batch().await.unwrap_err();

        assert!(error.to_string().contains("the broker lost events"), "{error:#}");
        assert_eq!(outbox.waiting().await, 3, "nor is the event marked that stood at 8");
    }
}
