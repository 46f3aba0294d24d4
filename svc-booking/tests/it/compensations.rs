//! What ends badly, and ends with nothing held.

use prost::Message;
use proto::booking::v1::{BookingChanged, BookingFailure, BookingStatus, CreateBookingRequest};
use proto::common::v1::FieldViolation;
use proto::offers::v1::SeatSelection;
use proto::payments::v1::PaymentStatus;
use testkit::Log;
use time::Duration;

use crate::fakes::airline::Placing;
use crate::fakes::services::{BagSales, Books, Trouble, pounds};
use crate::harness::{World, booking, booking_with_bags, create, failure, finished, get, guest};

#[tokio::test]
async fn a_card_that_is_declined_ends_the_booking_before_anything_is_ordered() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.claims.push_back(Trouble::Refused));

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert_eq!(failure(&response), "PAYMENT_FAILED");
    let failure = response.booking.unwrap().failure.unwrap();
    assert_eq!((failure.reason.as_str(), failure.money.as_str()), ("payment_failed", "not_charged"));
    let told = "The payment did not go through. Please try another card. Nothing has been charged.";
    assert_eq!(failure.message, told);
    assert!(world.airline.sent().is_empty());
    assert_eq!(world.told().await, ["booking.failed"]);
}

#[tokio::test]
async fn an_order_that_is_definitely_refused_releases_the_card() {
    let cases = [
        (422, "insufficient_balance", "BOOKING_FAILED"),
        (502, "order_not_created", "BOOKING_FAILED"),
        (422, "offer_no_longer_available", "OFFER_EXPIRED"),
        (422, "price_changed", "PRICE_CHANGED"),
    ];
    for (status, code, expected) in cases {
        let world = World::new().await;
        let replica = world.start().await;
        world.airline.will([Placing::Refused(status, code)]);
        let payment = world.services.authorise();

        let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

        assert_eq!(failure(&response), expected, "{code}");
        assert_eq!(world.services.payment(&payment), PaymentStatus::Voided, "{code}");
        assert_eq!(world.services.called("capture"), 0);
        assert_eq!(world.told().await, ["booking.reserved", "booking.failed"]);
    }
}

#[tokio::test]
async fn the_release_of_a_refused_orders_money_is_a_line_with_its_booking_and_its_payment() {
    let log = Log::default();
    tracing::subscriber::set_global_default(log.subscriber(tracing::Level::INFO)).unwrap();
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = world.services.authorise();

    let failed = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();

    let text = log.text();
    let lines: Vec<_> = text.lines().filter(|line| line.contains("the money was released")).collect();
    let [line] = lines.as_slice() else { panic!("{text}") };
    for field in [format!("booking.id={}", failed.id), format!("payment.id=\"{payment}\"")] {
        assert!(line.contains(&field), "{field} is not in {line}");
    }
}

#[tokio::test]
async fn bag05_an_order_that_is_refused_for_a_bag_holds_nothing_and_a_taken_seat_keeps_its_code() {
    let gone = "ancillary_service_not_available";
    let (bag, bag_reason) = ("BAG_UNAVAILABLE", "bag_unavailable");
    let cases = [
        (false, Placing::Refused(422, gone), bag, bag_reason),
        (true, Placing::RefusedAt(gone, "/services/1/id"), bag, bag_reason),
        (true, Placing::RefusedAt("validation_inclusion", "/services/1/quantity"), bag, bag_reason),
        (true, Placing::RefusedAt(gone, "/services/0/id"), "BOOKING_FAILED", "seat_taken"),
        (true, Placing::Refused(422, gone), "BOOKING_FAILED", "seat_or_bag_unavailable"),
    ];
    for (with_seat, placing, expected, reason) in cases {
        let world = World::new().await;
        let replica = world.start().await;
        world.airline.will([placing]);
        let payment = world.services.authorise();
        let mut request = booking_with_bags(&payment, 1);
        let seat = SeatSelection { passenger_id: "pas_b".into(), service_id: "ase_14a".into() };
        request.seats.extend(with_seat.then_some(seat));

        let response = create(&replica.client, &guest(1), request).await.unwrap();

        assert_eq!(failure(&response), expected, "{placing:?}");
        let failed = response.booking.unwrap();
        let told = failed.failure.clone().unwrap();
        assert_eq!((told.reason.as_str(), told.money.as_str()), (reason, "not_charged"), "{placing:?}");
        assert_eq!(world.services.payment(&payment), PaymentStatus::Voided, "{placing:?}");
        assert_eq!((world.services.called("capture"), world.airline.standing()), (0, 0), "{placing:?}");
        assert_eq!(world.told().await, ["booking.reserved", "booking.failed"]);
        let read = get(&replica.client, &guest(1), &failed.id).await.unwrap();
        assert_eq!((read.failure, read.bags), (failed.failure, failed.bags), "as it is stored");
    }
}

