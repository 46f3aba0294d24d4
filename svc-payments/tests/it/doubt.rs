//! Calls that nobody answered, or that the provider answered with a failure of its own.

use proto::payments::v1::{Outcome, PaymentStatus};
use time::Duration;
use uuid::Uuid;

use crate::harness::{Order, Shop, Traveller, eventually};
use crate::our_faults::MOST_SENDINGS;
use crate::stripe::{Fault, KEY_IN_USE};

#[tokio::test]
async fn a_confirmation_whose_answer_was_lost_is_found_by_asking() {
    for fault in [Fault::LostAnswer, Fault::FailedAfter] {
        let shop = Shop::open().await;
        shop.stripe.fail("confirm", fault);

        let payment = shop.authorised(&Traveller::new()).await;

        assert_eq!(payment.status(), PaymentStatus::Authorised, "{fault:?}");
        assert_eq!(shop.stripe.sent("confirm").len(), 1, "{fault:?}");
    }
}

#[tokio::test]
async fn a_confirmation_that_never_arrived_is_unknown_and_then_given_up_for_good() {
    for (fault, times) in
        [(Fault::LostRequest, 1), (Fault::Failed, 1), (Fault::Html, 1), (KEY_IN_USE, MOST_SENDINGS)]
    {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        for _ in 0..times {
            shop.stripe.fail("confirm", fault);
        }

        let problem = shop.authorise(&traveller, Order::under_key("k")).await.unwrap_err();
        assert_eq!(problem.code, "PAYMENT_PROVIDER_UNAVAILABLE", "{fault:?}");
        assert_eq!(shop.statuses().await, ["confirm_sent"], "{fault:?}");
        shop.clock.advance(Duration::seconds(61));
        eventually("it is given up", async || shop.statuses().await == ["voided"]).await;

        // Cancelled, so that the confirmation can't arrive after all.
        assert_eq!(shop.stripe.statuses(), ["canceled"], "{fault:?}");
        let again = shop.authorise(&traveller, Order::under_key("k")).await.unwrap();
        assert_eq!(again.refusal.unwrap().code, "PAYMENT_FAILED", "{fault:?}");
        assert_eq!(shop.stripe.sent("confirm").len(), times, "{fault:?}");
    }
}

#[tokio::test]
async fn a_confirmation_that_never_arrived_is_sent_when_the_same_request_comes_again() {
    for fault in [Fault::LostRequest, Fault::Failed, Fault::Html] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        shop.stripe.fail("confirm", fault);

        let first = shop.authorise(&traveller, Order::under_key("k")).await;
        let second = shop.authorise(&traveller, Order::under_key("k")).await.unwrap();

        assert_eq!(first.unwrap_err().code, "PAYMENT_PROVIDER_UNAVAILABLE", "{fault:?}");
        assert_eq!(second.payment.unwrap().status(), PaymentStatus::Authorised, "{fault:?}");
        assert_eq!(shop.stripe.statuses(), ["requires_capture"], "{fault:?}");
    }
}

#[tokio::test]
async fn a_provider_that_is_away_leaves_the_payment_pending_until_it_is_back() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    shop.stripe.fail("confirm", Fault::LostAnswer);
    shop.stripe.fail_reads(true);

    let problem = shop.authorise(&traveller, Order::under_key("k")).await.unwrap_err();
    shop.clock.advance(Duration::minutes(5));
    shop.stripe.fail_reads(false);
    eventually("it is finished", async || {
        shop.clock.advance(Duration::minutes(1));
        shop.statuses().await == ["authorised"]
    })
    .await;
    let again = shop.authorise(&traveller, Order::under_key("k")).await.unwrap();

    assert_eq!(problem.code, "PAYMENT_PROVIDER_UNAVAILABLE");
    assert!(!problem.message.contains("Nothing has been charged"), "nobody knows: {}", problem.message);
    assert_eq!(again.payment.unwrap().status(), PaymentStatus::Authorised);
}

#[tokio::test]
async fn an_intent_that_was_not_made_is_made_when_the_same_request_comes_again() {
    for fault in [Fault::LostRequest, Fault::LostAnswer, Fault::Failed, Fault::Html] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        shop.stripe.fail("create", fault);

        let first = shop.authorise(&traveller, Order::under_key("k")).await;
        let second = shop.authorise(&traveller, Order::under_key("k")).await.unwrap();

        assert_eq!(first.unwrap_err().code, "PAYMENT_PROVIDER_UNAVAILABLE", "{fault:?}");
        assert_eq!(second.payment.unwrap().status(), PaymentStatus::Authorised, "{fault:?}");
        assert_eq!(shop.stripe.statuses(), ["requires_capture"], "{fault:?}");
    }
}

#[tokio::test]
async fn cards_that_were_tried_while_the_provider_was_away_stand_in_nobodys_way() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    for key in ["k1", "k2"] {
        shop.stripe.fail("create", Fault::LostRequest);
        shop.authorise(&traveller, Order::under_key(key)).await.unwrap_err();
    }

    shop.clock.advance(Duration::seconds(30));
    let paid = shop.authorise(&traveller, Order::under_key("k3")).await.unwrap();

    assert_eq!(paid.payment.unwrap().status(), PaymentStatus::Authorised);
    assert_eq!(shop.stripe.statuses(), ["requires_capture"]);
}

