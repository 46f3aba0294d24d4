use duffel::testing::{bag, offer, seat_map};
use serde_json::{Value, json};
use tonic::Code;
use wiremock::ResponseTemplate;

use crate::harness::{OFFER, Offers, SEAT_MAPS, data, refusal};

async fn with_seats() -> Offers {
    let offers = Offers::start().await;
    offers.answers(SEAT_MAPS, data(&json!([seat_map()]))).await;
    offers.also_answers(OFFER, data(&offer())).await;
    offers
}

#[tokio::test]
async fn r003_a_quote_is_the_sale_price_and_the_seats_to_the_cent() {
    let offers = with_seats().await;

    let quote = offers.quote(&[("pas_b", "ase_14a_b")]).await.unwrap();

    let (total, provider_total) = (quote.total.unwrap(), quote.provider_total.unwrap());
    assert_eq!((total.minor, total.currency.as_str()), (66_500, "GBP"));
    assert_eq!((provider_total.minor, provider_total.currency.as_str()), (54_430, "GBP"));
    assert_eq!(quote.request_key, "pas_a");
    assert_eq!(quote.offer.unwrap().price.unwrap().amount, "645.00");
    let seat = &quote.seats[0];
    assert_eq!((seat.designator.as_str(), seat.segment_id.as_str()), ("14A", "seg_1"));
    assert_eq!(seat.price.as_ref().unwrap().minor, 2_000);
}

#[tokio::test]
async fn a_quote_is_read_from_the_provider_each_time() {
    let offers = with_seats().await;
    offers.quote(&[("pas_b", "ase_14a_b")]).await.unwrap();
    let mut dearer = offer();
    dearer["total_amount"] = "534.30".into();
    offers.answers(OFFER, data(&dearer)).await;

    let quote = offers.quote(&[]).await.unwrap();

    assert_eq!(quote.provider_total.unwrap().minor, 53_430);
}

#[tokio::test]
async fn what_a_quote_read_is_what_travellers_see_next() {
    let offers = with_seats().await;
    offers.get().await.unwrap();
    let mut dearer = offer();
    dearer["total_amount"] = "534.30".into();
    offers.answers(OFFER, data(&dearer)).await;

    offers.quote(&[]).await.unwrap();

    assert_eq!(offers.get().await.unwrap().total_amount, "534.30");
    assert_eq!(offers.asked().await, 1);
}

#[tokio::test]
async fn r032_a_seat_that_is_not_on_sale_is_a_field_error() {
    let offers = with_seats().await;

    let problem = offers.quote(&[("pas_b", "ase_14a_b"), ("pas_a", "ase_gone")]).await.unwrap_err();

    assert_eq!((problem.grpc, problem.code.as_str()), (Code::InvalidArgument, "VALIDATION_ERROR"));
    assert_eq!(problem.fields[0].field, "seats[1].seatId");
}

/// The provider sells these services beside the offer.
async fn sells(offers: &Offers, services: Value) {
    let mut offer = offer();
    offer["available_services"] = services;
    offers.answers(OFFER, data(&offer)).await;
}

#[tokio::test]
async fn bag05_a_quote_adds_bags_at_the_providers_price_to_the_cent() {
    let offers = Offers::start().await;
    sells(&offers, json!([bag()])).await;

    let quote = offers.quote_bags(&[("pas_b", "ase_bag_b", 2)]).await.unwrap();

    assert_eq!((quote.total.unwrap().minor, quote.provider_total.unwrap().minor), (69_600, 57_530));
    let quoted = &quote.bags[0];
    assert_eq!((quoted.kind.as_str(), quoted.weight_kg), ("checked", Some(23)));
    assert_eq!(quoted.segment_ids, ["seg_1"]);
    assert_eq!(quoted.selection.as_ref().unwrap().quantity, 2);
    let price = quoted.price.as_ref().unwrap();
    assert_eq!((price.minor, price.currency.as_str()), (5_100, "GBP"), "of both pieces");
    let told = &quote.offer.unwrap().available_services[0];
    assert_eq!((told.bag_kind.as_deref(), told.maximum_weight_kg), (Some("checked"), Some(23)));
}

