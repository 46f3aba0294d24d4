//! The outbox, the relay and the consumers against a real Postgres and a real broker.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod buckets;
mod live;
mod replicas;

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::ConnectOptions;
use async_nats::header::NATS_MESSAGE_ID;
use events::{Consumer, Event, Handler, NatsArgs, NewEvent, Stream};
use futures::StreamExt;
use sqlx::migrate::Migrator;
use sqlx::{PgConnection, PgPool};
use testkit::{MockClock, TemporaryFolder, TestDb};
use time::macros::datetime;
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");
const STREAM: Stream = Stream::new("BOOKING", &["booking.>"]);
const CONSUMER: Consumer = Consumer { stream: "BOOKING", durable: "listener", subject: "booking.>" };
const PATIENCE_S: u64 = 20;

/// A service that tells events, on a database and a broker.
struct Teller {
    db: TestDb,
    clock: Arc<MockClock>,
    wake: Arc<Notify>,
    stop: CancellationToken,
    _stop_on_drop: DropGuard,
}

impl Teller {
    async fn new() -> Self {
        let stop = CancellationToken::new();
        let db = TestDb::create(&MIGRATOR).await;
        sqlx::query("create table effect (event_id uuid not null)").execute(&db.pool).await.unwrap();
        Self {
            db,
            clock: MockClock::new(datetime!(2026-03-01 12:00 UTC)),
            wake: Arc::default(),
            _stop_on_drop: stop.clone().drop_guard(),
            stop,
        }
    }

    async fn tell(&self) -> Uuid {
        self.tell_as("booking.confirmed").await
    }

    async fn tell_as(&self, subject: &'static str) -> Uuid {
        self.tell_with(subject, b"hello".to_vec()).await
    }

    async fn tell_with(&self, subject: &'static str, payload: Vec<u8>) -> Uuid {
        let id = Uuid::now_v7();
        let event = NewEvent { id, subject, payload, version: 1 };
        let mut transaction = self.db.pool.begin().await.unwrap();
        events::append(&mut transaction, &event, datetime!(2026-03-01 12:00 UTC)).await.unwrap();
        transaction.commit().await.unwrap();
        self.wake.notify_one();
        id
    }

    async fn relay_to(&self, url: &str) {
        self.relay_into(STREAM, url).await;
    }

    async fn relay_into(&self, stream: Stream, url: &str) {
        let nats = events::connect(&NatsArgs::open(url)).await.unwrap();
        let (pool, clock, wake) = (self.db.pool.clone(), self.clock.clone(), self.wake.clone());
        tokio::spawn(events::relay(pool, nats, stream, clock, wake, self.stop.clone()));
    }

    async fn consume_from(&self, url: &str) {
        let nats = events::connect(&NatsArgs::open(url)).await.unwrap();
        let pool = self.db.pool.clone();
        tokio::spawn(events::consume(nats, pool, CONSUMER, self.stop.clone(), Noting));
    }
}

/// Notes that it heard an event.
struct Noting;

impl Handler for Noting {
    async fn handle(&self, connection: &mut PgConnection, event: &Event) -> anyhow::Result<()> {
        sqlx::query("insert into effect (event_id) values ($1)").bind(event.id).execute(connection).await?;
        Ok(())
    }
}

async fn count(pool: &PgPool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.unwrap()
}

async fn until(pool: &PgPool, query: &'static str, expected: i64) {
    let reached = async {
        while count(pool, query).await != expected {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), reached)
        .await
        .unwrap_or_else(|_| panic!("{query} never became {expected}"));
}

/// A broker with the users of deploy/nats/users.conf, and the folder of its store.
async fn broker_with_users() -> (servers::Nats, TemporaryFolder) {
    let folder = TemporaryFolder::new("users");
    let (port, access) = (testkit::free_port(), servers::Access::Users);
    let broker = servers::Nats::start(folder.path(), port, servers::Durability::None, access).await;
    (broker.unwrap(), folder)
}

fn user(name: &str) -> ConnectOptions {
    ConnectOptions::with_user_and_password(name.into(), servers::LOCAL_PASSWORD.into())
}

/// svc-search, and what the broker refuses it.
async fn connect_as_search(url: &str) -> (async_nats::Client, mpsc::Receiver<String>) {
    connect_as("svc-search", url).await
}

