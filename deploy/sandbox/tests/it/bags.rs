//! Bags as airlines state them: so many, none, or no word of them. And as they sell more: by weight, direction and piece.

use serde_json::{Value, json};

use crate::harness::{Answer, Client, order_body, sandbox, text};

#[tokio::test]
async fn an_airline_says_that_no_bag_is_included_and_some_say_nothing_of_cabin_bags() {
    let sandbox = sandbox().await;
    let found = sandbox.search("JFK-MEX").await;

    let mut stated_none = 0;
    let mut silent = 0;
    for offer in found["offers"].as_array().unwrap() {
        for segment in offer["slices"][0]["segments"].as_array().unwrap() {
            let bags = segment["passengers"][0]["baggages"].as_array().unwrap();
            let kinds: Vec<_> = bags.iter().map(|bag| text(&bag["type"])).collect();
            let is_silent = segment["marketing_carrier"]["iata_code"] == "AM";
            assert_eq!(kinds, if is_silent { &["checked"][..] } else { &["checked", "carry_on"][..] });
            stated_none += usize::from(bags[0]["quantity"] == 0);
            silent += usize::from(is_silent);
        }
    }

    assert!(stated_none > 0 && silent > 0, "{stated_none} {silent}");
}

/// An offer of British Airways for a round trip, read with its services.
async fn round_trip(sandbox: &Client) -> Value {
    let search = json!({
        "slices": [
            { "origin": "JFK", "destination": "LHR", "departure_date": "2027-06-15" },
            { "origin": "LHR", "destination": "JFK", "departure_date": "2027-06-25" },
        ],
        "passengers": [{ "type": "adult" }, { "type": "infant_without_seat" }],
    });
    let found = sandbox.post("/air/offer_requests", search).await.body;
    let offers = found["data"]["offers"].as_array().unwrap();
    let offer = offers.iter().find(|offer| offer["owner"]["iata_code"] == "BA").unwrap();
    with_services(sandbox, offer).await
}

async fn with_services(sandbox: &Client, offer: &Value) -> Value {
    let path = format!("/air/offers/{}?return_available_services=true", text(&offer["id"]));
    sandbox.get(&path).await.body["data"].clone()
}

/// The segments of a slice, as a service names them.
fn segments(offer: &Value, slice: usize) -> Vec<Value> {
    let segments = offer["slices"][slice]["segments"].as_array().unwrap();
    segments.iter().map(|segment| segment["id"].clone()).collect()
}

/// The service of this weight that covers just these segments.
fn bag(offer: &Value, weight_kg: u8, segments: &[Value]) -> Value {
    let services = offer["available_services"].as_array().unwrap();
    let is_it = |service: &&Value| {
        service["metadata"]["maximum_weight_kg"] == weight_kg && service["segment_ids"] == json!(segments)
    };
    services.iter().find(is_it).unwrap_or_else(|| panic!("{weight_kg} kg of {services:?}")).clone()
}

fn cents(amount: &Value) -> i64 {
    text(amount).replace('.', "").parse().unwrap()
}

/// Asks what the offer costs with these services.
async fn priced(sandbox: &Client, offer: &Value, services: &[(&Value, u64)]) -> Answer {
    let chosen =
        services.iter().map(|(service, quantity)| json!({ "id": service["id"], "quantity": quantity }));
    let intent = json!({
        "intended_payment_methods": [{ "type": "balance" }],
        "intended_services": chosen.collect::<Vec<_>>(),
    });
    sandbox.post(&format!("/air/offers/{}/actions/price", text(&offer["id"])), intent).await
}

