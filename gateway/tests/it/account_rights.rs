//! A copy of what is kept of an account, and its end.

use proto::booking::v1::{
    BookingStatus, ExportBookingsRequest, ExportBookingsResponse, ExportedBooking, PassengerDetails,
};
use proto::brand::v1::{
    ClaimWatchesRequest, ClaimWatchesResponse, ExportWatchesRequest, ExportWatchesResponse, ExportedWatch,
    WatchState, WatchedTrip,
};
use proto::identity::v1::{
    CloseAccountRequest, CloseAccountResponse, ExportAccountRequest, ExportAccountResponse, SessionSummary,
};
use serde_json::json;
use service::Mode;
use tonic::{Code, Status};

use crate::harness::{GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::{self, BOOKING, designed, usd, wrong_password};
use crate::watches::with_unproved_user;

const EXPORT: &str = "/api/account/export";
const CLOSE: &str = "/api/account/close";

fn with_account(gateway: &Gateway) {
    gateway.fakes.on(|_, request: ExportAccountRequest| {
        if request.current_password != "secret" {
            return Err(wrong_password());
        }
        let seen_at = "2026-03-01T12:00:00Z".to_owned();
        let this = SessionSummary { device: "Firefox on Linux".to_owned(), seen_at, is_current: true };
        Ok(ExportAccountResponse {
            user: Some(samples::user()),
            mailbox_proved_at: String::new(),
            sessions: vec![this],
            browsers_proved_at: vec!["2026-03-01T12:00:00Z".to_owned()],
            second_factor_enrolled_at: String::new(),
        })
    });
}

/// A trip on the first page, and nothing on the second.
fn with_trip(gateway: &Gateway) {
    gateway.fakes.on(|_, request: ExportBookingsRequest| {
        let ada = PassengerDetails {
            r#type: "adult".to_owned(),
            first_name: "Ada".to_owned(),
            last_name: "Byron".to_owned(),
            date_of_birth: "1985-12-10".to_owned(),
            email: Some("ada@traveller.example".to_owned()),
            passport_number: Some("565011980".to_owned()),
            passport_expiry_date: Some("2035-01-01".to_owned()),
            passport_issuing_country: Some("GB".to_owned()),
            ..PassengerDetails::default()
        };
        let booking = Some(samples::booking(BookingStatus::Confirmed));
        let trip = ExportedBooking { booking, passengers: vec![ada, PassengerDetails::default()] };
        let bookings = if request.after_id.is_empty() { vec![trip] } else { Vec::new() };
        Ok(ExportBookingsResponse { bookings })
    });
}

/// One that has ended, in live mode.
fn with_watch(gateway: &Gateway) {
    gateway.fakes.on(|_, _: ExportWatchesRequest| {
        let trip = WatchedTrip {
            origin: "LHR".to_owned(),
            destination: "JFK".to_owned(),
            departure_date: "2026-06-01".to_owned(),
            cabin_class: "economy".to_owned(),
            adults: 1,
            ..WatchedTrip::default()
        };
        let watch = ExportedWatch {
            brand: "blue".to_owned(),
            mode: Mode::Live.into(),
            trip: Some(trip),
            state: WatchState::Ended.into(),
            again: true,
            created_at: 1_772_366_400,
            first: Some(usd(69_000)),
            told: Some(usd(61_200)),
            mails: 2,
        };
        Ok(ExportWatchesResponse { watches: vec![watch] })
    });
}

#[tokio::test]
async fn a_users_copy_is_a_file_with_profile_sessions_and_trips_that_no_cache_keeps() {
    let gateway = Gateway::start().await;
    with_account(&gateway);
    with_trip(&gateway);
    with_watch(&gateway);

    let answer = gateway.visitor_with(USER_TOKEN).post(EXPORT, json!({ "currentPassword": "secret" })).await;

    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"account.json\"");
    assert_eq!(
        (answer.header("cache-control"), answer.header("content-type")),
        ("no-store", "application/json")
    );
    let export = &answer.body;
    assert_eq!(export["profile"]["email"], "ada@traveller.example");
    assert_eq!(export["emailProvedAt"], json!(null));
    assert_eq!(export["knownBrowsersUsedAt"], json!(["2026-03-01T12:00:00Z"]));
    assert_eq!(export["secondFactorSetUpAt"], json!(null));
    let session =
        json!({ "device": "Firefox on Linux", "lastSeenAt": "2026-03-01T12:00:00Z", "isCurrent": true });
    assert_eq!(export["sessions"], json!([session]));
    let trip = &export["trips"][0];
    assert_eq!(
        (&trip["id"], &trip["mode"], &trip["status"]),
        (&json!(BOOKING), &json!("test"), &json!("confirmed"))
    );
    assert_eq!(trip["total"], json!({ "amount": "645.00", "currency": "USD" }));
    assert_eq!((&trip["seats"], &trip["ticketNumbers"]), (&json!(["12A"]), &json!(["1252106312810"])));
    assert_eq!((&trip["bags"][0]["kind"], &trip["bags"][0]["quantity"]), (&json!("checked"), &json!(2)));
    assert_eq!(trip["flights"][0]["segments"][0]["departing_at"], "2026-06-01T08:00:00");
    assert_eq!((&trip["cancelledAt"], &trip["refund"]), (&json!(null), &json!(null)));
    let passengers = &trip["passengers"];
    assert_eq!(passengers[0]["details"]["dateOfBirth"], "1985-12-10");
    let passport = json!({ "number": "565011980", "expiryDate": "2035-01-01", "issuingCountry": "GB" });
    assert_eq!((&passengers[0]["passport"], &passengers[1]["passport"]), (&passport, &json!(null)));
    let pages = gateway.fakes.calls::<ExportBookingsRequest>();
    let asked: Vec<_> = pages.iter().map(|(_, page)| page.after_id.as_str()).collect();
    assert_eq!(asked, ["", BOOKING], "until a page is empty");
}

