use serde_json::{Value, json};
use service::Mode;
use time::Duration;

use crate::harness::{Search, context, offer};

fn fare(id: &str, brand: &str, total: &str) -> Value {
    let mut fare = offer(id, total);
    fare["slices"][0]["fare_brand_name"] = brand.into();
    fare
}

#[tokio::test]
async fn r003_the_fares_of_the_same_flights_stand_side_by_side_at_the_brands_price() {
    let search = Search::start().await;
    let mut flex = fare("off_flex", "Flex", "600.00");
    flex["conditions"]["change_before_departure"] =
        json!({ "allowed": true, "penalty_amount": "0.00", "penalty_currency": "GBP" });
    let mut another_flight = fare("off_later", "Flex", "500.00");
    another_flight["slices"][0]["segments"][0]["departing_at"] = "2026-04-24T19:00:00".into();
    search.finds(&[flex, another_flight, fare("off_basic", "Basic", "524.30")]).await;
    search.ids().await;

    let fares = search.fares("off_basic").await;

    let told: Vec<_> = fares
        .iter()
        .map(|fare| (fare.offer_id.as_str(), fare.fare_brand_name.as_deref(), fare.price.as_ref().unwrap()))
        .map(|(id, brand, price)| (id, brand, price.amount.as_str()))
        .collect();
    assert_eq!(told, [("off_basic", Some("Basic"), "645.00"), ("off_flex", Some("Flex"), "738.00")]);
    let bags: Vec<_> = fares[0].baggages.iter().map(|bag| (bag.r#type.as_str(), bag.quantity)).collect();
    assert_eq!(bags, [("checked", Some(1)), ("carry_on", Some(1))]);
    let conditions = fares[1].conditions.as_ref().unwrap();
    assert!(conditions.changeable);
    assert_eq!(conditions.refund_before_departure.as_ref().unwrap().penalty_amount.as_deref(), Some("40.00"));
    assert_eq!(search.asked().await, 1, "no fare costs the provider another call");
}

#[tokio::test]
async fn a_flight_allows_the_bags_that_every_flight_of_the_journey_allows() {
    let search = Search::start().await;
    let mut connecting = offer("off_a", "100.00");
    let mut second = connecting["slices"][0]["segments"][0].clone();
    for passenger in second["passengers"].as_array_mut().unwrap() {
        passenger["baggages"] = json!([{ "type": "carry_on", "quantity": 2 }]);
    }
    connecting["slices"][0]["segments"].as_array_mut().unwrap().push(second);
    search.finds(&[connecting]).await;
    search.ids().await;

    let fares = search.fares("off_a").await;

    let bags: Vec<_> = fares[0].baggages.iter().map(|bag| (bag.r#type.as_str(), bag.quantity)).collect();
    assert_eq!(bags, [("checked", None), ("carry_on", Some(1))]);
}

#[tokio::test]
async fn an_offer_nobody_remembers_has_no_fares() {
    let mut search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.ids().await;

    let unknown = search.fares("off_b").await;
    search.clock.advance(Duration::minutes(31));
    let expired = search.fares("off_a").await;
    search.context = context(Mode::Live);
    let of_the_other_mode = search.fares("off_a").await;

    assert!(unknown.is_empty() && expired.is_empty() && of_the_other_mode.is_empty());
}