#[tokio::test]
async fn a_search_tells_no_services_and_an_offer_tells_them_when_asked() {
    let sandbox = sandbox().await;

    let found = sandbox.search("JFK-LHR").await;
    let listed = sandbox.get(&format!("/air/offers?offer_request_id={}", text(&found["id"]))).await.body;
    let first = found["offers"][0].clone();
    let bare = sandbox.get(&format!("/air/offers/{}", text(&first["id"]))).await.body;
    let read = with_services(&sandbox, &first).await;

    for offers in [&found["offers"], &listed["data"]] {
        let offers = offers.as_array().unwrap();
        assert!(!offers.is_empty() && offers.iter().all(|offer| offer["available_services"].is_null()));
    }
    assert!(bare["data"]["available_services"].is_null());
    assert!(!read["available_services"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn two_weights_a_direction_and_one_bag_for_the_whole_trip_are_sold_to_who_has_a_seat() {
    let sandbox = sandbox().await;

    let offer = round_trip(&sandbox).await;

    let (out, back) = (segments(&offer, 0), segments(&offer, 1));
    let both = [out.clone(), back.clone()].concat();
    let prices = [(23, &out), (32, &out), (23, &back), (32, &back), (23, &both)]
        .map(|(weight_kg, segments)| cents(&bag(&offer, weight_kg, segments)["total_amount"]));
    assert_eq!(prices, [7_500, 11_000, 7_500, 11_000, 13_500]);
    let services = offer["available_services"].as_array().unwrap();
    let adult = json!([offer["passengers"][0]["id"]]);
    assert_eq!(services.len(), prices.len());
    assert!(services.iter().all(|service| service["passenger_ids"] == adult));
}

#[tokio::test]
async fn bag04_a_second_bag_of_a_kind_on_a_flight_is_refused() {
    let sandbox = sandbox().await;
    let offer = round_trip(&sandbox).await;
    let (out, back) = (segments(&offer, 0), segments(&offer, 1));
    let (out_23, out_32, back_32) = (bag(&offer, 23, &out), bag(&offer, 32, &out), bag(&offer, 32, &back));
    let trip = bag(&offer, 23, &[out, back].concat());

    for second in [&out_23, &out_32, &trip] {
        let refused = priced(&sandbox, &offer, &[(&out_23, 1), (second, 1)]).await;
        assert_eq!((refused.status, refused.code()), (422, "validation_unique"));
        assert_eq!(refused.body["errors"][0]["source"]["pointer"], "/services/1/id");
    }
    let too_many = priced(&sandbox, &offer, &[(&trip, 3)]).await;
    let apart = priced(&sandbox, &offer, &[(&out_23, 2), (&back_32, 1)]).await;

    assert_eq!((too_many.status, too_many.code()), (422, "validation_inclusion"));
    let more = cents(&apart.body["data"]["total_amount"]) - cents(&offer["total_amount"]);
    assert_eq!(more, 2 * 7_500 + 11_000);
}

#[tokio::test]
async fn a_service_is_withdrawn_or_made_dearer_by_hand() {
    let sandbox = sandbox().await;
    let offer = with_services(&sandbox, &sandbox.offer("JFK-LHR").await).await;
    let sold = &offer["available_services"][0];
    let path = format!("/offers/{}/services/{}", text(&offer["id"]), text(&sold["id"]));

    let dearer = sandbox.control(&path, json!({ "delta_minor": 500 })).await;
    let raised = with_services(&sandbox, &offer).await["available_services"][0].clone();
    let withdrawn = sandbox.control(&path, json!({ "withdraw": true })).await;
    let mut body = order_body(&offer);
    body["services"] = json!([{ "id": sold["id"], "quantity": 1 }]);
    let refused = sandbox.post("/air/orders", body).await;
    let left = with_services(&sandbox, &offer).await["available_services"].clone();
    sandbox.control(&path, json!({ "withdraw": false })).await;
    let again = with_services(&sandbox, &offer).await["available_services"][0].clone();
    let strange = sandbox.control(&path.replace("ase_", "bag_"), json!({ "withdraw": true })).await;

    assert_eq!((dearer.status, withdrawn.status, strange.status), (204, 204, 404));
    assert_eq!(cents(&raised["total_amount"]), cents(&sold["total_amount"]) + 500);
    assert_eq!((refused.status, refused.code()), (422, "ancillary_service_not_available"));
    assert_eq!(left, json!([]));
    assert_eq!(again, raised);
    assert!(sandbox.orders_of(&offer).await.is_empty());
}

#[tokio::test]
async fn a_seat_is_withdrawn_by_hand_like_a_bag() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let sold = seats_of(&sandbox, &offer).await;

    let path = format!("/offers/{}/services/{}", text(&offer["id"]), sold[0]);
    let withdrawn = sandbox.control(&path, json!({ "withdraw": true })).await;

    assert_eq!(withdrawn.status, 204);
    assert_eq!(seats_of(&sandbox, &offer).await, sold[1..]);
}

/// The seats on sale of an offer.
async fn seats_of(sandbox: &Client, offer: &Value) -> Vec<String> {
    let path = format!("/air/seat_maps?offer_id={}", text(&offer["id"]));
    seats_on_sale(&sandbox.get(&path).await.body)
}

/// The ids of the services of an offer's first map.
fn seats_on_sale(maps: &Value) -> Vec<String> {
    let items = |value: &Value, name: &str| value[name].as_array().unwrap().clone();
    let rows = items(&maps["data"][0], "cabins").into_iter().flat_map(move |cabin| items(&cabin, "rows"));
    let sections = rows.flat_map(move |row| items(&row, "sections"));
    let elements = sections.flat_map(move |section| items(&section, "elements"));
    let services = elements.filter_map(|element| element["available_services"].as_array().cloned());
    services.flatten().map(|service| text(&service["id"]).to_owned()).collect()
}
