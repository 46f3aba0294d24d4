//! Cancelling a confirmed booking.

use proto::booking::v1::{
    Booking, BookingStatus, CancelBookingRequest, CancelBookingResponse, CancellationPart,
    QuoteCancellationRequest, QuoteCancellationResponse,
};
use proto::common::v1::Money;
use time::Duration;
use tonic::Status;

use crate::fakes::airline::Confirming;
use crate::fakes::services::pounds;
use crate::harness::{Client, Replica, World, booking, booking_with_bags, code, create, get, guest};

pub async fn booked(world: &World) -> (Replica, Booking) {
    let replica = world.start().await;
    let payment = world.services.authorise();
    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    (replica, response.booking.unwrap())
}

async fn quote(client: &Client, id: &str) -> QuoteCancellationResponse {
    let request = guest(1).request(QuoteCancellationRequest { booking_id: id.into() });
    client.clone().quote_cancellation(request).await.unwrap().into_inner()
}

pub async fn cancel(client: &Client, id: &str) -> Result<CancelBookingResponse, Status> {
    cancel_for(client, id, None, None).await
}

async fn cancel_for(
    client: &Client,
    id: &str,
    shown_refund: Option<Money>,
    shown_credit: Option<Money>,
) -> Result<CancelBookingResponse, Status> {
    let message = CancelBookingRequest { booking_id: id.into(), shown_refund, shown_credit };
    let request = guest(1).request_within(std::time::Duration::from_secs(30), message);
    client.clone().cancel_booking(request).await.map(tonic::Response::into_inner)
}

/// Asks for it and leaves.
async fn want_cancelled(client: &Client, id: &str) {
    let message = CancelBookingRequest { booking_id: id.into(), ..Default::default() };
    let request = guest(1).request_within(testkit::patience(1), message);
    client.clone().cancel_booking(request).await.expect_err("there is no answer yet");
}

async fn until_stage(world: &World, stage: &str) {
    let query = "select count(*) from cancellation join booking on id = booking_id
        where stage = $1 and lease_until is null";
    world.until(query, stage, stage).await;
}

fn minor(money: Option<proto::common::v1::Money>) -> i64 {
    money.unwrap().minor
}

#[tokio::test]
async fn r037_within_a_day_fare_and_markup_come_back() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;

    let quoted = quote(&replica.client, &booking.id).await;
    let cancelled = cancel(&replica.client, &booking.id).await.unwrap().booking.unwrap();

    assert!(quoted.available);
    assert_eq!((minor(quoted.fare_refund), minor(quoted.markup_refund)), (52_430, 12_070));
    assert_eq!((minor(quoted.refund), minor(quoted.fee), minor(quoted.paid)), (64_500, 0, 64_500));
    assert_eq!(cancelled.status(), BookingStatus::Cancelled);
    let cancellation = cancelled.cancellation.unwrap();
    assert_eq!(minor(cancellation.refund), 64_500);
    assert!(cancellation.breakdown.is_some());
    assert_eq!(cancellation.breakdown, quoted.breakdown, "what was shown is what was done");
    assert_eq!((cancellation.refund_status.as_str(), cancellation.refund_to.as_str()), ("succeeded", "card"));
    assert_eq!(world.airline.standing(), 0);
    let refunds = world.services.with(|books| books.refunds.clone());
    assert_eq!(refunds, [(format!("cancelled:{}", booking.id), 64_500)]);
    assert_eq!(
        world.told().await,
        ["booking.reserved", "booking.confirmed", "booking.cancelled", "booking.cancelled"]
    );
}

#[tokio::test]
async fn r037_after_a_day_the_markup_stays() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.clock.advance(Duration::hours(24) + Duration::SECOND);
    world.airline.will_refund(Some(("400.00", "balance")));

    let quoted = quote(&replica.client, &booking.id).await;

    assert_eq!((minor(quoted.refund), minor(quoted.markup_refund), minor(quoted.fee)), (40_000, 0, 24_500));
    let breakdown = quoted.breakdown.unwrap();
    assert_eq!((minor(breakdown.kept), minor(breakdown.refunded)), (24_500, 40_000));
    let lines = breakdown.lines.into_iter().map(|line| (line.part(), line.kept, minor(line.amount)));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            (CancellationPart::Airline, true, 12_430),
            (CancellationPart::ServiceFee, true, 12_070),
            (CancellationPart::Airline, false, 40_000),
        ]
    );
}

