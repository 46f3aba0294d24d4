use futures::future::join_all;
use proto::payments::v1::{Outcome, PaymentStatus};
use uuid::Uuid;

use crate::harness::{PRICE, Shop, TEST_SECRET, Traveller, eventually, usd};
use crate::stripe::Fault;
use crate::webhooks::deliver;

#[tokio::test]
async fn a_capture_takes_the_whole_amount_once() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();

    let captures = (0..6).map(|_| shop.capture(&traveller, &payment.id, booking));
    let all: Vec<_> = join_all(captures).await.into_iter().map(Result::unwrap).collect();
    let last = shop.capture(&traveller, &payment.id, booking).await.unwrap();

    assert!(all.iter().all(|capture| capture.outcome() != Outcome::Refused));
    assert_eq!((last.outcome(), last.payment.unwrap().captured), (Outcome::Done, Some(usd(PRICE))));
    assert_eq!(shop.stripe.statuses(), ["succeeded"]);
}

async fn needs_human(shop: &Shop) -> bool {
    sqlx::query_scalar("select needs_human from payment").fetch_one(&shop.db.pool).await.unwrap()
}

#[tokio::test]
async fn less_than_the_price_is_no_payment_calls_a_person_and_is_all_that_goes_back() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    shop.stripe.take_by_hand(0, 1_000);

    let capture = shop.capture(&traveller, &payment.id, booking).await.unwrap();
    let called = needs_human(&shop).await;
    let refund = shop.refund(&traveller, &payment.id, booking, ("r", PRICE)).await.unwrap();
    let again = shop.refund(&traveller, &payment.id, booking, ("r", PRICE)).await.unwrap();

    assert_eq!((capture.outcome(), capture.payment.unwrap().captured), (Outcome::Refused, Some(usd(1_000))));
    assert!(called);
    assert_eq!((refund.outcome(), again.outcome()), (Outcome::Done, Outcome::Done));
    assert_eq!((again.payment.unwrap().refunded, shop.stripe.refunded()), (Some(usd(1_000)), 1_000));
}

#[tokio::test]
async fn no_booking_rests_on_what_was_taken_before_it_claimed() {
    for (taken, outcome) in [(1_000, Outcome::Refused), (PRICE, Outcome::Done)] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
        shop.stripe.take_by_hand(0, taken);
        let object = format!(r#"{{"id":"{}","object":"payment_intent"}}"#, shop.stripe.intent_id(0));
        let event = format!(
            r#"{{"id":"e","type":"payment_intent.succeeded","livemode":false,"data":{{"object":{object}}}}}"#
        );
        deliver(&shop, TEST_SECRET, &event).await.unwrap();
        eventually("it is known", async || shop.stored_status(&payment.id).await == "captured").await;

        let claim = shop.claim(&traveller, &payment.id, booking).await.unwrap();

        let bound = claim.payment.clone().unwrap();
        assert_eq!((claim.outcome(), bound.booking_id), (outcome, booking.to_string()), "{taken}");
        assert_eq!(needs_human(&shop).await, outcome == Outcome::Refused, "{taken}");
    }
}

#[tokio::test]
async fn only_the_booking_that_claimed_a_payment_moves_it() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking, other) = (shop.authorised(&traveller).await, Uuid::now_v7(), Uuid::now_v7());

    let unclaimed = shop.capture(&traveller, &payment.id, booking).await.unwrap_err();
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    let captured = shop.capture(&traveller, &payment.id, other).await.unwrap_err();
    let refunded = shop.refund(&traveller, &payment.id, other, ("r", 1)).await.unwrap_err();
    let voided = shop.void(&traveller, &payment.id, other).await.unwrap();
    let in_live = shop.capture(&traveller.clone().live(), &payment.id, booking).await.unwrap_err();

    for problem in [unclaimed, captured, refunded, in_live] {
        assert_eq!(problem.code, "PAYMENT_NOT_FOUND");
    }
    assert_eq!(voided.outcome(), Outcome::Refused);
    assert_eq!(shop.get(&traveller, &payment.id).await.status(), PaymentStatus::Authorised);
}

#[tokio::test]
async fn a_hold_that_ran_out_cannot_be_captured_and_counts_as_void() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    shop.stripe.expire(0);

    let capture = shop.capture(&traveller, &payment.id, booking).await.unwrap();
    let void = shop.void(&traveller, &payment.id, booking).await.unwrap();

    assert_eq!(
        (capture.outcome(), capture.payment.unwrap().status()),
        (Outcome::Refused, PaymentStatus::Voided)
    );
    assert_eq!((void.outcome(), void.payment.unwrap().status()), (Outcome::Done, PaymentStatus::Voided));
}

#[tokio::test]
async fn a_capture_that_the_bank_refuses_leaves_the_hold() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    shop.stripe.fail("capture", Fault::Refused);

    let capture = shop.capture(&traveller, &payment.id, booking).await.unwrap();

    assert_eq!(
        (capture.outcome(), capture.payment.unwrap().status()),
        (Outcome::Refused, PaymentStatus::Authorised)
    );
}

