//! No secret stays anywhere: marked cards, codes, passwords, tokens and passports go through a system of its own, whose
//! seven programs log at the finest level, and are then looked for in the log, at the collector, in the database and at
//! the broker.

use std::fmt::Debug;
use std::sync::Mutex;

use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::{
    MetricsService, MetricsServiceServer,
};
use opentelemetry_proto::tonic::collector::metrics::v1::{
    ExportMetricsServiceRequest, ExportMetricsServiceResponse,
};
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use crate::guests::{mail_to, mailed_token};
use crate::processes::{Program, folder};
use crate::rights::{dump, messages};
use crate::system::{Addresses, arguments, run_args};
use crate::traveller::{Traveller, booking};

const CARD: &str = "4000056655665556";
const CARD_IN_GROUPS: &str = "4000 0566 5566 5556";
const DECLINED: &str = "4000000000009995";
/// Longer than a true one, which could not be told from parts of ids and times.
const SECURITY_CODE: &str = "98712345987";
const PASSWORD: &str = "Velvet-Otter-7731";
const WRONG_PASSWORD: &str = "Marble-Otter-7732";
const NEW_PASSWORD: &str = "Copper-Otter-7733";
const PASSPORT: &str = "ZQ8814477";
const GUEST: &str = "guest-marks@traveller.example";
const USER: &str = "user-marks@traveller.example";

/// What came in by OTLP, with all its fields.
static RECEIVED: Mutex<String> = Mutex::new(String::new());

fn keep(request: &impl Debug) {
    RECEIVED.lock().unwrap().extend([format!("{request:?}"), "\n".to_owned()]);
}

struct Collector;

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        keep(request.get_ref());
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        keep(request.get_ref());
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

/// Starts a collector and answers where it is.
async fn collect() -> String {
    let (listener, address) = testkit::free_listener().await;
    let server = tonic::transport::Server::builder()
        .add_service(TraceServiceServer::new(Collector))
        .add_service(MetricsServiceServer::new(Collector));
    tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
    format!("http://{address}")
}