#[tokio::test]
async fn a_payment_that_nobody_came_back_for_is_given_up() {
    let shop = Shop::open().await;
    shop.stripe.fail("create", Fault::LostRequest);
    let _unavailable = shop.authorise(&Traveller::new(), Order::default()).await.unwrap_err();

    shop.clock.advance(Duration::minutes(16));

    eventually("it is given up", async || shop.statuses().await == ["voided"]).await;
}

#[tokio::test]
async fn a_capture_happens_once_whatever_is_lost() {
    for fault in [Fault::LostRequest, Fault::LostAnswer, Fault::Failed, Fault::FailedAfter, Fault::Html] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
        shop.claim(&traveller, &payment.id, booking).await.unwrap();
        shop.stripe.fail("capture", fault);

        let first = shop.capture(&traveller, &payment.id, booking).await.unwrap();
        let second = shop.capture(&traveller, &payment.id, booking).await.unwrap();

        assert_ne!(first.outcome(), Outcome::Refused, "{fault:?}");
        assert_eq!(second.outcome(), Outcome::Done, "{fault:?}");
        assert_eq!(second.payment.unwrap().captured, payment.amount, "{fault:?}");
        assert_eq!(shop.stripe.statuses(), ["succeeded"], "{fault:?}");
    }
}

#[tokio::test]
async fn a_kept_500_is_not_asked_for_again_under_its_key() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    shop.stripe.fail("capture", Fault::Failed);

    shop.capture(&traveller, &payment.id, booking).await.unwrap();
    shop.capture(&traveller, &payment.id, booking).await.unwrap();

    let keys: Vec<_> = shop.stripe.sent("capture").into_iter().map(|sent| sent.key).collect();
    assert_eq!(keys, [1, 2].map(|n| format!("test:{}:capture:{n}", payment.id)));
}

#[tokio::test]
async fn an_unanswered_call_is_repeated_under_its_own_key() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    shop.stripe.fail("capture", Fault::LostRequest);

    shop.capture(&traveller, &payment.id, booking).await.unwrap();
    shop.capture(&traveller, &payment.id, booking).await.unwrap();

    let keys: Vec<_> = shop.stripe.sent("capture").into_iter().map(|sent| sent.key).collect();
    assert_eq!(keys, [1, 1].map(|n| format!("test:{}:capture:{n}", payment.id)));
}

#[tokio::test]
async fn a_capture_in_doubt_is_finished_without_anybody_asking() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    shop.stripe.fail("capture", Fault::LostRequest);
    let unknown = shop.capture(&traveller, &payment.id, booking).await.unwrap();

    shop.clock.advance(Duration::seconds(31));

    assert_eq!(unknown.outcome(), Outcome::Unknown);
    eventually("it is captured", async || shop.stored_status(&payment.id).await == "captured").await;
}

#[tokio::test]
async fn a_void_in_doubt_moves_nothing_and_is_finished_later() {
    for fault in [Fault::LostRequest, Fault::LostAnswer, Fault::Failed, Fault::FailedAfter, Fault::Html] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
        shop.stripe.fail("cancel", fault);

        let first = shop.void(&traveller, &payment.id, booking).await.unwrap();
        let second = shop.void(&traveller, &payment.id, booking).await.unwrap();

        assert_ne!(first.outcome(), Outcome::Refused, "{fault:?}");
        assert_eq!(second.outcome(), Outcome::Done, "{fault:?}");
        assert_eq!(shop.stripe.statuses(), ["canceled"], "{fault:?}");
    }
}

#[tokio::test]
async fn a_refund_is_paid_once_whatever_is_lost() {
    for fault in [Fault::LostRequest, Fault::LostAnswer, Fault::Failed, Fault::FailedAfter, Fault::Html] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        let (payment, booking) = shop.captured(&traveller).await;
        shop.stripe.fail("refund", fault);

        let mut outcomes = Vec::new();
        for _ in 0..3 {
            let asked = shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();
            outcomes.push(asked.outcome());
        }

        assert!(!outcomes.contains(&Outcome::Refused), "{fault:?}: {outcomes:?}");
        assert_eq!(outcomes.last(), Some(&Outcome::Done), "{fault:?}");
        assert_eq!(shop.stripe.refunded(), 5_000, "{fault:?}");
    }
}

#[tokio::test]
async fn a_refund_has_another_key_only_once_nothing_can_come_of_the_first() {
    for (fault, numbers) in [(Fault::Html, &[1, 1][..]), (Fault::Failed, &[1, 1, 2])] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        let (payment, booking) = shop.captured(&traveller).await;
        shop.stripe.fail("refund", fault);

        for _ in 0..3 {
            shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();
        }

        let keys: Vec<_> = shop.stripe.sent("refund").into_iter().map(|sent| sent.key).collect();
        let expected: Vec<_> = numbers.iter().map(|n| format!("test:{}:refund-1:{n}", payment.id)).collect();
        assert_eq!(keys, expected, "{fault:?}");
    }
}

#[tokio::test]
async fn a_refund_in_doubt_is_finished_without_anybody_asking() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    shop.stripe.fail("refund", Fault::LostRequest);
    let unknown = shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();

    shop.clock.advance(Duration::seconds(31));

    assert_eq!(unknown.outcome(), Outcome::Unknown);
    eventually("it is paid", async || shop.stripe.refunded() == 5_000).await;
}
