//! What some airlines leave out of offers, or say oddly on orders.

use serde_json::{Value, json};

use crate::harness::{Client, order_body, sandbox, sandbox_with, text};

/// The cheapest offer of that airline from New York to London.
async fn offer_of(sandbox: &Client, airline: &str) -> Value {
    let found = sandbox.search("JFK-LHR").await;
    let offers = found["offers"].as_array().unwrap();
    let offer = offers.iter().find(|offer| offer["owner"]["iata_code"] == airline);
    offer.unwrap_or_else(|| panic!("{airline} flies there")).clone()
}

#[tokio::test]
async fn each_part_that_may_be_null_is_null_at_some_airline() {
    let sandbox = sandbox().await;
    let segment = "/slices/0/segments/0";
    let table = [
        ("KL", "/conditions".to_owned()),
        ("EI", "/conditions/refund_before_departure".to_owned()),
        ("LH", "/conditions/change_before_departure".to_owned()),
        ("LH", "/slices/0/conditions/change_before_departure".to_owned()),
        ("IB", format!("{segment}/aircraft")),
        ("TP", format!("{segment}/origin_terminal")),
        ("TP", format!("{segment}/destination_terminal")),
        ("AT", "/owner/logo_symbol_url".to_owned()),
        ("AT", format!("{segment}/marketing_carrier/logo_lockup_url")),
        ("AC", format!("{segment}/passengers/0/cabin/amenities")),
        ("OS", format!("{segment}/passengers/0/cabin")),
    ];
    for (airline, pointer) in table {
        let odd = offer_of(&sandbox, airline).await;
        let plain = offer_of(&sandbox, "BA").await;

        assert_eq!(odd.pointer(&pointer), Some(&Value::Null), "{airline} {pointer}");
        assert!(plain.pointer(&pointer).is_some_and(|value| !value.is_null()), "{pointer}");
    }
}

#[tokio::test]
async fn what_is_left_out_takes_no_order_away_and_some_list_each_ticket_twice() {
    let sandbox = sandbox().await;
    for (airline, tickets) in [("KL", 1), ("IB", 1), ("AT", 2)] {
        let booked = sandbox.book(&offer_of(&sandbox, airline).await).await;

        assert_eq!(booked.status, 201, "{airline} {:?}", booked.body);
        let documents = booked.body["data"]["documents"].as_array().unwrap();
        assert_eq!(documents.len(), tickets, "{airline}");
        assert!(documents.iter().all(|document| *document == documents[0]), "{airline}");
    }
}

#[tokio::test]
async fn an_airline_may_sell_in_a_currency_of_its_own() {
    let sandbox = sandbox_with(&["--airline-currencies", "AF=EUR,BA=GBP"]).await;
    for (airline, currency) in [("AF", "EUR"), ("BA", "GBP"), ("AA", "USD")] {
        let offer = offer_of(&sandbox, airline).await;
        let id = text(&offer["id"]);
        let mut wrong = order_body(&offer);
        wrong["payments"][0]["currency"] = json!("JPY");

        let maps = sandbox.get(&format!("/air/seat_maps?offer_id={id}")).await.body.to_string();
        let refused = sandbox.post("/air/orders", wrong).await;
        let booked = sandbox.book(&offer).await;

        assert_eq!((&offer["total_currency"], &offer["tax_currency"]), (&json!(currency), &json!(currency)));
        assert!(maps.contains(&format!(r#""total_currency":"{currency}""#)), "{airline}");
        assert_eq!(refused.code(), "no_match");
        assert_eq!(booked.body["data"]["total_currency"], currency, "{:?}", booked.body);
    }
}
