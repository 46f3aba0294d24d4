//! What replicas tell each other through a bucket.

use std::time::Duration;

use async_nats::jetstream;
use events::{Bucket, Nats, NatsArgs, Writer};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{PATIENCE_S, broker_with_users, connect_as_search, next_refusal};

const BUCKET: Bucket =
    Bucket { name: "FARES", history: 1, max_age: Duration::from_hours(1), max_bytes: 1 << 20 };

/// What a watcher hears.
struct Heard(mpsc::UnboundedReceiver<(String, Vec<u8>)>);

impl Heard {
    fn by(nats: Nats, stop: &CancellationToken) -> Self {
        let (sender, heard) = mpsc::unbounded_channel();
        let take = move |key: &str, value: &[u8]| sender.send((key.to_owned(), value.to_vec())).unwrap();
        tokio::spawn(events::watch(nats, BUCKET, stop.clone(), take));
        Self(heard)
    }

    async fn next(&mut self) -> (String, String) {
        let next = tokio::time::timeout(testkit::patience(PATIENCE_S), self.0.recv());
        let (key, value) = next.await.expect("it hears").unwrap();
        (key, String::from_utf8(value).unwrap())
    }
}

async fn connect(url: &str) -> Nats {
    events::connect(&NatsArgs::open(url)).await.unwrap()
}

/// Puts a value as soon as the bucket takes it.
async fn put(writer: &Writer, key: &str, value: &str) {
    let taken = async {
        while writer.put(BUCKET, key, value.into()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), taken).await.expect("the bucket is there");
}

fn pair(key: &str, value: &str) -> (String, String) {
    (key.to_owned(), value.to_owned())
}

#[tokio::test]
async fn a_watcher_hears_the_newest_value_of_each_key_and_then_each_that_is_put() {
    let (broker, stop) = (testkit::nats().await, CancellationToken::new());
    let _stop_on_drop = stop.clone().drop_guard();
    let nats = connect(&broker.url).await;
    let writer = Writer::new(&nats);
    let mut early = Heard::by(nats, &stop);
    put(&writer, "a.1", "old").await;
    // Whoever hears it is there for all that follow.
    let old = early.next().await;
    put(&writer, "a.1", "new").await;
    put(&writer, "b.1", "one").await;
    let all = [old, early.next().await, early.next().await];

    let mut late = Heard::by(connect(&broker.url).await, &stop);
    let kept = [late.next().await, late.next().await];
    put(&writer, "c.1", "next").await;

    assert_eq!(all, [pair("a.1", "old"), pair("a.1", "new"), pair("b.1", "one")]);
    assert_eq!(kept, [pair("a.1", "new"), pair("b.1", "one")]);
    assert_eq!((early.next().await, late.next().await), (pair("c.1", "next"), pair("c.1", "next")));
}

#[tokio::test]
async fn a_bucket_that_was_lost_is_made_anew_and_heard_again() {
    let (broker, stop) = (testkit::nats().await, CancellationToken::new());
    let _stop_on_drop = stop.clone().drop_guard();
    let nats = connect(&broker.url).await;
    let writer = Writer::new(&nats);
    let mut watcher = Heard::by(nats, &stop);
    put(&writer, "a.1", "before").await;
    watcher.next().await;

    let operator = jetstream::new(async_nats::connect(&broker.url).await.unwrap());
    operator.delete_stream("KV_FARES").await.unwrap();
    put(&writer, "a.1", "after").await;

    assert_eq!(watcher.next().await, pair("a.1", "after"));
}

#[tokio::test]
async fn a_value_for_a_bucket_that_is_not_there_is_refused() {
    let broker = testkit::nats().await;
    let writer = Writer::new(&connect(&broker.url).await);

    assert!(writer.put(BUCKET, "a.1", b"value".to_vec()).await.is_err());
}

#[tokio::test]
async fn svc_search_may_neither_empty_its_buckets_nor_ask_for_others() {
    let (broker, _folder) = broker_with_users().await;
    let (search, mut refused) = connect_as_search(&broker.url).await;

    for subject in [
        "$JS.API.STREAM.DELETE.KV_FARES",
        "$JS.API.STREAM.PURGE.KV_FARELOG",
        "$JS.API.STREAM.UPDATE.KV_FARES",
        "$JS.API.STREAM.CREATE.KV_OTHER",
        "$JS.API.CONSUMER.CREATE.BOOKING",
        "$KV.OTHER.a",
    ] {
        search.publish(subject, "{}".into()).await.unwrap();
        let refusal = next_refusal(&mut refused).await;
        assert!(refusal.contains("permissions violation"), "{refusal}");
        assert!(refusal.contains(&subject.to_lowercase()), "{refusal}");
    }

    broker.stop().await;
}