async fn connect_as(name: &str, url: &str) -> (async_nats::Client, mpsc::Receiver<String>) {
    let (refusals, refused) = mpsc::channel(9);
    let told = move |event| {
        let refusals = refusals.clone();
        async move {
            if let async_nats::Event::ServerError(error) = event {
                refusals.send(error.to_string().to_lowercase()).await.unwrap();
            }
        }
    };
    (user(name).event_callback(told).connect(url).await.unwrap(), refused)
}

async fn next_refusal(refused: &mut mpsc::Receiver<String>) -> String {
    let refusal = tokio::time::timeout(testkit::patience(PATIENCE_S), refused.recv());
    refusal.await.expect("it is refused").unwrap()
}

#[tokio::test]
async fn a_program_publishes_its_own_events_and_no_others() {
    let (broker, _folder) = broker_with_users().await;
    let (search, mut refused) = connect_as_search(&broker.url).await;
    let mut heard = search.subscribe("system.mode").await.unwrap();
    search.publish("system.mode", "live".into()).await.unwrap();
    let refusal = next_refusal(&mut refused).await;
    let identity = user("svc-identity").connect(&broker.url).await.unwrap();
    identity.publish("system.mode", "test".into()).await.unwrap();
    identity.flush().await.unwrap();

    assert!(refusal.contains("permissions violation"), "{refusal}");
    let word = tokio::time::timeout(testkit::patience(PATIENCE_S), heard.next())
        .await
        .expect("its owner is heard")
        .unwrap();
    assert_eq!(word.payload, "test");
    assert!(async_nats::connect(&broker.url).await.is_err(), "who is no user is not let in");
    broker.stop().await;
}

#[tokio::test]
async fn a_publisher_wakes_its_own_replicas_and_no_others() {
    let (broker, _folder) = broker_with_users().await;
    let publishers = [
        ("svc-booking", "BOOKING"),
        ("svc-payments", "PAYMENT"),
        ("svc-identity", "IDENTITY"),
        ("svc-brand", "BRAND"),
    ];
    for (place, (name, stream)) in publishers.into_iter().enumerate() {
        let (client, mut refused) = connect_as(name, &broker.url).await;
        let own = format!("outbox.{stream}");
        let mut wakes = client.subscribe(own.clone()).await.unwrap();
        client.publish(own, "".into()).await.unwrap();
        let woken = tokio::time::timeout(testkit::patience(PATIENCE_S), wakes.next()).await;
        assert!(woken.expect(name).is_some());

        let (_, of_another) = publishers[(place + 1) % publishers.len()];
        client.publish(format!("outbox.{of_another}"), "".into()).await.unwrap();
        let refusal = next_refusal(&mut refused).await;
        assert!(refusal.contains(&format!("outbox.{of_another}").to_lowercase()), "{name}: {refusal}");
    }
    broker.stop().await;
}

/// Lines of the log at WARN and above, of this test's thread.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<u8>>>);

impl Warnings {
    /// From now on, until the guard is dropped.
    fn hear(&self) -> tracing::subscriber::DefaultGuard {
        let writer = self.clone();
        let log = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN);
        tracing::subscriber::set_default(log.with_writer(move || writer.clone()).finish())
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Warnings {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_consumer_that_starts_before_the_stream_is_made_waits_for_it_without_a_warning() {
    let warnings = Warnings::default();
    let _while_it_lives = warnings.hear();
    let broker = testkit::nats().await;
    let watcher = async_nats::connect(&broker.url).await.unwrap();
    let asked = watcher.subscribe("$JS.API.STREAM.INFO.*").await.unwrap();
    watcher.flush().await.unwrap();
    let teller = Teller::new().await;
    teller.consume_from(&broker.url).await;
    // Once it asks again it has heard that there is none.
    let twice = asked.take(2).collect::<Vec<_>>();
    tokio::time::timeout(testkit::patience(PATIENCE_S), twice).await.expect("the consumer asks again");

    teller.relay_to(&broker.url).await;
    teller.tell().await;

    until(&teller.db.pool, "select count(*) from effect", 1).await;
    assert!(!warnings.text().contains("listening again"), "{}", warnings.text());
}

#[tokio::test]
async fn a_committed_event_reaches_the_consumer_once() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    teller.relay_to(&broker.url).await;
    teller.consume_from(&broker.url).await;

    let id = teller.tell().await;

    until(&teller.db.pool, "select count(*) from effect", 1).await;
    until(&teller.db.pool, "select count(*) from outbox where published_at is null", 0).await;
    let seen: Uuid =
        sqlx::query_scalar("select event_id from effect").fetch_one(&teller.db.pool).await.unwrap();
    assert_eq!(seen, id);
}

#[tokio::test]
async fn a_batch_is_marked_in_one_transaction() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    for _ in 0..5 {
        teller.tell().await;
    }

