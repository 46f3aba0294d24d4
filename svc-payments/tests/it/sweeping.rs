use proto::payments::v1::Outcome;
use time::Duration;
use uuid::Uuid;

use crate::harness::{Shop, Traveller, eventually};
use crate::stripe::Fault;

#[tokio::test]
async fn an_authorisation_that_no_booking_claims_is_voided_after_half_an_hour() {
    let shop = Shop::open().await;
    let early = shop.authorised(&Traveller::new()).await;
    shop.clock.advance(Duration::minutes(20));
    let late = shop.authorised(&Traveller::new()).await;

    shop.clock.advance(Duration::minutes(11));

    eventually("the early one is voided", async || shop.stored_status(&early.id).await == "voided").await;
    assert_eq!(shop.stored_status(&late.id).await, "authorised");
    assert_eq!(shop.stripe.statuses(), ["canceled", "requires_capture"]);
}

#[tokio::test]
async fn a_sweep_that_the_provider_did_not_hear_is_repeated() {
    let shop = Shop::open().await;
    let payment = shop.authorised(&Traveller::new()).await;
    shop.stripe.fail("cancel", Fault::LostRequest);

    shop.clock.advance(Duration::minutes(31));
    eventually("it was tried", async || shop.stored_status(&payment.id).await == "void_sent").await;
    eventually("it is repeated", async || {
        shop.clock.advance(Duration::seconds(31));
        shop.stored_status(&payment.id).await == "voided"
    })
    .await;

    assert_eq!(shop.stripe.statuses(), ["canceled"]);
}

#[tokio::test]
async fn a_sweeper_that_fails_does_not_stop_the_finisher() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;
    let booking = Uuid::now_v7();
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    sqlx::query("drop table webhook").execute(&shop.db.pool).await.unwrap();
    shop.stripe.fail("capture", Fault::LostAnswer);
    shop.stripe.fail_reads(true);

    let captured = shop.capture(&traveller, &payment.id, booking).await.unwrap();
    assert_eq!(captured.outcome(), Outcome::Unknown);
    shop.stripe.fail_reads(false);

    eventually("it is finished", async || {
        shop.clock.advance(Duration::seconds(31));
        shop.stored_status(&payment.id).await == "captured"
    })
    .await;
}