#[tokio::test]
async fn bag08_a_failed_booking_names_its_bags_to_choose_them_again() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "offer_no_longer_available")]);
    let request = booking_with_bags(&world.services.authorise(), 2);

    let failed = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap();

    let [bag] = &failed.bags[..] else { panic!("one bag") };
    let selection = bag.selection.as_ref().unwrap();
    assert_eq!((selection.passenger_id.as_str(), selection.quantity), ("pas_b", 2));
    assert_eq!((bag.kind.as_str(), bag.weight_kg, bag.segment_ids.len()), ("checked", Some(23), 1));
}

#[tokio::test]
async fn an_order_that_came_too_often_is_sent_again_when_the_provider_listens() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::TooOften(1), Placing::TooOften(0)]);
    let payment = world.services.authorise();

    let mut request = booking(&payment);
    request.wait_ms = 0;

    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_not_due("ORDER_SENT").await;
    assert_eq!(world.airline.sent().len(), 1);
    while world.airline.sent().len() < 3 {
        world.clock.advance(Duration::SECOND);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!((world.airline.sent().len(), world.airline.standing()), (3, 1));
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
    assert_eq!(world.told().await, ["booking.reserved", "booking.confirmed"]);
}

#[tokio::test]
async fn an_order_that_would_wait_beyond_its_offer_is_given_up_with_nothing_held() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::TooOften(55 * 60)]);
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert_eq!(failure(&response), "BOOKING_FAILED");
    assert_eq!(world.airline.sent().len(), 1);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
}

#[tokio::test]
async fn word_of_a_failure_says_whether_the_provider_can_still_sell_the_request() {
    let declined: fn(&World) = |world| world.services.with(|books| books.claims.push_back(Trouble::Refused));
    let refused: fn(&World) = |world| world.airline.will([Placing::Refused(502, "order_not_created")]);
    for (trouble, is_spent) in [(declined, false), (refused, true)] {
        let world = World::new().await;
        let replica = world.start().await;
        let payment = world.services.authorise();
        trouble(&world);

        create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

        let last = "select payload from outbox order by seq desc limit 1";
        let payload: Vec<u8> = sqlx::query_scalar(last).fetch_one(&world.db.pool).await.unwrap();
        let told = BookingChanged::decode(payload.as_slice()).unwrap();
        assert_eq!((told.status(), told.request_is_spent), (BookingStatus::Failed, is_spent));
    }
}

#[tokio::test]
async fn a_capture_that_is_impossible_takes_the_order_back_before_the_card_is_released() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.captures.push_back(Trouble::Refused));

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert_eq!(failure(&response), "PAYMENT_FAILED");
    assert_eq!(world.airline.standing(), 0);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
}

#[tokio::test]
async fn money_that_was_taken_all_the_same_is_paid_back() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    world.services.with(|books| books.voids.push_back(Trouble::Taken));
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert_eq!(failure(&response), "BOOKING_FAILED");
    let refunds = world.services.with(|books| books.refunds.clone());
    assert_eq!(refunds, [(format!("failed:{}", response.booking.unwrap().id), 64_500)]);
}

#[tokio::test]
async fn money_that_was_taken_and_can_not_pay_is_paid_back_and_nothing_is_ordered() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.claims.push_back(Trouble::Taken));
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert_eq!(failure(&response), "PAYMENT_FAILED");
    assert_eq!(world.airline.standing(), 0);
    let refunds = world.services.with(|books| books.refunds.clone());
    assert_eq!(refunds, [(format!("failed:{}", response.booking.unwrap().id), 64_500)]);
}

