//! 3-D Secure: the bank asks the cardholder, and what they answer decides.

use proto::payments::v1::{Outcome, Payment, PaymentStatus};
use time::Duration;
use uuid::Uuid;

use crate::harness::{CHALLENGED, Order, Shop, Traveller, eventually};
use crate::stripe::BANK;

fn traveller() -> Traveller {
    Traveller::new().on_site("http://localhost:8080/?brand=blue")
}

async fn asked(shop: &Shop, traveller: &Traveller) -> Payment {
    let answer = shop.authorise(traveller, Order::with_card(CHALLENGED)).await.unwrap();
    assert_eq!(answer.refusal, None);
    answer.payment.unwrap()
}

#[tokio::test]
async fn r036_the_answer_says_where_the_bank_asks_and_the_bank_where_to_come_back() {
    let shop = Shop::open().await;

    let payment = asked(&shop, &traveller()).await;

    assert_eq!((payment.status(), payment.action_url.as_str()), (PaymentStatus::RequiresAction, BANK));
    let back = &shop.stripe.sent("confirm")[0].fields["return_url"];
    assert_eq!(*back, format!("http://localhost:8080/booking?brand=blue&payment={}", payment.id));
}

#[tokio::test]
async fn r036_who_pays_where_no_site_is_known_comes_back_to_the_systems_own() {
    let shop = Shop::open_with(&["--system-url=https://fareway.example/"]).await;

    let payment = asked(&shop, &Traveller::new()).await;

    assert_eq!(payment.action_url, BANK);
    let back = &shop.stripe.sent("confirm")[0].fields["return_url"];
    assert_eq!(*back, format!("https://fareway.example/booking?payment={}", payment.id));
}

#[tokio::test]
async fn r036_a_booking_claims_what_is_asked_and_is_held_once_the_holder_has_passed() {
    let shop = Shop::open().await;
    let (traveller, booking) = (traveller(), Uuid::now_v7());
    let payment = asked(&shop, &traveller).await;

    let before = shop.claim(&traveller, &payment.id, booking).await.unwrap();
    shop.stripe.answer_bank(0, true);
    let after = shop.claim(&traveller, &payment.id, booking).await.unwrap();

    assert_eq!(before.outcome(), Outcome::Unknown);
    assert_eq!(before.payment.unwrap().status(), PaymentStatus::RequiresAction);
    let held = after.payment.clone().unwrap();
    assert_eq!((after.outcome(), held.status()), (Outcome::Done, PaymentStatus::Authorised));
    assert_eq!(held.action_url, "");
}

#[tokio::test]
async fn r036_a_holder_who_fails_is_a_refusal_that_holds_nothing() {
    let shop = Shop::open().await;
    let (traveller, booking) = (traveller(), Uuid::now_v7());
    let payment = asked(&shop, &traveller).await;
    shop.stripe.answer_bank(0, false);

    let claim = shop.claim(&traveller, &payment.id, booking).await.unwrap();

    assert_eq!(
        (claim.outcome(), claim.refusal.unwrap().code.as_str()),
        (Outcome::Refused, "AUTHENTICATION_REQUIRED")
    );
    assert_eq!(claim.payment.unwrap().status(), PaymentStatus::Declined);
}

#[tokio::test]
async fn r036_what_is_given_up_while_the_bank_asks_can_be_answered_no_more() {
    let shop = Shop::open().await;
    let (traveller, booking) = (traveller(), Uuid::now_v7());
    let payment = asked(&shop, &traveller).await;

    let void = shop.void(&traveller, &payment.id, booking).await.unwrap();

    assert_eq!(void.outcome(), Outcome::Done);
    assert_eq!(shop.stripe.statuses(), ["canceled"]);
}

#[tokio::test]
async fn r036_the_finisher_hears_of_the_answer_without_being_asked() {
    let shop = Shop::open().await;
    asked(&shop, &traveller()).await;
    shop.stripe.answer_bank(0, true);

    shop.clock.advance(Duration::seconds(31));

    eventually("held", async || shop.statuses().await == ["authorised"]).await;
}

#[tokio::test]
async fn r036_what_no_booking_wants_is_released_although_nobody_answered() {
    let shop = Shop::open().await;
    asked(&shop, &traveller()).await;

    shop.clock.advance(Duration::minutes(31));

    eventually("released", async || shop.stripe.statuses() == ["canceled"]).await;
}