#[tokio::test]
async fn a_users_copy_has_the_watched_prices_of_their_address_once_that_is_proved() {
    let gateway = Gateway::start().await;
    with_account(&gateway);
    with_trip(&gateway);
    with_watch(&gateway);
    let mut ada = gateway.visitor_with(USER_TOKEN);
    let body = json!({ "currentPassword": "secret" });

    let proved = ada.post(EXPORT, body.clone()).await;
    with_unproved_user(&gateway.fakes);
    let unproved = ada.post(EXPORT, body).await;

    let trip = json!({
        "origin": "LHR", "destination": "JFK", "departureDate": "2026-06-01", "returnDate": null,
        "cabinClass": "economy", "adults": 1, "children": 0, "infants": 0, "ages": [],
    });
    let watch = json!({
        "brand": "blue", "mode": "live", "trip": trip, "state": "ended", "again": true, "mails": 2,
        "createdAt": "2026-03-01T12:00:00Z", "first": { "amount": "690.00", "currency": "USD" },
        "lastTold": { "amount": "612.00", "currency": "USD" },
    });
    assert_eq!(proved.body["watchedPrices"], json!([watch]));
    assert_eq!((unproved.status.as_u16(), &unproved.body["watchedPrices"]), (200, &json!([])));
    let asked = gateway.fakes.calls::<ExportWatchesRequest>();
    let emails: Vec<_> = asked.iter().map(|(_, it)| it.proved_email.as_str()).collect();
    assert_eq!(emails, ["ada@traveller.example"]);
}

#[tokio::test]
async fn without_the_password_nobody_gets_a_copy_and_no_trip_is_read() {
    let gateway = Gateway::start().await;
    with_account(&gateway);
    with_trip(&gateway);

    let guessed = gateway.visitor_with(USER_TOKEN).post(EXPORT, json!({ "currentPassword": "guess" })).await;
    let guest = gateway.visitor_with(GUEST_TOKEN).post(EXPORT, json!({ "currentPassword": "secret" })).await;

    assert_eq!(guessed.told(), (422, "VALIDATION_ERROR"));
    assert_eq!(guessed.body["errors"][0]["field"], "currentPassword");
    assert_eq!(guest.told(), (401, "NOT_AUTHENTICATED"));
    assert!(gateway.fakes.calls::<ExportBookingsRequest>().is_empty());
    assert!(gateway.fakes.calls::<ExportWatchesRequest>().is_empty());
}

