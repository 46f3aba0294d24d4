//! The link by mail that opens a guest's trip.

use std::time::{Duration, Instant};

use proto::booking::v1::{
    Booking, CancelBookingRequest, GetCalendarRequest, OpenGuestLinkRequest, RequestGuestLinkRequest,
};
use service::{Mode, RequestContext};
use tonic::{Code, Status};

use crate::harness::{Client, Replica, World, booking, code, create, get, guest};
use crate::mailbox::mails;

pub const EMAIL: &str = "ada@traveller.example";

pub async fn ask(
    client: &Client,
    context: &RequestContext,
    reference: &str,
    email: &str,
) -> Result<(), Status> {
    let message = RequestGuestLinkRequest { reference: reference.into(), email: email.into() };
    client.clone().request_guest_link(context.request(message)).await.map(|_| ())
}

pub async fn open(client: &Client, context: &RequestContext, token: &str) -> Result<String, Status> {
    let message = OpenGuestLinkRequest { token: token.into() };
    let opened = client.clone().open_guest_link(context.request(message)).await;
    opened.map(|answer| answer.into_inner().booking_id)
}

/// The tokens of all links that were mailed, oldest first.
pub async fn tokens(world: &World) -> Vec<String> {
    let mut mails = mails(world).await;
    mails.retain(|mail| mail.dedupe_key.starts_with("guest-link/"));
    let token = |line: &str| line.split_once("#token=").map(|(_, token)| token.to_owned());
    mails.iter().flat_map(|mail| mail.text.lines().filter_map(token)).collect()
}

/// A world with one confirmed trip of guest 1, `RZPNX8`.
pub async fn with_a_trip() -> (World, Replica, Booking) {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let trip = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();
    (world, replica, trip)
}

#[tokio::test]
async fn r010_a_link_opens_the_trip_for_the_session_that_used_it_and_for_no_other() {
    let (world, replica, trip) = with_a_trip().await;
    ask(&replica.client, &guest(5), "RZPNX8", EMAIL).await.unwrap();
    let token = tokens(&world).await.remove(0);

    let opened = open(&replica.client, &guest(2), &token).await.unwrap();
    let again = open(&replica.client, &guest(2), &token).await.unwrap();
    let second = open(&replica.client, &guest(3), &token).await.unwrap_err();

    assert_eq!((&opened, &again), (&trip.id, &trip.id));
    assert_eq!((second.code(), code(&second)), (Code::InvalidArgument, "TOKEN_INVALID".to_owned()));
    assert_eq!(get(&replica.client, &guest(2), &trip.id).await.unwrap().booking_reference, "RZPNX8");
    assert_eq!(get(&replica.client, &guest(3), &trip.id).await.unwrap_err().code(), Code::NotFound);
    let calendar = guest(2).request(GetCalendarRequest { booking_id: trip.id.clone() });
    assert!(replica.client.clone().get_calendar(calendar).await.is_ok());
    let cancel = guest(2).request(CancelBookingRequest { booking_id: trip.id, ..Default::default() });
    assert!(replica.client.clone().cancel_booking(cancel).await.is_ok());
}

#[tokio::test]
async fn r010_a_link_that_is_opened_again_opens_the_trip_no_longer() {
    let (world, replica, _) = with_a_trip().await;
    ask(&replica.client, &guest(5), "RZPNX8", EMAIL).await.unwrap();
    let token = &tokens(&world).await[0];
    let ends = async || -> time::OffsetDateTime {
        let query = "select expires_at from guest_link where opened_by is not null";
        sqlx::query_scalar(query).fetch_one(&world.db.pool).await.unwrap()
    };
    open(&replica.client, &guest(5), token).await.unwrap();
    let first = ends().await;

    world.clock.advance(time::Duration::days(20));
    open(&replica.client, &guest(5), token).await.unwrap();

    assert_eq!(ends().await, first);
}

#[tokio::test]
async fn a_link_lives_for_half_an_hour() {
    let (world, replica, trip) = with_a_trip().await;
    for email in [EMAIL, " Ada@Traveller.Example "] {
        ask(&replica.client, &guest(5), "rzpnx8", email).await.unwrap();
    }
    let tokens = tokens(&world).await;

    world.clock.advance(time::Duration::minutes(30) - time::Duration::SECOND);
    let in_time = open(&replica.client, &guest(2), &tokens[0]).await;
    world.clock.advance(time::Duration::SECOND);
    let late = open(&replica.client, &guest(2), &tokens[1]).await;

    assert_eq!(in_time.unwrap(), trip.id);
    assert_eq!(code(&late.unwrap_err()), "TOKEN_INVALID");
    assert!(get(&replica.client, &guest(2), &trip.id).await.is_ok(), "what was opened stays open");
}

