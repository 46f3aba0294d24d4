//! Subscriptions to what is told from now on, with nothing kept for who is away.

use std::time::Duration;

use async_nats::header::NATS_MESSAGE_ID;
use events::{Live, NatsArgs};
use futures::StreamExt;
use testkit::TemporaryFolder;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{PATIENCE_S, Teller};

#[tokio::test]
async fn a_live_subscription_sees_what_is_told_from_now_on() {
    let broker = testkit::nats().await;
    let teller = Teller::new().await;
    teller.relay_to(&broker.url).await;
    let nats = events::connect(&NatsArgs::open(&broker.url)).await.unwrap();
    let mut live = events::live(nats, &["booking.>"], teller.stop.clone()).await.unwrap();

    // The broker may hear of the subscription only after a first event, which comes by another connection.
    let mut told = Vec::new();
    let seen = tokio::time::timeout(testkit::patience(PATIENCE_S), async {
        loop {
            told.push(teller.tell().await);
            let next = tokio::time::timeout(Duration::from_secs(1), live.next());
            if let Ok(Some(Live::Event(event))) = next.await {
                return event.id;
            }
        }
    });
    let seen = seen.await.unwrap();
    assert!(told.contains(&seen), "{seen} is none of {told:?}");
}

/// A connection that the broker has taken.
async fn connected(url: &str) -> events::Nats {
    let nats = events::connect(&NatsArgs::open(url)).await.unwrap();
    let taken = async {
        while !nats.is_connected() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), taken).await.expect("the broker is there");
    nats
}

/// Has the broker take an event from another thread. Meanwhile nothing is sent from this one.
fn publish_apart(url: &str) -> Uuid {
    let (url, id) = (url.to_owned(), Uuid::now_v7());
    let publish = async move {
        let client = async_nats::connect(&url).await.unwrap();
        let mut taken = client.subscribe("booking.>").await.unwrap();
        let mut headers = async_nats::HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, id.to_string());
        client.publish_with_headers("booking.confirmed", headers, "hello".into()).await.unwrap();
        taken.next().await.unwrap();
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    std::thread::spawn(move || runtime.block_on(publish)).join().unwrap();
    id
}

async fn next_event(live: &mut (impl futures::Stream<Item = Live> + Unpin)) -> Uuid {
    let event = async {
        loop {
            if let Live::Event(event) = live.next().await.unwrap() {
                return event.id;
            }
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), event).await.expect("the event is seen")
}

#[tokio::test]
async fn a_live_subscription_misses_nothing_once_it_is_made() {
    let broker = testkit::nats().await;
    let nats = connected(&broker.url).await;

    let mut live = events::live(nats, &["booking.>"], CancellationToken::new()).await.unwrap();
    let told = publish_apart(&broker.url);

    assert_eq!(next_event(&mut live).await, told);
}

#[tokio::test]
async fn a_live_subscription_of_a_broker_that_comes_later_says_from_when_it_misses_nothing() {
    let port = testkit::free_port();
    let nats = events::connect(&NatsArgs::open(format!("nats://127.0.0.1:{port}"))).await.unwrap();
    let mut live = events::live(nats, &["booking.>"], CancellationToken::new()).await.unwrap();
    let folder = TemporaryFolder::new("later");
    let access = servers::Access::Anyone;
    let later = servers::Nats::start(folder.path(), port, servers::Durability::None, access).await.unwrap();

    let said = tokio::time::timeout(testkit::patience(PATIENCE_S), live.next()).await.expect("it says so");
    let told = publish_apart(&later.url);

    assert!(matches!(said, Some(Live::Reconnected)));
    assert_eq!(next_event(&mut live).await, told);
}
