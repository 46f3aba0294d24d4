//! Prices that are watched: asked for, confirmed, looked at and ended.

use std::time::Duration;

use proto::booking::v1::{Booking, BookingStatus, GetBookingRequest, GetBookingResponse};
use proto::brand::v1::watch_owner::Owner;
use proto::brand::v1::{
    ConfirmWatchRequest, ConfirmWatchResponse, CreateWatchRequest, CreateWatchResponse,
    EndBookedWatchesRequest, EndBookedWatchesResponse, FareDay, ListWatchesRequest, ListWatchesResponse,
    PreviewWatchRequest, PreviewWatchResponse, SetWatchStateRequest, SetWatchStateResponse, StopWatchRequest,
    StopWatchResponse, WatchState, WatchedPrice, WatchedTrip,
};
use proto::identity::v1::{ResolveSessionRequest, ResolveSessionResponse, Session, User};
use reqwest::Method;
use serde_json::{Value, json};
use service::Mode;
use tonic::Code;
use uuid::Uuid;

use crate::bookings::{self, ending, order};
use crate::fakes::Fakes;
use crate::harness::{Answer, GUEST_TOKEN, Gateway, PATIENCE, USER_TOKEN, Visitor};
use crate::log::Log;
use crate::samples::{self, designed, usd};

const PATH: &str = "/api/watches";
const STOP: &str = "/api/watches/stop?token=canary-stop-token";
const WATCH: &str = "00000000-0000-0000-0000-0000000000a7";
const OWN: &str = "ada@traveller.example";

fn trip() -> Value {
    json!({
        "origin": "LHR", "destination": "JFK", "departureDate": "2026-06-01", "returnDate": "2026-06-08",
        "cabinClass": "economy", "adults": 2, "children": 1, "infants": 0, "ages": [7],
    })
}

fn wanted(email: &str) -> Value {
    json!({ "trip": trip(), "email": email, "again": true })
}

pub fn watched() -> WatchedPrice {
    let trip = WatchedTrip {
        origin: "LHR".to_owned(),
        destination: "JFK".to_owned(),
        departure_date: "2026-06-01".to_owned(),
        return_date: Some("2026-06-08".to_owned()),
        cabin_class: "economy".to_owned(),
        adults: 2,
        children: 1,
        infants: 0,
        ages: vec![7],
    };
    WatchedPrice {
        id: WATCH.to_owned(),
        trip: Some(trip),
        state: WatchState::Active.into(),
        again: true,
        first: Some(usd(69_000)),
        now: Some(usd(61_200)),
        lowest: None,
        seen_at: Some(1_772_366_400),
        history: vec![FareDay { day: "2026-02-28".to_owned(), amount: Some(usd(69_000)) }],
    }
}

/// The same, as pages read it.
fn shown() -> Value {
    json!({
        "id": WATCH, "trip": trip(), "state": "active", "again": true,
        "first": { "amount": "690.00", "currency": "USD" }, "now": { "amount": "612.00", "currency": "USD" },
        "lowest": null, "seenAt": "2026-03-01T12:00:00Z",
        "history": [{ "day": "2026-02-28", "amount": "690.00", "currency": "USD" }],
    })
}

/// A brand that watches whatever it is asked to.
fn with_watches(fakes: &Fakes) {
    fakes.on(|_, asked: CreateWatchRequest| Ok(CreateWatchResponse { is_active: asked.is_proved }));
    fakes.on(|_, _: ListWatchesRequest| Ok(ListWatchesResponse { watches: vec![watched()] }));
    fakes.on(|_, asked: SetWatchStateRequest| {
        let watch = Some(WatchedPrice { state: asked.state, ..watched() });
        Ok(SetWatchStateResponse { watch })
    });
    fakes.on(|_, _: StopWatchRequest| Ok(StopWatchResponse {}));
    fakes.on(|_, _: EndBookedWatchesRequest| Ok(EndBookedWatchesResponse {}));
}

async fn ready() -> Gateway {
    let gateway = bookings::ready().await;
    with_watches(&gateway.fakes);
    gateway
}

/// From now on the user of `USER_TOKEN` has not proved their mailbox.
pub fn with_unproved_user(fakes: &Fakes) {
    fakes.on(|_, _: ResolveSessionRequest| {
        let user = Some(User { is_mailbox_proved: false, ..samples::user() });
        let session = Some(Session { user, ..samples::guest_session(3) });
        Ok(ResolveSessionResponse { session, ..ResolveSessionResponse::default() })
    });
}

