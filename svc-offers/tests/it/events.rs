use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::header::NATS_MESSAGE_ID;
use duffel::testing::offer;
use prost::Message;
use proto::booking::v1::BookingChanged;
use service::Mode;
use testkit::{TestNats, patience};
use uuid::Uuid;

use crate::harness::{OFFER, Offers, data};

/// Tells what became of a booking of an offer of the request.
async fn tell(nats: &TestNats, subject: &'static str, mode: Mode, request_key: &str) {
    let event =
        BookingChanged { mode: mode.into(), request_key: request_key.into(), ..BookingChanged::default() };
    publish(nats, subject, &event).await;
}

async fn publish(nats: &TestNats, subject: &'static str, event: &BookingChanged) {
    let broker = async_nats::connect(&nats.url).await.unwrap();
    let mut headers = HeaderMap::new();
    headers.insert(NATS_MESSAGE_ID, Uuid::now_v7().to_string());
    broker.publish_with_headers(subject, headers, event.encode_to_vec().into()).await.unwrap();
    broker.flush().await.unwrap();
}

/// Whether the offer comes to be valid, or not, within this time.
async fn comes_to_be(offers: &Offers, valid: bool, within: Duration) -> bool {
    let comes = async {
        while offers.verify().await.unwrap().valid != valid {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(within, comes).await.is_ok()
}

#[tokio::test]
async fn the_second_traveller_of_a_taken_request_learns_it_before_paying_until_the_first_has_failed() {
    let nats = testkit::nats().await;
    let offers = Offers::start_with_broker(&nats.url).await;
    offers.answers(OFFER, data(&offer())).await;

    // Told again and again: at first nobody may be listening yet. What is not about this request has no effect.
    for _ in 0..100 {
        tell(&nats, "booking.reserved", Mode::Live, "pas_a").await;
        tell(&nats, "booking.reserved", Mode::Test, "pas_another").await;
        assert!(offers.verify().await.unwrap().valid);
        tell(&nats, "booking.reserved", Mode::Test, "pas_a").await;
        if comes_to_be(&offers, false, patience(1)).await {
            assert_eq!(offers.quote(&[]).await.unwrap_err().code, "OFFER_EXPIRED");
            let spent = BookingChanged {
                mode: Mode::Test.into(),
                request_key: "pas_a".into(),
                request_is_spent: true,
                ..BookingChanged::default()
            };
            publish(&nats, "booking.failed", &spent).await;
            let is_free = comes_to_be(&offers, true, Duration::from_secs(1)).await;
            assert!(!is_free, "the provider takes no second order");
            tell(&nats, "booking.failed", Mode::Test, "pas_a").await;
            let is_free = comes_to_be(&offers, true, patience(10)).await;
            assert!(is_free, "no order was sent: the offer is free again");
            return;
        }
    }
    panic!("the booking had no effect");
}
