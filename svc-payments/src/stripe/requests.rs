//! Every request that the client can build, as `deploy/wire` holds it against the provider's own types.
//!
//! `UPDATE_WIRE=1` renews the committed file.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{Request, Response};
use money::{Currency, Money};
use outbound::{Transport, TransportError};
use serde_json::{Map, Value, json};
use service::Mode;
use time::OffsetDateTime;
use url::{Url, form_urlencoded};

use super::{Client, NewIntent, NewRefund};
use crate::domain::card::{Card, Method, Secret};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/wire/requests/stripe.json");
/// Members that hold text though they are all digits.
const TEXTS: [&str; 2] = ["card[number]", "card[cvc]"];
const KEY: &str = "test:0:confirm:1";

/// Keeps what is sent, and answers as the provider does to the calls whose answer another call needs. A list has two
/// pages.
#[derive(Debug, Default)]
struct Recorder(Mutex<Vec<Value>>);

impl Transport for Recorder {
    fn send(
        &self,
        request: Request<Bytes>,
        _: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        let url: Url = request.uri().to_string().parse().expect("a client asks at an address");
        let query = url.query().unwrap_or_default().as_bytes();
        let sent = [query, request.body()].concat();
        let params = nested(form_urlencoded::parse(&sent));
        let method = request.method().as_str();
        let answer = json!({ "id": "pm_1", "data": [{ "id": "x_1" }], "has_more": params["starting_after"].is_null() });
        self.0.lock().unwrap().push(json!({ "method": method, "path": url.path(), "params": params }));
        async move { Ok(Response::new(Bytes::from(answer.to_string()))) }.boxed()
    }
}

/// `a[b]=1&c[]=x` as `{"a":{"b":1},"c":["x"]}`. A form has no types: what is all digits counts as a number, but for
/// texts and for everything that is written as metadata.
fn nested(form: form_urlencoded::Parse<'_>) -> Value {
    let mut params = Map::new();
    for (name, value) in form {
        let is_text = TEXTS.contains(&name.as_ref()) || name.starts_with("metadata[");
        let number = value.parse::<i64>().ok().filter(|_| !is_text);
        let value = number.map_or_else(|| json!(value), Value::from);
        let parts: Vec<_> = name.split('[').map(|part| part.trim_end_matches(']')).collect();
        put(&mut params, &parts, value);
    }
    Value::Object(params)
}

/// Puts a value at a path of one or two names; an empty or counted second one is a list's.
fn put(params: &mut Map<String, Value>, path: &[&str], value: Value) {
    match path {
        [name] => {
            params.insert((*name).to_owned(), value);
        }
        [name, item] if item.bytes().all(|byte| byte.is_ascii_digit()) => {
            let list = params.entry(*name).or_insert_with(|| json!([]));
            list.as_array_mut().unwrap().push(value);
        }
        [name, member] => params.entry(*name).or_insert_with(|| json!({}))[*member] = value,
        _ => panic!("nested deeper than any request of ours: {path:?}"),
    }
}

async fn record(client: &Client) {
    let url: Url = "https://blue.example/booking?payment=0".parse().unwrap();
    let amount = Money::new(133_850, Currency::USD);
    let (number, cvv, holder) = ("4242424242424242", "123", "Amelia Earhart");
    let [number, cvv, holder] = [number, cvv, holder].map(|text| Secret::new(text.into()));
    let raw = Method::Raw(Card::new(&number, cvv, &holder, 12, 2030));
    let intent = NewIntent { amount, payment_id: "0".into() };
    let refund = NewRefund { intent_id: "pi_1".into(), amount, reference: "0:1".into() };
    let since = OffsetDateTime::UNIX_EPOCH;

    drop(client.create_intent(&intent, KEY).await);
    drop(client.confirm_intent("pi_1", &Method::Test("pm_card_visa"), &url, KEY).await);
    drop(client.confirm_intent("pi_1", &raw, &url, KEY).await);
    drop(client.capture_intent("pi_1", KEY).await);
    drop(client.cancel_intent("pi_1", KEY).await);
    drop(client.get_intent("pi_1").await);
    drop(client.create_refund(&refund, KEY).await);
    drop(client.list_refunds("pi_1").await);
    drop(client.intents_since(since).await);
    drop(client.refunds_since(since).await);
    drop(client.read_payments().await);
    drop(client.balance().await);
    drop(client.webhook_endpoints().await);
}

/// In the order in which `record` makes them.
const NAMES: [&str; 17] = [
    "payment_intents.create",
    "payment_intents.confirm",
    "payment_methods.create",
    "payment_intents.confirm of a raw card",
    "payment_intents.capture",
    "payment_intents.cancel",
    "payment_intents.get",
    "refunds.create",
    "refunds.list of an intent",
    "payment_intents.list",
    "payment_intents.list, the next page",
    "refunds.list",
    "refunds.list, the next page",
    "payment_intents.list of the preflight",
    "refunds.list of the preflight",
    "balance.get",
    "webhook_endpoints.list",
];

#[test]
fn every_call_of_the_client_is_recorded() {
    let recorded = include_str!("requests.rs");
    let client = [include_str!("client.rs"), include_str!("client/account.rs")].concat();
    let calls = client.lines().filter_map(|line| line.trim().strip_prefix("pub async fn "));
    for call in calls.filter_map(|call| call.split_once('(')).map(|(name, _)| name) {
        assert!(recorded.contains(&format!("drop(client.{call}(")), "record {call}");
    }
}

#[tokio::test]
async fn every_request_is_the_one_that_the_providers_types_are_held_against() {
    let recorder = Arc::new(Recorder::default());
    let client = Client::over(
        recorder.clone(),
        "https://api.example",
        "sk_test_1".into(),
        Mode::Test,
        Duration::from_secs(1),
    );
    record(&client).await;
    let mut requests = recorder.0.lock().unwrap().clone();
    assert_eq!(requests.len(), NAMES.len(), "{requests:#?}");
    for (request, name) in requests.iter_mut().zip(NAMES) {
        request["name"] = json!(name);
    }

    let requests = Value::Array(requests);

    if std::env::var_os("UPDATE_WIRE").is_some() {
        fs::create_dir_all(Path::new(COMMITTED).parent().unwrap()).unwrap();
        fs::write(COMMITTED, format!("{requests:#}\n")).unwrap();
    }
    let committed = fs::read_to_string(COMMITTED).unwrap_or_default();
    let committed: Value = serde_json::from_str(&committed).unwrap_or_default();
    assert_eq!(committed, requests, "UPDATE_WIRE=1 renews {COMMITTED}");
}
