//! HMAC keys that are replaced: the new one stands before the old one until nothing of the old one counts any more.

use pb::PaymentStatus::Authorised;
use proto::payments::v1 as pb;

use crate::harness::{HMAC_KEY, Order, Shop, Traveller, VISA};
use crate::work::{SOON, asked, code, declined_twice, solution, with_work};

const NEW: &str = "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=";

/// As in the middle of a change.
fn both() -> String {
    [NEW, HMAC_KEY].join(",")
}

/// What a payment was answered, or the code of its refusal.
async fn outcome(shop: &Shop, traveller: &Traveller, order: Order) -> Result<(String, bool), String> {
    let payment = shop.authorise(traveller, order).await.map_err(|problem| problem.code)?.payment.unwrap();
    Ok((payment.id.clone(), payment.status() == Authorised))
}

#[tokio::test]
async fn a_request_that_is_repeated_across_a_change_of_keys_is_the_same_request() {
    let mut shop = Shop::open().await;
    let traveller = Traveller::new();
    let first = outcome(&shop, &traveller, Order::under_key("k")).await.unwrap();

    shop.replace_hmac_keys(&both()).await;
    let again = outcome(&shop, &traveller, Order::under_key("k")).await;
    shop.replace_hmac_keys(NEW).await;
    let forgotten = outcome(&shop, &traveller, Order::under_key("k")).await;

    assert_eq!(again, Ok(first));
    assert_eq!(forgotten, Err("IDEMPOTENCY_KEY_REUSED".to_owned()));
    assert_eq!(shop.stripe.sent("create").len(), 1);
}

#[tokio::test]
async fn what_is_stored_after_a_change_of_keys_is_known_by_the_new_one_alone() {
    let mut shop = Shop::open().await;
    let traveller = Traveller::new();
    shop.replace_hmac_keys(&both()).await;
    let first = outcome(&shop, &traveller, Order::under_key("k")).await.unwrap();

    shop.replace_hmac_keys(NEW).await;

    assert_eq!(outcome(&shop, &traveller, Order::under_key("k")).await, Ok(first));
}

#[tokio::test]
async fn work_that_was_asked_for_under_the_key_of_before_lets_a_card_through() {
    let mut shop = Shop::open_with(&SOON).await;
    let traveller = declined_twice(&shop).await;
    let work = solution(&asked(&shop, &traveller).await);

    shop.replace_hmac_keys(NEW).await;
    assert_eq!(code(&shop, &traveller, with_work(&work, VISA)).await, "WORK_REQUIRED");
    shop.replace_hmac_keys(&both()).await;

    assert_eq!(code(&shop, &traveller, with_work(&work, VISA)).await, "");
}

#[tokio::test]
async fn an_offer_that_was_opened_under_the_key_of_before_is_still_opened() {
    let mut shop = Shop::open().await;
    let traveller = Traveller::new();
    let offer_view = shop.view_offer(&traveller).await;
    let visitor = || Some(pb::Visitor { offer_view: offer_view.clone(), ..pb::Visitor::default() });

    shop.replace_hmac_keys(NEW).await;
    let forgotten = shop.authorise_as(&traveller, visitor(), Order::default()).await.unwrap();
    shop.replace_hmac_keys(&both()).await;
    let known = shop.authorise_as(&traveller, visitor(), Order::default()).await.unwrap();

    assert_eq!(forgotten.refusal.unwrap().code, "OFFER_NOT_VIEWED");
    assert_eq!(known.refusal, None);
}
