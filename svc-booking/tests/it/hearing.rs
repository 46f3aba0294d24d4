//! What other services tell moves a booking before its next ask is due.

use std::sync::Arc;

use events::{NatsArgs, NewEvent, Stream};
use prost::Message;
use proto::booking::v1::BookingStatus;
use proto::payments::v1::PaymentChanged;
use service::Clock;
use svc_booking::MIGRATOR;
use testkit::TestDb;
use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use crate::fakes::services::Trouble;
use crate::harness::{World, booking, create, guest, settled};

const PAYMENT: Stream = Stream { name: "PAYMENT", subjects: &["payment.>"] };

/// Tells what svc-payments would, through an outbox as that has one.
async fn tell(world: &World, booking_id: &str) -> (TestDb, DropGuard) {
    let (outbox, stop) = (TestDb::create(&MIGRATOR).await, CancellationToken::new());
    let changed = PaymentChanged { booking_id: booking_id.to_owned(), ..PaymentChanged::default() };
    let event = NewEvent {
        id: Uuid::now_v7(),
        subject: "payment.captured",
        payload: changed.encode_to_vec(),
        version: 2,
    };
    let mut connection = outbox.pool.acquire().await.unwrap();
    events::append(&mut connection, &event, world.clock.now()).await.unwrap();
    let nats = events::connect(&NatsArgs { nats_url: world.nats_url.clone() }).await.unwrap();
    let (clock, wake) = (world.clock.clone(), Arc::new(Notify::new()));
    tokio::spawn(events::relay(outbox.pool.clone(), nats, PAYMENT, clock, wake, stop.clone()));
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

    let _telling = tell(&world, &booked.id).await;

    let confirmed = settled(&replica.client, &guest(1), &booked.id).await;
    assert_eq!(confirmed.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.called("capture"), 3);
}
