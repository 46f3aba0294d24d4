//! When a session is opened, whose it is, and what its cookie looks like.

use proto::booking::v1::{
    BookingStatus, CreateBookingRequest, CreateBookingResponse, OpenGuestLinkRequest, OpenGuestLinkResponse,
};
use proto::identity::v1::{OpenSessionRequest, ResolveSessionRequest};
use proto::offers::v1::{GetOfferRequest, GetOfferResponse};
use proto::payments::v1::{AuthorisePaymentRequest, AuthorisePaymentResponse, Payment, PaymentStatus};
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use serde_json::json;
use service::Mode;
use uuid::Uuid;

use crate::bookings::order;
use crate::fakes::Fakes;
use crate::harness::{GUEST_TOKEN, Gateway, RENEWED_TOKEN, USER_TOKEN, with_mode, with_sessions};
use crate::samples::{self, BOOKING, OFFER};

fn with_offer(fakes: &Fakes) {
    fakes.on(|_, _: GetOfferRequest| Ok(GetOfferResponse { offer: Some(samples::offer()) }));
}

#[tokio::test]
async fn a_session_is_opened_by_the_first_offer_and_kept_afterwards() {
    let gateway = Gateway::start().await;
    with_offer(&gateway.fakes);
    let mut visitor = gateway.visitor();
    let path = format!("/api/flights/offer/{OFFER}");

    let first = visitor.get(&path).await;
    let second = visitor.get(&path).await;

    let session = "fareway_session=new-token; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000";
    assert!(first.set_cookies().contains(&session), "{:?}", first.set_cookies());
    assert!(!second.set_cookies().iter().any(|cookie| cookie.starts_with("fareway_session")));
    assert_eq!(gateway.fakes.calls::<OpenSessionRequest>().len(), 1);
    let (context, _) = gateway.fakes.calls::<GetOfferRequest>().pop().unwrap();
    assert_eq!(context.session_id, Some(Uuid::from_u128(2)));
}

/// Makes services answer that a payment, a booking or a trip hangs on the session.
fn with_purchases(fakes: &Fakes) {
    fakes.on(|_, _: AuthorisePaymentRequest| {
        let status = PaymentStatus::Authorised.into();
        let payment = Some(Payment { id: "pay_1".to_owned(), status, ..Payment::default() });
        Ok(AuthorisePaymentResponse { payment, refusal: None })
    });
    fakes.on(|_, _: CreateBookingRequest| {
        let booking = Some(samples::booking(BookingStatus::Confirmed));
        Ok(CreateBookingResponse { booking, ..CreateBookingResponse::default() })
    });
    fakes.on(|_, _: OpenGuestLinkRequest| Ok(OpenGuestLinkResponse { booking_id: BOOKING.to_owned() }));
}

#[tokio::test]
async fn a_new_session_is_used_again_as_soon_as_something_hangs_on_it_so_that_it_lasts() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    let payment =
        json!({ "amount": "645.00", "currency": "USD", "offerId": OFFER, "paymentMethodId": "pm_1" });
    let calls = [
        ("/api/payments/process-card", payment),
        ("/api/bookings", order()),
        ("/api/guest-links/open", json!({ "token": "t1" })),
    ];
    let used = || gateway.fakes.calls::<ResolveSessionRequest>().into_iter().map(|(_, asked)| asked.token);

    for (path, body) in &calls {
        let refused = gateway.visitor().post(path, body.clone()).await;
        assert_eq!(refused.set_cookies().len(), 1, "{path} opens a session: {refused:?}");
    }
    assert_eq!(used().count(), 0, "nothing hangs on it");
    with_purchases(&gateway.fakes);
    for (path, body) in calls {
        let answer = gateway.visitor().post(path, body).await;
        assert!(answer.status.is_success(), "{path}: {answer:?}");
    }
    assert_eq!(used().collect::<Vec<_>>(), ["new-token"; 3]);
}

#[tokio::test]
async fn pages_brands_modes_and_searches_open_no_session_and_ask_for_none() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: SearchFlightsRequest| {
        Ok(SearchFlightsResponse { page_json: "{}".into(), ..Default::default() })
    });
    let mut visitor = gateway.visitor_with(USER_TOKEN);

    for path in ["/", "/api/brands/blue", "/api/system/mode", "/api/flights/search?origin=JFK", "/api/docs"] {
        let answer = visitor.get(path).await;
        assert!(answer.set_cookies().is_empty(), "{path}");
    }
    visitor.post("/api/flights/search", serde_json::json!({})).await;

    assert!(gateway.fakes.calls::<OpenSessionRequest>().is_empty());
    assert!(gateway.fakes.calls::<ResolveSessionRequest>().is_empty());
}

#[tokio::test]
async fn offers_are_shown_and_nothing_is_sold_while_identity_is_away() {
    let fakes = Fakes::default();
    with_mode(&fakes, Mode::Test);
    fakes.on(samples::find_brand);
    with_offer(&fakes);
    let gateway = Gateway::in_front_of(fakes, &[]).await;
    gateway.until_ready().await;

    let offer = gateway.visitor().get(&format!("/api/flights/offer/{OFFER}")).await;
    let payment = gateway.visitor().post("/api/payments/process-card", serde_json::json!({})).await;
    let trips = gateway.visitor_with(USER_TOKEN).get("/api/bookings").await;

    assert_eq!(offer.status, 200);
    assert_eq!(payment.told(), (503, "SERVICE_UNAVAILABLE"));
    assert_eq!(trips.told(), (503, "SERVICE_UNAVAILABLE"));
}

