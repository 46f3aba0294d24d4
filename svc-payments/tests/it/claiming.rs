use futures::future::join_all;
use money::{Currency, Money};
use proto::payments::v1::{Outcome, PaymentStatus};
use time::Duration;
use uuid::Uuid;

use crate::harness::{DECLINED, Order, Shop, Traveller, eventually, usd};
use crate::stripe::Fault;

#[tokio::test]
async fn r006_one_authorisation_serves_one_booking() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;
    let bookings: Vec<_> = (0..8).map(|_| Uuid::now_v7()).collect();

    let claims = bookings.iter().map(|booking| shop.claim(&traveller, &payment.id, *booking));
    let outcomes: Vec<_> = join_all(claims).await.into_iter().map(|claim| claim.unwrap().outcome()).collect();

    let winners: Vec<_> = outcomes.iter().filter(|outcome| **outcome == Outcome::Done).collect();
    assert_eq!((winners.len(), outcomes.len()), (1, 8));
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Done | Outcome::Refused)));
}

#[tokio::test]
async fn a_claim_repeated_by_its_booking_answers_the_same() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());

    let first = shop.claim(&traveller, &payment.id, booking).await.unwrap();
    let second = shop.claim(&traveller, &payment.id, booking).await.unwrap();

    assert_eq!(first, second);
    assert_eq!(first.payment.unwrap().booking_id, booking.to_string());
    assert_eq!(shop.find(&traveller, "off_1", 133_850).await, None);
}

#[tokio::test]
async fn what_else_was_authorised_for_the_offer_is_given_back() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let orders = [Order::under_key("k1"), Order::under_key("k2")];
    let both = join_all(orders.map(|order| shop.authorise(&traveller, order))).await;
    let held = both.into_iter().filter_map(|answer| answer.unwrap().payment);
    let held = held.filter(|payment| payment.status() == PaymentStatus::Authorised);
    // Ids grow: the one that began last has displaced the other, or was too late to.
    let newest = held.map(|payment| payment.id).max().expect("one of them is held");

    let claim = shop.claim(&traveller, &newest, Uuid::now_v7()).await.unwrap();

    assert_eq!(claim.outcome(), Outcome::Done);
    eventually("one hold is left", async || {
        shop.stripe.statuses().iter().filter(|status| *status == "requires_capture").count() == 1
    })
    .await;
    assert_eq!(shop.stored_status(&newest).await, "authorised");
}

#[tokio::test]
async fn nobody_pays_with_anothers_payment() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;
    let strangers = [Traveller::new(), traveller.clone().live(), traveller.clone().of_brand("blue")];

    for stranger in strangers {
        let claim = shop.claim(&stranger, &payment.id, Uuid::now_v7()).await.unwrap();

        assert_eq!((claim.outcome(), claim.payment), (Outcome::Refused, None));
    }
    for id in ["", "pay_1", &Uuid::now_v7().to_string()] {
        let claim = shop.claim(&traveller, id, Uuid::now_v7()).await.unwrap();

        assert_eq!((claim.outcome(), claim.payment), (Outcome::Refused, None));
    }
}

#[tokio::test]
async fn a_payment_for_another_offer_or_amount_is_refused() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    shop.offers.set("off_2", Ok(Money::new(100, Currency::USD)));
    let cheap = Order { amount: "1.00".into(), ..Order::for_offer("off_2") };
    let payment = shop.authorise(&traveller, cheap).await.unwrap().payment.unwrap();

    let claim = shop.claim(&traveller, &payment.id, Uuid::now_v7()).await.unwrap();

    assert_eq!(claim.outcome(), Outcome::Refused);
    assert_eq!(claim.refusal.unwrap().code, "PAYMENT_NOT_FOR_BOOKING");
}

#[tokio::test]
async fn a_declined_payment_is_refused_with_its_reason() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let declined = shop.authorise(&traveller, Order::with_card(DECLINED)).await.unwrap();

    let claim = shop.claim(&traveller, &declined.payment.unwrap().id, Uuid::now_v7()).await.unwrap();

    assert_eq!((claim.outcome(), claim.refusal), (Outcome::Refused, declined.refusal));
}

#[tokio::test]
async fn a_claim_finishes_an_authorisation_in_doubt() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let booking = Uuid::now_v7();
    shop.stripe.fail("confirm", Fault::LostAnswer);
    shop.stripe.fail_reads(true);
    let _unavailable = shop.authorise(&traveller, Order::default()).await.unwrap_err();
    let id: Uuid = sqlx::query_scalar("select id from payment").fetch_one(&shop.db.pool).await.unwrap();

    let unknown = shop.claim(&traveller, &id.to_string(), booking).await.unwrap();
    shop.stripe.fail_reads(false);
    let known = shop.claim(&traveller, &id.to_string(), booking).await.unwrap();

    assert_eq!(
        (unknown.outcome(), unknown.payment.unwrap().status()),
        (Outcome::Unknown, PaymentStatus::Pending)
    );
    assert_eq!(
        (known.outcome(), known.payment.unwrap().status()),
        (Outcome::Done, PaymentStatus::Authorised)
    );
}

