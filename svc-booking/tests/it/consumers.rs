//! What other services tell moves a booking before its next ask is due.

use std::sync::Arc;

use events::{NatsArgs, NewEvent, Stream};
use prost::Message;
use proto::booking::v1::{AttentionAction, BookingStatus, CancelBookingRequest, MoneyStand};
use proto::payments::v1::PaymentChanged;
use service::Clock;
use svc_booking::MIGRATOR;
use testkit::TestDb;
use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use crate::attention::{decision_on, list, refund_mails, resolve};
use crate::fakes::services::Trouble;
use crate::harness::{World, administrator, booking, create, failure, finished, get, guest};

const PAYMENT: Stream = Stream::new("PAYMENT", &["payment.>"]);

/// Tells what svc-payments would.
pub async fn tell(world: &World, subject: &'static str, booking_id: &str) -> (TestDb, DropGuard) {
    let changed = PaymentChanged { booking_id: booking_id.to_owned(), ..PaymentChanged::default() };
    publish(world, PAYMENT, subject, changed.encode_to_vec()).await
}

/// Publishes an event of another service, through an outbox as that has one.
pub async fn publish(
    world: &World,
    stream: Stream,
    subject: &'static str,
    payload: Vec<u8>,
) -> (TestDb, DropGuard) {
    let (outbox, stop) = (TestDb::create(&MIGRATOR).await, CancellationToken::new());
    let event = NewEvent { id: Uuid::now_v7(), subject, payload, version: 2 };
    let mut connection = outbox.pool.acquire().await.unwrap();
    events::append(&mut connection, &event, world.clock.now()).await.unwrap();
    let nats = events::connect(&NatsArgs::open(&world.nats_url)).await.unwrap();
    let (clock, wake) = (world.clock.clone(), Arc::new(Notify::new()));
    tokio::spawn(events::relay(outbox.pool.clone(), nats, stream, clock, wake, stop.clone()));
    (outbox, stop.drop_guard())
}

#[tokio::test]
async fn word_of_its_payment_ends_a_bookings_wait() {
    let broker = testkit::nats().await;
    let world = World { nats_url: broker.url.clone(), ..World::new().await };
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.captures.extend([Trouble::Away, Trouble::Away]));
    let mut request = booking(&payment);
    request.wait_ms = 300;
    let booked = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap();
    world.until_asked(2).await;
    assert_eq!((booked.status(), world.services.called("capture")), (BookingStatus::Pending, 2));

    let _telling = tell(&world, "payment.captured", &booked.id).await;

    let confirmed = finished(&replica.client, &guest(1), &booked.id).await;
    assert_eq!(confirmed.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.called("capture"), 3);
}

#[tokio::test]
async fn word_of_its_refund_ends_a_cancellations_wait() {
    let broker = testkit::nats().await;
    let world = World { nats_url: broker.url.clone(), ..World::new().await };
    let replica = world.start().await;
    let payment = world.services.authorise();
    let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();
    world.services.with(|books| books.refund_trouble = Some(Trouble::Away));
    let message = CancelBookingRequest { booking_id: booked.id.clone(), ..Default::default() };
    let request = guest(1).request_within(std::time::Duration::from_secs(30), message);
    replica.client.clone().cancel_booking(request).await.unwrap();
    world.until_asked(2).await;
    world.services.with(|books| books.refund_trouble = None);

    let _telling = tell(&world, "payment.refunded", &booked.id).await;

    world.until("select count(*) from cancellation where stage = $1", "DONE", "the refund").await;
}

#[tokio::test]
async fn a_refund_that_comes_back_after_the_cancellation_calls_a_person() {
    let broker = testkit::nats().await;
    let world = World { nats_url: broker.url.clone(), ..World::new().await };
    let replica = world.start().await;
    let payment = world.services.authorise();
    let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();
    let message = CancelBookingRequest { booking_id: booked.id.clone(), ..Default::default() };
    let request = guest(1).request_within(std::time::Duration::from_secs(30), message);
    let cancelled =
        replica.client.clone().cancel_booking(request).await.unwrap().into_inner().booking.unwrap();
    assert_eq!(cancelled.cancellation.unwrap().refund_status, "succeeded");

    let _telling = tell(&world, "payment.refund_failed", &booked.id).await;

    let needs_human = "select needs_human from booking";
    let called = tokio::time::timeout(testkit::patience(15), async {
        while !sqlx::query_scalar::<_, bool>(needs_human).fetch_one(&world.db.pool).await.unwrap() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    });
    called.await.expect("a person is called");
    let owed = get(&replica.client, &guest(1), &booked.id).await.unwrap();
    assert_eq!(
        (owed.version, owed.cancellation.unwrap().refund_status.as_str()),
        (cancelled.version + 1, "failed")
    );
    assert_eq!(list(&replica).await[0].money(), MoneyStand::Taken, "it came back to us");
    assert_eq!(refund_mails(&world).await, ["did not reach your card"]);
}

#[tokio::test]
async fn a_refund_of_a_failed_booking_that_comes_back_is_paid_by_a_person_once() {
    let broker = testkit::nats().await;
    let world = World { nats_url: broker.url.clone(), ..World::new().await };
    let replica = world.start().await;
    world.services.with(|books| books.captures.push_back(Trouble::Refused));
    world.services.with(|books| books.voids.push_back(Trouble::Taken));
    let payment = world.services.authorise();
    let failed = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    assert_eq!(failure(&failed), "PAYMENT_FAILED");
    let id = failed.booking.unwrap().id;

    let _telling = tell(&world, "payment.refund_failed", &id).await;
    world.until("select count(*) from booking where needs_human and id::text = $1", &id, "the call").await;
    let item = list(&replica).await.remove(0);
    let owed = get(&replica.client, &guest(1), &id).await.unwrap().failure.unwrap();
    resolve(&replica, &administrator(), decision_on(&item, AttentionAction::PaidBack)).await.unwrap();
    let _late = tell(&world, "payment.refund_failed", &id).await;
    let heard = "select count(*) - 1 from inbox where $1 = ''";
    world.until(heard, "", "late word of the same refund").await;

    assert_eq!(item.money(), MoneyStand::Taken);
    assert_eq!(owed.money, "owed");
    assert!(owed.message.contains("could not be paid back"), "{}", owed.message);
    let paid = get(&replica.client, &guest(1), &id).await.unwrap().failure.unwrap();
    assert_eq!(paid.money, "paid_back");
    assert!(paid.message.contains("has been paid back"), "{}", paid.message);
    assert!(list(&replica).await.is_empty(), "nobody pays it twice");
    assert_eq!(refund_mails(&world).await, ["did not reach your card", "has been paid"]);
}