/// A secret and what it is called.
type Mark = (&'static str, String);

/// As they may be written: in clear, and as bytes in hexadecimal digits, apart or not, or in decimal ones.
fn forms(mark: &str) -> [String; 4] {
    let hex: Vec<_> = mark.bytes().map(|byte| format!("{byte:02x}")).collect();
    let decimal: Vec<_> = mark.bytes().map(|byte| byte.to_string()).collect();
    [mark.to_owned(), hex.concat(), hex.join(" "), decimal.join(", ")]
}

fn count(mark: &str, text: &str) -> usize {
    forms(mark).iter().map(|form| text.matches(form.as_str()).count()).sum()
}

fn payment(offer: &Value, number: &str, code: &str) -> Value {
    json!({
        "amount": offer["price"]["amount"], "currency": offer["price"]["currency"], "offerId": offer["id"],
        "seats": [], "expectedMode": "test",
        "cardDetails": {
            "number": number, "expiryMonth": "12", "expiryYear": "34", "cvv": code, "holderName": CARD_IN_GROUPS,
        },
    })
}

async fn pay(traveller: &mut Traveller, offer: &Value, number: &str, code: &str) -> Value {
    traveller.view(offer).await;
    traveller.post("/api/payments/process-card", payment(offer, number, code)).await.body
}

fn trip(offer: &Value, payment: &Value) -> Value {
    let mut body = booking(offer, payment, &offer["price"]["amount"], &json!([]));
    body["passengers"][0]["email"] = GUEST.into();
    body["passengers"][0]["passportNumber"] = PASSPORT.into();
    body
}

/// Books and cancels, with a card's number also where none belongs. Returns the tokens and the password that were made.
async fn book_as_guest(at: &Addresses) -> Vec<Mark> {
    let mut guest = Traveller::arrive(at);
    let offer = guest.search("BOS", "LAX").await.remove(0);
    let refused = pay(&mut guest, &offer, CARD, SECURITY_CODE).await;
    assert_ne!(refused["success"], true, "{refused}");
    let declined = pay(&mut guest, &offer, DECLINED, "987").await;
    assert_eq!(declined["error"], "PAYMENT_FAILED", "{declined}");
    let wrong_id = guest.post("/api/bookings", trip(&offer, &json!(CARD))).await;
    assert!(wrong_id.status.is_client_error(), "{wrong_id:?}");
    let mut wrong_name = trip(&offer, &Value::Null);
    wrong_name["passengers"][0]["lastName"] = CARD_IN_GROUPS.into();
    let wrong_name = guest.post("/api/bookings", wrong_name).await;
    assert!(wrong_name.status.is_client_error(), "{wrong_name:?}");

    let paid = pay(&mut guest, &offer, CARD_IN_GROUPS, "987").await;
    assert_eq!(paid["success"], true, "{paid}");
    let before = guest.cookie("fareway_session");
    let booked = guest.post("/api/bookings", trip(&offer, &paid["paymentId"])).await;
    assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
    let password = booked.body["accountInfo"]["password"].as_str().unwrap().to_owned();

    let mut elsewhere = Traveller::arrive(at);
    let asked = json!({ "reference": booked.body["duffelBookingId"], "email": GUEST });
    elsewhere.post("/api/guest-links", asked).await;
    let token = mailed_token(&elsewhere, GUEST).await;
    let opened = elsewhere.post("/api/guest-links/open", json!({ "token": token })).await;
    assert_eq!(opened.body["bookingId"], booked.body["id"], "{opened:?}");
    let id = booked.body["id"].as_str().unwrap();
    let cancelled = guest.post(&format!("/api/bookings/{id}/cancel"), Value::Null).await;
    assert_eq!(cancelled.body["success"], true, "{cancelled:?}");
    guest.published("booking.cancelled", id).await;
    vec![
        ("session of a guest", before),
        ("session of a made account", guest.cookie("fareway_session")),
        ("session of a mailed link", elsewhere.cookie("fareway_session")),
        ("password of a made account", password),
        ("token of a guest's link", token),
    ]
}

/// Signs up and in, with a wrong and a right password, and has the password reset. Returns the tokens that were made.
async fn use_account(at: &Addresses) -> Vec<Mark> {
    let mut user = Traveller::arrive(at);
    let account = json!({
        "username": "marks", "email": USER, "firstName": "Ada", "lastName": "Byron", "password": PASSWORD,
    });
    let registered = user.post("/api/auth/register", account).await;
    assert!(registered.status.is_success(), "{registered:?}");
    let login = |password: &str| json!({ "username": "marks", "password": password });
    let wrong = user.post("/api/auth/login", login(WRONG_PASSWORD)).await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED, "{wrong:?}");
    let right = user.post("/api/auth/login", login(PASSWORD)).await;
    assert_eq!(right.status, StatusCode::OK, "{right:?}");
    let session = user.cookie("fareway_session");
    user.post("/api/auth/forgot-password", json!({ "email": USER })).await;
    let name = "/reset-password#token=";
    let mail = mail_to(&user, USER, name).await;
    let (_, mailed) = mail["text"].as_str().unwrap().split_once(name).unwrap();
    let token = mailed.split_whitespace().next().unwrap().to_owned();
    let reset =
        user.post("/api/auth/reset-password", json!({ "token": token, "password": NEW_PASSWORD })).await;
    assert_eq!(reset.status, StatusCode::OK, "{reset:?}");
    vec![("session of a user", session), ("token of a new password", token)]
}

/// A message with a card in it.
async fn ask_the_brand(at: &Addresses) {
    let message = json!({
        "kind": "support", "email": USER, "name": "Ada Byron", "subject": "A refund", "bookingReference": "QX7RZP",
        "message": format!("I paid with {CARD_IN_GROUPS}, or {CARD}."),
    });
    let sent = Traveller::arrive(at).post("/api/enquiries", message).await;
    assert_eq!(sent.status, StatusCode::ACCEPTED, "{sent:?}");
}

