//! What a load balancer and a person learn of the gateway's health, and how it stops.

use std::sync::mpsc;
use std::time::Duration;

use proto::booking::v1::{BookingStatus, CreateBookingRequest, CreateBookingResponse};
use proto::brand::v1::{GetBrandRequest, GetBrandResponse};
use serde_json::{Value, json};
use service::{Mode, RequestContext};
use tonic::Status;

use crate::bookings::order;
use crate::fakes::Fakes;
use crate::harness::{Export, GUEST_TOKEN, Gateway, PATIENCE, Visitor, with_mode};
use crate::samples;

/// Polls readiness at the admin port until svc-booking is there (or away) and the gateway ready, and answers status and
/// body.
async fn until_booking_is(operator: &mut Visitor, ok: bool) -> (u16, Value) {
    let told = async {
        loop {
            let answer = operator.get("/readyz").await;
            if answer.status == 200 && answer.body["dependencies"][2]["ok"] == ok {
                return (answer.status.as_u16(), answer.body);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(*PATIENCE, told).await.expect("the gateway learns it")
}

#[tokio::test]
async fn the_admin_port_alone_tells_which_dependency_is_away_since_when_while_traffic_goes_on() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;

    let mut operator = gateway.operator();

    gateway.fakes.are_ready(true);
    let (status, body) = until_booking_is(&mut operator, true).await;
    gateway.fakes.are_ready(false);
    let (status_without, _) = until_booking_is(&mut operator, false).await;
    let public = gateway.visitor().get("/readyz").await;

    assert_eq!((status, status_without), (200, 200));
    assert_eq!((public.status.as_u16(), public.body), (200, json!({ "ready": true })));
    let booking = json!({ "name": "svc-booking", "ok": true, "serving": 1, "replicas": 1, "since": "2026-03-01T12:00:00Z" });
    assert_eq!(body["dependencies"][2], booking);
    // This gateway's broker has never been there.
    assert_eq!(body["dependencies"][6]["name"], "event broker");
    assert_eq!(body["dependencies"][6]["ok"], false);
}

#[tokio::test]
async fn a_gateway_that_has_never_learnt_a_brand_is_not_ready() {
    fn away(_: &RequestContext, _: GetBrandRequest) -> Result<GetBrandResponse, Status> {
        Err(Status::unavailable("away"))
    }
    let fakes = Fakes::default();
    with_mode(&fakes, Mode::Test);
    fakes.on(away);
    let gateway = Gateway::in_front_of(fakes, &[]).await;
    let waits_for_brand = async {
        loop {
            let answer = gateway.visitor().get("/readyz").await;
            assert_eq!(answer.status, 503);
            if answer.body["reason"] == "no brand is known yet: svc-brand has not answered" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(*PATIENCE, waits_for_brand).await.expect("the mode is learnt first");

    gateway.fakes.on(samples::find_brand);
    gateway.until_ready().await;
    gateway.fakes.on(away);
    let later = gateway.visitor().get("/readyz").await;

    assert_eq!(later.status, 200, "what was learnt is remembered");
}

#[tokio::test]
async fn a_gateway_without_the_web_app_that_it_was_told_to_serve_is_not_ready() {
    let export = Export::write();
    std::fs::remove_file(export.0.path().join("index.html")).unwrap();
    for folder in [export.path(), "/nowhere"] {
        let gateway = Gateway::in_front_of(Fakes::default(), &["--web-dir", folder]).await;

        let answer = gateway.visitor().get("/readyz").await;

        let missing = "the web app is missing: no index.html is in the folder that WEB_DIR names";
        assert_eq!((answer.status.as_u16(), &answer.body["reason"]), (503, &json!(missing)), "{folder}");
    }
}

#[tokio::test]
async fn a_gateway_that_drains_says_so_and_serves_on_and_asks_to_connect_anew() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;

    let before = gateway.visitor().get("/api/system/mode").await;
    gateway.drain();
    let (readiness, mode) =
        (gateway.visitor().get("/readyz").await, gateway.visitor().get("/api/system/mode").await);

    assert_eq!((before.header("connection"), mode.header("connection")), ("", "close"));
    assert_eq!((readiness.status.as_u16(), &readiness.body["reason"]), (503, &json!("stopping")));
    assert_eq!(mode.status, 200, "{mode:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_booking_under_way_is_answered_after_the_gateway_was_told_to_stop() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    let (arrive, arrived) = mpsc::channel();
    let (release, released) = mpsc::channel();
    let released = std::sync::Mutex::new(released);
    gateway.fakes.on(move |_, _: CreateBookingRequest| {
        arrive.send(()).unwrap();
        released.lock().unwrap().recv().unwrap();
        Ok(CreateBookingResponse {
            booking: Some(samples::booking(BookingStatus::Confirmed)),
            ..CreateBookingResponse::default()
        })
    });
    let mut guest = gateway.visitor_with(GUEST_TOKEN);
    let booking = tokio::spawn(async move { guest.post("/api/bookings", order()).await });
    tokio::task::spawn_blocking(move || arrived.recv_timeout(*PATIENCE).unwrap()).await.unwrap();

    gateway.stop();
    let refused = async {
        while tokio::net::TcpStream::connect(gateway.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(*PATIENCE, refused).await.expect("nobody new is let in");
    release.send(()).unwrap();
    let answer = booking.await.unwrap();

    assert_eq!(answer.status, 201, "{answer:?}");
}
