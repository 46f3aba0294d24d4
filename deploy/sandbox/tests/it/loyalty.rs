//! The provider's test traveller, whose loyalty programme account brings a tenth off at the test airline.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Client, order_body, sandbox, search_body, text};

fn earhart(account_number: &str) -> Value {
    json!({
        "given_name": "Amelia",
        "family_name": "Earhart",
        "loyalty_programme_accounts": [{ "airline_iata_code": "ZZ", "account_number": account_number }],
    })
}

fn cents(offer: &Value, member: &str) -> i64 {
    text(&offer[member]).replace('.', "").parse().unwrap()
}

/// The offers of one search, in which the passenger is who `member` says.
async fn search_as(sandbox: &Client, member: Value) -> Vec<Value> {
    let mut search = search_body("JFK-LHR");
    search["passengers"][0].as_object_mut().unwrap().extend(member.as_object().unwrap().clone());
    let found = sandbox.post("/air/offer_requests", search).await.body;
    found["data"]["offers"].as_array().unwrap().clone()
}

fn of_airline<'a>(offers: &'a [Value], airline: &str) -> &'a Value {
    offers.iter().find(|offer| offer["owner"]["iata_code"] == airline).unwrap()
}

#[tokio::test]
async fn the_test_account_takes_a_tenth_off_at_the_test_airline_alone() {
    let sandbox = sandbox().await;
    let plain = search_as(&sandbox, json!({})).await;
    let cheaper = search_as(&sandbox, earhart("1234567890")).await;
    let other = search_as(&sandbox, earhart("1234567891")).await;

    let full = cents(of_airline(&plain, "ZZ"), "total_amount");
    let offer = of_airline(&cheaper, "ZZ");
    assert_eq!(cents(offer, "total_amount"), full - full / 10);
    assert_eq!(cents(offer, "base_amount") + cents(offer, "tax_amount"), cents(offer, "total_amount"));
    assert_eq!(offer["passengers"][0]["given_name"], "Amelia");
    assert_eq!(cents(of_airline(&other, "ZZ"), "total_amount"), full);
    assert_eq!(of_airline(&cheaper, "AA")["total_amount"], of_airline(&plain, "AA")["total_amount"]);
}

#[tokio::test]
async fn an_account_that_is_named_later_makes_the_offer_cheaper_and_is_sold_so() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let (id, passenger) = (text(&offer["id"]), text(&offer["passengers"][0]["id"]));
    let path = format!("/air/offers/{id}/passengers/{passenger}");
    let update = sandbox.duffel_as("duffel_test_x", Method::PATCH, &path);

    let updated = Answer::of(update.json(&json!({ "data": earhart("1234567890") }))).await;
    let stale = sandbox.book(&offer).await;
    let read = sandbox.get(&format!("/air/offers/{id}")).await.body;
    let booked = sandbox.post("/air/orders", order_body(&read["data"])).await;

    assert_eq!((updated.status, &updated.body["data"]["id"]), (200, &offer["passengers"][0]["id"]));
    assert_eq!(stale.code(), "payment_amount_does_not_match_order_amount");
    assert!(cents(&read["data"], "total_amount") < cents(&offer, "total_amount"));
    assert_eq!(booked.status, 201, "{:?}", booked.body);
}

#[tokio::test]
async fn programmes_are_listed_and_unknown_passengers_are_not_found() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let path = format!("/air/offers/{}/passengers/pas_1", text(&offer["id"]));
    let update = sandbox.duffel_as("duffel_test_x", Method::PATCH, &path);

    let unknown = Answer::of(update.json(&json!({ "data": earhart("1") }))).await;
    let listed = sandbox.get("/air/loyalty_programmes?limit=1").await.body;
    let id = text(&listed["data"][0]["id"]);
    let read = sandbox.get(&format!("/air/loyalty_programmes/{id}")).await;

    assert_eq!((unknown.status, unknown.code()), (404, "not_found"));
    assert_eq!(read.body["data"], listed["data"][0]);
}