#[tokio::test]
async fn r001_nothing_is_shown_or_sold_before_the_mode_is_known() {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    fakes.on(samples::find_brand);
    let gateway = Gateway::in_front_of(fakes, &[]).await;

    let payment = gateway.visitor().post("/api/payments/process-card", serde_json::json!({})).await;
    let booking = gateway.visitor().post("/api/bookings", serde_json::json!({})).await;
    let offer = gateway.visitor().get(&format!("/api/flights/offer/{OFFER}")).await;
    let flights = gateway.visitor().get("/api/flights/search?origin=JFK").await;

    assert_eq!(offer.told(), (503, "MODE_UNKNOWN"), "the other mode's airlines never gave this id");
    assert_eq!(flights.told(), (503, "MODE_UNKNOWN"));
    assert_eq!(payment.told(), (503, "MODE_UNKNOWN"));
    assert_eq!(booking.told(), (503, "MODE_UNKNOWN"));
}

#[tokio::test]
async fn an_unknown_cookie_is_a_new_guest() {
    let gateway = Gateway::start().await;
    with_offer(&gateway.fakes);

    let mut stranger = gateway.visitor_with("made-up");
    stranger.get(&format!("/api/flights/offer/{OFFER}")).await;

    assert_eq!(stranger.cookies["fareway_session"], "new-token");
}

#[tokio::test]
async fn r031_sessions_are_resolved_under_the_brand_of_the_request() {
    let gateway = Gateway::start().await;
    with_offer(&gateway.fakes);

    let mut visitor = gateway.visitor_with(GUEST_TOKEN).with("host", "blue.agency.com");
    visitor.get(&format!("/api/flights/offer/{OFFER}")).await;

    let (context, _) = gateway.fakes.calls::<ResolveSessionRequest>().remove(0);
    assert_eq!(context.brand, "blue");
}

#[tokio::test]
async fn r012_under_https_cookies_are_bound_to_the_host_and_transport_is_strict() {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, Mode::Test);
    fakes.on(samples::find_brand);
    with_offer(&fakes);
    let gateway = Gateway::in_front_of(fakes, &["--https", "true"]).await;

    let answer = gateway.visitor().get(&format!("/api/flights/offer/{OFFER}")).await;

    for cookie in answer.set_cookies() {
        assert!(cookie.starts_with("__Host-fareway_"), "{cookie}");
        assert!(cookie.contains("; HttpOnly; SameSite=Lax; Secure; Path=/;"), "{cookie}");
    }
    assert_eq!(answer.set_cookies().len(), 2);
    assert!(answer.header("strict-transport-security").starts_with("max-age=63072000"));
}

#[tokio::test]
async fn s155_scripts_may_read_whether_asking_for_a_user_is_worth_a_call() {
    let gateway = Gateway::start().await;
    let hint = "fareway_user=1; SameSite=Lax; Path=/; Max-Age=2592000";
    let no_hint = "fareway_user=; SameSite=Lax; Path=/; Max-Age=0";
    let check = async |token: &str, known: Option<&str>, expected: &[&str]| {
        let mut visitor = gateway.visitor_with(token);
        visitor.cookies.extend(known.map(|value| ("fareway_user".to_owned(), value.to_owned())));
        assert_eq!(visitor.get("/api/auth/user").await.set_cookies(), expected, "{token} {known:?}");
    };

    check(USER_TOKEN, None, &[hint]).await;
    check(USER_TOKEN, Some("1"), &[]).await;
    check(GUEST_TOKEN, None, &[]).await;
    check(GUEST_TOKEN, Some("1"), &[no_hint]).await;
    check("ended-elsewhere", Some("1"), &[no_hint]).await;

    let mut ended = gateway.visitor_with("ended-elsewhere");
    ended.cookies.insert("fareway_user".to_owned(), "1".to_owned());
    let trip = ended.get("/api/bookings/01950000-0000-7000-8000-000000000001").await;
    assert!(trip.set_cookies().is_empty(), "only what a user alone may do takes the hint away: {trip:?}");
}

#[tokio::test]
async fn r012_a_request_with_a_token_that_was_just_renewed_is_refused_and_changes_no_cookie() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    with_offer(&gateway.fakes);
    let mut overtaken = gateway.visitor_with(RENEWED_TOKEN);
    overtaken.cookies.insert("fareway_user".to_owned(), "1".to_owned());

    for path in ["/api/auth/user", "/api/admin/settings", "/api/bookings"] {
        let answer = overtaken.get(path).await;
        assert_eq!(answer.told(), (401, "NOT_AUTHENTICATED"), "{path}");
        assert_eq!((answer.header("retry-after"), answer.set_cookies()), ("1", vec![]), "{path}");
    }
    let payment = overtaken.post("/api/payments/process-card", serde_json::json!({})).await;
    let offer = overtaken.get(&format!("/api/flights/offer/{OFFER}")).await;

    assert_eq!((payment.told(), payment.set_cookies()), ((401, "NOT_AUTHENTICATED"), vec![]));
    assert_eq!(offer.status, 200, "an offer is shown to anybody");
    assert!(!offer.set_cookies().iter().any(|cookie| cookie.starts_with("fareway_session")), "{offer:?}");
    assert!(gateway.fakes.calls::<OpenSessionRequest>().is_empty());
}
