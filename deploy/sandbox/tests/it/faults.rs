//! Each fault does what it says, and no more.

use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Client, authorisation, eventually, order_body, sandbox, search_body, text};

/// Books with that fault on the order; the answer, if there was one, and how many orders there are.
async fn book_with(sandbox: &Client, effect: Value) -> (Result<Answer, reqwest::Error>, usize) {
    sandbox.fault(json!({ "on": "duffel.orders.create", "times": 1, "effect": effect })).await;
    let offer = sandbox.offer("JFK-LHR").await;
    let request = sandbox.duffel_as("duffel_test_x", Method::POST, "/air/orders");
    let answer = Answer::try_of(request.json(&json!({ "data": order_body(&offer) }))).await;
    let orders = sandbox.orders_of(&offer).await.len();
    (answer, orders)
}

#[tokio::test]
async fn an_error_comes_before_or_after_the_effect() {
    let sandbox = sandbox().await;
    let table = [
        ("order_not_created", "before", 502, 0),
        ("airline_unknown", "after", 502, 1),
        ("internal_server_error", "after", 500, 1),
        ("gateway_timeout_error", "after", 504, 1),
        ("service_unavailable", "before", 503, 0),
        ("price_changed", "before", 422, 0),
        ("order_creation_already_attempted", "after", 422, 1),
    ];
    for (code, phase, status, orders) in table {
        let (answer, made) =
            book_with(&sandbox, json!({ "kind": "error", "code": code, "phase": phase })).await;

        let answer = answer.unwrap();
        assert_eq!((answer.status, answer.code(), made), (status, code, orders));
        assert_eq!(answer.body["meta"]["request_id"], answer.header("x-request-id"));
    }
}

#[tokio::test]
async fn a_load_balancer_answers_in_html() {
    let sandbox = sandbox().await;
    for (phase, orders) in [("before", 0), ("after", 1)] {
        let (answer, made) =
            book_with(&sandbox, json!({ "kind": "html", "status": 502, "phase": phase })).await;

        let answer = answer.unwrap();
        assert_eq!((answer.status, made), (502, orders));
        assert_eq!(answer.header("content-type"), "text/html");
        assert!(answer.body.as_str().unwrap().starts_with("<html>"));
    }
}

#[tokio::test]
async fn a_call_waits_before_its_effect_or_after_it_until_it_is_let_go_on() {
    let sandbox = sandbox().await;
    for (phase, orders) in [("before", 0), ("after", 1)] {
        let fault =
            json!({ "on": "duffel.orders.create", "times": 1, "effect": { "kind": "wait", "phase": phase } });
        sandbox.fault(fault).await;
        let offer = sandbox.offer("JFK-LHR").await;
        let waiting = format!("{}/_control/waiting", sandbox.base);
        let looking = async {
            eventually(async || {
                let calls = Answer::of(sandbox.http.get(&waiting)).await.body;
                (calls == json!(["duffel.orders.create"])).then_some(())
            })
            .await;
            let made = sandbox.orders_of(&offer).await.len();
            Answer::of(sandbox.http.delete(&waiting)).await;
            made
        };

        let (answer, made) = tokio::join!(sandbox.book(&offer), looking);

        assert_eq!((answer.status, made), (201, orders), "{phase}");
        assert_eq!(Answer::of(sandbox.http.get(&waiting)).await.body, json!([]), "{phase}");
    }
}

#[tokio::test]
async fn a_connection_is_cut_before_after_or_within_the_answer() {
    let sandbox = sandbox().await;
    for (effect, orders) in [
        (json!({ "kind": "cut" }), 0),
        (json!({ "kind": "cut", "phase": "after" }), 1),
        (json!({ "kind": "cut_body" }), 1),
    ] {
        let (answer, made) = book_with(&sandbox, effect.clone()).await;

        assert!(answer.is_err(), "{effect}");
        assert_eq!(made, orders, "{effect}");
    }
}

#[tokio::test]
async fn json_is_truncated() {
    let sandbox = sandbox().await;

    let (answer, orders) = book_with(&sandbox, json!({ "kind": "truncate" })).await;

    let answer = answer.unwrap();
    assert_eq!((answer.status, orders), (201, 1));
    assert!(answer.body.is_string(), "half a body is no JSON");
}

#[tokio::test]
async fn an_answer_is_late() {
    let sandbox = sandbox().await;
    let start = Instant::now();

    let (answer, orders) = book_with(&sandbox, json!({ "kind": "delay", "ms": 300 })).await;

    assert!(start.elapsed().as_millis() >= 300);
    assert_eq!((answer.unwrap().status, orders), (201, 1));
}

