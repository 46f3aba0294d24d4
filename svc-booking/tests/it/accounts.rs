//! The account of a guest never stands in the way of their booking.

use proto::booking::v1::BookingStatus;
use testkit::Log;
use time::Duration;
use tonic::Code;

use crate::guest_links::open;
use crate::harness::{World, booking, create, get, guest};
use crate::mailbox::mails;

const OWNED: &str = "select count(*) from booking where account = 'done' and owner is not null and $1 = ''";
const ACCOUNT_DONE: &str = "select count(*) from booking where account = 'done' and $1 = ''";
const NEVER_DUE: &str = "select count(*) from booking
    where account = 'done' and next_action_at is null and lease_until is null and $1 = ''";
const REFUSALS: &str = "select count(*) from booking_event
    where cause = 'AccountRefused' and from_state = 'TICKETED' and to_state = 'TICKETED'";

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
async fn an_account_that_is_refused_for_good_is_asked_for_no_more_and_the_guest_keeps_the_trip() {
    let log = Log::default();
    tracing::subscriber::set_global_default(log.subscriber(tracing::Level::WARN)).unwrap();
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.account_refused = Some(Code::InvalidArgument));
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    world.until_resting("TICKETED").await;
    world.clock.advance(Duration::seconds(61));
    world.until(NEVER_DUE, "", "the end of the asking").await;

    let booked = response.booking.unwrap();
    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert!(response.account.is_none());
    assert_eq!(world.services.with(|books| books.accounts.clone()), [true, false], "once by each who asks");
    assert_eq!(world.count(REFUSALS).await, 1);
    let text = log.text();
    let is_told = |line: &&str| line.contains("the account of a guest is refused");
    let lines: Vec<_> = text.lines().filter(is_told).collect();
    let [line] = lines.as_slice() else { panic!("{text}") };
    let id = format!("booking.id={}", booked.id);
    for field in [id.as_str(), "error.code=\"VALIDATION_ERROR\"", "firstName"] {
        assert!(line.contains(field), "{field} is not in {line}");
    }
    let mail = mails(&world).await.remove(0).text;
    let token = mail.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
    assert_eq!(open(&replica.client, &guest(2), token).await.unwrap(), booked.id);
    assert!(get(&replica.client, &guest(1), &booked.id).await.is_ok());
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
