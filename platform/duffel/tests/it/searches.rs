//! What a search looks like on the wire, and how its answers come.

use std::time::Duration;

use duffel::testing::offer;
use duffel::wire::{CabinClass, MAX_CONNECTIONS, NewPassenger, NewSlice, PassengerKind};
use duffel::{LimitArgs, NewOfferRequest};
use serde_json::{Value, json};
use wiremock::matchers::{body_json, method, path, query_param};
use wiremock::{Mock, ResponseTemplate};

use crate::harness::{answer, client_at, data, provider, refusal, requests};

pub fn search() -> NewOfferRequest {
    NewOfferRequest {
        slices: vec![NewSlice {
            origin: "LHR".into(),
            destination: "JFK".into(),
            departure_date: "2026-04-24".into(),
        }],
        passengers: vec![
            NewPassenger::Kind { kind: PassengerKind::Adult },
            NewPassenger::Age { age: 8 },
            NewPassenger::Kind { kind: PassengerKind::InfantWithoutSeat },
        ],
        cabin_class: CabinClass::PremiumEconomy,
        max_connections: MAX_CONNECTIONS,
        supplier_timeout: Duration::from_secs(20),
    }
}

fn search_body() -> Value {
    json!({ "data": {
        "slices": [{ "origin": "LHR", "destination": "JFK", "departure_date": "2026-04-24" }],
        "passengers": [{ "type": "adult" }, { "age": 8 }, { "type": "infant_without_seat" }],
        "cabin_class": "premium_economy",
        "max_connections": 2,
    }})
}

#[tokio::test]
async fn a_search_names_slices_passengers_and_cabin() {
    let (server, client) = provider().await;
    let expected = Mock::given(method("POST"))
        .and(path("/air/offer_requests"))
        .and(query_param("return_offers", "true"))
        .and(query_param("supplier_timeout", "20000"))
        .and(body_json(search_body()));
    let found =
        json!({ "id": "orq_1", "live_mode": false, "passengers": [{ "id": "pas_a" }], "offers": [offer()] });
    expected.respond_with(data(201, &found)).mount(&server).await;

    let found = client.create_offer_request(&search(), true).await.unwrap();

    assert_eq!((found.offers.len(), found.passengers.len()), (1, 1));
}

#[tokio::test]
async fn a_batch_is_polled_until_no_airline_is_left() {
    let (server, client) = provider().await;
    let batch = |remaining: u32, offers: Vec<Value>| json!({ "id": "orq_1", "live_mode": false, "total_batches": 2, "remaining_batches": remaining, "offers": offers });
    let poll = || path("/air/batch_offer_requests/orq_1");
    answer(&server, path("/air/batch_offer_requests"), data(201, &batch(2, vec![]))).await;
    Mock::given(poll()).respond_with(data(200, &batch(1, vec![]))).up_to_n_times(1).mount(&server).await;
    answer(&server, poll(), data(200, &batch(0, vec![offer()]))).await;

    let created = client.create_batch(&search()).await.unwrap();
    let first = client.poll_batch(&created.id).await.unwrap();
    let last = client.poll_batch(&created.id).await.unwrap();

    assert_eq!((created.remaining_batches, first.remaining_batches, last.remaining_batches), (2, 1, 0));
    assert_eq!(last.offers.len(), 1);
}

#[tokio::test]
async fn a_poll_is_never_repeated_because_it_gives_each_offer_once() {
    let (server, client) = provider().await;
    answer(&server, method("GET"), ResponseTemplate::new(503)).await;

    client.poll_batch("orq_1").await.unwrap_err();

    assert_eq!(requests(&server).await.len(), 1);
}

#[tokio::test]
async fn a_search_that_timed_out_at_the_airlines_is_told_by_its_code() {
    let (server, client) = provider().await;
    answer(&server, method("POST"), refusal(504, &["gateway_timeout_error"])).await;

    let error = client.create_offer_request(&search(), true).await.unwrap_err();

    assert_eq!(error.code(), Some(&duffel::Code::GatewayTimeout));
}