async fn send(visitor: &mut Visitor, method: Method, path: &str, body: Value) -> Answer {
    visitor.send(visitor.request(method, path).json(&body)).await
}

#[tokio::test]
async fn watch01_a_guest_asks_for_a_trip_and_is_mailed_without_getting_a_session() {
    let gateway = ready().await;

    let mut visitor = gateway.visitor();
    let answer = visitor.post(PATH, wanted(OWN)).await;

    assert_eq!((answer.status.as_u16(), &answer.body["state"]), (202, &json!("mailed")));
    assert!(visitor.cookies.is_empty());
    let (context, asked) = gateway.fakes.calls::<CreateWatchRequest>().remove(0);
    assert_eq!((context.brand.as_str(), context.mode, context.user), ("default", Mode::Test, None));
    assert_eq!((asked.email.as_str(), asked.again, asked.is_proved), (OWN, true, false));
    assert_eq!(asked.trip, watched().trip);
}

#[tokio::test]
async fn watch01_a_watch_needs_a_whole_trip_and_an_address() {
    let gateway = ready().await;
    let check = async |place: &str, value: Value, field: &str| {
        let mut body = wanted(OWN);
        *body.pointer_mut(place).unwrap() = value;
        let refused = gateway.visitor().post(PATH, body).await;
        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{place}");
        assert_eq!(refused.body["errors"][0]["field"], field);
    };

    check("/trip/adults", json!("two"), "trip.adults").await;
    check("/trip/departureDate", Value::Null, "trip.departureDate").await;
    check("/email", json!(" "), "email").await;
    assert!(gateway.fakes.calls::<CreateWatchRequest>().is_empty());
}

#[tokio::test]
async fn watch02_a_signed_in_user_with_a_proved_mailbox_watches_at_once() {
    let gateway = ready().await;
    let mut ada = gateway.visitor_with(USER_TOKEN);

    let unnamed = ada.post(PATH, json!({ "trip": trip() })).await;
    let own = ada.post(PATH, wanted("ADA@traveller.example")).await;
    let other = ada.post(PATH, wanted("grace@traveller.example")).await;
    with_unproved_user(&gateway.fakes);
    let unproved = ada.post(PATH, json!({ "trip": trip() })).await;

    let [once, often] = [&unnamed, &own].map(|answer| answer.body["message"].as_str().unwrap().to_owned());
    assert!(once.contains("once, when it first falls") && !once.contains("a day"), "{once}");
    assert!(often.contains("at most once a day") && !often.contains("first"), "{often}");
    let states = [unnamed, own, other, unproved].map(|answer| answer.body["state"].clone());
    assert_eq!(states, ["active", "active", "mailed", "mailed"]);
    let asked = gateway.fakes.calls::<CreateWatchRequest>();
    let asked: Vec<_> = asked.iter().map(|(_, it)| (it.email.as_str(), it.is_proved, it.again)).collect();
    let other = "grace@traveller.example";
    assert_eq!(asked, [(OWN, true, false), (OWN, true, true), (other, false, true), (OWN, false, false)]);
}

#[tokio::test]
async fn watch02_a_mailed_link_tells_the_trip_that_it_would_start_a_watch_of() {
    let gateway = ready().await;
    gateway.fakes.on(|_, asked: PreviewWatchRequest| match asked.token.as_str() {
        "t1" => Ok(PreviewWatchResponse { trip: watched().trip }),
        _ => Err(designed(Code::InvalidArgument, "TOKEN_INVALID")),
    });
    let preview =
        async |token: &str| gateway.visitor().post("/api/watches/preview", json!({ "token": token })).await;

    let previewed = preview("t1").await;
    let used = preview("used").await;

    assert_eq!(previewed.body, trip());
    assert_eq!(used.told(), (422, "TOKEN_INVALID"));
    assert!(gateway.fakes.calls::<ConfirmWatchRequest>().is_empty(), "nothing is started");
}

#[tokio::test]
async fn watch02_a_mailed_link_starts_its_watch_once() {
    let gateway = ready().await;
    gateway.fakes.on(|_, asked: ConfirmWatchRequest| match asked.token.as_str() {
        "t1" => Ok(ConfirmWatchResponse { watch: Some(watched()), token: "t2".to_owned() }),
        _ => Err(designed(Code::InvalidArgument, "TOKEN_INVALID")),
    });
    let confirm =
        async |token: &str| gateway.visitor().post("/api/watches/confirm", json!({ "token": token })).await;

    let confirmed = confirm("t1").await;
    let used = confirm("used").await;
    let opened = gateway.visitor().get("/api/watches/confirm").await;

    assert_eq!(confirmed.body, json!({ "watch": shown(), "token": "t2" }));
    assert_eq!(used.told(), (422, "TOKEN_INVALID"));
    assert_eq!(opened.told(), (405, "METHOD_NOT_ALLOWED"), "to open a link starts nothing");
}