#[tokio::test]
async fn bag06_the_quote_says_what_bags_cost_and_promises_them_only_where_the_airline_returns_all() {
    let bags = (CancellationPart::Bags, false, 6_000);
    for (airline, has_bags, of_bags) in
        [("584.30", true, vec![bags]), ("400.00", true, vec![]), ("524.30", false, vec![])]
    {
        let world = World::new().await;
        let replica = world.start().await;
        world.airline.will_refund(Some((airline, "balance")));
        let payment = world.services.authorise();
        let request = if has_bags { booking_with_bags(&payment, 2) } else { booking(&payment) };
        let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;

        let quoted = quote(&replica.client, &id).await;

        assert_eq!(quoted.extras, has_bags.then(|| pounds("60")), "{airline}");
        let lines = quoted.breakdown.unwrap().lines.into_iter();
        let lines = lines.map(|line| (line.part(), line.kept, minor(line.amount)));
        let lines: Vec<_> = lines.filter(|(part, ..)| *part == CancellationPart::Bags).collect();
        assert_eq!(lines, of_bags, "{airline}");
    }
}

#[tokio::test]
async fn r037_a_voucher_is_named_and_nothing_of_it_goes_to_the_card() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.clock.advance(Duration::hours(25));
    world.airline.will_refund(Some(("500.00", "voucher")));

    let quoted = quote(&replica.client, &booking.id).await;

    assert_eq!(
        (quoted.refund_to.as_str(), minor(quoted.refund), minor(quoted.fare_refund)),
        ("voucher", 0, 50_000)
    );
}

#[tokio::test]
async fn r037_a_cancelled_trip_names_the_sum_of_the_airlines_credit() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_refund(Some(("500.00", "airline_credits")));

    let cancelled = cancel(&replica.client, &booking.id).await.unwrap().booking.unwrap();

    let cancellation = cancelled.cancellation.unwrap();
    assert_eq!(cancellation.refund_to, "airline_credits");
    assert_eq!((cancellation.credit, minor(cancellation.refund)), (Some(pounds("500")), 12_070));
}

#[tokio::test]
async fn r037_without_a_sum_there_is_nothing_to_press() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_refund(None);

    let quoted = quote(&replica.client, &booking.id).await;
    let refused = cancel(&replica.client, &booking.id).await.unwrap_err();

    assert!(!quoted.available);
    assert_eq!(code(&refused), "NOT_CANCELLABLE");
    assert_eq!(world.airline.standing(), 1);
}

#[tokio::test]
async fn r037_a_refund_by_a_way_unknown_here_is_promised_to_nobody_and_calls_a_person() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_refund(Some(("500.00", "a_way_of_tomorrow")));

    let quoted = quote(&replica.client, &booking.id).await;
    let refused = cancel(&replica.client, &booking.id).await.unwrap_err();

    assert!(!quoted.available);
    assert_eq!(code(&refused), "NOT_CANCELLABLE");
    assert_eq!(world.airline.standing(), 1, "nothing is cancelled on terms that nobody knows");
    assert!(world.services.with(|books| books.refunds.is_empty()));
    assert_eq!(world.count("select count(*) from booking where needs_human").await, 1);
}

#[tokio::test]
async fn r037_a_trip_cancelled_for_a_refund_by_a_way_unknown_here_pays_nothing_and_calls_a_person() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_confirm([Confirming::ConfirmedTo("a_way_of_tomorrow")]);

    cancel(&replica.client, &booking.id).await.unwrap();

    until_stage(&world, "REFUND_FAILED").await;
    assert_eq!(world.airline.standing(), 0);
    assert!(world.services.with(|books| books.refunds.is_empty()));
    assert_eq!(world.count("select count(*) from booking where needs_human").await, 1);
}

#[tokio::test]
async fn r010_a_repeated_cancellation_answers_alike_and_refunds_once() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;

    let first = cancel(&replica.client, &booking.id).await.unwrap();
    let second = cancel(&replica.client, &booking.id).await.unwrap();

    assert_eq!(second.booking, first.booking);
    assert_eq!(world.services.called("refund"), 1);
}

#[tokio::test]
async fn r010_cancellations_at_once_are_one_and_answer_alike() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;

    let answers = futures::future::join_all((0..6).map(|_| cancel(&replica.client, &booking.id))).await;

    for answer in answers {
        let cancelled = answer.unwrap().booking.unwrap();
        assert_eq!(minor(cancelled.cancellation.unwrap().refund), 64_500);
    }
    assert_eq!(world.services.with(|books| books.refunds.len()), 1);
    assert_eq!(world.airline.standing(), 0);
}

#[tokio::test]
async fn a_confirmation_in_doubt_is_looked_for_and_then_refunded() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_confirm([Confirming::ConfirmedBut(500)]);

    let cancelled = cancel(&replica.client, &booking.id).await;

    let cancellation = cancelled.unwrap().booking.unwrap().cancellation.unwrap();
    assert_eq!(cancellation.refund_status, "succeeded");
    assert_eq!(world.services.called("refund"), 1);
}

#[tokio::test]
async fn a_refused_cancellation_leaves_the_booking_as_it_was() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_confirm([Confirming::Refused("order_not_cancellable")]);

    let refused = cancel(&replica.client, &booking.id).await.unwrap_err();

    assert_eq!(code(&refused), "NOT_CANCELLABLE");
    assert_eq!(
        get(&replica.client, &guest(1), &booking.id).await.unwrap().status(),
        BookingStatus::Confirmed
    );
    assert_eq!(world.services.called("refund"), 0);
}