/// Any password is right.
fn with_closing(gateway: &Gateway) {
    gateway.fakes.on(|_, _: ClaimWatchesRequest| Ok(ClaimWatchesResponse {}));
    gateway.fakes.on(|_, _: CloseAccountRequest| Ok(CloseAccountResponse {}));
}

#[tokio::test]
async fn watch06_the_watches_of_a_proved_address_are_claimed_for_its_account_before_that_is_closed() {
    let gateway = Gateway::start().await;
    with_closing(&gateway);
    let body = json!({ "currentPassword": "secret" });

    let proved = gateway.visitor_with(USER_TOKEN).post(CLOSE, body.clone()).await;
    with_unproved_user(&gateway.fakes);
    let unproved = gateway.visitor_with(USER_TOKEN).post(CLOSE, body).await;

    assert_eq!((proved.status.as_u16(), unproved.status.as_u16()), (200, 200));
    let claims = gateway.fakes.calls::<ClaimWatchesRequest>();
    let claims: Vec<_> = claims.iter().map(|(by, it)| (by.user, it.proved_email.as_str())).collect();
    let [(Some(ada), "ada@traveller.example")] = claims[..] else { panic!("one claim, not {claims:?}") };
    assert_eq!(ada.id.to_string(), samples::user().id);
}

#[tokio::test]
async fn watch06_no_account_is_closed_whose_watches_would_stay() {
    let gateway = Gateway::start().await;
    with_closing(&gateway);
    for cause in [Code::Unavailable, Code::Internal, Code::Unimplemented] {
        gateway.fakes.on(move |_, _: ClaimWatchesRequest| {
            Err::<ClaimWatchesResponse, _>(Status::new(cause, "a canary"))
        });

        let refused =
            gateway.visitor_with(USER_TOKEN).post(CLOSE, json!({ "currentPassword": "secret" })).await;

        assert_eq!(refused.told(), (503, "SERVICE_UNAVAILABLE"));
        assert!(refused.set_cookies().iter().all(|cookie| !cookie.starts_with("fareway_session")));
    }
    assert!(gateway.fakes.calls::<CloseAccountRequest>().is_empty());
}

#[tokio::test]
async fn who_closes_their_account_is_signed_out() {
    let gateway = Gateway::start().await;
    with_closing(&gateway);
    let mut user = gateway.visitor_with(USER_TOKEN);

    let closed = user.post(CLOSE, json!({ "currentPassword": "secret" })).await;

    assert_eq!(closed.body, json!({ "success": true, "message": "Your account is closed" }));
    assert_eq!((user.cookies["fareway_session"].as_str(), user.cookies["fareway_user"].as_str()), ("", ""));
    let (_, asked) = gateway.fakes.calls::<CloseAccountRequest>().remove(0);
    assert_eq!(
        (asked.current_password.as_str(), asked.letterhead.unwrap().name.as_str()),
        ("secret", "Fareway")
    );
}

#[tokio::test]
async fn an_account_that_is_not_closed_stays_signed_in() {
    let gateway = Gateway::start().await;
    with_closing(&gateway);
    let body = json!({ "currentPassword": "guess" });
    let refusals = [
        (wrong_password(), (422, "VALIDATION_ERROR")),
        (designed(Code::FailedPrecondition, "LAST_ADMINISTRATOR"), (409, "LAST_ADMINISTRATOR")),
        (designed(Code::ResourceExhausted, "TOO_MANY_ATTEMPTS"), (429, "TOO_MANY_ATTEMPTS")),
    ];
    for (refusal, told) in refusals {
        gateway.fakes.on(move |_, _: CloseAccountRequest| Err::<CloseAccountResponse, _>(refusal.clone()));
        let answer = gateway.visitor_with(USER_TOKEN).post(CLOSE, body.clone()).await;
        assert_eq!(answer.told(), told);
        assert!(answer.set_cookies().iter().all(|cookie| !cookie.starts_with("fareway_session")));
    }
    let guest = gateway.visitor_with(GUEST_TOKEN).post(CLOSE, body).await;
    assert_eq!(guest.told(), (401, "NOT_AUTHENTICATED"));
}
