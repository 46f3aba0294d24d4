use futures::StreamExt;
use prost::Message;
use proto::payments::v1::{PaymentChanged, PaymentStatus};

use crate::harness::{PRICE, Shop, Traveller, usd};

#[tokio::test]
async fn what_becomes_of_a_payment_is_told_to_the_others() {
    let nats = testkit::nats().await;
    let client = async_nats::connect(&nats.url).await.unwrap();
    let mut subscription = client.subscribe("payment.>").await.unwrap();
    client.flush().await.unwrap();
    let shop = Shop::open_with(&["--nats-url", &nats.url]).await;
    let traveller = Traveller::new();

    let (payment, booking) = shop.captured(&traveller).await;
    shop.refund(&traveller, &payment.id, booking, ("r", 1_000)).await.unwrap();

    let mut told = Vec::new();
    for _ in 0..3 {
        let next = tokio::time::timeout(testkit::patience(15), subscription.next());
        let message = next.await.expect("an event arrives").unwrap();
        told.push((message.subject.to_string(), PaymentChanged::decode(message.payload).unwrap()));
    }
    let subjects: Vec<_> = told.iter().map(|(subject, _)| subject.as_str()).collect();
    assert_eq!(subjects, ["payment.authorised", "payment.captured", "payment.refunded"]);
    assert!(told.is_sorted_by_key(|(_, event)| event.version));
    let last = &told[2].1;
    assert_eq!(
        (last.payment_id.as_str(), last.booking_id.as_str()),
        (payment.id.as_str(), &*booking.to_string())
    );
    assert_eq!((last.captured.clone(), last.refunded.clone()), (Some(usd(PRICE)), Some(usd(1_000))));
    assert_eq!(last.status(), PaymentStatus::PartiallyRefunded);
}

#[tokio::test]
async fn the_event_tables_are_the_platforms() {
    let ours = include_str!("../../migrations/20261121000001_create_events.sql");

    assert_eq!(ours, include_str!("../../../platform/events/schema.sql"));
}