/// An offer under a name of its own.
fn named(id: &str) -> Value {
    let mut offer = offer();
    offer["id"] = id.into();
    offer
}

/// Without what every offer has, without a list that it has, with a number deep inside where a text belongs, and what is no
/// object at all.
fn odd_offers() -> [Value; 7] {
    let mut odd_inside = named("off_odd");
    odd_inside["slices"][0]["segments"][0]["destination"]["name"] = json!(7);
    let mut without_slices = named("off_odd");
    without_slices["slices"] = Value::Null;
    [json!({ "id": "off_odd" }), without_slices, odd_inside, json!("],}"), json!(7), json!([[]]), Value::Null]
}

#[tokio::test]
async fn an_offer_that_cannot_be_read_does_not_hide_the_others() {
    for odd in odd_offers() {
        let (server, client) = provider().await;
        let offers = json!([odd, named("off_1"), odd, odd, named("off_2"), odd]);
        let request = json!({ "id": "orq_1", "live_mode": false, "offers": offers });
        let batch = json!({ "id": "orq_1", "live_mode": false, "total_batches": 1, "remaining_batches": 0, "offers": offers });
        answer(&server, path("/air/offer_requests"), data(201, &request)).await;
        answer(&server, path("/air/batch_offer_requests/orq_1"), data(200, &batch)).await;
        let listed = Mock::given(path("/air/offers")).and(query_param("max_connections", "2"));
        listed.respond_with(data(200, &offers)).mount(&server).await;

        let at_once = client.create_offer_request(&search(), true).await.unwrap().offers;
        let polled = client.poll_batch("orq_1").await.unwrap().offers;
        let listed = client.list_offers("orq_1").await.unwrap();

        for offers in [at_once, polled, listed] {
            let ids: Vec<_> = offers.iter().map(|offer| offer.id.as_str()).collect();
            assert_eq!(ids, ["off_1", "off_2"], "beside {odd}");
        }
    }
}

#[tokio::test]
async fn a_bag_that_cannot_be_read_hides_neither_its_offer_nor_the_other_bags() {
    let (server, client) = provider().await;
    let mut offer = offer();
    *offer.pointer_mut("/slices/0/segments/0/passengers/0/baggages").unwrap() =
        json!([{ "type": "checked", "quantity": "two" }, { "type": "checked", "quantity": 1 }, 7]);
    answer(&server, path("/air/offers"), data(200, &json!([offer]))).await;

    let offers = client.list_offers("orq_1").await.unwrap();

    let bags = &offers[0].slices[0].segments[0].passengers[0].baggages;
    assert_eq!(bags.iter().map(|bag| bag.quantity).collect::<Vec<_>>(), [1]);
}

