//! What the offers of a list cost with a checked bag.

use duffel::testing::{bag, offer};
use proto::offers::v1::{BagPrice, BagPriceState};
use serde_json::{Value, json};
use service::Mode;
use time::Duration;
use tonic::Code;
use wiremock::ResponseTemplate;

use crate::harness::{OFFER, Offers, context, data, refusal};

/// The offer's adult has no checked bag, and the airline sells them what is given.
fn without_bag(services: Value) -> Value {
    let mut offer = offer();
    offer["slices"][0]["segments"][0]["passengers"][0]["baggages"] =
        json!([{ "type": "checked", "quantity": 0 }]);
    offer["available_services"] = services;
    offer
}

/// State, whether it is included, and the sums in minor units.
type Told = (BagPriceState, bool, [Option<i64>; 3]);

fn told(price: &BagPrice) -> Told {
    let sums = [&price.fare, &price.bags, &price.total];
    (price.state(), price.included, sums.map(|sum| sum.as_ref().map(|money| money.minor)))
}

const UNKNOWN: Told = (BagPriceState::Unknown, false, [None; 3]);
const WITH_BAG: Told = (BagPriceState::Known, false, [Some(64_500), Some(2_550), Some(67_050)]);

#[tokio::test]
async fn bag07_each_offer_of_a_list_is_told_with_a_bag_at_the_brands_price() {
    let offers = Offers::start().await;
    offers.answers(OFFER, data(&without_bag(json!([bag()])))).await;
    offers.also_answers("/air/offers/off_2", data(&offer())).await;
    offers.also_answers("/air/offers/off_3", data(&without_bag(json!([])))).await;
    offers.also_answers("/air/offers/off_4", refusal(422, "offer_expired")).await;
    offers.also_answers("/air/offers/off_5", refusal(404, "not_found")).await;
    offers.also_answers("/air/offers/off_6", ResponseTemplate::new(502)).await;

    let prices = offers.bag_prices(&["off_1", "off_2", "off_3", "off_4", "off_5", "off_6"]).await.unwrap();

    let ids: Vec<_> = prices.iter().map(|price| price.offer_id.as_str()).collect();
    assert_eq!(ids, ["off_1", "off_2", "off_3", "off_4", "off_5", "off_6"]);
    let gone = (BagPriceState::Gone, false, [None; 3]);
    assert_eq!(
        prices.iter().map(told).collect::<Vec<_>>(),
        [
            WITH_BAG,
            (BagPriceState::Known, true, [Some(64_500), Some(0), Some(64_500)]),
            (BagPriceState::None, false, [Some(64_500), None, None]),
            gone,
            gone,
            UNKNOWN,
        ]
    );
    let total = prices[0].total.as_ref().unwrap();
    assert_eq!(total.currency, "GBP");
    let asked = offers.provider.received_requests().await.unwrap();
    assert!(asked.iter().all(|asked| asked.url.query() == Some("return_available_services=true")));
}

#[tokio::test]
async fn bag07_an_offer_is_read_once_a_minute_for_all_lists_and_for_its_own_page() {
    let offers = Offers::start().await;
    offers.answers(OFFER, data(&without_bag(json!([bag()])))).await;

    let (one, two, twice) = tokio::join!(
        offers.bag_prices(&["off_1"]),
        offers.bag_prices(&["off_1"]),
        offers.bag_prices(&["off_1", "off_1"])
    );
    offers.get().await.unwrap();
    offers.clock.advance(Duration::seconds(59));
    offers.bag_prices(&["off_1"]).await.unwrap();

    assert!([one, two, twice].into_iter().flat_map(Result::unwrap).all(|price| told(&price) == WITH_BAG));
    assert_eq!(offers.asked().await, 1);
    offers.clock.advance(Duration::seconds(1));
    offers.bag_prices(&["off_1"]).await.unwrap();
    assert_eq!(offers.asked().await, 2);
}

#[tokio::test]
async fn bag07_ids_that_are_no_offers_cost_no_read() {
    let offers = Offers::start().await;

    let prices = offers.bag_prices(&["made_up_1", "made_up_2"]).await.unwrap();

    assert!(prices.iter().all(|price| price.state() == BagPriceState::Gone));
    assert_eq!(offers.asked().await, 0);
}

#[tokio::test]
async fn bag07_a_list_does_not_take_the_calls_that_are_kept_for_purchases() {
    let offers = Offers::start().await;
    let kept = data(&without_bag(json!([bag()])))
        .insert_header("date", "Tue, 24 Nov 2020 08:21:18 GMT")
        .insert_header("ratelimit-limit", "60")
        .insert_header("ratelimit-remaining", "19")
        .insert_header("ratelimit-reset", "Tue, 24 Nov 2020 08:22:00 GMT");
    offers.answers(OFFER, kept).await;
    offers.get().await.unwrap();

    let prices = offers.bag_prices(&["off_1", "off_2"]).await.unwrap();

    assert_eq!(
        prices.iter().map(told).collect::<Vec<_>>(),
        [WITH_BAG, UNKNOWN],
        "what is known costs no call"
    );
    assert_eq!(offers.asked().await, 1);
    offers.clock.advance(Duration::minutes(1));
    assert!(offers.get().await.is_ok(), "a chosen offer is still read");
}

#[tokio::test]
async fn bag07_two_brands_share_what_was_read_and_not_the_price() {
    let mut offers = Offers::start().await;
    offers.answers(OFFER, data(&without_bag(json!([bag()])))).await;
    offers.bag_prices(&["off_1"]).await.unwrap();

    offers.context.markup_rate = money::MarkupRate::parse("0").unwrap();
    let dear = offers.bag_prices(&["off_1"]).await.unwrap();

    assert_eq!(told(&dear[0]).2, [Some(52_400), Some(2_550), Some(54_950)]);
    assert_eq!(offers.asked().await, 1);
}

#[tokio::test]
async fn bag07_an_offer_of_one_mode_is_no_offer_of_the_other() {
    let mut offers = Offers::start().await;
    offers.answers(OFFER, data(&without_bag(json!([bag()])))).await;
    offers.bag_prices(&["off_1"]).await.unwrap();

    offers.context = context(Mode::Live);
    let problem = offers.bag_prices(&["off_1"]).await.unwrap_err();

    assert_eq!((problem.grpc, problem.code.as_str()), (Code::Unavailable, "PROVIDER_NOT_CONFIGURED"));
    assert_eq!(offers.asked().await, 1);
}

#[tokio::test]
async fn bag07_one_call_names_ten_offers_at_most() {
    let offers = Offers::start().await;

    let problem = offers.bag_prices(&["off_1"; 11]).await.unwrap_err();

    assert_eq!((problem.grpc, problem.code.as_str()), (Code::InvalidArgument, "VALIDATION_ERROR"));
    assert_eq!(problem.fields[0].field, "offers");
    assert_eq!(offers.asked().await, 0);
}

#[tokio::test]
async fn while_bags_are_not_sold_a_list_is_told_of_none() {
    let offers = Offers::start_with(&["--sell-bags", "false"]).await;
    offers.answers(OFFER, data(&without_bag(json!([bag()])))).await;

    let prices = offers.bag_prices(&["off_1"]).await.unwrap();

    assert_eq!(prices[0].state(), BagPriceState::None);
}
