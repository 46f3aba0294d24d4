//! How many copies of a stream the broker keeps.

use std::time::Duration;

use async_nats::jetstream::{self, stream};
use events::StreamArgs;

use crate::{PATIENCE_S, STREAM, Teller, Warnings, until};

const WARNING: &str = "at least NATS_STREAM_REPLICAS servers";

/// Makes the stream as an earlier start did: with one copy. Waits until the broker can keep three.
async fn made_before(broker: &jetstream::Context) {
    let three_copies = stream::Config {
        name: "PROBE".to_owned(),
        subjects: vec!["probe".to_owned()],
        num_replicas: 3,
        ..Default::default()
    };
    let is_ready = async {
        while broker.create_stream(three_copies.clone()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), is_ready).await.expect("the brokers find each other");
    let before = stream::Config {
        name: "BOOKING".to_owned(),
        subjects: vec!["booking.>".to_owned()],
        max_messages: 1_000,
        ..Default::default()
    };
    broker.create_stream(before).await.unwrap();
}

async fn broker(url: &str) -> jetstream::Context {
    jetstream::new(async_nats::connect(url).await.unwrap())
}

async fn copies(broker: &jetstream::Context) -> usize {
    broker.get_stream("BOOKING").await.unwrap().cached_info().config.num_replicas
}

/// Has an event published by a program that wants so many copies of its stream.
async fn publish_with(replicas: u8, url: &str) {
    let teller = Teller::new().await;
    teller.relay_into(STREAM.with(StreamArgs { nats_stream_replicas: replicas }), url).await;
    teller.tell().await;
    until(&teller.db.pool, "select count(*) from outbox where published_at is null", 0).await;
}

#[tokio::test]
async fn an_existing_stream_gets_the_copies_of_the_setting_and_nothing_else_changes() {
    let warnings = Warnings::default();
    let _while_it_lives = warnings.hear();
    let cluster = testkit::nats_cluster().await;
    let broker = broker(&cluster.url).await;
    made_before(&broker).await;

    publish_with(3, &cluster.url).await;
    let config = broker.get_stream("BOOKING").await.unwrap().cached_info().config.clone();
    assert_eq!((config.num_replicas, config.max_messages), (3, 1_000));
    assert!(!warnings.text().contains(WARNING), "{}", warnings.text());

    publish_with(5, &cluster.url).await;
    assert_eq!(copies(&broker).await, 3, "three servers keep no more");
    assert!(warnings.text().contains(WARNING), "{}", warnings.text());
}

#[tokio::test]
async fn a_single_server_keeps_one_copy_and_events_go_on() {
    let warnings = Warnings::default();
    let _while_it_lives = warnings.hear();
    let single = testkit::nats().await;

    publish_with(3, &single.url).await;

    assert_eq!(copies(&broker(&single.url).await).await, 1);
    assert!(warnings.text().contains(WARNING), "{}", warnings.text());
}
