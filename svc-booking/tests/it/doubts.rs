//! What is unknown holds the money, asks, and is never sent again.

use proto::booking::v1::BookingStatus;
use proto::payments::v1::PaymentStatus;
use testkit::Log;
use time::Duration;

use crate::fakes::airline::Placing;
use crate::fakes::services::Trouble;
use crate::harness::{World, booking, create, finished, get, guest, pending};

#[tokio::test]
async fn an_order_in_doubt_is_found_later_and_then_paid_for() {
    for doubt in [
        Placing::CreatedBut(502, "airline_unknown"),
        Placing::CreatedBut(500, "internal_server_error"),
        Placing::CreatedBut(422, "duplicate_booking"),
        Placing::CreatedBut(422, "a_code_of_tomorrow"),
        Placing::Accepted,
    ] {
        let world = World::new().await;
        let replica = world.start().await;
        world.airline.will([doubt]);
        let payment = world.services.authorise();
        let id = pending(&world, &replica, &payment).await;
        assert_eq!(world.services.payment(&payment), PaymentStatus::Authorised, "{doubt:?}");

        world.airline.appear();
        world.clock.advance(Duration::minutes(1));
        let booked = finished(&replica.client, &guest(1), &id).await;

        assert_eq!(booked.status(), BookingStatus::Confirmed, "{doubt:?}");
        assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
        assert_eq!(world.airline.sent().len(), 1, "one dispatch, ever");
    }
}

#[tokio::test]
async fn time_alone_never_ends_a_doubt_but_calls_a_person() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::CreatedBut(502, "airline_unknown")]);
    let payment = world.services.authorise();
    let id = pending(&world, &replica, &payment).await;

    // Asked at once, and then on the schedule.
    for times in 2..=6 {
        world.until_asked(times).await;
        world.clock.advance(Duration::minutes(20));
    }
    world.until("select count(*) from booking where needs_human and id::text = $1", &id, "the flag").await;

    let booking = get(&replica.client, &guest(1), &id).await.unwrap();
    assert_eq!(booking.status(), BookingStatus::Pending);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Authorised);
    assert_eq!(world.airline.sent().len(), 1);
}

#[tokio::test]
async fn each_ask_that_finds_no_order_is_a_line_with_the_time_of_the_next() {
    let log = Log::default();
    tracing::subscriber::set_global_default(log.subscriber(tracing::Level::INFO)).unwrap();
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Accepted]);
    let payment = world.services.authorise();
    let id = pending(&world, &replica, &payment).await;

    world.clock.advance(Duration::minutes(1));
    world.until_asked(3).await;

    let text = log.text();
    let lines: Vec<_> =
        text.lines().filter(|line| line.contains("the order's outcome is still unknown")).collect();
    let [first, second] = lines.as_slice() else { panic!("{text}") };
    for (line, asked, again_at) in [(first, 2, "2026-03-01 12:00:0"), (second, 3, "2026-03-01 12:01:1")] {
        for field in [format!("booking.id={id}"), format!("asked={asked}"), format!("again_at={again_at}")] {
            assert!(line.contains(&field), "{field} is not in {line}");
        }
    }
}

#[tokio::test]
async fn a_capture_in_doubt_is_asked_again_and_never_undone() {
    for trouble in [Trouble::Away, Trouble::DoneUnseen] {
        let world = World::new().await;
        let replica = world.start().await;
        let payment = world.services.authorise();
        world.services.with(|books| books.captures.push_back(trouble));

        let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();

        assert_eq!(booked.status(), BookingStatus::Confirmed, "{trouble:?}");
        assert_eq!(world.services.called("void"), 0);
        assert_eq!(world.airline.standing(), 1);
    }
}

#[tokio::test]
async fn a_claim_in_doubt_is_asked_again_before_anything_is_ordered() {
    for trouble in [Trouble::Away, Trouble::DoneUnseen] {
        let world = World::new().await;
        let replica = world.start().await;
        let payment = world.services.authorise();
        world.services.with(|books| books.claims.push_back(trouble));

        let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();

        assert_eq!(booked.status(), BookingStatus::Confirmed, "{trouble:?}");
        assert_eq!(world.services.called("claim"), 2);
    }
}
