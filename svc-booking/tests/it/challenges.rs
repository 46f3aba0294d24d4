//! 3-D Secure: a booking waits for the cardholder's answer to his bank, and for nothing longer than that.

use proto::booking::v1::{BookingStatus, CreateBookingResponse};
use proto::payments::v1::PaymentStatus;
use time::Duration;

use crate::harness::{Replica, World, booking, create, guest, settled};

async fn asked(world: &World, replica: &Replica) -> (String, CreateBookingResponse) {
    let payment = world.services.challenge();
    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    (payment, response)
}

#[tokio::test]
async fn r036_a_booking_waits_for_the_cardholder_and_says_where_his_bank_asks() {
    let world = World::new().await;
    let replica = world.start().await;

    let (payment, response) = asked(&world, &replica).await;

    assert_eq!(response.action_url, "https://bank.example/3ds");
    let waiting = response.booking.unwrap();
    assert_eq!(waiting.status(), BookingStatus::Pending);
    assert_eq!(world.state(&waiting.id).await, "AWAIT_3DS");
    let again = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    assert_eq!((again.action_url, again.booking.unwrap().id), (response.action_url, waiting.id));
    assert!(world.airline.sent().is_empty());
}

#[tokio::test]
async fn r036_a_cardholder_who_says_yes_is_booked() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;
    let id = response.booking.unwrap().id;

    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(Duration::minutes(2));

    assert_eq!(settled(&replica.client, &guest(1), &id).await.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn r036_a_cardholder_who_fails_ends_the_booking_with_nothing_held() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;
    let id = response.booking.unwrap().id;

    world.services.answer(&payment, PaymentStatus::Declined);
    world.clock.advance(Duration::minutes(2));

    let failed = settled(&replica.client, &guest(1), &id).await;
    assert_eq!(failed.failure.unwrap().code, "PAYMENT_FAILED");
    assert!(world.airline.sent().is_empty());
    assert_eq!(world.told().await, ["booking.reserved", "booking.failed"]);
}

#[tokio::test]
async fn r036_a_cardholder_who_never_answers_is_waited_for_a_quarter_of_an_hour() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;
    let id = response.booking.unwrap().id;
    world.clock.advance(Duration::minutes(14));
    world.until_resting("AWAIT_3DS").await;
    assert_eq!(world.services.payment(&payment), PaymentStatus::RequiresAction);

    world.clock.advance(Duration::minutes(2));

    let failed = settled(&replica.client, &guest(1), &id).await;
    assert_eq!(failed.failure.unwrap().code, "PAYMENT_FAILED");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
}