#[tokio::test]
async fn a_client_that_gives_up_does_not_stop_the_order() {
    let sandbox = sandbox().await;
    sandbox.fault(json!({ "on": "duffel.orders.create", "effect": { "kind": "delay", "ms": 300 } })).await;
    let offer = sandbox.offer("JFK-LHR").await;
    let request = sandbox.duffel_as("duffel_test_x", Method::POST, "/air/orders");
    let impatient = request.timeout(std::time::Duration::from_millis(100));

    let answer = Answer::try_of(impatient.json(&json!({ "data": order_body(&offer) }))).await;

    assert!(answer.unwrap_err().is_timeout());
    crate::harness::eventually(async || (sandbox.orders_of(&offer).await.len() == 1).then_some(())).await;
}

#[tokio::test]
async fn an_order_comes_out_as_planned() {
    let sandbox = sandbox().await;
    let table = [
        (201, "created", 1),
        (200, "created", 1),
        (202, "created", 1),
        (202, "failed", 0),
        (202, "silent", 0),
    ];
    for (status, then, orders) in table {
        let effect = json!({ "kind": "outcome", "status": status, "then": then, "after_ms": 60_000 });
        sandbox.fault(json!({ "on": "duffel.orders.create", "times": 1, "effect": effect })).await;
        let offer = sandbox.offer("JFK-LHR").await;

        let answer = sandbox.book(&offer).await;
        let at_once = sandbox.orders_of(&offer).await.len();
        sandbox.pass(61).await;
        let later = sandbox.orders_of(&offer).await.len();

        assert_eq!((answer.status, at_once, later), (status, 0, orders), "{status} {then}");
    }
}

#[tokio::test]
async fn airlines_of_one_route_write_attacks_from_the_search_to_the_order() {
    let sandbox = sandbox().await;
    let plain = sandbox.offer("JFK-LHR").await;
    let fault =
        json!({ "on": "duffel.*", "match": { "route": "JFK-LHR" }, "effect": { "kind": "hostile_words" } });
    sandbox.fault(fault).await;
    let attack = "javascript:window.__hostile=1";

    let batch = sandbox.post("/air/batch_offer_requests", search_body("JFK-LHR")).await;
    let read = format!("/air/batch_offer_requests/{}", text(&batch.body["data"]["id"]));
    let found = sandbox.get(&read).await;
    let offer = sandbox.offer("JFK-LHR").await;
    let map = sandbox.get(&format!("/air/seat_maps?offer_id={}", text(&offer["id"]))).await;
    let order = sandbox.book(&offer).await;
    let elsewhere = sandbox.offer("JFK-LAX").await;

    assert_eq!(found.body["data"]["offers"][0]["owner"]["logo_symbol_url"], attack);
    let fare = text(&offer["slices"][0]["fare_brand_name"]);
    assert!(fare.ends_with(&"w".repeat(300)), "{fare}");
    assert_ne!(offer["owner"]["name"], plain["owner"]["name"]);
    assert_eq!(offer["owner"]["iata_code"], plain["owner"]["iata_code"]);
    assert_eq!(offer["total_amount"], plain["total_amount"]);
    assert_eq!(map.status, 200);
    assert_eq!(order.status, 201, "{:?}", order.body);
    assert_eq!(order.body["data"]["owner"]["name"], offer["owner"]["name"]);
    assert_eq!(order.body["data"]["passengers"][0]["title"], "mrs");
    assert_ne!(elsewhere["owner"]["conditions_of_carriage_url"], attack);
}

#[tokio::test]
async fn the_single_use_guard_can_be_lifted() {
    let sandbox = sandbox().await;
    sandbox.fault(json!({ "on": "duffel.orders.create", "effect": { "kind": "rebook" } })).await;
    let offer = sandbox.offer("JFK-LHR").await;

    let (first, second) = (sandbox.book(&offer).await, sandbox.book(&offer).await);

    assert_eq!((first.status, second.status), (201, 201));
    assert_eq!(sandbox.orders_of(&offer).await.len(), 2);
    assert_eq!(sandbox.calls("duffel.orders.create").await, 2);
}