#[tokio::test]
async fn a_booking_whose_money_is_on_its_way_back_tells_its_failure_already() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "ancillary_service_not_available")]);
    world.services.with(|books| books.voids.extend([Trouble::Away; 50]));
    let mut request = booking(&world.services.authorise());
    request.wait_ms = 0;
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_resting("VOID_SENT").await;

    let read = get(&replica.client, &guest(1), &id).await.unwrap();

    assert_eq!(read.status(), BookingStatus::Pending);
    let failure = read.failure.unwrap();
    let told = "A seat you chose has just been taken. Please choose another one.";
    assert_eq!((failure.code.as_str(), failure.message.as_str()), ("BOOKING_FAILED", told));
    assert_eq!((failure.reason.as_str(), failure.money.as_str()), ("seat_taken", ""));
}

/// A booking whose worker died before it had verified the offer, which has changed meanwhile.
async fn failed_behind_a_crash(change: impl FnOnce(&mut Books)) -> BookingFailure {
    failed_behind_a_crash_of(booking, change).await
}

async fn failed_behind_a_crash_of(
    request: impl FnOnce(&str) -> CreateBookingRequest,
    change: impl FnOnce(&mut Books),
) -> BookingFailure {
    let world = World::new().await;
    let payment = world.services.authorise();
    let victim = world.start_victim().await;
    // Payments is away: the booking stays before its payment is claimed.
    world.services.with(|books| books.claims.extend([Trouble::Away; 50]));
    let mut request = request(&payment);
    request.wait_ms = 0;
    let pending = create(&victim.client, &guest(1), request).await.unwrap().booking.unwrap();
    assert_eq!(pending.status(), BookingStatus::Pending);
    victim.kill();
    world.until_alone().await;
    sqlx::query("update booking set state = 'DRAFT'").execute(&world.db.pool).await.unwrap();
    world.services.with(|books| {
        books.claims.clear();
        change(books);
    });

    world.clock.advance(Duration::seconds(200));
    let replica = world.start().await;
    let failed = finished(&replica.client, &guest(1), &pending.id).await;

    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
    assert!(world.airline.sent().is_empty());
    failed.failure.unwrap()
}

#[tokio::test]
async fn a_price_that_rises_behind_a_crash_is_told_and_nothing_is_charged() {
    let failure = failed_behind_a_crash(|books| books.quote.total = Some(pounds("700"))).await;

    assert_eq!((failure.code.as_str(), failure.price), ("PRICE_CHANGED", Some(pounds("700"))));
}

#[tokio::test]
async fn an_offer_that_goes_behind_a_crash_has_expired() {
    let failure = failed_behind_a_crash(|books| books.offer_gone = true).await;

    assert_eq!((failure.code.as_str(), failure.price), ("OFFER_EXPIRED", None));
}

#[tokio::test]
async fn an_airline_that_wants_other_documents_behind_a_crash_is_told_as_such() {
    let failure = failed_behind_a_crash(|books| books.offer_refused = Some("DOCUMENTS_UNSUPPORTED")).await;

    assert_eq!((failure.code.as_str(), failure.reason.as_str()), ("OFFER_EXPIRED", "documents_unsupported"));
}

#[tokio::test]
async fn a_seat_that_is_taken_behind_a_crash_can_be_chosen_anew() {
    let fault = FieldViolation {
        field: "seats[0].seatId".into(),
        message: "This seat is not free.".into(),
        ..FieldViolation::default()
    };
    let failure = failed_behind_a_crash(|books| books.seat_faults.push(fault)).await;

    assert_eq!(failure.code, "BOOKING_FAILED");
    assert!(failure.message.starts_with("A seat you chose has just been taken."), "{}", failure.message);
}

#[tokio::test]
async fn bag05_a_bag_that_is_withdrawn_behind_a_crash_fails_the_booking_under_its_own_code() {
    let with_bag = |payment: &str| booking_with_bags(payment, 1);
    let failure = failed_behind_a_crash_of(with_bag, |books| books.bags = BagSales::Withdrawn).await;

    assert_eq!((failure.code.as_str(), failure.reason.as_str()), ("BAG_UNAVAILABLE", "bag_unavailable"));
    assert_eq!(
        failure.message,
        "The airline no longer sells a bag you chose. Please choose again. Nothing has been charged."
    );
}

#[tokio::test]
async fn bag05_bags_that_stand_behind_a_crash_are_verified_with_the_offer() {
    let with_bags = |payment: &str| booking_with_bags(payment, 2);
    let failure = failed_behind_a_crash_of(with_bags, |books| books.quote.total = Some(pounds("700"))).await;

    assert_eq!((failure.code.as_str(), failure.price), ("PRICE_CHANGED", Some(pounds("760"))));
}
