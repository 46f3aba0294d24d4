//! What is left of an account that is closed, and a user's own copy while it is not.

use events::Stream;
use prost::Message;
use proto::booking::v1::{
    Booking, BookingStatus, ClaimBookingRequest, CountOpenTripsRequest, ExportBookingsRequest,
    ExportBookingsResponse, GetBookingRequest, KeepPassengersRequest, KeptPassenger,
};
use proto::identity::v1::UserClosed;
use service::{Mode, RequestContext};
use testkit::{TestDb, TestNats};
use time::Duration;
use tokio_util::sync::DropGuard;
use tonic::Status;
use uuid::Uuid;

use crate::consumers::{publish, tell};
use crate::fakes::services::Trouble;
use crate::guest_links::{EMAIL, ask, open, tokens};
use crate::harness::{Replica, World, administrator, booking, code, create, finished, get, guest, signed_in};

const IDENTITY: Stream = Stream::new("IDENTITY", &["user.>", "system.>"]);
const ADA: Uuid = Uuid::from_u128(0xada);
/// Whose address is the same.
const BEE: Uuid = Uuid::from_u128(0xbee);
/// Rows that name the account.
const NAMED: &str = "select count(*) from (
        select to_jsonb(booking)::text as row from booking
        union all select to_jsonb(kept_passengers)::text from kept_passengers
        union all select to_jsonb(http_key)::text from http_key
    ) as dump where row like '%00000ada%'";

async fn with_broker() -> (World, TestNats) {
    let broker = testkit::nats().await;
    (World { nats_url: broker.url.clone(), ..World::new().await }, broker)
}

/// The account's trip, which ends on 2026-04-24.
async fn booked(world: &World, replica: &Replica) -> Booking {
    let payment = world.services.authorise();
    let trip = create(&replica.client, &signed_in(1, ADA), booking(&payment)).await.unwrap().booking.unwrap();
    assert_eq!(trip.status(), BookingStatus::Confirmed);
    trip
}

/// What svc-identity tells; returns once it was heard.
async fn close(world: &World, account: Uuid) -> (TestDb, DropGuard) {
    let closed = UserClosed { user_id: account.to_string(), brand: "default".into() };
    let telling = publish(world, IDENTITY, "user.closed", closed.encode_to_vec()).await;
    let heard = "select count(*) from closed_account where account_id::text = $1";
    world.until(heard, &account.to_string(), "word of the closed account").await;
    telling
}

async fn mailed_to(replica: &Replica, id: &str) -> String {
    let request =
        guest(1).request(GetBookingRequest { booking_id: id.into(), ..GetBookingRequest::default() });
    replica.client.clone().get_booking(request).await.unwrap().into_inner().mailed_to
}

/// In session 2, by a mailed link.
async fn open_by_link(world: &World, replica: &Replica) {
    ask(&replica.client, &guest(9), "RZPNX8", EMAIL).await.unwrap();
    let token = tokens(world).await.pop().unwrap();
    open(&replica.client, &guest(2), &token).await.unwrap();
}

async fn claim(replica: &Replica, id: &str) -> Result<(), Status> {
    let request = signed_in(2, BEE).request(ClaimBookingRequest { booking_id: id.into() });
    replica.client.clone().claim_booking(request).await.map(|_| ())
}

async fn export(replica: &Replica, context: &RequestContext, after: &str) -> Result<Vec<String>, Status> {
    let request = context.request(ExportBookingsRequest { after_id: after.into() });
    let ExportBookingsResponse { bookings } =
        replica.client.clone().export_bookings(request).await?.into_inner();
    Ok(bookings.into_iter().map(|exported| exported.booking.unwrap().id).collect())
}

