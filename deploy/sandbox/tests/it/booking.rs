use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, order_body, passenger, sandbox, text};

#[tokio::test]
async fn an_order_is_placed_paid_and_found_again() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;

    let placed = sandbox.book(&offer).await;

    let order = &placed.body["data"];
    assert_eq!(placed.status, 201, "{:?}", placed.body);
    assert_eq!(order["total_amount"], offer["total_amount"]);
    assert_eq!(order["metadata"], json!({ "booking_id": "bk_1" }));
    assert_eq!(text(&order["booking_reference"]).len(), 6);
    assert_eq!(order["documents"][0]["passenger_ids"][0], offer["passengers"][0]["id"]);
    let read = sandbox.get(&format!("/air/orders/{}", text(&order["id"]))).await.body;
    assert_eq!(read["data"]["id"], order["id"]);
    let found = sandbox.orders_of(&offer).await;
    assert_eq!((found.len(), &found[0]["id"]), (1, &order["id"]));
}

#[tokio::test]
async fn an_offer_request_is_booked_once() {
    let sandbox = sandbox().await;
    let found = sandbox.search("JFK-LHR").await;
    let (first, second) = (&found["offers"][0], &found["offers"][1]);

    let booked = sandbox.book(first).await;
    let again = sandbox.book(first).await;
    let other = sandbox.book(second).await;
    let read = sandbox.get(&format!("/air/offers/{}", text(&second["id"]))).await;

    assert_eq!(booked.status, 201, "{:?}", booked.body);
    assert_eq!((again.status, again.code()), (422, "offer_request_already_booked"));
    assert_eq!((other.status, other.code()), (422, "offer_request_already_booked"));
    assert_eq!((read.status, read.code()), (422, "offer_no_longer_available"));
}

#[tokio::test]
async fn orders_sent_at_once_make_one_booking() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;

    let answers = futures::future::join_all((0..8).map(|_| sandbox.book(&offer))).await;

    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(sandbox.orders_of(&offer).await.len(), 1);
}

#[tokio::test]
async fn what_an_airline_would_refuse_is_refused_by_field() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    for (pointer, value, code) in refusals() {
        let mut body = order_body(&offer);
        *body.pointer_mut(pointer).unwrap() = value;

        let refused = sandbox.post("/air/orders", body).await;

        let at = text(&refused.body["errors"][0]["source"]["pointer"]);
        assert_eq!((refused.status, refused.code()), (422, code), "{pointer}");
        assert!(at.starts_with(pointer), "{at}");
    }
    assert!(sandbox.orders_of(&offer).await.is_empty());
}

#[tokio::test]
async fn two_fields_that_are_wrong_are_told_in_one_answer() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let mut body = order_body(&offer);
    body["passengers"][0]["email"] = json!("amelia");
    body["passengers"][0]["phone_number"] = json!("0800");

    let refused = sandbox.post("/air/orders", body).await;

    let errors = refused.body["errors"].as_array().unwrap();
    let codes: Vec<_> = errors.iter().map(|error| text(&error["code"])).collect();
    assert_eq!(codes, ["invalid_phone_number", "invalid_email_address"]);
    assert_eq!(errors[1]["source"]["pointer"], "/passengers/0/email");
    assert_eq!(refused.status, 422);
}

#[tokio::test]
async fn an_airline_that_fails_is_named_by_a_word_where_fields_have_an_object() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("LHR-LGW").await;

    let refused = sandbox.book(&offer).await;

    assert_eq!((refused.status, refused.code()), (502, "airline_unknown"));
    assert_eq!(refused.body["errors"][0]["source"], "duffel_airways");
}