#[tokio::test]
async fn watch05_the_holder_of_a_link_and_a_signed_in_user_see_the_watches_of_their_address() {
    let gateway = ready().await;

    let of_user = gateway.visitor_with(USER_TOKEN).get(PATH).await;
    let of_link = gateway.visitor().post("/api/watches/list", json!({ "token": "t2" })).await;

    assert_eq!(of_user.body, json!({ "watches": [shown()] }));
    assert_eq!(of_link.body, of_user.body);
    let asked = gateway.fakes.calls::<ListWatchesRequest>();
    let owners: Vec<_> = asked.into_iter().map(|(_, it)| it.owner.unwrap().owner.unwrap()).collect();
    assert!(owners == [Owner::ProvedEmail(OWN.to_owned()), Owner::Token("t2".to_owned())]);
}

#[tokio::test]
async fn a_user_whose_mailbox_is_not_proved_watches_nothing_and_svc_brand_is_not_asked() {
    let gateway = ready().await;
    with_unproved_user(&gateway.fakes);
    let one = format!("{PATH}/{WATCH}");
    let mut ada = gateway.visitor_with(USER_TOKEN);

    let listed = ada.get(PATH).await;
    let changed = send(&mut ada, Method::PATCH, &one, json!({ "state": "ended" })).await;
    let deleted = ada.send(ada.request(Method::DELETE, &one)).await;

    assert_eq!(listed.body, json!({ "watches": [] }));
    assert_eq!((changed.told(), deleted.told()), ((404, "NOT_FOUND"), (404, "NOT_FOUND")));
    assert_eq!(changed.body["message"], "There is no such watched price.", "as svc-brand says it");
    assert!(gateway.fakes.calls::<ListWatchesRequest>().is_empty());
    assert!(gateway.fakes.calls::<SetWatchStateRequest>().is_empty());
}

#[tokio::test]
async fn nobody_sees_or_changes_the_watches_of_another_address() {
    let gateway = ready().await;
    let unknown = || designed(Code::NotFound, "NOT_FOUND");
    gateway.fakes.on(move |_, _: ListWatchesRequest| Err::<ListWatchesResponse, _>(unknown()));
    gateway.fakes.on(move |_, _: SetWatchStateRequest| Err::<SetWatchStateResponse, _>(unknown()));
    let one = format!("{PATH}/{WATCH}");
    let ended = || json!({ "state": "ended" });
    let of_link = json!({ "state": "ended", "token": "foreign" });
    let (mut guest, mut ada) = (gateway.visitor_with(GUEST_TOKEN), gateway.visitor_with(USER_TOKEN));

    let refusals = [
        guest.get(PATH).await,
        send(&mut guest, Method::PATCH, &one, ended()).await,
        guest.send(guest.request(Method::DELETE, &one)).await,
        guest.post("/api/watches/list", json!({ "token": "foreign" })).await,
        send(&mut guest, Method::PATCH, &one, of_link).await,
        send(&mut ada, Method::PATCH, &one, ended()).await,
        ada.send(ada.request(Method::DELETE, &one)).await,
        ada.send(ada.request(Method::DELETE, "/api/watches/1")).await,
    ];

    let (guests, others) = refusals.split_at(3);
    assert!(guests.iter().all(|refused| refused.told() == (401, "NOT_AUTHENTICATED")), "{guests:?}");
    assert!(others.iter().all(|refused| refused.told() == (404, "NOT_FOUND")), "{others:?}");
    assert_eq!(gateway.fakes.calls::<SetWatchStateRequest>().len(), 3, "1 is no id");
}

