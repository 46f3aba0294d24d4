use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::header::NATS_MESSAGE_ID;
use duffel::testing::offer;
use prost::Message;
use proto::booking::v1::BookingChanged;
use service::Mode;
use testkit::TestNats;
use uuid::Uuid;

use crate::harness::{OFFER, Offers, data};

/// Tells that an offer of the request was booked.
async fn tell(nats: &TestNats, mode: Mode, request_key: &str) {
    let broker = async_nats::connect(&nats.url).await.unwrap();
    let event =
        BookingChanged { mode: mode.into(), request_key: request_key.into(), ..BookingChanged::default() };
    let mut headers = HeaderMap::new();
    headers.insert(NATS_MESSAGE_ID, Uuid::now_v7().to_string());
    broker.publish_with_headers("booking.confirmed", headers, event.encode_to_vec().into()).await.unwrap();
    broker.flush().await.unwrap();
}

#[tokio::test]
async fn the_second_traveller_of_a_sold_request_learns_it_before_paying() {
    let nats = testkit::nats().await;
    let offers = Offers::start_with_broker(&nats.url).await;
    offers.answers(OFFER, data(&offer())).await;

    // Told again and again: at first nobody may be listening yet. What is not about this request has no effect.
    for _ in 0..100 {
        tell(&nats, Mode::Live, "pas_a").await;
        tell(&nats, Mode::Test, "pas_another").await;
        assert!(offers.verify().await.unwrap().valid);
        tell(&nats, Mode::Test, "pas_a").await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        if !offers.verify().await.unwrap().valid {
            assert_eq!(offers.quote(&[]).await.unwrap_err().code, "OFFER_EXPIRED");
            return;
        }
    }
    panic!("the booking had no effect");
}
