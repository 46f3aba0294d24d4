//! A process dies, or loses a booking it still works on.

use proto::booking::v1::{Booking, BookingStatus, CreateBookingRequest};
use proto::payments::v1::PaymentStatus;
use time::Duration;
use tonic::Code;

use crate::fakes::airline::Placing;
use crate::fakes::services::Trouble;
use crate::fakes::wire::Wire;
use crate::harness::{Client, World, booking, create, finished, guest};

/// Past the end of a lease.
const TAKEOVER: Duration = Duration::seconds(181);
/// Past the next ask about a doubt, and within the lease.
const NEXT_ASK: Duration = Duration::seconds(60);

#[tokio::test]
async fn a_worker_that_dies_while_the_order_is_on_its_way_leaves_it_to_be_found() {
    let world = World::new().await;
    let victim = world.start_victim().await;
    world.airline.will([Placing::Slow(std::time::Duration::from_secs(60))]);
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 0;
    let id = create(&victim.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_state("ORDER_SENT").await;
    while world.airline.sent().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    victim.kill();

    world.airline.appear();
    let replica = world.start().await;
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.airline.sent().len(), 1, "one dispatch, ever");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn an_order_that_waits_for_the_rate_limit_is_sent_by_another_worker_when_its_own_dies() {
    const RESET: Duration = Duration::seconds(50);
    let world = World::new().await;
    let victim = world.start_victim().await;
    world.airline.will([Placing::TooOften(RESET.whole_seconds().unsigned_abs())]);
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 0;
    let id = create(&victim.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_not_due("ORDER_SENT").await;
    victim.kill();

    let replica = world.start().await;
    world.clock.advance(RESET);
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!((world.airline.sent().len(), world.airline.standing()), (2, 1));
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn a_worker_that_dies_around_each_other_call_is_followed_by_one_that_repeats_it() {
    let stops: [fn(&mut crate::fakes::services::Books); 3] = [
        |books| books.claims.extend([Trouble::DoneUnseen; 50]),
        |books| books.claims.extend([Trouble::Away; 50]),
        |books| books.captures.extend([Trouble::DoneUnseen; 50]),
    ];
    for stop in stops {
        let world = World::new().await;
        let victim = world.start_victim().await;
        let payment = world.services.authorise();
        world.services.with(stop);
        let mut request = booking(&payment);
        request.wait_ms = 300;
        let id = create(&victim.client, &guest(1), request).await.unwrap().booking.unwrap().id;
        world.until_it_rests().await;
        victim.kill();
        world.services.with(|books| {
            books.claims.clear();
            books.captures.clear();
        });

        world.clock.advance(NEXT_ASK);
        let replica = world.start().await;
        let booked = finished(&replica.client, &guest(1), &id).await;

        assert_eq!(booked.status(), BookingStatus::Confirmed);
        assert_eq!(world.airline.sent().len(), 1);
        assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
        assert_eq!(world.told().await, ["booking.reserved", "booking.confirmed"]);
    }
}

#[tokio::test]
async fn a_replica_that_stops_lets_its_travellers_go_when_the_call_under_way_is_answered() {
    const LESS_THAN_THEIR_WAIT: std::time::Duration = std::time::Duration::from_secs(15);
    let world = World::new().await;
    let stopping = world.start().await;
    world.airline.will([Placing::Slow(testkit::patience(1))]);
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 24_000;
    let client = stopping.client.clone();
    let waiting = tokio::spawn(async move { create(&client, &guest(1), request).await });
    while world.airline.sent().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }

    drop(stopping);

    let answer = tokio::time::timeout(LESS_THAN_THEIR_WAIT, waiting).await.expect("nobody is held up");
    let told = answer.unwrap().unwrap().booking.unwrap();
    assert_eq!(told.status(), BookingStatus::Pending);
    world.clock.advance(NEXT_ASK);
    let booked = finished(&world.start().await.client, &guest(1), &told.id).await;
    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.airline.sent().len(), 1);
}

#[tokio::test]
async fn a_worker_that_lives_keeps_its_booking_while_others_look_for_the_dead() {
    let world = World::new().await;
    let slow = world.start().await;
    world.airline.will([Placing::Slow(std::time::Duration::from_secs(4))]);
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 0;
    let id = create(&slow.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_state("ORDER_SENT").await;

    let other = world.start().await;
    let booked = finished(&other.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    let owners = "select count(distinct epoch) from booking_event where to_state <> 'DRAFT'";
    assert_eq!(world.count(owners).await, 1, "one worker drove it to its end");
}

#[tokio::test]
async fn a_stale_workers_late_answer_is_evidence_and_moves_nothing() {
    let world = World::new().await;
    let slow = world.start().await;
    world.airline.will([Placing::Slow(testkit::patience(2))]);
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 0;
    let id = create(&slow.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_state("ORDER_SENT").await;

    // Somebody takes over while the answer is still on its way, and the provider shows nothing.
    let _other = world.start().await;
    world.clock.advance(TAKEOVER);
    world.until_state("ORDER_UNKNOWN").await;
    world
        .until(
            "select count(*) from provider_attempt where evidence::text like $1",
            "%ord_1%",
            "the evidence",
        )
        .await;
    assert_eq!(world.state(&id).await, "ORDER_UNKNOWN");
    world.until_asked(2).await;
    world.clock.advance(Duration::hours(1));
    let booked = finished(&slow.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed, "what the stale worker learnt is read");
    assert_eq!(world.airline.sent().len(), 1);
}

/// Asks again while the database is away: on a busy machine there may be no new connection in time for the first answer.
async fn create_as_a_page(client: &Client, request: &CreateBookingRequest) -> Booking {
    loop {
        match create(client, &guest(1), request.clone()).await {
            Err(status) if status.code() == Code::Unavailable => {}
            answer => return answer.unwrap().booking.unwrap(),
        }
    }
}

#[tokio::test]
async fn a_step_that_was_stored_without_a_word_of_it_is_gone_on_from_at_once() {
    for state in ["AUTH_SENT", "AUTHORISED", "ORDER_SENT", "ORDERED", "CAPTURE_SENT", "TICKETED"] {
        let mut world = World::new().await;
        let wire = Wire::open(&world.db.url, state).await;
        world.database_url = wire.url.clone();
        let replica = world.start().await;
        let payment = world.services.authorise();

        let booked = create_as_a_page(&replica.client, &booking(&payment)).await;

        assert_eq!(booked.status(), BookingStatus::Confirmed, "{state}");
        assert!(wire.is_cut(), "{state}");
        assert_eq!(world.airline.sent().len(), 1, "{state}");
        assert_eq!(world.services.payment(&payment), PaymentStatus::Captured, "{state}");
        assert_eq!(world.count("select count(*) from provider_attempt where n > 1").await, 0, "{state}");
        let told = ["booking.reserved", "booking.confirmed"];
        assert_eq!(world.told().await, told, "{state}");
    }
}
