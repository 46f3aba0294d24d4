//! 3-D Secure: a booking waits for the cardholder's answer to their bank, and for nothing longer than that.

use proto::booking::v1::{
    AbandonBookingRequest, Booking, BookingStatus, CreateBookingResponse, GetBookingRequest,
    GetTypedPassengersRequest, PassengerDetails,
};
use proto::payments::v1::PaymentStatus;
use service::RequestContext;
use time::Duration;
use tonic::Status;

use crate::harness::{Client, Replica, World, booking, code, create, finished, guest};
use crate::mailbox::mails;

/// A booking whose cardholder is asked by their bank, and at which no worker is: from here on only the clock moves it.
async fn asked(world: &World, replica: &Replica) -> (String, CreateBookingResponse) {
    let payment = world.services.challenge();
    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    world.until_not_due("AWAIT_3DS").await;
    (payment, response)
}

#[tokio::test]
async fn r036_a_booking_waits_for_the_cardholder_and_says_where_their_bank_asks() {
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

    assert_eq!(finished(&replica.client, &guest(1), &id).await.status(), BookingStatus::Confirmed);
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

    let failed = finished(&replica.client, &guest(1), &id).await;
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

    let failed = finished(&replica.client, &guest(1), &id).await;
    assert_eq!(failed.failure.unwrap().code, "PAYMENT_FAILED");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
}

/// Where reading the booking again says that the bank asks.
async fn bank_of(client: &Client, id: &str) -> String {
    let request =
        guest(1).request(GetBookingRequest { booking_id: id.into(), ..GetBookingRequest::default() });
    client.clone().get_booking(request).await.unwrap().into_inner().action_url
}

#[tokio::test]
async fn r036_those_who_read_their_booking_again_find_the_way_to_their_bank() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;
    let id = response.booking.unwrap().id;
    let ways: i64 = world.count("select count(*) from booking where action_url is not null").await;

    assert_eq!((bank_of(&replica.client, &id).await.as_str(), ways), ("https://bank.example/3ds", 1));

    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(Duration::minutes(2));
    finished(&replica.client, &guest(1), &id).await;

    assert_eq!(bank_of(&replica.client, &id).await, "", "the bank asks no more");
    assert_eq!(world.count("select count(*) from booking where action_url is not null").await, 0);
}

#[tokio::test]
async fn r036_those_who_were_sent_to_their_bank_are_written_to_however_soon_the_booking_fails() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;

    world.services.answer(&payment, PaymentStatus::Declined);
    world.clock.advance(Duration::seconds(10));
    finished(&replica.client, &guest(1), &response.booking.unwrap().id).await;

    let told: Vec<_> = mails(&world).await.into_iter().map(|mail| mail.subject).collect();
    assert_eq!(told, ["We couldn't complete your booking"]);
}

async fn abandon(client: &Client, context: &RequestContext, id: &str) -> Result<Booking, Status> {
    let request = context.request(AbandonBookingRequest { booking_id: id.into() });
    Ok(client.clone().abandon_booking(request).await?.into_inner().booking.unwrap())
}

#[tokio::test]
async fn r036_those_who_go_no_further_at_their_bank_pay_nothing_and_need_not_wait() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;
    let id = response.booking.unwrap().id;
    let other = abandon(&replica.client, &guest(2), &id).await.unwrap_err();
    assert_eq!((code(&other).as_str(), world.state(&id).await.as_str()), ("BOOKING_NOT_FOUND", "AWAIT_3DS"));

    let ended = abandon(&replica.client, &guest(1), &id).await.unwrap();
    let again = abandon(&replica.client, &guest(1), &id).await.unwrap();

    let failure = ended.failure.unwrap();
    assert_eq!(failure.code, "PAYMENT_FAILED");
    assert_eq!(failure.message, "You cancelled this payment. Nothing has been charged.");
    assert_eq!((failure.reason.as_str(), failure.money.as_str()), ("payment_cancelled", "not_charged"));
    assert_eq!(again.status(), BookingStatus::Failed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
    assert!(world.airline.sent().is_empty());
}

#[tokio::test]
async fn r036_those_who_had_agreed_at_their_bank_before_they_stopped_are_booked() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;
    world.services.answer(&payment, PaymentStatus::Authorised);

    let booked = abandon(&replica.client, &guest(1), &response.booking.unwrap().id).await.unwrap();

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn r036_a_booking_that_waits_for_no_bank_is_not_abandoned() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    let booked = abandon(&replica.client, &guest(1), &id).await.unwrap();

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn r036_who_pays_with_another_card_is_not_written_to_of_the_first() {
    let world = World::new().await;
    let replica = world.start().await;
    let (_payment, response) = asked(&world, &replica).await;
    abandon(&replica.client, &guest(1), &response.booking.unwrap().id).await.unwrap();
    let waits = "select count(*) from mail_outbox where next_attempt_at > created_at";
    assert_eq!(world.count(waits).await, 1);

    let payment = world.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    let told: Vec<String> =
        sqlx::query_scalar("select dedupe_key from mail_outbox").fetch_all(&world.db.pool).await.unwrap();
    assert!(!told.iter().any(|about| about.starts_with("failed/")), "{told:?}");
}

async fn typed(client: &Client, context: &RequestContext, id: &str) -> Result<Vec<PassengerDetails>, Status> {
    let request = context.request(GetTypedPassengersRequest { booking_id: id.into() });
    Ok(client.clone().get_typed_passengers(request).await?.into_inner().passengers)
}

#[tokio::test]
async fn r036_what_was_typed_of_a_refused_booking_is_its_bookers_again_without_documents() {
    let world = World::new().await;
    let replica = world.start().await;
    let (payment, response) = asked(&world, &replica).await;
    let id = response.booking.unwrap().id;
    let early = typed(&replica.client, &guest(1), &id).await.unwrap_err();
    world.services.answer(&payment, PaymentStatus::Declined);
    world.clock.advance(Duration::minutes(2));
    finished(&replica.client, &guest(1), &id).await;

    let mut sent = booking(&payment).passengers;
    for (index, passenger) in sent.iter_mut().enumerate() {
        passenger.gender = Some("female".into());
        (passenger.passport_number, passenger.passport_expiry_date) = (None, None);
        passenger.passport_issuing_country = None;
        if index > 0 {
            (passenger.email, passenger.phone) = (None, None);
        }
    }
    assert_eq!(typed(&replica.client, &guest(1), &id).await.unwrap(), sent);

    let other = typed(&replica.client, &guest(2), &id).await.unwrap_err();
    world.clock.advance(Duration::days(1));
    let late = typed(&replica.client, &guest(1), &id).await.unwrap_err();
    for refused in [early, other, late] {
        assert_eq!(code(&refused), "BOOKING_NOT_FOUND");
    }
}
