use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::harness::{ASYNC_MS, Answer, Client, eventually, sandbox, sandbox_with, text};

const SECRET: &str = "whsec_of_this_test";

/// Somebody who listens.
#[derive(Clone)]
struct Receiver {
    url: String,
    seen: Arc<Mutex<Vec<Delivery>>>,
    /// How many deliveries it turns away first.
    refusals: Arc<Mutex<u32>>,
}

#[derive(Clone)]
struct Delivery {
    headers: HeaderMap,
    raw: Bytes,
    body: Value,
}

impl Receiver {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let receiver = Self { url, seen: Arc::default(), refusals: Arc::default() };
        let router = Router::new().route("/hook", post(take)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    async fn sandbox(&self) -> Client {
        let setting = format!("{},{SECRET}", self.url);
        let names = [
            "--duffel-webhook-test",
            "--duffel-webhook-live",
            "--stripe-webhook-test",
            "--stripe-webhook-live",
        ];
        let settings: Vec<&str> = names.iter().flat_map(|name| [*name, &setting]).collect();
        sandbox_with(&settings).await
    }

    fn of(&self, kind: &str) -> Vec<Delivery> {
        let seen = self.seen.lock().unwrap();
        seen.iter().filter(|delivery| delivery.body["type"] == kind).cloned().collect()
    }

    async fn wait(&self, kind: &str, count: usize) -> Vec<Delivery> {
        eventually(async || Some(self.of(kind)).filter(|found| found.len() >= count)).await
    }
}

async fn take(State(receiver): State<Receiver>, headers: HeaderMap, raw: Bytes) -> StatusCode {
    let mut refusals = receiver.refusals.lock().unwrap();
    if *refusals > 0 {
        *refusals -= 1;
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    let body = serde_json::from_slice(&raw).unwrap();
    receiver.seen.lock().unwrap().push(Delivery { headers, raw, body });
    StatusCode::OK
}

impl Delivery {
    /// The time signed, and whether the signature is that of the secret.
    fn signed(&self, header: &str, secret: &str) -> (i64, bool) {
        let value = self.headers[header].to_str().unwrap();
        let (at, signature) = value.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{at}.").as_bytes());
        mac.update(&self.raw);
        (at.parse().unwrap(), hex::encode(mac.finalize().into_bytes()) == signature)
    }
}

#[tokio::test]
async fn an_order_is_announced_with_a_true_signature() {
    let receiver = Receiver::start().await;
    let sandbox = receiver.sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;

    let order = sandbox.book(&offer).await.body;

    let told = &receiver.wait("order.created", 1).await[0];
    assert!(told.signed("x-duffel-signature", SECRET).1);
    assert_eq!(told.body["live_mode"], false);
    assert_eq!(told.body["data"]["object"]["id"], order["data"]["id"]);
    assert_eq!(told.body["data"]["object"]["offer_id"], offer["id"]);
}

#[tokio::test]
async fn orders_that_end_later_are_announced_later() {
    let receiver = Receiver::start().await;
    let sandbox = receiver.sandbox().await;
    let (made, failed) = (sandbox.offer("SEN-STN").await, sandbox.offer("LCY-STN").await);
    sandbox.book(&made).await;
    sandbox.book(&failed).await;
    assert!(receiver.of("order.created").is_empty());

    sandbox.pass(ASYNC_MS / 1000 + 1).await;

    let created = &receiver.wait("order.created", 1).await[0];
    let refused = &receiver.wait("order.creation_failed", 1).await[0];
    assert_eq!(created.body["data"]["object"]["offer_id"], made["id"]);
    assert_eq!(refused.body["data"]["object"]["offer_id"], failed["id"]);
}

#[tokio::test]
async fn a_payment_is_announced_with_a_true_signature() {
    let receiver = Receiver::start().await;
    let sandbox = receiver.sandbox().await;

    let payment = sandbox.authorised("pm_card_visa").await.body;

    let told = &receiver.wait("payment_intent.amount_capturable_updated", 1).await[0];
    assert!(told.signed("stripe-signature", SECRET).1);
    assert_eq!(told.body["object"], "event");
    assert_eq!(told.body["data"]["object"]["id"], payment["id"]);
    let path = format!("/events/{}", text(&told.body["id"]));
    assert_eq!(sandbox.payment(&path).await.body, told.body);
}

#[tokio::test]
async fn an_event_not_taken_comes_again() {
    let receiver = Receiver::start().await;
    *receiver.refusals.lock().unwrap() = 2;
    let sandbox = receiver.sandbox().await;

    sandbox.book(&sandbox.offer("JFK-LHR").await).await;

    receiver.wait("order.created", 1).await;
}

#[tokio::test]
async fn events_are_lost_repeated_forged_stale_or_of_the_wrong_mode_on_demand() {
    let receiver = Receiver::start().await;
    let sandbox = receiver.sandbox().await;
    let spoil = async |effect: Value| {
        sandbox.fault(json!({ "on": "duffel.webhooks.*", "times": 1, "effect": effect })).await;
        receiver.seen.lock().unwrap().clear();
        sandbox.book(&sandbox.offer("JFK-LHR").await).await;
    };

    spoil(json!({ "kind": "repeat", "copies": 3 })).await;
    let ids: Vec<_> =
        receiver.wait("order.created", 3).await.iter().map(|told| told.body["id"].clone()).collect();
    spoil(json!({ "kind": "forge" })).await;
    let forged = receiver.wait("order.created", 1).await[0].signed("x-duffel-signature", SECRET);
    spoil(json!({ "kind": "stale", "age_s": 3600 })).await;
    let stale = receiver.wait("order.created", 1).await[0].signed("x-duffel-signature", SECRET);
    spoil(json!({ "kind": "wrong_mode" })).await;
    let live = receiver.wait("order.created", 1).await[0].body["live_mode"].clone();
    spoil(json!({ "kind": "lose" })).await;
    sandbox.book(&sandbox.offer("JFK-LHR").await).await;
    receiver.wait("order.created", 1).await;

    assert!(ids.iter().all(|id| *id == ids[0]));
    assert!(!forged.1);
    assert!(stale.1 && stale.0 < forged.0 - 3500);
    assert_eq!(live, true);
    assert_eq!(receiver.of("order.created").len(), 1, "the lost one never came");
}

#[tokio::test]
async fn events_are_signed_with_the_secret_that_replaces_the_first_one() {
    let receiver = Receiver::start().await;
    let sandbox = receiver.sandbox().await;
    let effect = json!({ "kind": "sign", "secret": "whsec_next" });
    sandbox.fault(json!({ "on": "duffel.webhooks.*", "effect": effect })).await;

    sandbox.book(&sandbox.offer("JFK-LHR").await).await;

    let told = &receiver.wait("order.created", 1).await[0];
    assert!(told.signed("x-duffel-signature", "whsec_next").1);
    assert!(!told.signed("x-duffel-signature", SECRET).1);
}

#[tokio::test]
async fn a_late_event_is_overtaken() {
    let receiver = Receiver::start().await;
    let sandbox = receiver.sandbox().await;
    let effect = json!({ "kind": "late", "ms": 500 });
    sandbox.fault(json!({ "on": "stripe.webhooks.payment_intent.created", "effect": effect })).await;

    sandbox.authorised("pm_card_visa").await;

    receiver.wait("payment_intent.created", 1).await;
    let seen = receiver.seen.lock().unwrap();
    assert_eq!(seen.last().unwrap().body["type"], "payment_intent.created");
}

#[tokio::test]
async fn an_endpoint_is_made_pinged_silenced_and_deleted() {
    let receiver = Receiver::start().await;
    let sandbox = sandbox().await;
    let endpoint = json!({ "url": receiver.url, "events": ["order.created"] });

    let made = sandbox.post("/air/webhooks", endpoint.clone()).await;
    let second = sandbox.post("/air/webhooks", endpoint).await;
    let path = format!("/air/webhooks/{}", text(&made.body["data"]["id"]));
    let read = sandbox.get(&path).await;
    let call = |method, path: &str| sandbox.duffel_as("duffel_test_x", method, path);
    let pinged = Answer::of(call(reqwest::Method::POST, &format!("{path}/actions/ping"))).await;
    let deleted = Answer::of(call(reqwest::Method::DELETE, &path)).await;

    let secret = text(&made.body["data"]["secret"]);
    assert_eq!(secret.len(), 24);
    assert_eq!((second.status, second.code()), (422, "unsafe_unique"));
    assert!(read.body["data"].get("secret").is_none());
    assert_eq!(pinged.status, 204);
    assert!(receiver.of("ping.triggered")[0].signed("x-duffel-signature", secret).1);
    assert_eq!(deleted.status, 204);
    assert_eq!(sandbox.get(&path).await.status, 404);
}
