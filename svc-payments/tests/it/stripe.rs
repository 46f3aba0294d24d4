//! A card provider in a few lines: intents, refunds, idempotency keys, and faults on demand.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate, matchers};

/// Longer than the service waits for an answer.
fn too_long() -> Duration {
    testkit::patience(3)
}

/// When everything is made, in Unix seconds: the time at which shops open.
const NOW: i64 = 1_772_366_400;
/// Where the cardholder answers.
pub const BANK: &str = "https://bank.example/3ds";
pub const CAPTURE_BEFORE: i64 = 1_773_000_000;

/// What goes wrong with one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It happens; the answer never comes.
    LostAnswer,
    /// It never arrives.
    LostRequest,
    /// The provider fails, and keeps its 500 under the key.
    Failed,
    /// It happens, and the provider says 500.
    FailedAfter,
    /// A load balancer's page.
    Html,
    /// It is turned away before anything is done, with this status, type and code.
    Says(u16, &'static str, &'static str),
    /// The bank asks the cardholder, and nobody says where.
    LeadsNowhere,
    /// The bank refuses, at capture.
    Refused,
}

/// Another request under this key is still running.
pub const KEY_IN_USE: Fault = Fault::Says(409, "idempotency_error", "idempotency_key_in_use");

/// A write as it came in.
#[derive(Debug, Clone)]
pub struct Sent {
    pub op: String,
    pub key: String,
    pub fields: HashMap<String, String>,
}

#[derive(Debug, Default)]
struct Books {
    intents: Vec<Value>,
    refunds: Vec<Value>,
    kept: HashMap<String, (u16, Value)>,
    faults: HashMap<String, VecDeque<Fault>>,
    sent: Vec<Sent>,
    intent_reads: usize,
    reads_fail: bool,
    refunds_wait: bool,
    /// What is read of the account, by its last part of the path.
    account: HashMap<&'static str, (u16, Value)>,
}

#[derive(Debug, Clone)]
pub struct Stripe {
    pub url: String,
    books: Arc<Mutex<Books>>,
    _server: Arc<MockServer>,
}

struct Answers {
    books: Arc<Mutex<Books>>,
    live: bool,
}

impl Stripe {
    pub async fn start(live: bool) -> Self {
        let server = MockServer::start().await;
        let books = Arc::new(Mutex::new(Books::default()));
        let answers = Answers { books: books.clone(), live };
        Mock::given(matchers::any()).respond_with(answers).mount(&server).await;
        Self { url: server.uri(), books, _server: Arc::new(server) }
    }

    /// The next call of `op` (create, confirm, capture, cancel, refund) goes wrong.
    pub fn fail(&self, op: &str, fault: Fault) {
        self.books().faults.entry(op.into()).or_default().push_back(fault);
    }

    /// Nothing can be read, or everything again.
    pub fn fail_reads(&self, fail: bool) {
        self.books().reads_fail = fail;
    }

    /// The keys of all calls until now are forgotten, as they are after a day.
    pub fn forget_keys(&self) {
        self.books().kept.clear();
    }

    /// What is answered when this is read of the account: `balance`, `webhook_endpoints`.
    pub fn tells(&self, what: &'static str, status: u16, body: Value) {
        self.books().account.insert(what, (status, body));
    }

    /// The key may not read this of the account.
    pub fn refuses(&self, what: &'static str, status: u16) {
        self.tells(what, status, refusal("invalid_request_error", "api_key_expired"));
    }

    /// The writes of one kind.
    pub fn sent(&self, op: &str) -> Vec<Sent> {
        self.books().sent.iter().filter(|sent| sent.op == op).cloned().collect()
    }

    /// How often one intent was asked about. Reconciliation lists them.
    pub fn intent_reads(&self) -> usize {
        self.books().intent_reads
    }

    pub fn writes(&self) -> usize {
        self.books().sent.len()
    }

    /// The status of every intent, in the order they were made.
    pub fn statuses(&self) -> Vec<String> {
        self.books().intents.iter().map(|intent| text(&intent["status"])).collect()
    }