#[tokio::test]
async fn a_closed_account_is_named_nowhere_and_its_trip_is_opened_and_claimed_by_a_mailed_link() {
    let (world, _broker) = with_broker().await;
    let replica = world.start().await;
    let trip = booked(&world, &replica).await;
    let ada = signed_in(1, ADA);
    let passengers = vec![KeptPassenger { first_name: "Canary".into(), ..KeptPassenger::default() }];
    let typed = ada.request(KeepPassengersRequest { offer_id: "off_2".into(), passengers });
    replica.client.clone().keep_passengers(typed).await.unwrap();
    assert_eq!(world.count(NAMED).await, 3);

    let _telling = close(&world, ADA).await;
    let _again = close(&world, ADA).await;

    assert_eq!(world.count(NAMED).await, 0);
    assert_eq!(world.count("select count(*) from kept_passengers").await, 0);
    open_by_link(&world, &replica).await;
    let opened = get(&replica.client, &guest(2), &trip.id).await.unwrap();
    assert_eq!(
        (opened.status(), opened.passengers[0].given_name.as_str()),
        (BookingStatus::Confirmed, "Ada")
    );
    assert!(claim(&replica, &trip.id).await.is_ok(), "by a new account of the address");
}

#[tokio::test]
async fn a_trip_ahead_that_a_second_account_had_is_kept_whole_when_that_is_closed_too() {
    let (world, _broker) = with_broker().await;
    let replica = world.start().await;
    let trip = booked(&world, &replica).await;
    let _telling = close(&world, ADA).await;
    open_by_link(&world, &replica).await;
    claim(&replica, &trip.id).await.unwrap();
    let due = || world.count("select extract(epoch from erase_at)::bigint from booking");
    let landing = due().await;

    let _again = close(&world, BEE).await;

    assert_eq!(due().await, landing);
    let typed =
        KeepPassengersRequest { offer_id: "off_2".into(), passengers: vec![KeptPassenger::default()] };
    replica.client.clone().keep_passengers(guest(1).request(typed)).await.unwrap();
    world.clock.advance(Duration::hours(2));
    let _sweeping = world.start().await;
    let swept = "select count(*) where not exists (select from kept_passengers) and $1 = ''";
    world.until(swept, "", "a sweep").await;
    assert_eq!(mailed_to(&replica, &trip.id).await, EMAIL);
}

#[tokio::test]
async fn a_booking_under_way_comes_to_its_end_before_the_closed_account_is_taken_off() {
    let (world, _broker) = with_broker().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.captures.extend([Trouble::Away, Trouble::Away]));
    let mut request = booking(&payment);
    request.wait_ms = 300;
    let ada = signed_in(1, ADA);
    let trip = create(&replica.client, &ada, request).await.unwrap().booking.unwrap();
    world.until_asked(2).await;

    let _telling = close(&world, ADA).await;
    assert_eq!(world.count(NAMED).await, 2, "its payment names the account");
    let _paid = tell(&world, "payment.captured", &trip.id).await;
    assert_eq!(finished(&replica.client, &ada, &trip.id).await.status(), BookingStatus::Confirmed);
    world.until_resting("TICKETED").await;
    let _sweeping = world.start().await;

    let detached =
        "select count(*) from booking where principal like 'session:%' and account_closed and $1 = ''";
    world.until(detached, "", "a sweep").await;
    assert_eq!(world.count(NAMED).await, 0);
    assert_eq!(world.count("select count(*) from closed_account").await, 1, "more could come in");
    world.clock.advance(Duration::days(2));
    let _later = world.start().await;
    let forgotten = "select count(*) where not exists (select from closed_account) and $1 = ''";
    world.until(forgotten, "", "the end of what is known of the account").await;
}

