//! What becomes of a refund after the provider has accepted it.

use proto::payments::v1::{Outcome, PaymentStatus};
use serde_json::json;
use time::Duration;
use uuid::Uuid;

use crate::harness::{Shop, TEST_SECRET, Traveller, eventually, usd};
use crate::stripe::Fault;
use crate::webhooks::deliver;

/// A refund of 50.00, and whose.
struct Refunded {
    shop: Shop,
    traveller: Traveller,
    payment_id: String,
    booking: Uuid,
}

impl Refunded {
    async fn by(shop: Shop) -> Self {
        let traveller = Traveller::new();
        let (payment, booking) = shop.captured(&traveller).await;
        let refunded = Self { shop, traveller, payment_id: payment.id, booking };
        refunded.ask().await;
        refunded
    }

    /// Asks for it, or again.
    async fn ask(&self) -> Outcome {
        let order = ("r", 5_000);
        let refund = self.shop.refund(&self.traveller, &self.payment_id, self.booking, order).await;
        refund.unwrap().outcome()
    }

    async fn report(&self, event_id: &str, kind: &str) {
        let object =
            json!({ "id": "re_1", "object": "refund", "payment_intent": self.shop.stripe.intent_id(0) });
        let event = json!({ "id": event_id, "type": kind, "livemode": false, "data": { "object": object } });
        deliver(&self.shop, TEST_SECRET, &event.to_string()).await.unwrap();
    }

    async fn needs_human(&self) -> bool {
        sqlx::query_scalar("select needs_human from payment").fetch_one(&self.shop.db.pool).await.unwrap()
    }

    /// Status of the refund, and how much the payment's row says is paid back.
    async fn stands(&self, status: &str, refunded_minor: i64) -> bool {
        let row: (String, i64) = sqlx::query_as(
            "select refund.status, refunded_minor from refund join payment on payment.id = payment_id",
        )
        .fetch_one(&self.shop.db.pool)
        .await
        .unwrap();
        row == (status.to_owned(), refunded_minor)
    }
}

#[tokio::test]
async fn a_refund_that_is_only_accepted_is_not_called_done() {
    let shop = Shop::open().await;
    shop.stripe.accept_refunds_only();
    let refunded = Refunded::by(shop).await;

    assert_eq!(refunded.ask().await, Outcome::Unknown);
    let payment = refunded.shop.get(&refunded.traveller, &refunded.payment_id).await;
    assert_eq!((payment.status(), payment.refunded), (PaymentStatus::Captured, Some(usd(0))));

    refunded.shop.stripe.end_refund(0, "succeeded");
    assert_eq!(refunded.ask().await, Outcome::Done);
    assert_eq!(refunded.shop.stripe.sent("refund").len(), 1);
    assert!(refunded.stands("done", 5_000).await);
    assert!(!refunded.needs_human().await);
}

#[tokio::test]
async fn an_accepted_refund_that_fails_is_refused_and_calls_a_person() {
    let shop = Shop::open().await;
    shop.stripe.accept_refunds_only();
    let refunded = Refunded::by(shop).await;

    refunded.shop.stripe.end_refund(0, "failed");

    assert_eq!(refunded.ask().await, Outcome::Refused);
    assert!(refunded.stands("refused", 0).await);
    assert!(refunded.needs_human().await);
    assert_eq!(owed(&refunded.shop).await, 5_000);
}

#[tokio::test]
async fn a_refund_that_comes_back_changes_the_rows_tells_the_others_and_calls_a_person() {
    let refunded = Refunded::by(Shop::open().await).await;
    assert!(refunded.stands("done", 5_000).await);

    refunded.shop.stripe.end_refund(0, "failed");
    refunded.report("evt_1", "refund.failed").await;

    eventually("it is taken back", async || refunded.stands("returned", 0).await).await;
    assert_eq!(refunded.ask().await, Outcome::Refused);
    assert!(refunded.needs_human().await);
    assert_eq!(told(&refunded.shop).await, ["payment.refunded", "payment.refund_failed"]);
    assert_eq!(owed(&refunded.shop).await, 5_000, "until a person has paid it");
}

#[tokio::test]
async fn a_refund_that_comes_back_is_found_though_nobody_reports_it() {
    let refunded = Refunded::by(Shop::open().await).await;
    refunded.shop.stripe.end_refund(0, "failed");

    refunded.shop.clock.advance(Duration::days(1));

    eventually("it is taken back", async || refunded.stands("returned", 0).await).await;
    assert!(refunded.needs_human().await);
}

#[tokio::test]
async fn a_failure_that_is_reported_twice_is_booked_once() {
    let refunded = Refunded::by(Shop::open().await).await;
    refunded.shop.stripe.end_refund(0, "failed");

    refunded.report("evt_1", "refund.failed").await;
    refunded.report("evt_1", "refund.failed").await;
    refunded.report("evt_2", "charge.refund.updated").await;

    eventually("it is taken back", async || refunded.stands("returned", 0).await).await;
    assert_eq!(told(&refunded.shop).await, ["payment.refunded", "payment.refund_failed"]);
}

#[tokio::test]
async fn a_disputed_charge_calls_a_person() {
    let refunded = Refunded::by(Shop::open().await).await;

    refunded.report("evt_1", "charge.dispute.created").await;

    assert!(refunded.needs_human().await);
}

/// What our ledger says is promised back and not paid.
async fn owed(shop: &Shop) -> i64 {
    sqlx::query_scalar(
        "select -sum(amount_minor)::bigint from ledger_entry where account = 'refunds_payable'",
    )
    .fetch_one(&shop.db.pool)
    .await
    .unwrap()
}

/// What was told of refunds.
async fn told(shop: &Shop) -> Vec<String> {
    sqlx::query_scalar("select subject from outbox where subject like 'payment.refund%' order by seq")
        .fetch_all(&shop.db.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn where_the_list_of_refunds_can_not_be_read_nothing_is_paid_twice() {
    let shop = Shop::open().await;
    shop.stripe.fail("refund", Fault::LostAnswer);
    shop.stripe.fail_reads(true);
    let refunded = Refunded::by(shop).await;

    refunded.shop.stripe.garble_refund(0);
    refunded.shop.stripe.fail_reads(false);
    let again = refunded.ask().await;

    assert_eq!((again, refunded.shop.stripe.sent("refund").len()), (Outcome::Unknown, 1));
}
