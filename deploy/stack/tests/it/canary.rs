//! No secret stays anywhere: marked cards, codes, passwords, tokens and passports go through a system of its own, whose
//! seven programs log at the finest level, and are then looked for in the log, at the collector, in the database and at
//! the broker. `CANARIES=10000` sends so many travellers with secrets of their own, one after the other.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::net::Ipv4Addr;
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

use crate::guests::{confirmation_token, mail_to, mailed_token};
use crate::processes::{Program, folder};
use crate::rights::{dump, messages};
use crate::system::{Addresses, arguments, run_args};
use crate::traveller::{Traveller, booking};

const CARD: &str = "4000056655665556";
const CARD_IN_GROUPS: &str = "4000 0566 5566 5556";
const DECLINED: &str = "4000000000009995";
/// Longer than a true one, which could not be told from parts of ids and times.
const SECURITY_CODE: &str = "98712345987";
const SHORT_CODE: &str = "987";
/// Names of its field, in lower case.
const CODE_FIELDS: [&str; 4] = ["cvv", "cvc", "security_code", "securitycode"];
/// From such a name to the end of its value, with what JSON, forms and `Debug` put between them, in bytes.
const NEAR: usize = 80;
/// What the log's last net leaves of a number of 16 digits, which would have been found without it.
const CAUGHT: [&str; 2] = ["************", "**** **** ****"];
const PASSWORD: &str = "Velvet-Otter-7731";
const WRONG_PASSWORD: &str = "Marble-Otter-7732";
const NEW_PASSWORD: &str = "Copper-Otter-7733";
const PASSPORT: &str = "ZQ8814477";
const GUEST: &str = "guest-marks@traveller.example";
const USER: &str = "user-marks@traveller.example";

/// What the secrets of each further traveller begin with: they are looked for by it.
const CARDS: &str = "400005667";
const PASSWORDS: &str = "Cobalt-Heron-";
const WRONG_PASSWORDS: &str = "Walnut-Heron-";
const PASSPORTS: &str = "ZQXVKJWQP";
/// So many travellers come before log and collector are read: at the finest level both are long.
const BATCH: u32 = 50;

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

/// How often the code stands by itself close behind the name of its field.
fn count_codes(code: &str, text: &str) -> usize {
    let text = text.to_ascii_lowercase();
    let is_followed = |behind: &[u8]| {
        let mut words = behind[..behind.len().min(NEAR)].split(|byte| !byte.is_ascii_alphanumeric());
        words.any(|word| word == code.as_bytes())
    };
    let times = |field: &str| {
        let places = text.match_indices(field);
        places.filter(|(place, _)| is_followed(&text.as_bytes()[place + field.len()..])).count()
    };
    CODE_FIELDS.into_iter().map(times).sum()
}

/// How often the last net caught a number. The broker's receipts name nanoseconds, of which one in ten passes for a card.
fn count_caught(text: &str) -> usize {
    let mut parts = text.split("$JS.ACK.");
    let first = parts.next().into_iter();
    let after_receipts = parts.filter_map(|part| Some(&part[part.find(['"', '\\', ' '])?..]));
    first.chain(after_receipts).flat_map(|part| CAUGHT.map(|stars| part.matches(stars).count())).sum()
}

/// How often a secret was found, by its name and the place.
type Counts = BTreeMap<(&'static str, &'static str), usize>;

fn look(counts: &mut Counts, marks: &[Mark], place: &'static str, text: &str) {
    for (name, mark) in marks {
        *counts.entry((*name, place)).or_default() += count(mark, text);
    }
    *counts.entry(("security code of three digits", place)).or_default() += count_codes(SHORT_CODE, text);
}

