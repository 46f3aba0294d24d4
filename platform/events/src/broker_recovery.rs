//! Finds out what the broker forgot. JetStream may lose messages that it acknowledged (`sync_interval`; Jepsen's analysis
//! of NATS 2.12.1) or its whole store; the outbox has them still.
//!
//! A stream numbers its messages without a gap and each service alone publishes to its own. So an event that is said to
//! stand where the stream has yet to come is not in it, and of two that are said to stand at one place one is not.

use std::collections::HashSet;

use anyhow::{Context, bail};
use async_nats::jetstream;
use async_nats::jetstream::publish::PublishAck;
use failpoint::failpoint;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::Stream;
use crate::stream::DAYS_KEPT;

/// Compares the outbox with the end of the stream, and has published again what is not there. Says whether there was
/// something.
pub(crate) async fn check(
    connection: &mut PgConnection,
    broker: &jetstream::Context,
    stream: Stream,
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let found = broker.get_stream(stream.name).await.context("looking at the stream")?;
    let next = found.cached_info().state.last_sequence + 1;
    publish_again(connection, stream, next, now).await
}

/// Has published again what the broker forgot before it took a batch, which is yet to be marked. Does not ask the outbox
/// where the numbers of the batch show that nothing was forgotten. Fails if the broker forgot events of the batch itself.
pub(crate) async fn check_batch(
    connection: &mut PgConnection,
    stream: Stream,
    next: &mut NextSequence,
    acks: &[PublishAck],
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut new: Vec<u64> = acks.iter().filter(|ack| !ack.duplicate).map(|ack| ack.sequence).collect();
    new.sort_unstable();
    let was_lost = match new.first() {
        Some(&first) if !next.is_met_by(&new) => publish_again(connection, stream, first, now).await?,
        _ => false,
    };
    // After the look: the numbers of the next try may not show where the stream went on.
    let numbers: HashSet<u64> = acks.iter().map(|ack| ack.sequence).collect();
    if numbers.len() < acks.len() {
        // Where the broker still knows both events it answers the same again, for up to its duplicate window.
        tracing::error!(stream = stream.name, "the broker lost events; they are published again");
        bail!("the broker lost events while it took a batch");
    }
    if was_lost {
        next.forget();
    } else {
        next.go_on_after(&new, acks);
    }
    Ok(())
}

/// The number that the stream gives the next event if the broker forgot none. All events of the outbox have lower ones.
/// Unknown until a batch was compared with the outbox and nothing was missing.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct NextSequence(Option<u64>);

impl NextSequence {
    /// Has the next batch compared with the outbox.
    pub fn forget(&mut self) {
        self.0 = None;
    }

    /// Whether new events got this number and those that follow it.
    fn is_met_by(&self, new: &[u64]) -> bool {
        self.0.is_some_and(|next| (next..).zip(new).all(|(expected, number)| expected == *number))
    }

    /// A duplicate stands where it stood before. One beyond the new events was stored for another publisher, such as a
    /// relay that was frozen: then the next number is unknown.
    fn go_on_after(&mut self, new: &[u64], acks: &[PublishAck]) {
        let next = new.last().map(|last| last + 1).or(self.0);
        self.0 = next.filter(|next| acks.iter().all(|ack| ack.sequence < *next));
    }
}

/// Of the events from a number on, which are none as a rule, those that are young enough. `is true` keeps Postgres from
/// looking for the young ones first, which are all that are kept: without values it takes both ranges for a third.
const PUBLISH_AGAIN: &str = "update outbox
    set published_at = null, stream_seq = null
    where stream_seq >= $1 and (published_at > $2) is true";

