use time::Duration;

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
