//! Links by mail: the same answer to everybody, and a trip opened to one session.

use proto::booking::v1::{
    OpenGuestLinkRequest, OpenGuestLinkResponse, RequestGuestLinkRequest, RequestGuestLinkResponse,
};
use serde_json::json;
use service::Problem;
use tonic::Code;
use uuid::Uuid;

use crate::harness::Gateway;
use crate::samples::BOOKING;

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
