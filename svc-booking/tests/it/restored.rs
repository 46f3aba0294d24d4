//! The database is set back to a backup: what the others did since is not in it.

use proto::booking::v1::BookingStatus;
use proto::payments::v1::PaymentStatus;
use service::Clock;
use time::Duration;

use crate::harness::{Victim, World, booking, create, finished, guest};

/// Long after the offer, and the time for the bank's question, have ended.
const UNTIL_THE_RESTORE: Duration = Duration::hours(3);
const NEXT_ASK: Duration = Duration::minutes(2);

async fn set_back(world: &World) {
    world.db.set_back().await;
    world.db.mark_restored(world.clock.now()).await;
}

/// A booking whose cardholder is asked by their bank, a backup of that moment, and the system that goes on.
async fn backed_up(world: &World) -> (String, String, Victim) {
    let victim = world.start_victim().await;
    let payment = world.services.challenge();
    let response = create(&victim.client, &guest(1), booking(&payment)).await.unwrap();
    world.until_not_due("AWAIT_3DS").await;
    world.db.back_up().await;
    (payment, response.booking.unwrap().id, victim)
}

async fn kill(victim: Victim, world: &World) {
    victim.kill();
    world.until_alone().await;
}

#[tokio::test]
async fn an_order_that_was_sent_after_the_backup_is_taken_in_and_none_is_sent() {
    let world = World::new().await;
    let (payment, id, victim) = backed_up(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(NEXT_ASK);
    let before = finished(&victim.client, &guest(1), &id).await;
    assert_eq!(before.status(), BookingStatus::Confirmed);
    kill(victim, &world).await;

    world.clock.advance(UNTIL_THE_RESTORE);
    set_back(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    let replica = world.start().await;
    let after = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(after.status(), BookingStatus::Confirmed);
    assert_eq!(after.booking_reference, before.booking_reference);
    assert_eq!((world.airline.sent().len(), world.airline.standing()), (1, 1), "one dispatch, ever");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
    assert_eq!(world.services.called("void"), 0);
}

#[tokio::test]
async fn a_booking_that_was_not_ordered_since_the_backup_goes_on_as_always() {
    let world = World::new().await;
    let (payment, id, victim) = backed_up(&world).await;
    kill(victim, &world).await;

    set_back(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(NEXT_ASK);
    let replica = world.start().await;
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.airline.sent().len(), 1);
}

#[tokio::test]
async fn a_restored_booking_waits_while_nobody_can_say_whether_its_order_was_sent() {
    let world = World::new().await;
    let (payment, id, victim) = backed_up(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(NEXT_ASK);
    finished(&victim.client, &guest(1), &id).await;
    kill(victim, &world).await;

    world.clock.advance(UNTIL_THE_RESTORE);
    set_back(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.airline.refuses_lists(true);
    let replica = world.start().await;
    world.until_not_due("AWAIT_3DS").await;
    assert_eq!(world.services.called("void"), 0);

    world.airline.refuses_lists(false);
    world.clock.advance(Duration::minutes(1));
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.airline.sent().len(), 1);
}
