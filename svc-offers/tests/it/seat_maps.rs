use duffel::testing::{offer, seat_map};
use serde_json::json;
use time::Duration;
use wiremock::ResponseTemplate;

use crate::harness::{OFFER, Offers, SEAT_MAPS, data, refusal};

#[tokio::test]
async fn r032_each_flight_has_its_map_for_a_minute() {
    let offers = Offers::start().await;
    offers.answers(SEAT_MAPS, data(&json!([seat_map()]))).await;
    offers.also_answers(OFFER, data(&offer())).await;

    let maps = offers.seat_maps().await.unwrap();
    offers.answers(OFFER, data(&offer())).await;
    offers.clock.advance(Duration::seconds(59));
    let again = offers.seat_maps().await.unwrap();

    assert_eq!(maps[0].segment_id, "seg_1");
    assert_eq!(maps, again);
}

#[tokio::test]
async fn r032_an_airline_without_seat_maps_has_an_empty_list() {
    let offers = Offers::start().await;
    offers.answers(SEAT_MAPS, data(&json!([]))).await;
    offers.also_answers(OFFER, data(&offer())).await;

    assert!(offers.seat_maps().await.unwrap().is_empty());
}

#[tokio::test]
async fn seat_maps_of_an_offer_that_is_gone_are_gone_with_it() {
    let offers = Offers::start().await;
    offers.answers(SEAT_MAPS, data(&json!([seat_map()]))).await;
    offers.also_answers(OFFER, refusal(422, "offer_no_longer_available")).await;

    assert_eq!(offers.seat_maps().await.unwrap_err().code, "OFFER_EXPIRED");
}

#[tokio::test]
async fn seat_maps_that_cannot_be_had_are_said_to_be_so() {
    let offers = Offers::start().await;
    offers.answers(SEAT_MAPS, ResponseTemplate::new(502)).await;
    offers.also_answers(OFFER, data(&offer())).await;

    assert_eq!(offers.seat_maps().await.unwrap_err().code, "PROVIDER_UNAVAILABLE");
}

#[tokio::test]
async fn r032_a_map_that_cannot_be_read_hides_no_other() {
    let offers = Offers::start().await;
    offers.answers(SEAT_MAPS, data(&json!([{ "id": "sea_odd" }, seat_map()]))).await;
    offers.also_answers(OFFER, data(&offer())).await;

    let maps = offers.seat_maps().await.unwrap();

    assert_eq!(maps.iter().map(|map| map.id.as_str()).collect::<Vec<_>>(), ["sea_1"]);
}