    teller.relay_to(&broker.url).await;

    until(&teller.db.pool, "select count(*) from outbox where published_at is null", 0).await;
    assert_eq!(count(&teller.db.pool, "select count(distinct xmin::text) from outbox").await, 1);
    let jetstream = async_nats::jetstream::new(async_nats::connect(&broker.url).await.unwrap());
    let stream = jetstream.get_stream(STREAM.name).await.unwrap();
    let marked: Vec<(Uuid, i64)> =
        sqlx::query_as("select id, stream_seq from outbox").fetch_all(&teller.db.pool).await.unwrap();
    for (id, position) in marked {
        let message = stream.get_raw_message(u64::try_from(position).unwrap()).await.unwrap();
        assert_eq!(message.headers.get(NATS_MESSAGE_ID).unwrap().as_str(), id.to_string());
    }
}

#[tokio::test]
async fn a_batch_that_could_not_be_marked_is_published_again_and_heard_once() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    let pool = &teller.db.pool;
    sqlx::query("alter table outbox add constraint not_second check (stream_seq <> 2)")
        .execute(pool)
        .await
        .unwrap();
    teller.tell().await;
    teller.tell().await;
    let watcher = async_nats::connect(&broker.url).await.unwrap();
    let published = watcher.subscribe("booking.>").await.unwrap();
    watcher.flush().await.unwrap();
    teller.relay_to(&broker.url).await;
    teller.consume_from(&broker.url).await;
    until(pool, "select count(*) from effect", 2).await;
    // Once it is published again the mark has failed.
    let thrice = published.take(3).collect::<Vec<_>>();
    tokio::time::timeout(testkit::patience(PATIENCE_S), thrice).await.expect("the batch is published again");
    let waiting = "select count(*) from outbox where published_at is null";
    assert_eq!(count(pool, waiting).await, 2, "the first isn't marked either");

    sqlx::query("alter table outbox drop constraint not_second").execute(pool).await.unwrap();

    until(pool, waiting, 0).await;
    assert_eq!(count(pool, "select count(*) from effect").await, 2);
    let jetstream = async_nats::jetstream::new(async_nats::connect(&broker.url).await.unwrap());
    let stream = jetstream.get_stream(STREAM.name).await.unwrap();
    assert_eq!(stream.cached_info().state.messages, 2, "the broker dropped the repeats");
}

#[tokio::test]
async fn an_event_that_was_heard_before_has_no_second_effect() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    let heard_before = teller.tell().await;
    sqlx::query("insert into inbox (consumer, event_id) values ('listener', $1)")
        .bind(heard_before)
        .execute(&teller.db.pool)
        .await
        .unwrap();
    let new = teller.tell().await;

    teller.relay_to(&broker.url).await;
    teller.consume_from(&broker.url).await;

    until(&teller.db.pool, "select count(*) from inbox", 2).await;
    let effects: Vec<Uuid> =
        sqlx::query_scalar("select event_id from effect").fetch_all(&teller.db.pool).await.unwrap();
    assert_eq!(effects, [new]);
}

#[tokio::test]
async fn events_wait_while_the_broker_is_away() {
    let teller = Teller::new().await;
    let port = testkit::free_port();
    teller.relay_to(&format!("nats://127.0.0.1:{port}")).await;
    teller.tell().await;
    assert_eq!(count(&teller.db.pool, "select count(*) from outbox where published_at is null").await, 1);

    let folder = TemporaryFolder::new("late");
    let access = servers::Access::Anyone;
    let late = servers::Nats::start(folder.path(), port, servers::Durability::None, access).await;
    let _while_it_lives = late.unwrap();

    until(&teller.db.pool, "select count(*) from outbox where published_at is null", 0).await;
}