#[tokio::test]
async fn bag04_bags_are_checked_against_the_offer_as_it_is_now() {
    let offers = Offers::start().await;
    sells(&offers, json!([bag()])).await;
    offers.quote_bags(&[("pas_b", "ase_bag_b", 2)]).await.unwrap();
    let refused = async |bags: &[(&str, &str, u32)]| {
        let problem = offers.quote_bags(bags).await.unwrap_err();
        assert_eq!((problem.grpc, problem.code.as_str()), (Code::FailedPrecondition, "BAG_UNAVAILABLE"));
        assert!(problem.message.contains("Nothing has been charged"), "{}", problem.message);
        let fields = problem.fields.into_iter().map(|field| (field.field, field.code));
        fields.collect::<Vec<_>>()
    };
    let fault = |field: &str, code: &str| (field.to_owned(), code.to_owned());

    let mut fewer = bag();
    fewer["maximum_quantity"] = json!(1);
    sells(&offers, json!([fewer])).await;
    let lower = refused(&[("pas_b", "ase_bag_b", 2)]).await;
    let twice = refused(&[("pas_b", "ase_bag_b", 1), ("pas_b", "ase_bag_b", 1)]).await;
    let of_another = refused(&[("pas_a", "ase_bag_b", 1)]).await;
    sells(&offers, json!([])).await;
    let gone = refused(&[("pas_b", "ase_bag_b", 1)]).await;

    assert_eq!(lower, [fault("bags[0]", "too_many")]);
    assert_eq!(twice, [fault("bags[1]", "second_bag")]);
    assert_eq!(of_another, [fault("bags[0]", "not_sold")]);
    assert_eq!(gone, [fault("bags[0]", "taken")]);
}

#[tokio::test]
async fn while_bags_are_not_sold_an_offer_shows_none_and_a_quote_refuses_them() {
    let offers = Offers::start_with(&["--sell-bags", "false"]).await;
    sells(&offers, json!([bag()])).await;

    let shown = offers.get().await.unwrap();
    let refused = offers.quote_bags(&[("pas_b", "ase_bag_b", 1)]).await.unwrap_err();

    assert!(shown.available_services.is_empty(), "{shown:?}");
    assert_eq!(refused.code, "BAG_UNAVAILABLE");
}

#[tokio::test]
async fn bag05_a_bag_that_became_dearer_is_quoted_at_its_price_now() {
    let offers = Offers::start().await;
    sells(&offers, json!([bag()])).await;
    let before = offers.quote_bags(&[("pas_b", "ase_bag_b", 1)]).await.unwrap();
    let mut dearer = bag();
    dearer["total_amount"] = "30.50".into();
    sells(&offers, json!([dearer])).await;

    let now = offers.quote_bags(&[("pas_b", "ase_bag_b", 1)]).await.unwrap();

    assert_eq!(now.total.unwrap().minor - before.total.unwrap().minor, 500);
}

#[tokio::test]
async fn an_offer_that_is_gone_has_no_quote() {
    let offers = Offers::start().await;
    offers.answers(OFFER, refusal(422, "offer_no_longer_available")).await;

    let problem = offers.quote(&[]).await.unwrap_err();

    assert_eq!((problem.grpc, problem.code.as_str()), (Code::FailedPrecondition, "OFFER_EXPIRED"));
    assert_eq!(problem.message, "This flight offer has expired. Please select another flight.");
}

#[tokio::test]
async fn no_quote_is_given_from_memory_while_the_provider_is_away() {
    let offers = with_seats().await;
    offers.get().await.unwrap();
    offers.answers(OFFER, ResponseTemplate::new(500)).await;

    assert_eq!(offers.quote(&[]).await.unwrap_err().code, "PROVIDER_UNAVAILABLE");
}