#[tokio::test]
async fn a_watch_is_paused_resumed_and_ended_by_its_owner() {
    let gateway = ready().await;
    let one = format!("{PATH}/{WATCH}");
    let mut ada = gateway.visitor_with(USER_TOKEN);

    for state in ["paused", "active", "ended"] {
        let changed = send(&mut ada, Method::PATCH, &one, json!({ "state": state })).await;
        assert_eq!((changed.status.as_u16(), &changed.body["state"]), (200, &json!(state)));
    }
    let deleted = ada.send(ada.request(Method::DELETE, &one)).await;
    let of_link = json!({ "state": "paused", "token": "t2" });
    let by_link = send(&mut ada, Method::PATCH, &one, of_link).await;
    let unknown = send(&mut ada, Method::PATCH, &one, json!({ "state": "pending" })).await;

    assert_eq!(deleted.body["success"], true);
    assert_eq!(by_link.body["state"], "paused");
    assert_eq!(unknown.told(), (422, "VALIDATION_ERROR"));
    let asked = gateway.fakes.calls::<SetWatchStateRequest>();
    let states: Vec<_> = asked.iter().map(|(_, it)| it.state()).collect();
    let expected = [WatchState::Paused, WatchState::Active, WatchState::Ended];
    assert_eq!(states, [&expected[..], &[WatchState::Ended, WatchState::Paused]].concat());
    assert!(asked.iter().all(|(_, it)| it.id == WATCH));
    let last = asked.last().unwrap().1.owner.clone().unwrap();
    assert!(last.owner == Some(Owner::Token("t2".to_owned())), "a link goes before a session");
}

#[tokio::test]
async fn watch05_one_click_of_a_mail_program_stops_a_watch_and_any_token_is_answered_alike() {
    let gateway = ready().await;
    let from_elsewhere = |token: &str| {
        let mut visitor = gateway.visitor_with(token).with("sec-fetch-site", "cross-site");
        visitor.cookies.insert("fareway_user".to_owned(), "1".to_owned());
        visitor.with("origin", "https://mail.example")
    };

    let form = from_elsewhere(USER_TOKEN).request(Method::POST, STOP);
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let by_form = gateway.visitor().send(form.body("List-Unsubscribe=One-Click")).await;
    let by_nothing = from_elsewhere("").post_nothing("/api/watches/stop?token=unknown").await;
    let without = gateway.visitor().post_nothing("/api/watches/stop").await;

    for answer in [by_form, by_nothing, without] {
        assert_eq!((answer.status.as_u16(), &answer.body["success"]), (200, &json!(true)), "{answer:?}");
        assert!(answer.set_cookies().is_empty());
    }
    let asked = gateway.fakes.calls::<StopWatchRequest>();
    let tokens: Vec<_> = asked.iter().map(|(_, it)| it.token.as_str()).collect();
    assert_eq!(tokens, ["canary-stop-token", "unknown", ""]);
    assert!(asked.iter().all(|(context, _)| context.user.is_none() && context.session_id.is_none()));
}

#[tokio::test]
async fn watch05_to_open_the_link_of_a_mail_stops_nothing() {
    let gateway = ready().await;

    let opened = gateway.visitor().get(STOP).await;
    let probed = gateway.visitor().head(STOP).await;

    assert_eq!(opened.told(), (405, "METHOD_NOT_ALLOWED"));
    assert_eq!(probed.status, 405);
    assert!(gateway.fakes.calls::<StopWatchRequest>().is_empty());
}

#[tokio::test]
async fn watch05_who_cannot_be_stopped_now_is_not_told_that_they_were() {
    let gateway = bookings::ready().await;

    let away = gateway.visitor().post_nothing(STOP).await;

    assert_eq!(away.told(), (503, "SERVICE_UNAVAILABLE"));
}

#[tokio::test]
async fn watch05_neither_a_token_nor_an_address_reaches_the_log() {
    let log = Log::of_this_process();
    let gateway = bookings::ready().await; // svc-brand is away, which is logged
    let mut visitor = gateway.visitor();

    visitor.post_nothing(STOP).await;
    visitor.get(STOP).await;
    visitor.post("/api/watches/list", json!({ "token": "canary-list-token" })).await;
    visitor.post("/api/watches/confirm", json!({ "token": "canary-link" })).await;
    visitor.post("/api/watches/preview", json!({ "token": "canary-link" })).await;
    visitor.post(PATH, wanted("canary-address@traveller.example")).await;
    let change = json!({ "state": "ended", "token": "canary-owner" });
    send(&mut visitor, Method::PATCH, &format!("{PATH}/{WATCH}"), change).await;

    let ours = log.ours().concat();
    assert!(ours.contains("POST /api/watches/stop"), "the log was read: {ours}");
    assert!(ours.contains("PATCH /api/watches/{id}"), "its method has a name");
    for canary in ["canary-stop-token", "canary-list-token", "canary-link", "canary-address", "canary-owner"]
    {
        assert!(!ours.contains(canary), "{canary} in the log");
    }
}