    pub fn intent_id(&self, place: usize) -> String {
        text(&self.books().intents[place]["id"])
    }

    /// The cardholder answers their bank.
    pub fn answer_bank(&self, place: usize, passes: bool) {
        let intent = &mut self.books().intents[place];
        if passes {
            hold(intent);
        } else {
            intent["status"] = "requires_payment_method".into();
            intent["last_payment_error"] = json!({ "code": "payment_intent_authentication_failure" });
        }
        intent["next_action"] = Value::Null;
    }

    /// The bank lets go of a hold.
    pub fn expire(&self, place: usize) {
        self.books().intents[place]["status"] = "canceled".into();
    }

    /// Refunds are only accepted from now on.
    pub fn accept_refunds_only(&self) {
        self.books().refunds_wait = true;
    }

    /// Somebody takes money under a payment that we don't know of.
    pub fn take_unknown(&self, minor: i64) -> String {
        self.take(minor, &json!({ "payment_id": "00000000-0000-0000-0000-00000000beef" }))
    }

    /// Somebody sells something else over the same account.
    pub fn take_foreign(&self, minor: i64) -> String {
        self.take(minor, &json!({ "payment_id": "invoice 7" }))
    }

    fn take(&self, minor: i64, metadata: &Value) -> String {
        let id = format!("pi_unknown_{}", self.books().intents.len() + 1);
        let intent = json!({
            "id": id, "livemode": false, "status": "succeeded", "currency": "usd", "created": NOW,
            "amount": minor, "amount_received": minor, "metadata": metadata,
        });
        self.books().intents.push(intent);
        id
    }

    /// Somebody refunds at the provider's own pages.
    pub fn refund_by_hand(&self, place: usize, minor: i64) -> String {
        let intent = self.intent_id(place);
        self.refund_of(&intent, minor)
    }

    pub fn refund_of(&self, intent: &str, minor: i64) -> String {
        let id = format!("re_by_hand_{}", self.books().refunds.len() + 1);
        let refund = json!({
            "id": id, "status": "succeeded", "payment_intent": intent, "currency": "usd", "created": NOW,
            "amount": minor, "metadata": {},
        });
        self.books().refunds.push(refund);
        id
    }

    /// Somebody clears what we wrote on an intent, at the provider's own pages.
    pub fn edit_metadata(&self, place: usize) {
        self.books().intents[place]["metadata"] = json!({});
    }

    pub fn refund_id(&self, place: usize) -> String {
        self.books().refunds[place]["id"].as_str().unwrap().to_owned()
    }

    /// Somebody takes a part of what is held, at the provider's own pages.
    pub fn take_by_hand(&self, place: usize, minor: i64) {
        let intent = &mut self.books().intents[place];
        intent["status"] = "succeeded".into();
        intent["amount_received"] = minor.into();
    }

    /// The provider's idea of what it has taken.
    pub fn set_received(&self, place: usize, minor: i64) {
        self.books().intents[place]["amount_received"] = minor.into();
    }

    /// What becomes of a refund later.
    pub fn end_refund(&self, place: usize, status: &str) {
        self.books().refunds[place]["status"] = status.into();
    }

    /// A refund changes its form, so that it can't be read any more.
    pub fn garble_refund(&self, place: usize) {
        self.books().refunds[place]["amount"] = "a form of the future".into();
    }

    /// A refund without what may be missing by its type.
    pub fn bare_refund(&self, place: usize) {
        for member in ["status", "metadata", "payment_intent"] {
            self.books().refunds[place][member] = Value::Null;
        }
    }

    /// What was paid back in all, in minor units.
    pub fn refunded(&self) -> i64 {
        self.books().refunds.iter().filter_map(|refund| refund["amount"].as_i64()).sum()
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap()
    }
}

