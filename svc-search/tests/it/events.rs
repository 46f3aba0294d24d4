use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::header::NATS_MESSAGE_ID;
use prost::Message;
use proto::booking::v1::BookingChanged;
use proto::search::v1::SearchFlightsRequest;
use service::Mode;
use testkit::TestNats;
use uuid::Uuid;

use crate::harness::{Search, offer, request};

fn for_two() -> SearchFlightsRequest {
    SearchFlightsRequest { adults: 2, ..request() }
}

/// Two searches in memory, of two offer requests, which the provider has forgotten that it was asked for.
async fn remembered(search: &Search) {
    search.finds(&[offer("off_a", "100.00")]).await;
    search.search(request()).await.unwrap();
    let mut other = offer("off_b", "100.00");
    other["passengers"][1]["id"] = "pas_another".into();
    search.finds(&[other]).await;
    search.search(for_two()).await.unwrap();
    search.finds(&[offer("off_c", "100.00")]).await;
}

/// Tells an event again and again until the search for two is forgotten.
async fn tell_until_forgotten(
    search: &Search,
    nats: &TestNats,
    subject: &'static str,
    event: &BookingChanged,
) {
    let broker = async_nats::connect(&nats.url).await.unwrap();
    for _ in 0..100 {
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, Uuid::now_v7().to_string());
        broker.publish_with_headers(subject, headers, event.encode_to_vec().into()).await.unwrap();
        broker.flush().await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        search.search(for_two()).await.unwrap();
        if search.asked().await > 0 {
            return;
        }
    }
    panic!("{subject} had no effect");
}

fn booked(mode: Mode, request_key: &str) -> BookingChanged {
    BookingChanged { mode: mode.into(), request_key: request_key.into(), ..BookingChanged::default() }
}

#[tokio::test]
async fn a_changed_mode_drops_everything() {
    let nats = testkit::nats().await;
    let search = Search::start_with_broker(&nats.url).await;
    remembered(&search).await;

    tell_until_forgotten(&search, &nats, "system.mode", &BookingChanged::default()).await;

    assert_eq!(search.ids().await, ["off_c"]);
}

#[tokio::test]
async fn r033_a_booking_drops_the_whole_result_it_came_from_and_no_other() {
    let nats = testkit::nats().await;
    let search = Search::start_with_broker(&nats.url).await;
    remembered(&search).await;
    // The first connection empties the memory as well; after this it is made.
    tell_until_forgotten(&search, &nats, "system.mode", &BookingChanged::default()).await;
    search.clock.advance(time::Duration::minutes(6));
    remembered(&search).await;

    tell_until_forgotten(&search, &nats, "booking.reserved", &booked(Mode::Test, "pas_another")).await;

    assert_eq!(search.ids().await, ["off_a"]);
}