/// Purchases that meet a fault of a provider, whatever becomes of them.
async fn meet_faults(at: &Addresses) {
    let faults = [
        ("duffel.orders.create", json!({ "kind": "error", "code": "order_not_created" })),
        ("duffel.offers.get", json!({ "kind": "cut_body" })),
        ("stripe.payment_intents.*", json!({ "kind": "html", "status": 502 })),
        ("stripe.payment_intents.*", json!({ "kind": "truncate" })),
        ("stripe.payment_intents.*", json!({ "kind": "cut", "phase": "after" })),
    ];
    for (operation, effect) in faults {
        let mut traveller = Traveller::arrive(at);
        let offer = traveller.search("SFO", "NRT").await.remove(0);
        traveller.view(&offer).await;
        let fault = json!({ "on": operation, "times": 1, "effect": effect });
        traveller.control("/_control/faults", fault).await;
        let paid = traveller.post("/api/payments/process-card", payment(&offer, CARD, "987")).await.body;
        if paid["success"] == true {
            let booked = traveller.post("/api/bookings", trip(&offer, &paid["paymentId"])).await.body;
            if let Some(id) = booked["id"].as_str() {
                traveller.until_finished(id).await;
            }
        }
        let unmet = traveller.sandbox("/_control/faults").await;
        assert_eq!(unmet, json!([]), "{operation}: {paid}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r008_no_secret_is_in_a_log_a_trace_a_table_or_an_event_of_the_whole_system() {
    service::install_crypto();
    let collector = collect().await;
    let dir = folder("canary");
    let mut arguments = arguments(&dir, 17_000);
    arguments.extend([
        "--log=trace".to_owned(),
        format!("--otlp-endpoint={collector}"),
        "--metrics-interval-ms=1000".to_owned(),
    ]);
    let at = Addresses::of(&run_args(arguments.clone()));
    let mut stack = Program::start(&dir, &arguments);
    stack.until_open();
    Traveller::arrive(&at).until_open().await;

    let mut marks: Vec<Mark> = [
        ("card", CARD),
        ("card in groups", CARD_IN_GROUPS),
        ("declined card", DECLINED),
        ("security code", SECURITY_CODE),
        ("password", PASSWORD),
        ("wrong password", WRONG_PASSWORD),
        ("new password", NEW_PASSWORD),
        ("passport", PASSPORT),
    ]
    .map(|(name, mark)| (name, mark.to_owned()))
    .into();
    marks.extend(book_as_guest(&at).await);
    marks.extend(use_account(&at).await);
    ask_the_brand(&at).await;
    meet_faults(&at).await;
    let reader = Traveller::arrive(&at);
    let (tables, events) = (dump(&reader).await, messages(&reader).await);
    assert_eq!(stack.end_by("INT", "stack"), Some(0), "its last spans are sent");
    let log = stack.said();
    let received = RECEIVED.lock().unwrap().clone();

    for program in ["svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"] {
        assert!(log.contains(&format!(r#""service":"{program}""#)), "{program} wrote no line");
    }
    assert!(log.contains(r#""route":"/api/bookings""#) && log.contains(r#""level":"TRACE""#));
    assert!(received.contains("POST /api/bookings") && received.contains("http.route"), "traces and metrics");
    assert!(tables.contains("booking.cancelled"), "the database was read");
    assert!(events.contains("booking.cancelled"), "the broker was read");
    let places = [("log", log), ("collector", received), ("tables", tables), ("JetStream", events)];
    let mut found = Vec::new();
    for (name, mark) in &marks {
        assert!(mark.len() >= 9, "{name} is too short to be told from other text");
        let everywhere = forms(mark);
        assert_eq!(count(mark, &everywhere.join("\n")), everywhere.len(), "{name} is found where it is");
        let counts = places.each_ref().map(|(place, text)| (*place, count(mark, text)));
        eprintln!("canary: {name}: {counts:?}");
        found.extend(counts.into_iter().filter(|(_, times)| *times > 0).map(|(place, _)| (*name, place)));
    }
    assert!(found.is_empty(), "secrets were found: {found:?}; {} is kept", dir.display());
    std::fs::remove_dir_all(dir).unwrap();
}
