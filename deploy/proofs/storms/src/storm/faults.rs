//! What the providers do wrong in a sandbox storm, and the one right end of it. The whole table is the list of cases.

use serde_json::{Value, json};

/// How a booking has to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Ticketed,
    Failed,
    /// Nobody can know before a day is over: the money is held until then, and given back after it.
    HeldForADay,
}

/// Name, operation, effect, end.
pub type Case = (&'static str, &'static str, Value, End);

const ORDER: &str = "duffel.orders.create";
const CAPTURE: &str = "stripe.payment_intents.capture";
const ORDER_CREATED: &str = "duffel.webhooks.order.created";

/// Every case once.
#[rustfmt::skip]
pub fn cases() -> Vec<Case> {
    use End::{Failed, HeldForADay, Ticketed};
    let late = |status: u16, then: &str, after_ms: u32| json!({ "kind": "outcome", "status": status, "then": then, "after_ms": after_ms });
    let error = |code: &str, phase: &str| json!({ "kind": "error", "code": code, "phase": phase });
    let html = |status: u16, phase: &str| json!({ "kind": "html", "status": status, "phase": phase });
    let cut = |phase: &str| json!({ "kind": "cut", "phase": phase });
    vec![
        ("order made, connection cut", ORDER, cut("after"), Ticketed),
        ("order made, body cut", ORDER, json!({ "kind": "cut_body" }), Ticketed),
        ("order made, JSON cut", ORDER, json!({ "kind": "truncate" }), Ticketed),
        ("order made, 502 page", ORDER, html(502, "after"), Ticketed),
        ("order made, 503 page", ORDER, html(503, "after"), Ticketed),
        ("order made, 504 page", ORDER, html(504, "after"), Ticketed),
        ("order made, 500", ORDER, error("internal_server_error", "after"), Ticketed),
        ("order made, 502 airline_unknown", ORDER, error("airline_unknown", "after"), Ticketed),
        ("order made, \"already attempted\"", ORDER, error("order_creation_already_attempted", "after"), Ticketed),
        ("order made, \"duplicate booking\"", ORDER, error("duplicate_booking", "after"), Ticketed),
        ("order made, slow answer", ORDER, json!({ "kind": "delay", "ms": 4_000 }), Ticketed),
        ("200, seen later", ORDER, late(200, "created", 3_000), Ticketed),
        ("202, seen later", ORDER, late(202, "created", 3_000), Ticketed),
        ("202, then refused", ORDER, late(202, "failed", 2_000), Failed),
        ("order_not_created", ORDER, error("order_not_created", "before"), Failed),
        ("offer gone", ORDER, error("offer_no_longer_available", "before"), Failed),
        ("nothing made, connection cut", ORDER, cut("before"), HeldForADay),
        ("nothing made, 504 page", ORDER, html(504, "before"), HeldForADay),
        ("nothing made, 500", ORDER, error("airline_internal", "before"), HeldForADay),
        ("word of the order lost", ORDER_CREATED, json!({ "kind": "lose" }), Ticketed),
        ("word of the order five times", ORDER_CREATED, json!({ "kind": "repeat", "copies": 5 }), Ticketed),
        ("word of the order late", ORDER_CREATED, json!({ "kind": "late", "ms": 3_000 }), Ticketed),
        ("word of the order forged", ORDER_CREATED, json!({ "kind": "forge" }), Ticketed),
        ("word of the order stale", ORDER_CREATED, json!({ "kind": "stale", "age_s": 4_000 }), Ticketed),
        ("word of the order in the other mode", ORDER_CREATED, json!({ "kind": "wrong_mode" }), Ticketed),
        ("money taken, connection cut", CAPTURE, cut("after"), Ticketed),
        ("money taken, 500", CAPTURE, error("api_error", "after"), Ticketed),
        ("money not taken, connection cut", CAPTURE, cut("before"), Ticketed),
        ("money not taken, 500 kept under the key", CAPTURE, json!({ "kind": "error", "code": "api_error", "stored": true }), Ticketed),
        ("money not taken, key in use", CAPTURE, error("idempotency_key_in_use", "before"), Ticketed),
        ("money not taken, 429", CAPTURE, error("rate_limit", "before"), Ticketed),
        ("hold gone before the capture", CAPTURE, json!({ "kind": "expire_authorization" }), Failed),
    ]
}
