//! Where a program is stopped in the crash matrix, and what leads a purchase there. The whole table is the list.

use serde_json::{Value, json};

use super::faults::End;

/// A point of `failpoint!`, the program it is in, what a provider has to do wrong so that a purchase comes by, and how
/// that purchase has to end.
pub type Point = (String, &'static str, Option<(&'static str, Value)>, End);

const BOOKING: &str = "svc-booking";
const PAYMENTS: &str = "svc-payments";
const ORDER: &str = "duffel.orders.create";
const CAPTURE: &str = "stripe.payment_intents.capture";

/// Every point once. The answer to a call and the intent of the next are one commit: there is no point between them.
pub fn points() -> Vec<Point> {
    let doubt = || Some((ORDER, json!({ "kind": "html", "status": 502, "phase": "after" })));
    let refusal = || Some((ORDER, json!({ "kind": "error", "code": "order_not_created" })));
    let hold_gone = || Some((CAPTURE, json!({ "kind": "expire_authorization" })));
    let mut points = Vec::new();
    for (call, fault, end) in [
        ("ClaimPayment", None, End::Ticketed),
        ("PlaceOrder", None, End::Ticketed),
        ("FindOrder", doubt(), End::Ticketed),
        ("CapturePayment", None, End::Ticketed),
        ("CancelOrder", hold_gone(), End::Failed),
        ("VoidPayment", refusal(), End::Failed),
    ] {
        for moment in ["post_intent", "answered"] {
            points.push((format!("booking.{call}.{moment}"), BOOKING, fault.clone(), end));
        }
    }
    for (call, fault, end) in [
        ("create", None, End::Ticketed),
        ("confirm", None, End::Ticketed),
        ("capture", None, End::Ticketed),
        ("cancel", refusal(), End::Failed),
    ] {
        for moment in ["post_intent", "answered", "post_commit"] {
            points.push((format!("payments.{call}.{moment}"), PAYMENTS, fault.clone(), end));
        }
    }
    let beside = [
        ("relay.BOOKING.acked_unmarked", BOOKING),
        ("relay.PAYMENT.acked_unmarked", PAYMENTS),
        ("consumer.svc-booking-payments.pre_inbox", BOOKING),
        ("consumer.svc-booking-payments.committed_unacked", BOOKING),
        ("http.committed_unanswered", BOOKING),
        ("webhook.pre_insert", BOOKING),
        ("webhook.inserted_unanswered", BOOKING),
    ];
    points.extend(beside.map(|(point, program)| (point.to_owned(), program, None, End::Ticketed)));
    points
}
