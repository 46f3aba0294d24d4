//! A guest's trip becomes an account's: by its address, and by a link that was mailed there.

use prost::Message;
use proto::booking::v1::{
    Booking, BookingChanged, CancelBookingRequest, ClaimBookingRequest, ClaimBookingResponse,
    GetBookingRequest, ListBookingsRequest,
};
use service::RequestContext;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::guest_links::{EMAIL, ask, open, tokens, with_a_trip};
use crate::harness::{Client, Replica, World, booking, code, create, get, guest, signed_in};

/// The account that has the address.
const ADA: Uuid = Uuid::from_u128(0xada);

async fn claim(client: &Client, context: &RequestContext, id: &str) -> Result<ClaimBookingResponse, Status> {
    let request = context.request(ClaimBookingRequest { booking_id: id.into() });
    client.clone().claim_booking(request).await.map(tonic::Response::into_inner)
}

async fn is_claimable(client: &Client, context: &RequestContext, id: &str) -> bool {
    let request =
        context.request(GetBookingRequest { booking_id: id.into(), ..GetBookingRequest::default() });
    client.clone().get_booking(request).await.unwrap().into_inner().claimable
}

/// Where the reader is told that the documents went.
async fn mailed_to(client: &Client, context: &RequestContext, id: &str) -> String {
    let request =
        context.request(GetBookingRequest { booking_id: id.into(), ..GetBookingRequest::default() });
    client.clone().get_booking(request).await.unwrap().into_inner().mailed_to
}

async fn listed(client: &Client, context: &RequestContext) -> Vec<String> {
    let listed = client.clone().list_bookings(context.request(ListBookingsRequest {})).await.unwrap();
    listed.into_inner().bookings.into_iter().map(|booking| booking.id).collect()
}

/// A trip of guest 1, whose address has an account, and each session with a link of its own opened.
async fn opened_by(sessions: &[u128]) -> (World, Replica, Booking) {
    let (world, replica, trip) = with_a_trip().await;
    sqlx::query("update booking set owner = null").execute(&world.db.pool).await.unwrap();
    for _ in sessions {
        ask(&replica.client, &guest(9), "RZPNX8", EMAIL).await.unwrap();
    }
    for (session, token) in sessions.iter().zip(tokens(&world).await) {
        open(&replica.client, &guest(*session), &token).await.unwrap();
    }
    (world, replica, trip)
}

#[tokio::test]
async fn r036_the_booker_alone_is_told_where_their_documents_went() {
    let (_world, replica, trip) = opened_by(&[2]).await;

    assert_eq!(mailed_to(&replica.client, &guest(1), &trip.id).await, EMAIL);
    assert_eq!(mailed_to(&replica.client, &guest(2), &trip.id).await, "");
}

#[tokio::test]
async fn r004_the_account_of_the_address_adds_the_trip_once_the_mailed_link_was_opened() {
    let (world, replica, trip) = opened_by(&[2]).await;
    let ada = signed_in(2, ADA);
    assert!(is_claimable(&replica.client, &guest(2), &trip.id).await);
    assert_eq!(listed(&replica.client, &ada).await, [""; 0], "nothing is shown before");

    let claimed = claim(&replica.client, &ada, &trip.id).await.unwrap();

    assert_eq!((claimed.session_token.as_str(), claimed.password_ended), ("fresh-token", true));
    assert_eq!(world.services.with(|books| books.mailboxes.clone()), [EMAIL]);
    let elsewhere = signed_in(77, ADA);
    assert_eq!(listed(&replica.client, &elsewhere).await, std::slice::from_ref(&trip.id));
    assert!(!is_claimable(&replica.client, &ada, &trip.id).await);
    let cancel = elsewhere.request(CancelBookingRequest { booking_id: trip.id, ..Default::default() });
    assert!(replica.client.clone().cancel_booking(cancel).await.is_ok());
}

#[tokio::test]
async fn r004_a_claim_is_told_to_the_accounts_open_pages() {
    let (world, replica, trip) = opened_by(&[2]).await;

    claim(&replica.client, &signed_in(2, ADA), &trip.id).await.unwrap();

    assert_eq!(world.told().await.last().map(String::as_str), Some("booking.claimed"));
    let payload: Vec<u8> = sqlx::query_scalar("select payload from outbox order by seq desc limit 1")
        .fetch_one(&world.db.pool)
        .await
        .unwrap();
    let told = BookingChanged::decode(payload.as_slice()).unwrap();
    assert_eq!((told.booking_id, told.other_readers), (trip.id, vec![format!("user:{ADA}")]));
}