#[tokio::test]
async fn watch07_an_address_asks_for_twenty_watches_a_day_and_looks_at_them_as_often_as_it_likes() {
    let gateway = Gateway::start_with(&["--trusted-proxies", "127.0.0.1/32"]).await;
    gateway.until_ready().await;
    with_watches(&gateway.fakes);
    let mut visitor = gateway.visitor_with(USER_TOKEN).with("x-forwarded-for", "198.51.100.7");

    for _ in 0..20 {
        assert_eq!(visitor.post(PATH, wanted(OWN)).await.status, 202);
    }
    let refused = visitor.post(PATH, wanted(OWN)).await;
    let listed = visitor.get(PATH).await;
    let stopped = visitor.post_nothing(STOP).await;
    let other = gateway.visitor().with("x-forwarded-for", "198.51.100.8").post(PATH, wanted(OWN)).await;

    assert_eq!(refused.told(), (429, "RATE_LIMITED"));
    assert_eq!(refused.header("retry-after"), (72 * 60).to_string());
    let statuses = [listed, stopped, other].map(|answer| answer.status.as_u16());
    assert_eq!(statuses, [200, 200, 202]);
    assert_eq!(refused.body["detail"], "Too many requests. Please try again in about 72 minutes.");
}

#[tokio::test]
async fn watch07_a_wish_that_comes_to_nothing_spends_none_of_the_twenty() {
    let gateway = Gateway::start_with(&["--trusted-proxies", "127.0.0.1/32"]).await;
    gateway.until_ready().await;
    let mut visitor = gateway.visitor_with(USER_TOKEN).with("x-forwarded-for", "198.51.100.7");
    let refusals =
        [(Code::InvalidArgument, "VALIDATION_ERROR", 422), (Code::ResourceExhausted, "WATCH_LIMIT", 409)];
    for (grpc, code, status) in refusals {
        let refuse = move || designed(grpc, code);
        gateway.fakes.on(move |_, _: CreateWatchRequest| Err::<CreateWatchResponse, _>(refuse()));
        for _ in 0..10 {
            assert_eq!(visitor.post(PATH, wanted(OWN)).await.told(), (status, code));
            assert_eq!(visitor.post(PATH, json!({ "trip": "none" })).await.status, 422);
        }
    }
    // It may have written the mail before it went away.
    let away = || designed(Code::Unavailable, "SERVICE_UNAVAILABLE");
    gateway.fakes.on(move |_, _: CreateWatchRequest| Err::<CreateWatchResponse, _>(away()));
    assert_eq!(visitor.post(PATH, wanted(OWN)).await.status, 503);
    with_watches(&gateway.fakes);

    for _ in 0..19 {
        assert_eq!(visitor.post(PATH, wanted(OWN)).await.status, 202);
    }

    assert_eq!(visitor.post(PATH, wanted(OWN)).await.told(), (429, "RATE_LIMITED"));
}

#[tokio::test]
async fn watch07_an_eleventh_watch_of_a_signed_in_user_is_409() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: CreateWatchRequest| {
        Err::<CreateWatchResponse, _>(designed(Code::ResourceExhausted, "WATCH_LIMIT"))
    });

    let refused = gateway.visitor_with(USER_TOKEN).post(PATH, wanted(OWN)).await;

    assert_eq!(refused.told(), (409, "WATCH_LIMIT"));
}

/// The trips that svc-brand was told of, once there are so many.
async fn booked(gateway: &Gateway, count: usize) -> Vec<EndBookedWatchesRequest> {
    let told = || gateway.fakes.calls::<EndBookedWatchesRequest>();
    let reached = async {
        while told().len() < count {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(*PATIENCE, reached).await.expect("svc-brand hears of the trip");
    told().into_iter().map(|(_, trip)| trip).collect()
}

#[tokio::test]
async fn watch06_a_booked_trip_is_watched_no_longer() {
    let gateway = ready().await;
    let mut guest = gateway.visitor_with(GUEST_TOKEN);
    for unbooked in [BookingStatus::Pending, BookingStatus::Failed, BookingStatus::Cancelled] {
        ending(&gateway.fakes, samples::booking(unbooked));
        guest.post(bookings::PATH, order()).await;
    }
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));

    let answer = guest.post(bookings::PATH, order()).await;

    assert_eq!(answer.status, 201);
    let told = booked(&gateway, 1).await;
    assert!(
        told == [EndBookedWatchesRequest {
            email: OWN.to_owned(),
            origins: vec!["JFK".to_owned()],
            destinations: vec!["LHR".to_owned()],
            departure_date: "2026-06-01".to_owned(),
            return_date: None,
            booked_at: Some(1_772_366_400),
        }]
    );
}