#[tokio::test]
async fn a_fault_picks_its_victim_by_route_offer_mode_and_metadata() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let path = format!("/air/offers/{}", text(&offer["id"]));
    let error = json!({ "kind": "error", "code": "airline_internal" });
    for (only, status) in [
        (json!({ "route": "LHR-JFK" }), 200),
        (json!({ "mode": "live" }), 200),
        (json!({ "offer": "off_1" }), 200),
        (json!({ "metadata": { "booking_id": "bk_2" } }), 200),
        (json!({ "route": "JFK-LHR", "mode": "test", "offer": offer["id"], "path": path }), 500),
    ] {
        sandbox.fault(json!({ "on": "duffel.offers.*", "match": only, "effect": error })).await;

        let answer = sandbox.get(&path).await;

        assert_eq!(answer.status, status, "{only}");
    }
    let cleared = sandbox.http.delete(format!("{}/_control/faults", sandbox.base)).send().await.unwrap();
    assert_eq!(cleared.status(), 204);
    assert_eq!(sandbox.get(&path).await.status, 200);
}

#[tokio::test]
async fn a_fault_that_makes_no_sense_is_refused() {
    let sandbox = sandbox().await;

    for effect in [json!({ "kind": "earthquake" }), json!({ "kind": "error", "code": "bad_luck" })] {
        let refused = sandbox.control("/faults", json!({ "on": "duffel.*", "effect": effect })).await;

        assert_eq!(refused.status, 422, "{effect}");
    }
}

#[tokio::test]
async fn a_429_tells_when_to_come_back() {
    let sandbox = sandbox().await;
    let effect = json!({ "kind": "error", "code": "rate_limit_exceeded" });
    sandbox.fault(json!({ "on": "duffel.airlines.list", "effect": effect })).await;

    let refused = sandbox.get("/air/airlines").await;

    assert_eq!((refused.status, refused.header("ratelimit-remaining")), (429, "0"));
    assert!(refused.header("ratelimit-reset").ends_with(" GMT"));
}

#[tokio::test]
async fn stripe_keeps_a_500_under_its_key_whether_it_captured_or_not() {
    let sandbox = sandbox().await;
    for (phase, status) in [("before", "requires_capture"), ("after", "succeeded")] {
        let payment = sandbox.authorised("pm_card_visa").await.body;
        let id = payment["id"].as_str().unwrap();
        let effect = json!({ "kind": "error", "code": "api_error", "phase": phase, "stored": true });
        sandbox.fault(json!({ "on": "stripe.payment_intents.capture", "times": 1, "effect": effect })).await;
        let path = format!("/payment_intents/{id}/capture");

        let first = sandbox.charge_once(id, &path, &[]).await;
        let second = sandbox.charge_once(id, &path, &[]).await;

        let read = sandbox.payment(&format!("/payment_intents/{id}")).await.body;
        assert_eq!((first.status, second.status), (500, 500), "{phase}");
        assert_eq!(second.header("idempotent-replayed"), "true");
        assert_eq!(second.header("stripe-should-retry"), "false");
        assert_eq!(read["status"], status);
    }
}

#[tokio::test]
async fn stripe_forgets_a_500_that_never_reached_it() {
    let sandbox = sandbox().await;
    let effect = json!({ "kind": "error", "code": "api_error" });
    sandbox.fault(json!({ "on": "stripe.payment_intents.create", "times": 1, "effect": effect })).await;
    let form = authorisation("pm_card_visa");

    let first = sandbox.charge_once("k", "/payment_intents", &form).await;
    let second = sandbox.charge_once("k", "/payment_intents", &form).await;

    assert_eq!((first.status, second.status), (500, 200));
}

#[tokio::test]
async fn an_authorisation_is_let_go_early() {
    let sandbox = sandbox().await;
    let payment = sandbox.authorised("pm_card_visa").await.body;
    let id = payment["id"].as_str().unwrap();
    let fault = json!({
        "on": "stripe.payment_intents.capture",
        "match": { "metadata": { "booking_id": "bk_1" } },
        "effect": { "kind": "expire_authorization" },
    });
    sandbox.fault(fault).await;

    let refused = sandbox.charge(&format!("/payment_intents/{id}/capture"), &[]).await;

    let read = sandbox.payment(&format!("/payment_intents/{id}")).await.body;
    assert_eq!((refused.status, refused.code()), (400, "payment_intent_unexpected_state"));
    assert_eq!(read["status"], "canceled");
}

#[tokio::test]
async fn stripe_is_busy_on_demand() {
    let sandbox = sandbox().await;
    for (code, status) in [("rate_limit", 429), ("lock_timeout", 429), ("idempotency_key_in_use", 409)] {
        let effect = json!({ "kind": "error", "code": code });
        sandbox.fault(json!({ "on": "stripe.*", "times": 1, "effect": effect })).await;

        let refused = sandbox.authorised("pm_card_visa").await;

        assert_eq!((refused.status, refused.code()), (status, code));
        assert_eq!(refused.header("stripe-should-retry"), "true");
    }
}