#[tokio::test]
async fn r004_after_a_claim_the_account_decides_who_sees_the_trip() {
    let (world, replica, trip) = opened_by(&[2, 3]).await;

    claim(&replica.client, &signed_in(2, ADA), &trip.id).await.unwrap();

    for session in [2, 3] {
        let left = get(&replica.client, &guest(session), &trip.id).await.unwrap_err();
        assert_eq!(left.code(), Code::NotFound, "what a link opened is closed for session {session}");
    }
    assert!(get(&replica.client, &guest(1), &trip.id).await.is_ok(), "who booked still sees it");
    assert_eq!(world.count("select count(*) from guest_link").await, 0);
}

#[tokio::test]
async fn r004_of_two_claims_at_once_both_see_it_done_and_it_is_told_once() {
    let (world, replica, trip) = opened_by(&[2, 3]).await;
    let (one, other) = (signed_in(2, ADA), signed_in(3, ADA));

    let (first, second) =
        tokio::join!(claim(&replica.client, &one, &trip.id), claim(&replica.client, &other, &trip.id));
    let again = claim(&replica.client, &one, &trip.id).await;

    assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
    assert_eq!(again.unwrap(), ClaimBookingResponse::default());
    assert_eq!(world.count("select count(*) from outbox where subject = 'booking.claimed'").await, 1);
}

#[tokio::test]
async fn r004_without_an_opened_link_nothing_moves_not_even_for_who_booked() {
    let (world, replica, trip) = opened_by(&[2]).await;

    let booker = claim(&replica.client, &signed_in(1, ADA), &trip.id).await.unwrap_err();
    let stranger = claim(&replica.client, &signed_in(5, ADA), &trip.id).await.unwrap_err();
    let nobody = claim(&replica.client, &guest(2), &trip.id).await.unwrap_err();

    assert_eq!((booker.code(), code(&booker)), (Code::InvalidArgument, "TOKEN_INVALID".to_owned()));
    assert_eq!(code(&stranger), "BOOKING_NOT_FOUND");
    assert_eq!(code(&nobody), "NOT_AUTHENTICATED");
    assert_eq!(world.services.with(|books| books.mailboxes.len()), 0, "no mailbox counts as proved");
    assert_eq!(world.count("select count(*) from booking where owner is not null").await, 0);
}

#[tokio::test]
async fn r004_the_account_of_another_address_gets_nothing() {
    let (world, replica, trip) = opened_by(&[2]).await;
    world.services.with(|books| books.account_email = Some("grace@traveller.example"));

    let refused = claim(&replica.client, &signed_in(2, ADA), &trip.id).await.unwrap_err();

    assert_eq!((refused.code(), code(&refused)), (Code::FailedPrecondition, "OTHER_ADDRESS".to_owned()));
    assert!(is_claimable(&replica.client, &guest(2), &trip.id).await, "the right account still may");
    assert_eq!(world.count("select count(*) from booking where owner is not null").await, 0);
}

#[tokio::test]
async fn with_identity_away_a_claim_waits_for_another_try() {
    let (world, replica, trip) = opened_by(&[2]).await;
    world.services.with(|books| books.identity_away = true);

    let refused = claim(&replica.client, &signed_in(2, ADA), &trip.id).await.unwrap_err();
    world.services.with(|books| books.identity_away = false);
    let claimed = claim(&replica.client, &signed_in(2, ADA), &trip.id).await;

    assert_eq!(refused.code(), Code::Unavailable);
    assert!(claimed.is_ok());
}

#[tokio::test]
async fn a_trip_that_is_in_an_account_is_no_other_accounts_to_claim() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let booker = signed_in(1, Uuid::from_u128(7));
    let trip = create(&replica.client, &booker, booking(&payment)).await.unwrap().booking.unwrap();
    ask(&replica.client, &guest(9), "RZPNX8", EMAIL).await.unwrap();
    open(&replica.client, &guest(2), &tokens(&world).await[0]).await.unwrap();

    let refused = claim(&replica.client, &signed_in(2, ADA), &trip.id).await.unwrap_err();

    assert_eq!(code(&refused), "TOKEN_INVALID");
    assert!(!is_claimable(&replica.client, &guest(2), &trip.id).await);
}