#[tokio::test]
async fn a_void_claims_and_releases_once() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());

    let first = shop.void(&traveller, &payment.id, booking).await.unwrap();
    let again = shop.void(&traveller, &payment.id, booking).await.unwrap();
    let late_claim = shop.claim(&traveller, &payment.id, Uuid::now_v7()).await.unwrap();

    assert_eq!((first.outcome(), again.outcome()), (Outcome::Done, Outcome::Done));
    assert_eq!(late_claim.outcome(), Outcome::Refused);
    assert_eq!((shop.stripe.statuses(), shop.stripe.sent("cancel").len()), (vec!["canceled".to_owned()], 1));
}

#[tokio::test]
async fn captured_money_is_not_voided_but_said_to_be_captured() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;

    let void = shop.void(&traveller, &payment.id, booking).await.unwrap();

    assert_eq!((void.outcome(), void.payment.unwrap().status()), (Outcome::Refused, PaymentStatus::Captured));
}

#[tokio::test]
async fn a_strangers_void_finds_nothing() {
    let shop = Shop::open().await;
    let payment = shop.authorised(&Traveller::new()).await;

    let problem = shop.void(&Traveller::new(), &payment.id, Uuid::now_v7()).await.unwrap_err();

    assert_eq!(problem.code, "PAYMENT_NOT_FOUND");
}

#[tokio::test]
async fn r037_refunds_never_exceed_what_was_captured() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    let half = PRICE / 2 + 1;

    let keys = ["a", "b", "c", "d"];
    let refunds = keys.map(|key| shop.refund(&traveller, &payment.id, booking, (key, half)));
    let outcomes = join_all(refunds).await.into_iter().map(|refund| refund.unwrap().outcome());
    let reserved: Vec<_> =
        keys.into_iter().zip(outcomes).filter(|(_, outcome)| *outcome != Outcome::Refused).collect();
    // Another of the four may be sending it just now: then its own request can't know yet.
    let [(key, Outcome::Done | Outcome::Unknown)] = reserved[..] else { panic!("{reserved:?}") };
    let again = shop.refund(&traveller, &payment.id, booking, (key, half)).await.unwrap();
    let rest = shop.refund(&traveller, &payment.id, booking, ("rest", PRICE - half)).await.unwrap();

    assert_eq!(again.outcome(), Outcome::Done);
    assert_eq!((rest.outcome(), rest.payment.unwrap().status()), (Outcome::Done, PaymentStatus::Refunded));
    assert_eq!(shop.stripe.refunded(), PRICE);
}

#[tokio::test]
async fn one_key_is_one_refund() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;

    let refunds = (0..5).map(|_| shop.refund(&traveller, &payment.id, booking, ("r", 1_000)));
    join_all(refunds)
        .await
        .into_iter()
        .for_each(|refund| assert_ne!(refund.unwrap().outcome(), Outcome::Refused));
    let other_amount = shop.refund(&traveller, &payment.id, booking, ("r", 2_000)).await.unwrap_err();

    assert_eq!((shop.stripe.refunded(), shop.stripe.sent("refund").len()), (1_000, 1));
    assert_eq!(other_amount.code, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(shop.get(&traveller, &payment.id).await.refunded, Some(usd(1_000)));
}

#[tokio::test]
async fn what_is_only_held_is_not_refunded() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();

    let refund = shop.refund(&traveller, &payment.id, booking, ("r", 1_000)).await.unwrap();

    assert_eq!((refund.outcome(), shop.stripe.refunded()), (Outcome::Refused, 0));
}

#[tokio::test]
async fn every_change_is_in_the_history() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    shop.refund(&traveller, &payment.id, booking, ("r", 1_000)).await.unwrap();

    let history: Vec<(i64, String, String)> =
        sqlx::query_as("select version, to_status, cause from payment_event order by version")
            .fetch_all(&shop.db.pool)
            .await
            .unwrap();

    let expected = [
        (2, "confirm_sent", "authorise"),
        (3, "authorised", "authorise"),
        (4, "authorised", "claim"),
        (5, "capture_sent", "capture"),
        (6, "captured", "capture"),
        (7, "captured", "refund"),
        (8, "captured", "refund"),
    ];
    assert_eq!(history, expected.map(|(version, to, cause)| (version, to.to_owned(), cause.to_owned())));
}

/// A booking that never came to be has nobody who would release it later.
#[tokio::test]
async fn what_nobody_claimed_is_claimed_and_released_in_one_change() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;

    let voided = shop.void(&traveller, &payment.id, Uuid::now_v7()).await.unwrap();

    assert_eq!(voided.outcome(), Outcome::Done);
    let by_void: Vec<(String, String)> = sqlx::query_as(
        "select from_status, to_status from payment_event where cause = 'void' order by version",
    )
    .fetch_all(&shop.db.pool)
    .await
    .unwrap();
    let changes: Vec<_> = by_void.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    assert_eq!(changes, [("authorised", "void_sent"), ("void_sent", "voided")]);
}
