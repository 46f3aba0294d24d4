//! Calls that the provider does not take: for a fault on our side, or only for a moment.

use proto::payments::v1::{AuthorisePaymentResponse, Outcome, PaymentStatus};
use testkit::Log;
use uuid::Uuid;

use crate::harness::{DECLINED, Order, Shop, Traveller};
use crate::stripe::{Fault, KEY_IN_USE};

/// One call is sent so often while the provider turns it away.
pub const MOST_SENDINGS: usize = 4;

const INVALID: &str = "invalid_request_error";
const DEAD_KEY: Fault = Fault::Says(401, INVALID, "api_key_expired");
const RATE_LIMIT: Fault = Fault::Says(429, INVALID, "rate_limit");
const LOCK_TIMEOUT: Fault = Fault::Says(429, INVALID, "lock_timeout");

fn told(answer: AuthorisePaymentResponse) -> (String, String) {
    let refusal = answer.refusal.unwrap();
    (refusal.code, refusal.message)
}

fn cards_unavailable() -> (String, String) {
    ("CARDS_UNAVAILABLE".into(), "We can't take cards at the moment. Nothing was charged.".into())
}

#[tokio::test]
async fn a_card_that_could_not_be_tried_for_a_fault_of_ours_is_told_so_and_holds_nothing() {
    let faults = [
        (Fault::Says(404, INVALID, "resource_missing"), 1),
        (Fault::Says(400, INVALID, "parameter_unknown"), 1),
        (Fault::Says(402, INVALID, "raw_card_refused"), 1),
        (DEAD_KEY, 1),
        (Fault::Says(403, INVALID, "more_permissions_required"), 1),
        (RATE_LIMIT, MOST_SENDINGS),
        (LOCK_TIMEOUT, MOST_SENDINGS),
    ];
    for (fault, times) in faults {
        let log = Log::default();
        let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::ERROR));
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        for _ in 0..times {
            shop.stripe.fail("confirm", fault);
        }

        let first = shop.authorise(&traveller, Order::under_key("k")).await.unwrap();
        let again = shop.authorise(&traveller, Order::under_key("k")).await.unwrap();

        assert_eq!((told(first), told(again)), (cards_unavailable(), cards_unavailable()), "{fault:?}");
        assert_eq!(shop.stripe.statuses(), ["canceled"], "{fault:?}");
        assert_eq!(shop.stripe.sent("confirm").len(), times, "{fault:?}");
        let (Fault::Says(_, _, code), logged) = (fault, log.text()) else { unreachable!() };
        assert!(logged.contains("the card provider refuses our calls"), "{fault:?}: {logged}");
        assert!(logged.contains(code) && logged.contains("req_1"), "{fault:?}: {logged}");
    }
}

#[tokio::test]
async fn a_key_that_is_dead_from_the_start_is_a_fault_of_ours_and_no_bank_is_blamed() {
    for fault in [DEAD_KEY, Fault::Says(400, INVALID, "payment_method_types_no_longer_supported")] {
        let shop = Shop::open().await;
        shop.stripe.fail("create", fault);

        let answer = shop.authorise(&Traveller::new(), Order::default()).await.unwrap();

        assert_eq!(told(answer), cards_unavailable(), "{fault:?}");
        assert_eq!(
            (shop.statuses().await, shop.stripe.writes()),
            (vec!["voided".to_owned()], 1),
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn a_hold_whose_release_is_refused_as_well_is_told_of_alike_and_released_later() {
    let shop = Shop::open().await;
    shop.stripe.fail("confirm", DEAD_KEY);
    shop.stripe.fail("cancel", DEAD_KEY);

    let answer = shop.authorise(&Traveller::new(), Order::default()).await.unwrap();

    assert_eq!(told(answer), cards_unavailable());
    assert_eq!(shop.statuses().await, ["void_sent"]);
}

#[tokio::test]
async fn what_the_provider_turns_away_for_a_moment_is_sent_again_under_its_key() {
    for fault in [KEY_IN_USE, LOCK_TIMEOUT, RATE_LIMIT] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        for op in ["create", "confirm", "capture"] {
            for _ in 1..MOST_SENDINGS {
                shop.stripe.fail(op, fault);
            }
        }

        let payment = shop.authorised(&traveller).await;
        let booking = Uuid::now_v7();
        shop.claim(&traveller, &payment.id, booking).await.unwrap();
        let captured = shop.capture(&traveller, &payment.id, booking).await.unwrap();

        assert_eq!(payment.status(), PaymentStatus::Authorised, "{fault:?}");
        assert_eq!(captured.outcome(), Outcome::Done, "{fault:?}");
        for op in ["create", "confirm", "capture"] {
            let keys: Vec<_> = shop.stripe.sent(op).into_iter().map(|sent| sent.key).collect();
            assert_eq!(keys, vec![format!("test:{}:{op}:1", payment.id); MOST_SENDINGS], "{fault:?}");
        }
    }
}

#[tokio::test]
async fn what_was_our_fault_does_not_count_against_the_traveller() {
    let shop = Shop::open_with(&["--declines-per-session=1"]).await;
    let traveller = Traveller::new();
    shop.stripe.fail("confirm", DEAD_KEY);
    shop.authorise(&traveller, Order::with_card(DECLINED)).await.unwrap();

    let paid = shop.authorise(&traveller, Order::default()).await.unwrap();

    assert_eq!(paid.refusal, None);
}