#[tokio::test]
async fn r001_a_made_up_payment_goes_all_the_way_without_the_provider() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (id, booking) = (format!("test_pay_{}", Uuid::new_v4()), Uuid::now_v7());

    let claim = shop.claim(&traveller, &id, booking).await.unwrap();
    let capture = shop.capture(&traveller, &id, booking).await.unwrap();
    let refund = shop.refund(&traveller, &id, booking, ("r", 1_000)).await.unwrap();

    let claimed = claim.payment.unwrap();
    assert_eq!(
        (claim.outcome, claimed.simulated, claimed.id.as_str()),
        (Outcome::Done.into(), true, id.as_str())
    );
    assert_eq!(capture.payment.unwrap().status(), PaymentStatus::Captured);
    let refunded = refund.payment.unwrap();
    assert_eq!((refund.outcome, refunded.refunded.clone()), (Outcome::Done.into(), Some(usd(1_000))));
    assert_eq!(refunded.status(), PaymentStatus::PartiallyRefunded);
    assert_eq!(shop.stripe.writes(), 0);
}

#[tokio::test]
async fn r001_a_made_up_payment_is_refused_in_live() {
    let shop = Shop::open().await;
    let id = format!("test_pay_{}", Uuid::new_v4());
    let traveller = Traveller::new().live();

    let claimed = shop.claim(&traveller, &id, Uuid::now_v7()).await.unwrap_err();
    let looked_up = shop.try_get(&traveller, &id).await.unwrap_err();

    for problem in [claimed, looked_up] {
        let told = (problem.code.as_str(), problem.grpc);
        assert_eq!(told, ("TEST_PAYMENT_IN_LIVE", tonic::Code::InvalidArgument));
    }
}

#[tokio::test]
async fn r001_a_made_up_payment_belongs_to_its_first_user() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (id, booking) = (format!("test_pay_{}", Uuid::new_v4()), Uuid::now_v7());
    shop.claim(&traveller, &id, booking).await.unwrap();

    let again = shop.claim(&traveller, &id, booking).await.unwrap();
    let other_booking = shop.claim(&traveller, &id, Uuid::now_v7()).await.unwrap();
    let stranger = shop.claim(&Traveller::new(), &id, Uuid::now_v7()).await.unwrap();

    assert_eq!(again.outcome(), Outcome::Done);
    assert_eq!(other_booking.outcome(), Outcome::Refused);
    assert_eq!((stranger.outcome(), stranger.payment), (Outcome::Refused, None));
}

#[tokio::test]
async fn r001_a_made_up_id_does_not_reach_a_real_payment() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;

    let disguised = format!("test_pay_{}", payment.id);
    let claim = shop.claim(&traveller, &disguised, Uuid::now_v7()).await.unwrap();

    assert_eq!((claim.outcome(), claim.payment), (Outcome::Refused, None));
}

#[tokio::test]
async fn r001_voiding_a_made_up_payment_holds_nothing_and_asks_nobody() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (claimed, unknown) = (format!("test_pay_{}", Uuid::new_v4()), format!("test_pay_{}", Uuid::new_v4()));
    let booking = Uuid::now_v7();
    shop.claim(&traveller, &claimed, booking).await.unwrap();

    for id in [claimed, unknown] {
        let void = shop.void(&traveller, &id, booking).await.unwrap();

        assert_eq!((void.outcome(), void.payment.unwrap().status()), (Outcome::Done, PaymentStatus::Voided));
    }
    assert_eq!(shop.stripe.writes(), 0);
}

#[tokio::test]
async fn a_claimed_authorisation_is_not_swept() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    let abandoned = shop.authorised(&Traveller::new()).await;
    shop.claim(&traveller, &payment.id, booking).await.unwrap();

    shop.clock.advance(Duration::minutes(31));
    eventually("the sweeper was here", async || shop.stored_status(&abandoned.id).await == "voided").await;

    assert_eq!(shop.stored_status(&payment.id).await, "authorised");
}

#[tokio::test]
async fn a_payment_is_shown_to_its_owner_alone() {
    let shop = Shop::open().await;
    let owner = Traveller::new();
    let payment = shop.authorised(&owner).await;

    let strangers = [
        Traveller::new(),
        owner.clone().live(),
        owner.clone().of_brand("northwind"),
        Traveller::new().signed_in(),
    ];
    for stranger in strangers {
        assert_eq!(shop.try_get(&stranger, &payment.id).await.unwrap_err().code, "PAYMENT_NOT_FOUND");
    }
    assert_eq!(shop.get(&owner.signed_in(), &payment.id).await.id, payment.id);
}