/// A field, what is wrong with it, and the code for that.
fn refusals() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("/selected_offers", json!([]), "validation_length"),
        ("/selected_offers", json!(["off_1"]), "not_found"),
        ("/payments", json!([]), "validation_required"),
        ("/payments/0/type", json!("card"), "validation_inclusion"),
        ("/payments/0/currency", json!("GBP"), "no_match"),
        ("/payments/0/amount", json!("1.00"), "payment_amount_does_not_match_order_amount"),
        ("/passengers", json!([]), "validation_length"),
        ("/passengers/0/id", json!("pas_1"), "not_found"),
        ("/passengers/0/title", json!("sir"), "validation_inclusion"),
        ("/passengers/0/given_name", json!("R2D2"), "invalid_passenger_name"),
        ("/passengers/0/email", json!(""), "validation_required"),
        ("/passengers/0/email", json!("amelia"), "invalid_email_address"),
        ("/passengers/0/phone_number", json!("0800"), "invalid_phone_number"),
        ("/passengers/0/born_on", json!("2026-01-01"), "order_passengers_incompatible_with_offer"),
        ("/passengers/0/identity_documents", json!([]), "validation_required"),
        ("/metadata", json!({ "a b": "x" }), "validation_format"),
    ]
}

#[tokio::test]
async fn a_family_travels_together() {
    let sandbox = sandbox().await;
    let search = json!({
        "slices": [
            { "origin": "JFK", "destination": "LHR", "departure_date": "2027-06-15" },
            { "origin": "LHR", "destination": "JFK", "departure_date": "2027-06-25" },
        ],
        "passengers": [{ "type": "adult" }, { "age": 9 }, { "type": "infant_without_seat" }],
    });
    let found = sandbox.post("/air/offer_requests", search).await.body;
    let offers = found["data"]["offers"].as_array().unwrap();
    let offer = offers.iter().find(|offer| offer["owner"]["iata_code"] == "ZZ").unwrap();
    let ids = &offer["passengers"];
    let mut body = order_body(offer);
    let mut adult = passenger(&ids[0]["id"], "Amelia");
    adult["infant_passenger_id"] = ids[2]["id"].clone();
    let mut child = passenger(&ids[1]["id"], "Grace");
    child["born_on"] = json!("2018-06-25");
    let mut infant = passenger(&ids[2]["id"], "Muriel");
    infant["born_on"] = json!("2026-06-01");
    body["passengers"] = json!([adult, child, infant]);
    let mut orphaned = body.clone();
    orphaned["passengers"][0]["infant_passenger_id"] = Value::Null;
    let mut grown = body.clone();
    grown["passengers"][1]["born_on"] = json!("2018-06-26");

    let orphaned = sandbox.post("/air/orders", orphaned).await;
    let grown = sandbox.post("/air/orders", grown).await;
    let booked = sandbox.post("/air/orders", body).await;

    assert_eq!(orphaned.code(), "validation_required");
    assert_eq!(grown.code(), "order_passengers_incompatible_with_offer");
    assert_eq!(booked.status, 201, "{:?}", booked.body);
    let tickets = booked.body["data"]["documents"].as_array().unwrap();
    let numbers: BTreeSet<_> =
        tickets.iter().map(|ticket| ticket["unique_identifier"].as_str().unwrap()).collect();
    assert_eq!(numbers.len(), 3, "everybody has a ticket of their own");
    assert!(numbers.iter().all(|it| it.len() == 13 && it.bytes().all(|byte| byte.is_ascii_digit())));
}

#[tokio::test]
async fn seats_and_bags_are_in_the_total_and_on_the_order() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let id = text(&offer["id"]);
    let maps = sandbox.get(&format!("/air/seat_maps?offer_id={id}")).await.body;
    let read = sandbox.get(&format!("/air/offers/{id}?return_available_services=true")).await.body;
    let seat = first_seat(&maps["data"][0]).expect("a seat for sale");
    let bag = read["data"]["available_services"][0].clone();
    let chosen = json!([{ "id": seat["service"]["id"], "quantity": 1 }, { "id": bag["id"], "quantity": 1 }]);
    let intent = json!({ "intended_payment_methods": [{ "type": "balance" }], "intended_services": chosen });

    let priced = sandbox.post(&format!("/air/offers/{id}/actions/price"), intent).await;
    let mut body = order_body(&offer);
    body["services"] = chosen;
    let short = sandbox.post("/air/orders", body.clone()).await;
    body["payments"][0]["amount"] = priced.body["data"]["total_amount"].clone();
    let booked = sandbox.post("/air/orders", body).await;

    assert_eq!(short.code(), "payment_amount_does_not_match_order_amount");
    assert_eq!(booked.status, 201, "{:?}", booked.body);
    let order = &booked.body["data"];
    assert_eq!(order["total_amount"], priced.body["data"]["total_amount"]);
    assert_eq!(order["services"].as_array().unwrap().len(), 2);
    let documents = order["documents"].as_array().unwrap();
    let receipt = "electronic_miscellaneous_document_associated";
    let kinds: Vec<_> = documents.iter().map(|document| text(&document["type"])).collect();
    assert_eq!(kinds, ["electronic_ticket", receipt, receipt]);
    assert!(
        documents.iter().all(|document| document["passenger_ids"] == json!([offer["passengers"][0]["id"]]))
    );
    assert_eq!(order["slices"][0]["segments"][0]["passengers"][0]["seat"]["designator"], seat["designator"]);
}

