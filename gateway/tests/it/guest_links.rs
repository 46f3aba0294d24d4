//! Links by mail: the same answer to everybody, and a trip opened to one session.

use proto::booking::v1::{
    BookingStatus, ClaimBookingRequest, ClaimBookingResponse, GetBookingRequest, GetBookingResponse,
    OpenGuestLinkRequest, OpenGuestLinkResponse, RequestGuestLinkRequest, RequestGuestLinkResponse,
};
use serde_json::json;
use service::Problem;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::{self, BOOKING, designed};

async fn ready() -> Gateway {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway.fakes.on(|_, _: RequestGuestLinkRequest| Ok(RequestGuestLinkResponse {}));
    gateway
}

#[tokio::test]
async fn r010_who_asks_for_a_link_is_told_the_same_and_needs_no_session() {
    let gateway = ready().await;
    let body = json!({ "reference": "RZPNX8", "email": "ada@traveller.example" });

    let mut visitor = gateway.visitor();
    let answer = visitor.post("/api/guest-links", body).await;

    assert_eq!(answer.status, 202);
    assert!(answer.body["message"].as_str().unwrap().starts_with("If we have a booking"));
    assert!(visitor.cookies.is_empty());
    let (_, asked) = gateway.fakes.calls::<RequestGuestLinkRequest>().remove(0);
    assert_eq!((asked.reference.as_str(), asked.email.as_str()), ("RZPNX8", "ada@traveller.example"));
}

#[tokio::test]
async fn r010_a_link_opens_its_trip_to_the_session_that_it_opens() {
    let gateway = ready().await;
    gateway
        .fakes
        .on(|_, _: OpenGuestLinkRequest| Ok(OpenGuestLinkResponse { booking_id: BOOKING.to_owned() }));

    let mut visitor = gateway.visitor();
    let answer = visitor.post("/api/guest-links/open", json!({ "token": "t1" })).await;

    assert_eq!((answer.status.as_u16(), answer.body), (200, json!({ "bookingId": BOOKING })));
    assert_eq!(visitor.cookies["fareway_session"], "new-token");
    let (context, _) = gateway.fakes.calls::<OpenGuestLinkRequest>().remove(0);
    assert_eq!(context.session_id, Some(Uuid::from_u128(2)));
}

#[tokio::test]
async fn a_link_that_was_used_is_422_token_invalid() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: OpenGuestLinkRequest| -> Result<OpenGuestLinkResponse, _> {
        Err(Problem::new(Code::InvalidArgument, "TOKEN_INVALID", "This link has been used.").into())
    });

    let answer = gateway.visitor().post("/api/guest-links/open", json!({ "token": "t1" })).await;

    assert_eq!(answer.told(), (422, "TOKEN_INVALID"));
}

#[tokio::test]
async fn r004_a_trip_that_was_opened_by_a_link_says_that_it_can_be_added_to_an_account() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetBookingRequest| {
        let booking = Some(samples::booking(BookingStatus::Confirmed));
        Ok(GetBookingResponse { booking, claimable: true, ..GetBookingResponse::default() })
    });

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&format!("/api/bookings/{BOOKING}")).await;

    assert_eq!(answer.body["claimable"], true);
}

#[tokio::test]
async fn r004_those_who_add_a_trip_to_their_account_go_on_under_a_new_token() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: ClaimBookingRequest| {
        Ok(ClaimBookingResponse { session_token: "fresh-token".to_owned(), password_ended: true })
    });

    let mut user = gateway.visitor_with(USER_TOKEN);
    let answer = user.post_nothing(&format!("/api/bookings/{BOOKING}/claim")).await;

    assert_eq!(
        (answer.status.as_u16(), answer.body),
        (200, json!({ "success": true, "passwordEnded": true }))
    );
    assert_eq!(user.cookies["fareway_session"], "fresh-token");
    let (context, asked) = gateway.fakes.calls::<ClaimBookingRequest>().remove(0);
    assert_eq!((asked.booking_id.as_str(), context.user.unwrap().id), (BOOKING, Uuid::from_u128(100)));
}

#[tokio::test]
async fn r004_a_repeated_claim_changes_no_cookie_and_a_refused_one_says_why() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: ClaimBookingRequest| Ok(ClaimBookingResponse::default()));
    let path = format!("/api/bookings/{BOOKING}/claim");

    let mut user = gateway.visitor_with(USER_TOKEN);
    let repeated = user.post_nothing(&path).await;
    let signed_out = gateway.visitor_with(GUEST_TOKEN).post_nothing(&path).await;
    let nobodys = gateway.visitor_with(USER_TOKEN).post_nothing("/api/bookings/ord_1/claim").await;

    assert_eq!(repeated.body, json!({ "success": true, "passwordEnded": false }));
    assert_eq!(user.cookies["fareway_session"], USER_TOKEN);
    assert_eq!(signed_out.told(), (401, "NOT_AUTHENTICATED"));
    assert_eq!(nobodys.told(), (404, "BOOKING_NOT_FOUND"));
    for (grpc, code, status) in [
        (Code::FailedPrecondition, "OTHER_ADDRESS", 409),
        (Code::InvalidArgument, "TOKEN_INVALID", 422),
        (Code::FailedPrecondition, "NOT_ALLOWED_NOW", 409),
    ] {
        gateway
            .fakes
            .on(move |_, _: ClaimBookingRequest| Err::<ClaimBookingResponse, _>(designed(grpc, code)));
        assert_eq!(user.post_nothing(&path).await.told(), (status, code));
    }
}
