use serde_json::{Value, json};

use crate::harness::{Answer, Client, sandbox, text};

async fn booked(sandbox: &Client, route: &str) -> Value {
    let placed = sandbox.book(&sandbox.offer(route).await).await;
    assert_eq!(placed.status, 201, "{:?}", placed.body);
    placed.body["data"].clone()
}

async fn quote(sandbox: &Client, order: &Value) -> Answer {
    sandbox.post("/air/order_cancellations", json!({ "order_id": order["id"] })).await
}

async fn confirm(sandbox: &Client, quote: &Answer) -> Answer {
    let id = text(&quote.body["data"]["id"]);
    let path = format!("/air/order_cancellations/{id}/actions/confirm");
    Answer::of(sandbox.duffel_as("duffel_test_x", reqwest::Method::POST, &path)).await
}

#[tokio::test]
async fn a_quote_cancels_nothing_until_it_is_confirmed() {
    let sandbox = sandbox().await;
    let order = booked(&sandbox, "JFK-LHR").await;
    let path = format!("/air/orders/{}", text(&order["id"]));

    let quoted = quote(&sandbox, &order).await;
    let before = sandbox.get(&path).await.body;
    let confirmed = confirm(&sandbox, &quoted).await;
    let after = sandbox.get(&path).await.body;

    assert_eq!(quoted.status, 201);
    assert_eq!(quoted.body["data"]["refund_amount"], order["total_amount"]);
    assert_eq!(quoted.body["data"]["refund_to"], "balance");
    assert!(before["data"]["cancelled_at"].is_null());
    assert_eq!(confirmed.status, 200);
    assert!(confirmed.body["data"]["confirmed_at"].is_string());
    assert!(after["data"]["cancelled_at"].is_string());
    assert_eq!(after["data"]["available_actions"], json!(["update"]));
    assert_eq!(after["data"]["cancellation"]["id"], quoted.body["data"]["id"]);
}

#[tokio::test]
async fn only_the_newest_quote_counts_and_for_an_hour() {
    let sandbox = sandbox().await;
    let order = booked(&sandbox, "JFK-LHR").await;

    let first = quote(&sandbox, &order).await;
    let second = quote(&sandbox, &order).await;
    let outdated = confirm(&sandbox, &first).await;
    sandbox.pass(3601).await;
    let expired = confirm(&sandbox, &second).await;

    assert_eq!((outdated.status, outdated.code()), (422, "order_cancellation_stale"));
    assert_eq!((expired.status, expired.code()), (422, "order_cancellation_stale"));
}

#[tokio::test]
async fn an_order_is_cancelled_once() {
    let sandbox = sandbox().await;
    let order = booked(&sandbox, "JFK-LHR").await;
    let quoted = quote(&sandbox, &order).await;
    confirm(&sandbox, &quoted).await;

    let again = confirm(&sandbox, &quoted).await;
    let requoted = quote(&sandbox, &order).await;

    assert_eq!(again.code(), "already_cancelled");
    assert_eq!(requoted.code(), "already_cancelled");
}

#[tokio::test]
async fn the_credit_route_refunds_with_a_credit_that_has_its_code_once_confirmed() {
    let sandbox = sandbox().await;
    let order = booked(&sandbox, "LTN-SYD").await;

    let quoted = quote(&sandbox, &order).await;
    let confirmed = confirm(&sandbox, &quoted).await;

    let credit = |answer: &Answer| answer.body["data"]["airline_credits"][0].clone();
    assert_eq!(quoted.body["data"]["refund_to"], "airline_credits");
    assert_eq!(credit(&quoted)["credit_amount"], order["total_amount"]);
    assert!(credit(&quoted)["credit_code"].is_null());
    assert!(credit(&confirmed)["credit_code"].is_string());
}

#[tokio::test]
async fn a_credit_of_the_way_back_has_its_code_half_a_minute_later() {
    let sandbox = sandbox().await;
    let order = booked(&sandbox, "SYD-LTN").await;
    let quoted = quote(&sandbox, &order).await;
    let confirmed = confirm(&sandbox, &quoted).await;
    let listed = &confirmed.body["data"]["airline_credits"][0];
    let by_id = format!("/air/airline_credits/{}", text(&listed["id"]));
    let cancellation = format!("/air/order_cancellations/{}", text(&quoted.body["data"]["id"]));

    let early = sandbox.get(&by_id).await;
    sandbox.pass(31).await;
    let issued = sandbox.get(&by_id).await.body["data"].clone();
    let relisted = sandbox.get(&cancellation).await.body["data"]["airline_credits"][0].clone();

    assert_eq!((early.status, early.code()), (404, "not_found"));
    assert!(listed["credit_code"].is_null() && listed["issued_on"].is_string());
    assert_eq!(issued["code"], relisted["credit_code"]);
    assert_eq!((&issued["order_id"], &issued["amount"]), (&order["id"], &order["total_amount"]));
    assert_eq!(issued["passenger_id"], order["passengers"][0]["id"]);
}