#[tokio::test]
async fn a_trip_that_has_begun_is_not_cancelled_here() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.clock.advance(Duration::days(54));

    assert!(!quote(&replica.client, &booking.id).await.available);
    assert_eq!(
        get(&replica.client, &guest(1), &booking.id).await.unwrap().status(),
        BookingStatus::Completed
    );
}

#[tokio::test]
async fn a_confirmation_carried_out_after_its_quote_ran_out_is_still_paid_back() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_confirm([Confirming::Late]);
    want_cancelled(&replica.client, &booking.id).await;
    until_stage(&world, "CONFIRM_UNKNOWN").await;

    world.clock.advance(Duration::hours(2));
    let told = "select count(*) from booking where needs_human and lease_until is null and $1 <> ''";
    world.until(told, "a person", "the call for a person").await;
    let doubtful = get(&replica.client, &guest(1), &booking.id).await.unwrap();
    assert_eq!((doubtful.status(), doubtful.cancellable), (BookingStatus::Confirmed, false));
    world.airline.carry_out();
    world.clock.advance(Duration::minutes(20));
    until_stage(&world, "DONE").await;

    assert_eq!(world.services.called("refund"), 1);
    assert_eq!(world.count("select count(*) from booking where needs_human").await, 0);
}

#[tokio::test]
async fn a_doubt_ends_as_refused_only_when_the_order_stands_and_word_would_have_come() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_confirm([Confirming::Late]);
    want_cancelled(&replica.client, &booking.id).await;
    until_stage(&world, "CONFIRM_UNKNOWN").await;

    world.clock.advance(Duration::hours(30));
    let asked = "select count(*) from booking where asked >= 3 and lease_until is null and $1 <> ''";
    world.until(asked, "asked", "another look").await;
    until_stage(&world, "CONFIRM_UNKNOWN").await;

    sqlx::query(
        "insert into webhook (provider, mode, event_id, kind, received_at)
        values ('duffel', 'test', 'wev_1', 'ping.triggered', '2026-03-02 12:00Z')",
    )
    .execute(&world.db.pool)
    .await
    .unwrap();
    world.clock.advance(Duration::minutes(20));
    until_stage(&world, "REFUSED").await;

    assert_eq!(world.services.called("refund"), 0);
    assert_eq!(world.count("select count(*) from booking where needs_human").await, 1);
}

#[tokio::test]
async fn a_confirmation_that_never_got_to_the_airline_is_sent_again() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_confirm([Confirming::TurnedAway]);

    let cancelled = cancel(&replica.client, &booking.id).await.unwrap().booking.unwrap();

    assert_eq!(cancelled.status(), BookingStatus::Cancelled);
    assert_eq!(world.services.called("refund"), 1);
}

#[tokio::test]
async fn r037_nobody_is_cancelled_for_less_than_they_saw() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    quote(&replica.client, &booking.id).await;
    world.clock.advance(Duration::minutes(59) + Duration::seconds(45));
    world.airline.will_refund(Some(("400.00", "balance")));

    let refused = cancel(&replica.client, &booking.id).await.unwrap_err();
    let unseen = cancel_for(&replica.client, &booking.id, Some(pounds("645")), None).await.unwrap_err();

    for error in [refused, unseen] {
        assert_eq!(code(&error), "REFUND_CHANGED");
        assert!(error.message().contains("has just changed"), "{}", error.message());
    }
    assert_eq!(world.airline.standing(), 1);

    let seen = quote(&replica.client, &booking.id).await.refund;
    let cancelled = cancel_for(&replica.client, &booking.id, seen, None).await.unwrap().booking.unwrap();
    assert_eq!(minor(cancelled.cancellation.unwrap().refund), 52_070);
}

#[tokio::test]
async fn r037_a_credit_is_not_cancelled_for_less_than_was_shown_though_another_page_was_shown_less() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;
    world.airline.will_refund(Some(("500.00", "airline_credits")));
    let shown = quote(&replica.client, &booking.id).await;
    world.airline.will_refund(Some(("400.00", "airline_credits")));
    let shown_elsewhere = quote(&replica.client, &booking.id).await;

    let refused =
        cancel_for(&replica.client, &booking.id, shown.refund, shown.fare_refund).await.unwrap_err();

    assert_eq!(code(&refused), "REFUND_CHANGED");
    assert_eq!(world.airline.standing(), 1);
    let QuoteCancellationResponse { refund, fare_refund, .. } = shown_elsewhere;
    let cancelled = cancel_for(&replica.client, &booking.id, refund, fare_refund).await.unwrap();
    assert_eq!(cancelled.booking.unwrap().cancellation.unwrap().credit, Some(pounds("400")));
}
