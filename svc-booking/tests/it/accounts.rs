//! The account of a guest never stands in the way of their booking.

use proto::booking::v1::BookingStatus;
use time::Duration;

use crate::harness::{World, booking, create, guest};

const OWNED: &str = "select count(*) from booking where account = 'done' and owner is not null and $1 = ''";
const ACCOUNT_DONE: &str = "select count(*) from booking where account = 'done' and $1 = ''";

#[tokio::test]
async fn with_identity_away_the_booking_is_confirmed_and_the_account_follows() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.identity_away = true);
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert_eq!(response.booking.unwrap().status(), BookingStatus::Confirmed);
    assert!(response.account.is_none());

    world.services.with(|books| books.identity_away = false);
    world.until_resting("TICKETED").await;
    world.clock.advance(Duration::seconds(61));
    world.until(OWNED, "", "the account").await;
    assert_eq!(
        world.services.with(|books| books.accounts.clone()),
        [false],
        "a link is mailed, no password told"
    );
}

#[tokio::test]
async fn r028_who_does_not_wait_gets_a_link_and_no_password() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 0;

    let response = create(&replica.client, &guest(1), request).await.unwrap();
    world.until_resting("TICKETED").await;
    world.clock.advance(Duration::seconds(61));
    world.until(ACCOUNT_DONE, "", "the account").await;

    assert!(response.account.is_none());
    assert_eq!(world.services.with(|books| books.accounts.clone()), [false]);
}

#[tokio::test]
async fn r004_an_address_that_has_an_account_signs_nobody_in_and_gets_nothing() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.email_known = true);
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert!(response.account.is_none());
    world.until(ACCOUNT_DONE, "", "the account").await;
    assert_eq!(world.count("select count(*) from booking where owner is not null").await, 0);
}
