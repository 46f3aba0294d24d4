//! The database is set back to a backup: the card provider has refunds that are not in it.

use proto::payments::v1::Outcome;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::harness::{Shop, Traveller, eventually, usd};

const RESTORED_AT: OffsetDateTime = datetime!(2026-03-03 12:00 UTC);

/// A captured payment of before the restore, a backup of that moment, and a refund of a part of it since.
struct Restored {
    shop: Shop,
    traveller: Traveller,
    payment_id: String,
    booking: Uuid,
}

impl Restored {
    async fn backed_up() -> Self {
        let (shop, traveller) = (Shop::open_restored(RESTORED_AT).await, Traveller::new());
        let (payment, booking) = shop.captured(&traveller).await;
        shop.db.back_up().await;
        Self { shop, traveller, payment_id: payment.id, booking }
    }

    /// Set back to the backup, and so late that the card provider knows no call again.
    async fn set_back(&self) {
        self.shop.db.set_back().await;
        self.shop.stripe.forget_keys();
        self.shop.clock.advance(Duration::hours(30));
    }

    async fn refund(&self) -> Outcome {
        let order = ("cancelled", 5_000);
        let refund = self.shop.refund(&self.traveller, &self.payment_id, self.booking, order).await;
        refund.unwrap().outcome()
    }

    /// What the card provider has paid back, and how many times it was asked to.
    fn paid_back(&self) -> (i64, usize) {
        (self.shop.stripe.refunded(), self.shop.stripe.sent("refund").len())
    }
}

#[tokio::test]
async fn a_part_that_was_paid_back_after_the_backup_is_found_and_not_paid_again() {
    let restored = Restored::backed_up().await;
    assert_eq!(restored.refund().await, Outcome::Done);
    restored.set_back().await;

    let again = restored.refund().await;

    assert_eq!((again, restored.paid_back()), (Outcome::Done, (5_000, 1)));
    let payment = restored.shop.get(&restored.traveller, &restored.payment_id).await;
    assert_eq!(payment.refunded, Some(usd(5_000)));
}

#[tokio::test]
async fn a_refund_that_was_not_made_since_the_backup_is_paid() {
    let restored = Restored::backed_up().await;
    restored.set_back().await;

    let refund = restored.refund().await;

    assert_eq!((refund, restored.paid_back()), (Outcome::Done, (5_000, 1)));
}

#[tokio::test]
async fn a_restored_refund_waits_while_nobody_can_say_whether_it_was_paid() {
    let restored = Restored::backed_up().await;
    restored.refund().await;
    restored.set_back().await;

    restored.shop.stripe.fail_reads(true);
    let unknown = restored.refund().await;
    restored.shop.stripe.fail_reads(false);
    restored.shop.clock.advance(Duration::minutes(1));

    assert_eq!(unknown, Outcome::Unknown);
    eventually("it is found", async || {
        let payment = restored.shop.get(&restored.traveller, &restored.payment_id).await;
        payment.refunded == Some(usd(5_000))
    })
    .await;
    assert_eq!(restored.paid_back(), (5_000, 1));
}

#[tokio::test]
async fn a_refund_of_a_payment_of_after_the_restore_is_sent_without_a_look() {
    let (shop, traveller) = (Shop::open_restored(RESTORED_AT).await, Traveller::new());
    shop.clock.advance(Duration::days(3));
    let (payment, booking) = shop.captured(&traveller).await;

    shop.stripe.fail_reads(true);
    let refund = shop.refund(&traveller, &payment.id, booking, ("cancelled", 5_000)).await.unwrap();

    assert_eq!(refund.outcome(), Outcome::Done);
}