#[tokio::test]
async fn an_event_that_the_broker_does_not_take_holds_up_no_other() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    let stuck = teller.tell_as("of.no.stream").await;
    teller.tell().await;

    teller.relay_to(&broker.url).await;

    let waiting = "select count(*) from outbox where published_at is null";
    until(&teller.db.pool, waiting, 1).await;
    let waiting: Uuid = sqlx::query_scalar("select id from outbox where published_at is null")
        .fetch_one(&teller.db.pool)
        .await
        .unwrap();
    assert_eq!(waiting, stuck);
}

#[tokio::test]
async fn a_batch_of_events_that_no_broker_takes_is_parked_and_stops_nothing() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    let too_large = (1 << 20) + 1;
    for _ in 0..32 {
        teller.tell_with("booking.confirmed", vec![0; too_large]).await;
    }
    let good = teller.tell().await;

    teller.relay_to(&broker.url).await;

    let pool = &teller.db.pool;
    until(pool, "select count(*) from outbox where published_at is null", 0).await;
    assert_eq!(count(pool, "select count(*) from dead_letter where consumer = 'outbox'").await, 32);
    let published: Uuid = sqlx::query_scalar("select id from outbox where stream_seq is not null")
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(published, good);
}

#[tokio::test]
async fn what_was_told_and_heard_is_forgotten_after_weeks() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    let pool = &teller.db.pool;
    sqlx::query(
        "insert into inbox values ('a', gen_random_uuid(), '2025-12-31'), ('b', gen_random_uuid(), now())",
    )
    .execute(pool)
    .await
    .unwrap();
    teller.relay_to(&broker.url).await;
    teller.tell().await;
    until(pool, "select count(*) from outbox where published_at is null", 0).await;
    assert_eq!(count(pool, "select count(*) from inbox").await, 2);

    teller.clock.advance(time::Duration::days(31));

    until(pool, "select count(*) from outbox", 0).await;
    until(pool, "select count(*) from inbox where consumer = 'a'", 0).await;
    assert_eq!(count(pool, "select count(*) from inbox").await, 1);
}

#[tokio::test]
async fn what_the_broker_forgot_is_published_again_though_it_says_nothing() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    teller.relay_to(&broker.url).await;
    let lost = [teller.tell().await, teller.tell().await, teller.tell().await];
    until(&teller.db.pool, "select count(*) from outbox where stream_seq is null", 0).await;
    let jetstream = async_nats::jetstream::new(async_nats::connect(&broker.url).await.unwrap());

    jetstream.delete_stream(STREAM.name).await.unwrap();
    let config = async_nats::jetstream::stream::Config {
        name: STREAM.name.to_owned(),
        subjects: vec![STREAM.subjects[0].to_owned()],
        ..Default::default()
    };
    jetstream.create_stream(config).await.unwrap();
    let new = teller.tell().await;

    teller.consume_from(&broker.url).await;
    until(&teller.db.pool, "select count(*) from effect", 4).await;
    let mut heard: Vec<Uuid> =
        sqlx::query_scalar("select event_id from effect").fetch_all(&teller.db.pool).await.unwrap();
    heard.sort();
    assert_eq!(heard, [lost[0], lost[1], lost[2], new]);
    let stream = jetstream.get_stream(STREAM.name).await.unwrap();
    assert_eq!(stream.cached_info().state.messages, 4, "none of them twice");
}

#[tokio::test]
async fn a_broker_that_comes_back_empty_is_told_everything_again() {
    let port = testkit::free_port();
    let folder = TemporaryFolder::new("empty");
    let start = async || {
        let access = servers::Access::Anyone;
        servers::Nats::start(folder.path(), port, servers::Durability::None, access).await.unwrap()
    };
    let broker = start().await;
    let teller = Teller::new().await;
    teller.relay_to(&broker.url).await;
    teller.tell().await;
    teller.tell().await;
    until(&teller.db.pool, "select count(*) from outbox where stream_seq is null", 0).await;

    broker.kill().await.unwrap();
    std::fs::remove_dir_all(folder.path()).unwrap();
    let broker = start().await;

    teller.consume_from(&broker.url).await;
    until(&teller.db.pool, "select count(*) from effect", 2).await;
    broker.kill().await.unwrap();
}
