//! Who sees which booking.

use prost::Message;
use proto::booking::v1::{
    BookingChanged, CancelBookingRequest, ListBookingsRequest, QuoteCancellationRequest,
};
use service::{Mode, RequestContext};
use testkit::Log;
use tonic::Code;
use uuid::Uuid;

use crate::fakes::airline::Placing;
use crate::fakes::services::ACCOUNT;
use crate::guest_links::{ask, open, tokens};
use crate::harness::{Client, World, booking, create, get, guest, signed_in};

async fn list(client: &Client, context: &RequestContext) -> Vec<String> {
    let listed = client.clone().list_bookings(context.request(ListBookingsRequest {})).await.unwrap();
    listed.into_inner().bookings.into_iter().map(|booking| booking.id).collect()
}

#[tokio::test]
async fn r010_anybody_elses_booking_is_not_found() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;
    let elsewhere = |change: fn(&mut RequestContext)| {
        let mut context = guest(1);
        change(&mut context);
        context
    };

    let strangers = [
        guest(2),
        signed_in(2, Uuid::from_u128(9)),
        elsewhere(|context| context.brand = "northwind".into()),
        elsewhere(|context| context.mode = Mode::Live),
        elsewhere(|context| context.session_id = None),
    ];
    for stranger in strangers {
        let quote = stranger.request(QuoteCancellationRequest { booking_id: id.clone() });
        let cancel = stranger.request(CancelBookingRequest { booking_id: id.clone(), ..Default::default() });
        let codes = [
            get(&replica.client, &stranger, &id).await.unwrap_err().code(),
            replica.client.clone().quote_cancellation(quote).await.unwrap_err().code(),
            replica.client.clone().cancel_booking(cancel).await.unwrap_err().code(),
        ];
        assert_eq!(codes, [Code::NotFound; 3], "{stranger:?}");
    }
    assert_eq!(get(&replica.client, &guest(1), "not an id").await.unwrap_err().code(), Code::NotFound);
    assert!(get(&replica.client, &guest(1), &id).await.is_ok());
}

#[tokio::test]
async fn r010_the_security_log_alone_tells_a_foreign_booking_from_one_that_does_not_exist() {
    let log = Log::default();
    tracing::subscriber::set_global_default(log.subscriber(tracing::Level::INFO)).unwrap();
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;
    let told = || log.text().lines().filter(|line| line.contains("security.event=")).count();

    let mut stranger = signed_in(2, Uuid::from_u128(9));
    stranger.request_id = Uuid::from_u128(77).to_string();
    let mut own_elsewhere = guest(1);
    own_elsewhere.mode = Mode::Live;
    let unknown = get(&replica.client, &stranger, &Uuid::from_u128(5).to_string()).await.unwrap_err();
    let elsewhere = get(&replica.client, &own_elsewhere, &id).await.unwrap_err();
    assert_eq!(told(), 0, "{}", log.text());
    let foreign = get(&replica.client, &stranger, &id).await.unwrap_err();

    for refused in [&unknown, &elsewhere] {
        assert_eq!(
            (refused.code(), refused.message(), refused.details()),
            (foreign.code(), foreign.message(), foreign.details())
        );
    }
    let text = log.text();
    let lines: Vec<_> = text.lines().filter(|line| line.contains("security.event=")).collect();
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    for field in [
        "security.event=\"booking.foreign\"".to_owned(),
        format!("request.id={}", Uuid::from_u128(77)),
        format!("account.id={}", Uuid::from_u128(9)),
        format!("booking.id={id}"),
        "brand=\"default\"".to_owned(),
    ] {
        assert!(line.contains(&field), "{field} is not in {line}");
    }
}

#[tokio::test]
async fn the_account_that_was_made_sees_the_booking_and_so_does_the_session() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    let elsewhere = signed_in(7, ACCOUNT);

    assert!(get(&replica.client, &elsewhere, &id).await.is_ok());
    assert!(get(&replica.client, &guest(1), &id).await.is_ok());
    assert_eq!(list(&replica.client, &elsewhere).await, [id]);
    assert!(list(&replica.client, &signed_in(1, Uuid::from_u128(9))).await.is_empty());
}

#[tokio::test]
async fn r030_a_booking_that_failed_leaves_the_list_and_can_still_be_read() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = world.services.authorise();
    let traveller = signed_in(1, ACCOUNT);

    let failed = create(&replica.client, &traveller, booking(&payment)).await.unwrap().booking.unwrap();

    assert!(list(&replica.client, &traveller).await.is_empty());
    let read = get(&replica.client, &traveller, &failed.id).await.unwrap();
    assert_eq!(read.failure.unwrap().code, "BOOKING_FAILED");
}

#[tokio::test]
async fn a_guest_has_no_list() {
    let world = World::new().await;
    let replica = world.start().await;

    let refused = replica.client.clone().list_bookings(guest(1).request(ListBookingsRequest {})).await;

    assert_eq!(refused.unwrap_err().code(), Code::Unauthenticated);
}

/// Who is told of the only change of its kind, beside the booker.
async fn other_readers(world: &World, subject: &str) -> Vec<String> {
    let payload: Vec<u8> = sqlx::query_scalar("select payload from outbox where subject = $1")
        .bind(subject)
        .fetch_one(&world.db.pool)
        .await
        .unwrap();
    let mut readers = BookingChanged::decode(payload.as_slice()).unwrap().other_readers;
    readers.sort();
    readers
}

#[tokio::test]
async fn r010_a_change_is_told_to_the_account_that_was_made_and_to_who_opened_a_link() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;
    for session in 2..=4 {
        ask(&replica.client, &guest(session), "RZPNX8", "ada@traveller.example").await.unwrap();
    }
    let links = tokens(&world).await;
    open(&replica.client, &guest(2), &links[0]).await.unwrap();
    open(&replica.client, &guest(3), &links[1]).await.unwrap();
    sqlx::query("update guest_link set expires_at = '2026-03-01 12:00Z' where opened_by = $1")
        .bind(guest(3).principals().remove(0))
        .execute(&world.db.pool)
        .await
        .unwrap();

    let cancel = guest(1).request(CancelBookingRequest { booking_id: id, ..Default::default() });
    replica.client.clone().cancel_booking(cancel).await.unwrap();

    let mut expected = [guest(2).principals().remove(0), signed_in(7, ACCOUNT).principals().remove(0)];
    expected.sort();
    assert_eq!(other_readers(&world, "booking.reserved").await, [""; 0]);
    assert_eq!(other_readers(&world, "booking.cancelled").await, expected);
}

#[tokio::test]
async fn who_opens_a_booking_while_a_change_is_stored_reads_the_change() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    ask(&replica.client, &guest(2), "RZPNX8", "ada@traveller.example").await.unwrap();
    let token = tokens(&world).await.remove(0);
    let mut change = world.db.pool.begin().await.unwrap();
    sqlx::query("update booking set version = version + 1").execute(&mut *change).await.unwrap();

    let (client, context) = (replica.client.clone(), guest(2));
    let opening = tokio::spawn(async move { open(&client, &context, &token).await });
    let waits = "select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and $1 = ''";
    world.until(waits, "", "the wait for the change").await;
    change.commit().await.unwrap();

    assert!(opening.await.unwrap().is_ok());
}