/// Looks through what was logged and received since the last time. Returns both.
fn look_at_telemetry(counts: &mut Counts, marks: &[Mark], stack: &mut Program) -> [String; 2] {
    let telemetry = [stack.said_since(), std::mem::take(&mut *RECEIVED.lock().unwrap())];
    for (place, text) in ["log", "collector"].into_iter().zip(&telemetry) {
        look(counts, marks, place, text);
        *counts.entry(("card that the last net caught", place)).or_default() += count_caught(text);
    }
    telemetry
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
    let declined = pay(&mut guest, &offer, DECLINED, SHORT_CODE).await;
    assert_eq!(declined["error"], "PAYMENT_FAILED", "{declined}");
    let wrong_id = guest.post("/api/bookings", trip(&offer, &json!(CARD))).await;
    assert!(wrong_id.status.is_client_error(), "{wrong_id:?}");
    let mut wrong_name = trip(&offer, &Value::Null);
    wrong_name["passengers"][0]["lastName"] = CARD_IN_GROUPS.into();
    let wrong_name = guest.post("/api/bookings", wrong_name).await;
    assert!(wrong_name.status.is_client_error(), "{wrong_name:?}");

    let paid = pay(&mut guest, &offer, CARD_IN_GROUPS, SHORT_CODE).await;
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
    let confirmation = confirmation_token(&user, USER).await;
    let confirmed = user.post("/api/auth/confirm-email", json!({ "token": confirmation })).await;
    assert_eq!(confirmed.status, StatusCode::OK, "{confirmed:?}");
    user.post("/api/auth/forgot-password", json!({ "email": USER })).await;
    let name = "/reset-password#token=";
    let mail = mail_to(&user, USER, name).await;
    let (_, mailed) = mail["text"].as_str().unwrap().split_once(name).unwrap();
    let token = mailed.split_whitespace().next().unwrap().to_owned();
    let reset =
        user.post("/api/auth/reset-password", json!({ "token": token, "password": NEW_PASSWORD })).await;
    assert_eq!(reset.status, StatusCode::OK, "{reset:?}");
    vec![
        ("session of a user", session),
        ("token that confirms an address", confirmation),
        ("token of a new password", token),
    ]
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
        let paid = traveller.post("/api/payments/process-card", payment(&offer, CARD, SHORT_CODE)).await.body;
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

/// A card's number of the family, which passes the Luhn check.
fn card(n: u32) -> String {
    let digits = format!("{CARDS}{n:06}");
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|c| c.to_digit(10))
        .enumerate()
        .map(|(n, digit)| if n.is_multiple_of(2) { digit * 2 / 10 + digit * 2 % 10 } else { digit })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// What travellers were answered, by what they did.
type Answers = BTreeMap<(&'static str, u16), usize>;

/// One more traveller with secrets of their own in right fields and in wrong ones, whatever they are answered: test mode
/// takes no unknown card. Each comes from a network of their own, for the limits by address.
async fn come_with_other_secrets(at: &Addresses, offer: &Value, n: u32, answers: &mut Answers) {
    let network = Ipv4Addr::from_bits(Ipv4Addr::new(127, 1, 0, 1).to_bits() + (n << 8));
    let mut traveller = Traveller::arrive_from(at, network);
    let (card, email) = (card(n), format!("marks-{n}@traveller.example"));
    traveller.view(offer).await;
    let paid = traveller.post("/api/payments/process-card", payment(offer, &card, SHORT_CODE)).await;
    let mut trip = trip(offer, &json!(card));
    trip["passengers"][0]["passportNumber"] = format!("{PASSPORTS}{n:05}").into();
    let form = format!("/api/offers/{}/passengers", offer["id"].as_str().unwrap());
    let kept = traveller.put(&form, json!({ "passengers": trip["passengers"] })).await;
    let booked = traveller.post("/api/bookings", trip).await;
    let (password, wrong) = (format!("{PASSWORDS}{n:05}"), format!("{WRONG_PASSWORDS}{n:05}"));
    let account = json!({
        "username": format!("traveller{n}"), "email": email, "firstName": "Ada", "lastName": "Byron",
        "password": password,
    });
    let registered = traveller.post("/api/auth/register", account).await;
    let login = |password: &str| json!({ "username": format!("traveller{n}"), "password": password });
    let refused = traveller.post("/api/auth/login", login(&wrong)).await;
    let admitted = traveller.post("/api/auth/login", login(&password)).await;
    let message = json!({
        "kind": "support", "email": email, "name": "Ada Byron", "subject": "A refund",
        "bookingReference": "QX7RZP", "message": format!("I paid with {card}."),
    });
    let asked = traveller.post("/api/enquiries", message).await;
    for (action, answer) in [
        ("pays", paid),
        ("fills a form", kept),
        ("books with a card for a payment's id", booked),
        ("registers", registered),
        ("signs in with a wrong password", refused),
        ("signs in", admitted),
        ("asks", asked),
    ] {
        *answers.entry((action, answer.status.as_u16())).or_default() += 1;
    }
}

#[test]
fn a_security_code_is_found_in_its_field_alone() {
    for text in [
        r#"{"cvv":"987"}"#,
        r#"{\"cvv\": \"987\"}"#,
        r#"Card { cvv: Some("987") }"#,
        "payment_method_data%5Bcard%5D%5Bcvc%5D=987&amount=1",
        r#"KeyValue { key: "securityCode", value: Some(AnyValue { value: Some(StringValue("987")) }) }"#,
    ] {
        assert_eq!(count_codes(SHORT_CODE, text), 1, "{text}");
    }
    for text in [r#"{"cvv":"***","took_ms":1987}"#, r#"{"took_ms":987}"#, r#"{"cvv":"9871"}"#] {
        assert_eq!(count_codes(SHORT_CODE, text), 0, "{text}");
    }
}

#[test]
fn a_number_that_the_net_caught_is_found_outside_of_receipts() {
    let receipt = r#"reply: b\"$JS.ACK.PAYMENT.1.6.*.**************61425.0\", payload"#;
    assert_eq!(count_caught(receipt), 0);
    assert_eq!(count_caught(&format!("{receipt}: ************4242, **** **** **** 4242")), 2);
}

#[test]
fn cards_of_the_family_pass_the_luhn_check_and_have_16_digits() {
    for card in [0, 1, 9_999].map(card) {
        assert!(card.len() == 16 && service::has_card_number(&card), "{card}");
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
        ("further cards", CARDS),
        ("further passwords", PASSWORDS),
        ("further wrong passwords", WRONG_PASSWORDS),
        ("further passports", PASSPORTS),
    ]
    .map(|(name, mark)| (name, mark.to_owned()))
    .into();
    marks.extend(book_as_guest(&at).await);
    marks.extend(use_account(&at).await);
    ask_the_brand(&at).await;
    meet_faults(&at).await;

    let (mut counts, mut answers) = (Counts::new(), Answers::new());
    let further = std::env::var("CANARIES").map_or(2, |canaries| canaries.parse().unwrap());
    for first in (1..further).step_by(BATCH.try_into().unwrap()) {
        look_at_telemetry(&mut counts, &marks, &mut stack);
        let offer = Traveller::arrive(&at).search("SFO", "NRT").await.remove(0);
        for n in first..further.min(first + BATCH) {
            come_with_other_secrets(&at, &offer, n, &mut answers).await;
        }
    }
    let reader = Traveller::arrive(&at);
    let (tables, events) = (dump(&reader).await, messages(&reader).await);
    assert_eq!(stack.end_by("INT", "stack"), Some(0), "its last spans are sent");
    let [log, received] = look_at_telemetry(&mut counts, &marks, &mut stack);
    look(&mut counts, &marks, "tables", &tables);
    look(&mut counts, &marks, "JetStream", &events);

    for program in ["svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"] {
        assert!(log.contains(&format!(r#""service":"{program}""#)), "{program} wrote no line");
    }
    assert!(log.contains(r#""route":"/api/bookings""#) && log.contains(r#""level":"TRACE""#));
    assert!(received.contains("POST /api/bookings") && received.contains("http.route"), "traces and metrics");
    assert!(tables.contains("booking.cancelled"), "the database was read");
    assert!(events.contains("booking.cancelled"), "the broker was read");
    for (name, mark) in &marks {
        assert!(mark.len() >= 9, "{name} is too short to be told from other text");
        let everywhere = forms(mark);
        assert_eq!(count(mark, &everywhere.join("\n")), everywhere.len(), "{name} is found where it is");
    }
    for ((action, status), times) in &answers {
        eprintln!("canary: a further traveller {action}: {status}, {times} times");
    }
    for ((name, place), times) in &counts {
        eprintln!("canary: {name} in {place}: {times}");
    }
    counts.retain(|_, times| *times > 0);
    let found: Vec<_> = counts.into_keys().collect();
    assert!(found.is_empty(), "secrets were found: {found:?}; {} is kept", dir.display());
    std::fs::remove_dir_all(dir).unwrap();
}