#[tokio::test]
async fn a_closed_account_that_cannot_be_taken_off_keeps_no_other_from_being_forgotten() {
    let world = World::new().await;
    let replica = world.start().await;
    booked(&world, &replica).await;
    world.services.with(|books| {
        books.quote.request_key = "pas_z".into();
        books.quote.offer.as_mut().unwrap().id = "off_2".into();
    });
    let mut second = booking(&world.services.authorise());
    second.offer_id = "off_2".into();
    create(&replica.client, &signed_in(2, BEE), second).await.unwrap();
    let spoil = "alter table booking add constraint spoilt check (offer_id <> 'off_1' or not account_closed)";
    sqlx::query(spoil).execute(&world.db.pool).await.unwrap();
    for account in [ADA, BEE] {
        let closed = sqlx::query("insert into closed_account (account_id, closed_at) values ($1, now())");
        closed.bind(account).execute(&world.db.pool).await.unwrap();
    }

    let _sweeping = world.start().await;

    let other = "select count(*) from booking where account_closed and offer_id = $1";
    world.until(other, "off_2", "the account after the one that fails").await;
    assert_eq!(world.count("select count(*) from booking where account_closed").await, 1);
}

#[tokio::test]
async fn r021_r023_passports_and_contacts_of_a_closed_account_go_when_the_trip_is_over() {
    let (world, _broker) = with_broker().await;
    let replica = world.start().await;
    let trip = booked(&world, &replica).await;
    let _telling = close(&world, ADA).await;
    let open_trips = async || {
        let request = administrator().request(CountOpenTripsRequest { brand: "default".into() });
        replica.attention.clone().count_open_trips(request).await.unwrap().into_inner().ahead
    };
    let ahead = open_trips().await;
    assert_eq!((ahead, mailed_to(&replica, &trip.id).await.as_str()), (1, EMAIL));
    sqlx::query("update booking set needs_human = true").execute(&world.db.pool).await.unwrap();

    world.clock.advance(Duration::days(55));
    let _landed = world.start().await;
    let looked_at = "select count(*) from booking where erase_at > $1::timestamptz";
    world.until(looked_at, "2026-04-25 12:00Z", "the first look").await;
    assert_eq!(
        (open_trips().await, mailed_to(&replica, &trip.id).await.as_str()),
        (0, EMAIL),
        "something is owed"
    );

    sqlx::query("update booking set needs_human = false").execute(&world.db.pool).await.unwrap();
    world.clock.advance(Duration::days(2));
    let _later = world.start().await;
    world.until("select count(*) from booking where erase_at is null and $1 = ''", "", "the erasure").await;

    assert_eq!(mailed_to(&replica, &trip.id).await, "");
    let read = get(&replica.client, &guest(1), &trip.id).await.unwrap();
    assert_eq!(read.passengers[0].given_name, "Ada", "who travelled is still known");
    ask(&replica.client, &guest(9), "RZPNX8", EMAIL).await.unwrap();
    assert!(tokens(&world).await.is_empty(), "nobody is written to");
}

#[tokio::test]
async fn a_users_copy_has_their_bookings_of_both_modes_with_passports_and_nobody_elses() {
    let world = World::new().await;
    let replica = world.start().await;
    let trip = booked(&world, &replica).await;
    let mut ada = signed_in(7, ADA);
    ada.mode = Mode::Live;

    let request = ada.request(ExportBookingsRequest::default());
    let exported = replica.client.clone().export_bookings(request).await.unwrap().into_inner().bookings;

    let [only] = exported.as_slice() else { panic!("{} bookings", exported.len()) };
    let first = &only.passengers[0];
    assert_eq!((first.first_name.as_str(), first.date_of_birth.as_str()), ("Ada", "1985-12-10"));
    assert_eq!(first.email.as_deref(), Some(EMAIL));
    assert_eq!(first.passport_number.as_deref(), Some("CANARYADA"));
    assert_eq!(first.passport_expiry_date.as_deref(), Some("2035-01-01"));
    assert_eq!(export(&replica, &ada, &trip.id).await.unwrap(), [""; 0], "the page after the last");
    assert_eq!(export(&replica, &signed_in(1, BEE), "").await.unwrap(), [""; 0]);
    let mut elsewhere = signed_in(7, ADA);
    elsewhere.brand = "another.example".into();
    assert_eq!(export(&replica, &elsewhere, "").await.unwrap(), [""; 0]);
    assert_eq!(code(&export(&replica, &guest(1), "").await.unwrap_err()), "NOT_AUTHENTICATED");
}