impl Respond for Answers {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let mut books = self.books.lock().unwrap();
        let path: Vec<&str> = request.url.path().trim_start_matches("/v1/").split('/').collect();
        if request.method == "GET" {
            books.intent_reads += usize::from(matches!(path[..], ["payment_intents", _]));
            return read(&books, &path, request);
        }
        let op = match path[..] {
            ["payment_intents"] => "create",
            ["refunds"] => "refund",
            ["payment_methods"] => "method",
            [_, _, op] => op,
            _ => panic!("no such call: {}", request.url.path()),
        };
        let key = request.headers["idempotency-key"].to_str().unwrap().to_owned();
        let fields: HashMap<_, _> = request.body_form().into_iter().collect();
        books.sent.push(Sent { op: op.into(), key: key.clone(), fields: fields.clone() });
        let fault = books.faults.get_mut(op).and_then(VecDeque::pop_front);
        match fault {
            Some(Fault::LostRequest) => return ResponseTemplate::new(504).set_delay(too_long()),
            Some(Fault::Html) => return ResponseTemplate::new(502).set_body_raw("<html>", "text/html"),
            Some(Fault::Says(status, kind, code)) => return answer(status, &refusal(kind, code)),
            _ => {}
        }
        if let Some((status, body)) = books.kept.get(&key) {
            return answer(*status, body).insert_header("idempotent-replayed", "true");
        }
        let (status, body) = match fault {
            Some(Fault::Failed) => (500, refusal("api_error", "api_error")),
            Some(Fault::Refused) => (402, refusal("card_error", "card_declined")),
            Some(Fault::LeadsNowhere) => {
                perform(&mut books, op, &path, &fields, self.live);
                let intent = books.intents.iter_mut().find(|intent| intent["id"] == path[1]).unwrap();
                intent["next_action"]["redirect_to_url"] = json!({ "url": null, "return_url": null });
                (200, intent.clone())
            }
            Some(Fault::FailedAfter) => {
                perform(&mut books, op, &path, &fields, self.live);
                (500, refusal("api_error", "api_error"))
            }
            _ => perform(&mut books, op, &path, &fields, self.live),
        };
        books.kept.insert(key, (status, body.clone()));
        let delay = if fault == Some(Fault::LostAnswer) { too_long() } else { Duration::ZERO };
        answer(status, &body).set_delay(delay)
    }
}

fn read(books: &Books, path: &[&str], request: &Request) -> ResponseTemplate {
    if books.reads_fail {
        return answer(500, &refusal("api_error", "api_error"));
    }
    let wanted =
        |name: &str| request.url.query_pairs().find(|(key, _)| key == name).map(|(_, v)| v.into_owned());
    match path {
        [what] if books.account.contains_key(*what) => {
            let (status, body) = &books.account[*what];
            answer(*status, body)
        }
        ["refunds"] => page(&books.refunds, wanted, |refund| {
            wanted("payment_intent").is_none_or(|intent| refund["payment_intent"] == *intent)
        }),
        ["payment_intents"] => page(&books.intents, wanted, |_| true),
        [_, id] => match books.intents.iter().find(|intent| intent["id"] == **id) {
            Some(intent) => answer(200, intent),
            None => answer(404, &refusal("invalid_request_error", "resource_missing")),
        },
        _ => panic!("no such call"),
    }
}

/// Two to a page, however many are asked for, newest first.
fn page(
    all: &[Value],
    wanted: impl Fn(&str) -> Option<String>,
    fits: impl Fn(&Value) -> bool,
) -> ResponseTemplate {
    let since = wanted("created[gte]").map_or(0, |since| since.parse().unwrap());
    let after = wanted("starting_after");
    let fitting: Vec<_> =
        all.iter().rev().filter(|it| it["created"].as_i64() >= Some(since) && fits(it)).collect();
    let start = after.map_or(0, |id| 1 + fitting.iter().position(|it| it["id"] == *id).unwrap());
    let data: Vec<_> = fitting.iter().skip(start).take(2).collect();
    let has_more = fitting.len() > start + data.len();
    answer(200, &json!({ "object": "list", "has_more": has_more, "data": data }))
}