#[tokio::test]
async fn offers_that_are_no_json_are_never_taken_for_fewer_offers() {
    let offer = offer();
    for offers in [
        format!("[{offer}, {{\"id\": }}]"),
        format!("[{offer}, {{\"id\": \"off_odd\"]"),
        format!("[{offer}, off_odd]"),
        format!("[{offer}"),
    ] {
        let (server, client) = provider().await;
        let broken = |json: String| ResponseTemplate::new(200).set_body_raw(json, "application/json");
        let batch = r#""id": "orq_1", "live_mode": false, "total_batches": 1, "remaining_batches": 0"#;
        let batch = broken(format!(r#"{{"data": {{{batch}, "offers": {offers}}}}}"#));
        answer(&server, path("/air/batch_offer_requests/orq_1"), batch).await;
        answer(&server, path("/air/offers"), broken(format!(r#"{{"data": {offers}}}"#))).await;

        let polled = client.poll_batch("orq_1").await.unwrap_err();
        let listed = client.list_offers("orq_1").await.unwrap_err();

        let undecodable = duffel::ErrorKind::Undecodable;
        assert_eq!((&polled.kind, &listed.kind), (&undecodable, &undecodable), "{offers}");
    }
}

/// Headers of a minute that ends in so many seconds and of which so many calls of 60 are left.
fn limited(with: ResponseTemplate, remaining: u32) -> ResponseTemplate {
    with.insert_header("date", "Tue, 24 Nov 2020 08:21:18 GMT")
        .insert_header("ratelimit-limit", "60")
        .insert_header("ratelimit-remaining", remaining.to_string())
        .insert_header("ratelimit-reset", "Tue, 24 Nov 2020 08:22:00 GMT")
}

#[tokio::test]
async fn searches_leave_a_third_of_the_rate_limit_to_purchases() {
    let (server, client) = provider().await;
    let batch = json!({ "id": "orq_1", "live_mode": false, "total_batches": 1, "remaining_batches": 1 });
    answer(&server, method("POST"), data(201, &batch)).await;
    answer(&server, path("/air/offers/off_1"), limited(data(200, &offer()), 19)).await;
    client.create_batch(&search()).await.unwrap();

    client.get_offer("off_1", duffel::Services::Omitted).await.unwrap();
    let refused = [
        client.create_offer_request(&search(), true).await.unwrap_err(),
        client.create_batch(&search()).await.unwrap_err(),
        client.poll_batch("orq_1").await.unwrap_err(),
        client.list_offers("orq_1").await.unwrap_err(),
        client.look_up_offer("off_1").await.unwrap_err(),
    ];
    let asked = requests(&server).await.len();

    for refused in refused {
        assert_eq!(refused.kind, duffel::ErrorKind::Reserved, "{refused}");
        assert!((41..=42).contains(&refused.retry_after.unwrap().as_secs()), "{refused:?}");
    }
    assert_eq!(asked, 2, "what is refused here is not sent");
    client.get_offer("off_1", duffel::Services::Omitted).await.unwrap();
}

#[tokio::test]
async fn look_ups_leave_half_of_what_searches_may_use_to_them() {
    let (server, client) = provider().await;
    let batch = json!({ "id": "orq_1", "live_mode": false, "total_batches": 1, "remaining_batches": 1 });
    answer(&server, method("POST"), data(201, &batch)).await;
    answer(&server, path("/air/offers/off_1"), limited(data(200, &offer()), 30)).await;
    client.get_offer("off_1", duffel::Services::Omitted).await.unwrap();

    let refused = client.look_up_offer("off_1").await.unwrap_err();
    client.create_batch(&search()).await.unwrap();

    assert_eq!(refused.kind, duffel::ErrorKind::Reserved, "{refused}");
    assert_eq!(refused.operation, "offers.look_up", "no alarm on reads of chosen offers counts it");
    assert_eq!(requests(&server).await.len(), 2, "a look-up that is refused here is not sent");
}

#[tokio::test]
async fn day07_a_search_that_no_traveller_asked_for_leaves_two_thirds_of_the_rate_limit() {
    let (server, client) = provider().await;
    assert_eq!(client.room_for_look_up(), Ok(()), "nothing is known yet");
    for (left, has_room) in [(41, true), (39, false)] {
        server.reset().await;
        answer(&server, path("/air/offers/off_1"), limited(data(200, &offer()), left)).await;
        client.get_offer("off_1", duffel::Services::Omitted).await.unwrap();

        assert_eq!(client.room_for_look_up().is_ok(), has_room, "{left} of 60 are left");
    }
}

#[tokio::test]
async fn a_smaller_reserve_lets_searches_go_on_for_longer() {
    let (server, client) = provider().await;
    let batch = json!({ "id": "orq_1", "live_mode": false, "total_batches": 1, "remaining_batches": 1 });
    answer(&server, method("POST"), data(201, &batch)).await;
    answer(&server, path("/air/offers/off_1"), limited(data(200, &offer()), 19)).await;
    let limits = LimitArgs { duffel_reserve_percent: 30, ..LimitArgs::default() };
    let lavish = client_at(&server.uri(), limits);

    for client in [&client, &lavish] {
        client.get_offer("off_1", duffel::Services::Omitted).await.unwrap();
    }

    assert_eq!(client.create_batch(&search()).await.unwrap_err().kind, duffel::ErrorKind::Reserved);
    lavish.create_batch(&search()).await.unwrap();
}