#[tokio::test]
async fn watch06_both_dates_of_a_return_trip_are_told_and_the_airport_of_a_city() {
    let gateway = ready().await;
    let mut trip = samples::booking(BookingStatus::Confirmed);
    let slices = &mut trip.offer.as_mut().unwrap().slices;
    let mut back = slices[0].clone();
    back.segments[0].departing_at = "2026-06-08T23:30:00".to_owned();
    slices[0].origin.as_mut().unwrap().iata_code = "NYC".to_owned();
    slices.push(back);
    ending(&gateway.fakes, trip);

    gateway.visitor_with(GUEST_TOKEN).post(bookings::PATH, order()).await;

    let told = booked(&gateway, 1).await.remove(0);
    assert_eq!(told.origins, ["NYC", "JFK"]);
    assert_eq!(told.return_date.as_deref(), Some("2026-06-08"));
}

#[tokio::test]
async fn watch06_a_trip_is_booked_while_svc_brand_cannot_be_told() {
    let gateway = bookings::ready().await;
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));

    let answer = gateway.visitor_with(GUEST_TOKEN).post(bookings::PATH, order()).await;

    assert_eq!(answer.status, 201);
    assert_eq!(booked(&gateway, 1).await.len(), 1, "it was tried");
}

/// From now on svc-booking answers with this booking, to the one whose address it is or to somebody else.
fn with_booking(gateway: &Gateway, booking: Booking, mailed_to: &'static str) {
    gateway.fakes.on(move |_, _: GetBookingRequest| {
        let (booking, mailed_to) = (Some(booking.clone()), mailed_to.to_owned());
        Ok(GetBookingResponse { booking, mailed_to, ..GetBookingResponse::default() })
    });
}

/// Looks at this booking in the page of its trip.
async fn look_at(gateway: &Gateway, booking: Booking, mailed_to: &'static str) {
    let path = format!("{}/{}", bookings::PATH, booking.id);
    with_booking(gateway, booking, mailed_to);
    assert_eq!(gateway.visitor_with(GUEST_TOKEN).get(&path).await.status, 200);
}

/// Looks at one more trip, of which svc-brand is told, and answers whose trips it was told of by then.
async fn told_after_one_more(gateway: &Gateway, count: usize) -> Vec<String> {
    let id = Uuid::from_u128(2).to_string();
    let other = Booking { id, ..samples::booking(BookingStatus::Confirmed) };
    look_at(gateway, other, "grace@traveller.example").await;
    let mut emails: Vec<_> = booked(gateway, count).await.into_iter().map(|trip| trip.email).collect();
    emails.sort();
    emails
}

#[tokio::test]
async fn watch06_a_trip_that_was_confirmed_after_its_answer_is_watched_no_longer_and_told_of_once() {
    let gateway = ready().await;
    look_at(&gateway, samples::booking(BookingStatus::Pending), OWN).await;

    for _ in 0..3 {
        look_at(&gateway, samples::booking(BookingStatus::Confirmed), OWN).await;
    }

    assert_eq!(told_after_one_more(&gateway, 2).await, [OWN, "grace@traveller.example"]);
    let (context, trip) = gateway.fakes.calls::<EndBookedWatchesRequest>().remove(0);
    assert_eq!((context.mode, trip.booked_at), (Mode::Test, Some(1_772_366_400)));
}

#[tokio::test]
async fn watch06_neither_an_old_trip_nor_one_that_somebody_else_looks_at_nor_one_that_is_over_is_told_of() {
    let gateway = ready().await;
    let confirmed = || samples::booking(BookingStatus::Confirmed);
    let of_the_day_before = Booking { created_at: "2026-02-28T11:59:59Z".to_owned(), ..confirmed() };

    look_at(&gateway, of_the_day_before, OWN).await;
    look_at(&gateway, confirmed(), "").await;
    for status in [BookingStatus::Failed, BookingStatus::Cancelled] {
        look_at(&gateway, samples::booking(status), OWN).await;
    }

    assert_eq!(told_after_one_more(&gateway, 1).await, ["grace@traveller.example"]);
}