#[tokio::test]
async fn only_reference_and_address_together_bring_a_mail_and_the_answer_is_always_the_same() {
    let (world, replica, _) = with_a_trip().await;
    let elsewhere = |change: fn(&mut RequestContext)| {
        let mut context = guest(5);
        change(&mut context);
        context
    };
    let table = [
        (guest(5), "RZPNX8", "grace@traveller.example"),
        (guest(5), "RZPNX9", EMAIL),
        (guest(5), "RZPN", EMAIL),
        (elsewhere(|context| context.brand = "northwind".into()), "RZPNX8", EMAIL),
        (elsewhere(|context| context.mode = Mode::Live), "RZPNX8", EMAIL),
    ];

    for (context, reference, email) in table {
        let asked_at = Instant::now();
        ask(&replica.client, &context, reference, email).await.unwrap();
        assert!(asked_at.elapsed() >= Duration::from_millis(300), "the time tells nothing");
        assert_eq!(tokens(&world).await, [""; 0], "{reference} {email} {context:?}");
    }
    let asked_at = Instant::now();
    ask(&replica.client, &guest(5), "RZPNX8", EMAIL).await.unwrap();
    assert!(asked_at.elapsed() >= Duration::from_millis(300));
    assert_eq!(tokens(&world).await.len(), 1);
}

#[tokio::test]
async fn r027_a_reference_that_fits_several_trips_mails_a_link_to_each_in_one_mail() {
    let (world, replica, first) = with_a_trip().await;
    world.services.with(|books| {
        books.quote.request_key = "pas_z".into();
        books.quote.offer.as_mut().unwrap().id = "off_2".into();
    });
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.offer_id = "off_2".into();
    let second = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap();
    sqlx::query("update booking set booking_reference = 'RZPNX8AB' || substr(id::text, 1, 3)")
        .execute(&world.db.pool)
        .await
        .unwrap();

    ask(&replica.client, &guest(5), "RZPNX8AB", EMAIL).await.unwrap();

    let tokens = tokens(&world).await;
    let mut opened = Vec::new();
    for token in &tokens {
        opened.push(open(&replica.client, &guest(2), token).await.unwrap());
    }
    assert_eq!(opened, [second.id, first.id]);
    let mails = "select count(*) from mail_outbox where dedupe_key like 'guest-link/%'";
    assert_eq!(world.count(mails).await, 1);
}

#[tokio::test]
async fn a_link_that_came_too_late_is_not_mailed_after_its_end() {
    let (world, replica, _) = with_a_trip().await;

    ask(&replica.client, &guest(5), "RZPNX8", EMAIL).await.unwrap();

    let ends = "select count(*) from mail_outbox
        where dedupe_key like 'guest-link/%' and useless_after = '2026-03-01 12:30:00Z'";
    assert_eq!(world.count(ends).await, 1);
}

#[tokio::test]
async fn nobodys_mailbox_is_flooded_and_no_token_is_stored() {
    let (world, replica, _) = with_a_trip().await;

    let (client, asker) = (&replica.client, guest(5));
    let at_once = (0..12).map(|_| ask(client, &asker, "RZPNX8", EMAIL));
    futures::future::try_join_all(at_once).await.unwrap();
    ask(client, &asker, "RZPNX8", EMAIL).await.unwrap();

    let tokens = tokens(&world).await;
    assert_eq!(tokens.len(), 3);
    let stored: Vec<Vec<u8>> =
        sqlx::query_scalar("select token_hash from guest_link").fetch_all(&world.db.pool).await.unwrap();
    assert!(stored.iter().all(|hash| tokens.iter().all(|token| token.as_bytes() != hash.as_slice())));
    world.clock.advance(time::Duration::minutes(31));
    ask(&replica.client, &guest(5), "RZPNX8", EMAIL).await.unwrap();
    assert_eq!(self::tokens(&world).await.len(), 4);
}

#[tokio::test]
async fn what_cannot_be_a_reference_or_an_address_is_a_fault_of_that_field() {
    let (_world, replica, _) = with_a_trip().await;

    for (reference, email, field) in [("", EMAIL, "reference"), ("RZPNX8", "ada", "email")] {
        let refused = ask(&replica.client, &guest(5), reference, email).await.unwrap_err();
        let problem = service::Problem::from_status(&refused);
        assert_eq!((problem.code.as_str(), problem.fields[0].field.as_str()), ("VALIDATION_ERROR", field));
    }
}