#[tokio::test]
async fn a_seat_that_is_not_for_sale_stops_the_order() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let mut body = order_body(&offer);
    body["services"] = json!([{ "id": "ase_00009UhD4ongolulWd9123" }]);

    let refused = sandbox.post("/air/orders", body).await;

    assert_eq!((refused.status, refused.code()), (422, "ancillary_service_not_available"));
}

#[tokio::test]
async fn metadata_is_replaced_and_nothing_else_changes() {
    let sandbox = sandbox().await;
    let placed = sandbox.book(&sandbox.offer("JFK-LHR").await).await.body;
    let path = format!("/air/orders/{}", text(&placed["data"]["id"]));
    let request = sandbox.duffel_as("duffel_test_x", Method::PATCH, &path);

    let updated = Answer::of(request.json(&json!({ "data": { "metadata": { "attempt": "2" } } }))).await;

    assert_eq!(updated.body["data"]["metadata"], json!({ "attempt": "2" }));
    assert_eq!(updated.body["data"]["total_amount"], placed["data"]["total_amount"]);
}

#[tokio::test]
async fn a_price_moved_by_hand_refuses_the_old_amount() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let path = format!("/offers/{}/price", text(&offer["id"]));

    let moved = sandbox.control(&path, json!({ "delta_minor": 250 })).await;
    let refused = sandbox.book(&offer).await;
    let read = sandbox.get(&format!("/air/offers/{}", text(&offer["id"]))).await.body;

    let cents = |offer: &Value| text(&offer["total_amount"]).replace('.', "").parse::<i64>().unwrap();
    assert_eq!(moved.status, 204);
    assert_eq!(refused.code(), "payment_amount_does_not_match_order_amount");
    assert_eq!(cents(&read["data"]), cents(&offer) + 250);
}

/// A seat that somebody can buy, with its first service.
fn first_seat(map: &Value) -> Option<Value> {
    let rows = map["cabins"].as_array()?.iter().flat_map(|cabin| cabin["rows"].as_array().unwrap());
    let sections = rows.flat_map(|row| row["sections"].as_array().unwrap());
    let mut elements = sections.flat_map(|section| section["elements"].as_array().unwrap());
    let seat = elements.find(|element| element["available_services"][0].is_object())?;
    Some(json!({ "designator": seat["designator"], "service": seat["available_services"][0] }))
}

#[tokio::test]
async fn an_airline_may_take_tax_numbers_and_no_passports() {
    let sandbox = sandbox().await;
    let found = sandbox.search("GRU-BSB").await;
    let offers = found["offers"].as_array().unwrap();
    let of = |airline: &str| offers.iter().find(|offer| offer["owner"]["iata_code"] == airline).unwrap();
    let offer = of("LA");
    let mut body = order_body(offer);
    body["passengers"][0]["identity_documents"] = json!([
        { "type": "tax_id", "unique_identifier": "12345678909", "issuing_country_code": "BR" },
    ]);

    let with_passport = sandbox.book(offer).await;
    let with_number = sandbox.post("/air/orders", body).await;

    assert_eq!(offer["supported_passenger_identity_document_types"], json!(["tax_id"]));
    assert_eq!(offer["passenger_identity_documents_required"], true);
    assert_eq!(of("ZZ")["supported_passenger_identity_document_types"], json!(["passport"]));
    assert_eq!(with_passport.code(), "validation_inclusion");
    assert_eq!(with_number.status, 201, "{:?}", with_number.body);
}