fn perform(
    books: &mut Books,
    op: &str,
    path: &[&str],
    fields: &HashMap<String, String>,
    live: bool,
) -> (u16, Value) {
    if fields.keys().any(|name| name.starts_with("payment_method_types")) {
        return (400, refusal("invalid_request_error", "payment_method_types_no_longer_supported"));
    }
    if op == "create" {
        let intent = json!({
            "id": format!("pi_{}", books.intents.len() + 1),
            "object": "payment_intent",
            "livemode": live,
            "status": "requires_payment_method",
            "amount": fields["amount"].parse::<i64>().unwrap(),
            "currency": fields["currency"],
            "created": NOW,
            "amount_received": 0,
            "last_payment_error": null,
            "latest_charge": null,
            "metadata": { "payment_id": fields["metadata[payment_id]"] },
            "a_member_of_the_future": {},
        });
        books.intents.push(intent.clone());
        return (200, intent);
    }
    if op == "method" {
        return (200, json!({ "id": "pm_raw", "object": "payment_method" }));
    }
    if op == "refund" {
        let refund = json!({
            "id": format!("re_{}", books.refunds.len() + 1),
            "status": if books.refunds_wait { "pending" } else { "succeeded" },
            "payment_intent": fields["payment_intent"],
            "currency": "usd",
            "created": NOW,
            "amount": fields["amount"].parse::<i64>().unwrap(),
            "metadata": { "refund": fields["metadata[refund]"] },
        });
        books.refunds.push(refund.clone());
        return (200, refund);
    }
    let intent = books.intents.iter_mut().find(|intent| intent["id"] == path[1]).unwrap();
    change(intent, op, fields)
}

fn change(intent: &mut Value, op: &str, fields: &HashMap<String, String>) -> (u16, Value) {
    match (op, text(&intent["status"]).as_str()) {
        ("confirm", "requires_payment_method") => confirm(intent, fields),
        ("capture", "requires_capture") => {
            intent["status"] = "succeeded".into();
            intent["amount_received"] = intent["amount"].clone();
            (200, intent.clone())
        }
        ("cancel", status) if status.starts_with("requires") => {
            intent["status"] = "canceled".into();
            (200, intent.clone())
        }
        _ => (400, refusal("invalid_request_error", "payment_intent_unexpected_state")),
    }
}

fn confirm(intent: &mut Value, fields: &HashMap<String, String>) -> (u16, Value) {
    let method = fields.get("payment_method").map_or("raw", String::as_str);
    if method.contains("authenticationRequired") {
        intent["status"] = "requires_action".into();
        intent["next_action"] = match fields.get("return_url") {
            Some(back) => {
                json!({ "type": "redirect_to_url", "redirect_to_url": { "url": BANK, "return_url": back } })
            }
            None => json!({ "type": "use_stripe_sdk" }),
        };
    } else if method.contains("Declined") {
        intent["last_payment_error"] = json!({ "code": "card_declined" });
        return (402, refusal("card_error", "card_declined"));
    } else {
        hold(intent);
    }
    (200, intent.clone())
}

fn hold(intent: &mut Value) {
    intent["status"] = "requires_capture".into();
    intent["latest_charge"] =
        json!({ "payment_method_details": { "card": { "capture_before": CAPTURE_BEFORE } } });
}

fn refusal(kind: &str, code: &str) -> Value {
    // The message quotes what was sent, as the real one may.
    json!({ "error": { "type": kind, "code": code, "message": "4000000000000002 was declined" } })
}

fn answer(status: u16, body: &Value) -> ResponseTemplate {
    ResponseTemplate::new(status).insert_header("request-id", "req_1").set_body_json(body)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

trait Form {
    fn body_form(&self) -> Vec<(String, String)>;
}

impl Form for Request {
    fn body_form(&self) -> Vec<(String, String)> {
        serde_urlencoded::from_bytes(&self.body).unwrap()
    }
}
