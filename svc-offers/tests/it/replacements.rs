use duffel::testing::offer;
use serde_json::{Value, json};
use time::Duration;
use wiremock::ResponseTemplate;

use crate::harness::{OFFER, Offers, data, refusal};

const SEARCH: &str = "/air/offer_requests";

/// The offer of the same flights in a later search, half an hour after the first one's start.
fn later(id: &str, total: &str) -> Value {
    let mut later = offer();
    (later["id"], later["total_amount"]) = (id.into(), total.into());
    later["passengers"] = json!([
        { "id": "pas_e", "type": "adult" }, { "id": "pas_d", "age": 8 },
        { "id": "pas_f", "type": "infant_without_seat" },
    ]);
    later["expires_at"] = "2026-03-01T13:00:00Z".into();
    later
}

fn found(offers: &[Value]) -> ResponseTemplate {
    data(&json!({ "id": "orq_2", "live_mode": false, "offers": offers }))
}

/// Somebody looked at the offer; then it was gone, and a search finds these.
async fn gone_while_looked_at(finds: ResponseTemplate) -> Offers {
    let offers = Offers::start().await;
    offers.answers(OFFER, data(&offer())).await;
    offers.get().await.unwrap();
    offers.answers(OFFER, refusal(422, "offer_no_longer_available")).await;
    offers.also_answers(SEARCH, finds).await;
    offers.clock.advance(Duration::minutes(5));
    offers
}

async fn searches(offers: &Offers) -> usize {
    let requests = offers.provider.received_requests().await.unwrap();
    requests.iter().filter(|request| request.url.path() == SEARCH).count()
}

#[tokio::test]
async fn r038_the_same_flights_and_fare_replace_an_offer_that_is_gone() {
    let mut flex = later("off_flex", "500.00");
    flex["slices"][0]["fare_brand_name"] = "Flex".into();
    let offers = gone_while_looked_at(found(&[flex, later("off_2", "530.00")])).await;

    let replacement = offers.replacement().await.unwrap();

    assert_eq!(replacement.offer_id, "off_2");
    assert_eq!(replacement.price.unwrap().amount, "652.00");
}

#[tokio::test]
async fn r038_all_who_ask_share_one_search_a_minute() {
    let offers = gone_while_looked_at(found(&[])).await;

    let (one, two, three) = tokio::join!(offers.replacement(), offers.replacement(), offers.replacement());
    offers.clock.advance(Duration::seconds(59));
    offers.replacement().await;

    assert!(one.is_none() && two.is_none() && three.is_none());
    assert_eq!(searches(&offers).await, 1);
    offers.clock.advance(Duration::seconds(1));
    offers.replacement().await;
    assert_eq!(searches(&offers).await, 2);
}

#[tokio::test]
async fn r038_a_replacement_stands_as_long_as_it_can_be_sold() {
    let offers = gone_while_looked_at(found(&[later("off_2", "530.00")])).await;
    offers.replacement().await.unwrap();

    offers.clock.advance(Duration::minutes(20));
    let again = offers.replacement().await;
    offers.clock.advance(Duration::minutes(35));
    let expired = offers.replacement().await;

    assert_eq!(again.unwrap().offer_id, "off_2");
    assert_eq!(searches(&offers).await, 2);
    assert!(expired.is_none(), "the airline still names the one that has expired");
}

#[tokio::test]
async fn r038_airlines_that_are_away_replace_nothing_and_are_not_asked_by_every_page() {
    let offers = gone_while_looked_at(ResponseTemplate::new(503)).await;

    let (one, two) = (offers.replacement().await, offers.replacement().await);

    assert!(one.is_none() && two.is_none());
    assert_eq!(searches(&offers).await, 1);
}

#[tokio::test]
async fn r038_nothing_replaces_an_offer_that_is_sold_or_that_nobody_looked_at() {
    let offers = Offers::start().await;
    offers.answers(OFFER, refusal(422, "offer_expired")).await;
    let never_read = offers.replacement().await;

    offers.clock.advance(Duration::minutes(1));
    offers.answers(OFFER, data(&offer())).await;
    let on_sale = offers.replacement().await;

    assert!(never_read.is_none() && on_sale.is_none());
    assert_eq!(searches(&offers).await, 0);
}