/// Has every event published again that was to stand from `next` on. Says whether there was one. Consumers know what
/// they heard before.
#[tracing::instrument(name = "db.outbox.publish_again", skip_all)]
async fn publish_again(
    connection: &mut PgConnection,
    stream: Stream,
    next: u64,
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let lost = sqlx::query(PUBLISH_AGAIN)
        .bind(i64::try_from(next)?)
        .bind(now - Duration::days(DAYS_KEPT))
        .execute(connection)
        .await?
        .rows_affected();
    if lost > 0 {
        tracing::error!(stream = stream.name, lost, "the broker lost events; they are published again");
        failpoint!("relay.{}.forgotten", stream.name);
    }
    Ok(lost > 0)
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::Migrator;
    use testkit::TestDb;
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;
    use crate::{NewEvent, append};

    static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");
    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn new(sequence: u64) -> PublishAck {
        PublishAck { sequence, ..PublishAck::default() }
    }

    fn duplicate(sequence: u64) -> PublishAck {
        PublishAck { duplicate: true, ..new(sequence) }
    }

    #[test]
    fn only_numbers_that_follow_the_last_one_show_that_nothing_was_forgotten() {
        let next = NextSequence(Some(8));

        assert!(next.is_met_by(&[8, 9, 10]));
        for numbers in [&[1, 2][..], &[7, 8], &[9], &[8, 10], &[8, 8, 9]] {
            assert!(!next.is_met_by(numbers), "{numbers:?}");
        }
        assert!(!NextSequence::default().is_met_by(&[1]));
    }

    #[test]
    fn a_duplicate_moves_the_next_number_neither_on_nor_back() {
        let mut next = NextSequence::default();
        next.go_on_after(&[], &[duplicate(3)]);
        assert_eq!(next, NextSequence(None));

        next.go_on_after(&[8, 9], &[new(8), duplicate(3), new(9)]);
        assert_eq!(next, NextSequence(Some(10)));
        next.go_on_after(&[], &[duplicate(4)]);
        assert_eq!(next, NextSequence(Some(10)));

        next.go_on_after(&[], &[duplicate(10)]);
        assert_eq!(next, NextSequence(None), "somebody else published");
    }

    #[tokio::test]
    async fn what_was_lost_is_looked_for_by_its_number_alone() {
        let db = TestDb::create(&MIGRATOR).await;
        let filled = "insert into outbox (id, subject, payload, version, created_at, published_at, stream_seq)
            select gen_random_uuid(), 'booking.confirmed', '', 1, now(), now() - n / 100 * interval '1 minute', n
            from generate_series(1, 5000) as n;
            analyze outbox";
        sqlx::raw_sql(filled).execute(&db.pool).await.unwrap();
        sqlx::raw_sql("create index if not exists outbox_published_at_idx on outbox (published_at)")
            .execute(&db.pool)
            .await
            .unwrap();

        let plan = testkit::plan_of(&db, PUBLISH_AGAIN).await;

        assert!(plan.contains("outbox_stream_seq_idx"), "{plan}");
        assert!(!plan.contains("outbox_published_at_idx"), "{plan}");
    }

    /// An outbox with one event, which is said to stand far beyond the end of the stream: a look finds it.
    struct Outbox {
        db: TestDb,
        next: NextSequence,
    }

    impl Outbox {
        async fn new() -> Self {
            let outbox = Self { db: TestDb::create(&MIGRATOR).await, next: NextSequence::default() };
            let (id, subject, payload) = (Uuid::now_v7(), "booking.confirmed", Vec::new());
            let event = NewEvent { id, subject, payload, version: 1 };
            append(&mut outbox.db.pool.acquire().await.unwrap(), &event, NOW).await.unwrap();
            assert!(outbox.mark().await);
            outbox
        }

        /// Marks the event where it isn't marked, and says whether that was so.
        async fn mark(&self) -> bool {
            let query = "update outbox set published_at = $1, stream_seq = 100 where published_at is null";
            let marked = sqlx::query(query).bind(NOW).execute(&self.db.pool).await.unwrap();
            marked.rows_affected() > 0
        }

        async fn check_batch(&mut self, acks: &[PublishAck]) -> anyhow::Result<()> {
            let mut connection = self.db.pool.acquire().await.unwrap();
            let stream = Stream::new("BOOKING", &["booking.>"]);
            check_batch(&mut connection, stream, &mut self.next, acks, NOW).await
        }

        async fn is_looked_at_after(&mut self, acks: &[PublishAck]) -> bool {
            self.check_batch(acks).await.unwrap();
            self.mark().await
        }
    }

    #[tokio::test]
    async fn the_outbox_is_looked_at_until_nothing_is_missing_and_where_numbers_do_not_follow() {
        let mut outbox = Outbox::new().await;
        assert!(outbox.is_looked_at_after(&[new(5)]).await, "a new leader knows nothing");
        assert!(outbox.is_looked_at_after(&[new(6)]).await, "something was missing");

        outbox.next = NextSequence(Some(7));
        assert!(!outbox.is_looked_at_after(&[new(8), duplicate(2), new(7)]).await);
        assert!(!outbox.is_looked_at_after(&[new(9)]).await);
        assert!(!outbox.is_looked_at_after(&[duplicate(9)]).await);

        assert!(outbox.is_looked_at_after(&[new(9)]).await, "the broker forgot its last event");
    }

    #[tokio::test]
    async fn a_number_that_the_broker_gave_twice_is_an_error_after_the_look() {
        let mut outbox = Outbox::new().await;
        for acks in [[new(8), new(8)], [duplicate(8), new(8)]] {
            assert!(outbox.check_batch(&acks).await.is_err(), "{acks:?}");
            assert!(outbox.mark().await, "{acks:?}");
        }
        assert!(outbox.check_batch(&[duplicate(8), duplicate(8)]).await.is_err());
    }
}
