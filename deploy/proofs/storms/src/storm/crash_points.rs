//! Where a program is stopped in the crash matrix, what leads a purchase there, and how that has to end. The tables are
//! the list.
//!
//! The answer to a call of the saga and the intent of the next are one commit: there is no point between them.

use std::fmt;

use serde_json::{Value, json};

use super::faults::End;

/// What a provider has to do wrong so that a purchase comes by: operation and effect.
type Fault = (&'static str, Value);

#[derive(Debug, Clone)]
pub struct Point {
    pub at: At,
    pub way: Way,
    pub fault: Option<Fault>,
    pub end: End,
}

#[derive(Debug, Clone)]
pub enum At {
    /// A `failpoint!` of that name.
    Failpoint(String),
    /// A call that a provider has: `before` it takes effect there, or `after`.
    Call(&'static str, &'static str),
}

/// What the traveller does. The end is the purchase's own in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Buys,
    /// And cancels their trip afterwards.
    Cancels,
    /// While the broker has just lost its whole store.
    BuysAfterBrokerLoss,
    /// With a card whose bank wants to see its holder (3-D Secure), who passes.
    PassesTheBank,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failpoint(name) => f.write_str(name),
            Self::Call(operation, phase) => write!(f, "{operation}.{phase}"),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = if self.way == Way::PassesTheBank { "asked." } else { "" };
        write!(f, "{asked}{}", self.at)
    }
}

impl Point {
    /// A program that stops here holds a lease of its booking.
    pub fn is_leased(&self) -> bool {
        let name = self.at.to_string();
        name.starts_with("booking.") || name.starts_with("cancellation.")
    }

    /// Reached only by the worker that finishes payments in doubt.
    pub fn is_of_the_finisher(&self) -> bool {
        self.at.to_string() == "payments.due.taken"
    }

    /// No purchase waits for who stops here.
    pub fn is_beside_the_purchase(&self) -> bool {
        let name = self.at.to_string();
        ["relay.", "consumer.", "mail."].iter().any(|part| name.starts_with(part))
    }

    /// Whether it stops the answer to a submit, while the worker of the same program goes on with the booking.
    pub fn is_of_the_answer(&self) -> bool {
        self.at.to_string() == "http.committed_unanswered"
    }
}

/// Every point once.
pub fn points() -> Vec<Point> {
    [of_the_saga(), of_payments(), of_providers(), of_cancelling(), beside(), of_the_asked()].concat()
}

const ORDER: &str = "duffel.orders.create";

fn doubt() -> Fault {
    (ORDER, json!({ "kind": "html", "status": 502, "phase": "after" }))
}

fn refusal() -> Fault {
    (ORDER, json!({ "kind": "error", "code": "order_not_created" }))
}

fn hold_gone() -> Fault {
    ("stripe.payment_intents.capture", json!({ "kind": "expire_authorization" }))
}

/// The money is taken, and nobody hears of it: only the worker that finishes payments in doubt finds out.
fn capture_unheard() -> Fault {
    ("stripe.payment_intents.capture", json!({ "kind": "html", "status": 502, "phase": "after" }))
}

/// The airline cancels, and nobody hears of it.
fn unheard() -> Fault {
    let effect = json!({ "kind": "html", "status": 502, "phase": "after" });
    ("duffel.order_cancellations.confirm", effect)
}

fn failpoint(name: impl Into<String>, way: Way, fault: Option<Fault>, end: End) -> Point {
    Point { at: At::Failpoint(name.into()), way, fault, end }
}

fn of_the_saga() -> Vec<Point> {
    let calls = [
        ("ClaimPayment", None, End::Ticketed),
        ("PlaceOrder", None, End::Ticketed),
        ("FindOrder", Some(doubt()), End::Ticketed),
        ("CapturePayment", None, End::Ticketed),
        ("CancelOrder", Some(hold_gone()), End::Failed),
        ("VoidPayment", Some(refusal()), End::Failed),
    ];
    let around = calls.into_iter().flat_map(|(call, fault, end)| {
        ["post_intent", "answered"]
            .map(|moment| failpoint(format!("booking.{call}.{moment}"), Way::Buys, fault.clone(), end))
    });
    let between = [
        ("booking.taken", None, End::Ticketed),
        ("booking.ended", None, End::Ticketed),
        ("booking.CancelOrder.quoted", Some(hold_gone()), End::Failed),
        ("booking.CancelOrder.quote_stored", Some(hold_gone()), End::Failed),
    ];
    around.chain(between.map(|(name, fault, end)| failpoint(name, Way::Buys, fault, end))).collect()
}

fn of_payments() -> Vec<Point> {
    let calls = [
        ("create", Way::Buys, None, End::Ticketed),
        ("confirm", Way::Buys, None, End::Ticketed),
        ("capture", Way::Buys, None, End::Ticketed),
        ("cancel", Way::Buys, Some(refusal()), End::Failed),
        ("refund-1", Way::Cancels, None, End::Ticketed),
    ];
    let around = calls.into_iter().flat_map(|(op, way, fault, end)| {
        ["pre_intent", "post_intent", "answered", "post_commit"]
            .map(|moment| failpoint(format!("payments.{op}.{moment}"), way, fault.clone(), end))
    });
    let between =
        ["payments.claim.committed", "payments.webhook.pre_insert", "payments.webhook.inserted_unanswered"];
    let between = between.map(|name| failpoint(name, Way::Buys, None, End::Ticketed));
    around.chain(between).chain([finisher(Way::Buys)]).collect()
}

/// Without a capture in doubt, it would be chance whether the worker has anything to finish.
fn finisher(way: Way) -> Point {
    failpoint("payments.due.taken", way, Some(capture_unheard()), End::Ticketed)
}

fn of_providers() -> Vec<Point> {
    let writes = [
        ("stripe.payment_intents.create", Way::Buys, None, End::Ticketed),
        ("stripe.payment_intents.confirm", Way::Buys, None, End::Ticketed),
        ("stripe.payment_intents.capture", Way::Buys, None, End::Ticketed),
        ("stripe.payment_intents.cancel", Way::Buys, Some(refusal()), End::Failed),
        ("stripe.refunds.create", Way::Cancels, None, End::Ticketed),
        (ORDER, Way::Buys, None, End::Ticketed),
        ("duffel.order_cancellations.create", Way::Cancels, None, End::Ticketed),
        ("duffel.order_cancellations.confirm", Way::Cancels, None, End::Ticketed),
    ];
    let looks = [
        ("duffel.orders.list", Way::Buys, Some(doubt()), End::Ticketed),
        ("duffel.order_cancellations.get", Way::Cancels, Some(unheard()), End::Ticketed),
    ];
    let stopped =
        |phase| move |(operation, way, fault, end)| Point { at: At::Call(operation, phase), way, fault, end };
    let before = writes.iter().cloned().chain(looks).map(stopped("before"));
    before.chain(writes.iter().cloned().map(stopped("after"))).collect()
}

fn of_cancelling() -> Vec<Point> {
    let table = [
        ("cancelling.quoted", None),
        ("cancelling.quote_stored", None),
        ("cancelling.requested", None),
        ("cancellation.Confirm.post_intent", None),
        ("cancellation.Confirm.answered", None),
        ("cancellation.Look.post_intent", Some(unheard())),
        ("cancellation.Look.answered", Some(unheard())),
        ("cancellation.Refund.post_intent", None),
        ("cancellation.Refund.answered", None),
    ];
    table.map(|(name, fault)| failpoint(name, Way::Cancels, fault, End::Ticketed)).into()
}

fn beside() -> Vec<Point> {
    let passed_by_all = [
        "http.key_inserted",
        "http.committed_unanswered",
        "webhook.pre_insert",
        "webhook.inserted_unanswered",
        "relay.BOOKING.acked_unmarked",
        "relay.PAYMENT.acked_unmarked",
        "relay.IDENTITY.acked_unmarked",
        "consumer.svc-booking-payments.pre_inbox",
        "consumer.svc-booking-payments.committed_unacked",
        "consumer.svc-booking-payments.acked",
        "account.committed_unanswered",
        "account.answered",
        "mail.taken",
        "mail.sent_unmarked",
    ];
    let forgotten = failpoint("relay.BOOKING.forgotten", Way::BuysAfterBrokerLoss, None, End::Ticketed);
    let passed_by_all = passed_by_all.map(|name| failpoint(name, Way::Buys, None, End::Ticketed));
    passed_by_all.into_iter().chain([forgotten]).collect()
}

/// The same points, where the booking exists before the money is held: it waits for the cardholder, and goes on by word
/// of the payment.
fn of_the_asked() -> Vec<Point> {
    let failpoints = [
        "http.key_inserted",
        "http.committed_unanswered",
        "booking.taken",
        "booking.ClaimPayment.post_intent",
        "booking.ClaimPayment.answered",
        "booking.PlaceOrder.post_intent",
        "booking.PlaceOrder.answered",
        "booking.CapturePayment.post_intent",
        "booking.CapturePayment.answered",
        "booking.ended",
        "payments.create.pre_intent",
        "payments.create.post_intent",
        "payments.create.answered",
        "payments.create.post_commit",
        "payments.confirm.pre_intent",
        "payments.confirm.post_intent",
        "payments.confirm.answered",
        "payments.confirm.post_commit",
        "payments.capture.pre_intent",
        "payments.capture.post_intent",
        "payments.capture.answered",
        "payments.capture.post_commit",
        "payments.claim.committed",
        "payments.webhook.pre_insert",
        "payments.webhook.inserted_unanswered",
        "relay.PAYMENT.acked_unmarked",
        "consumer.svc-booking-payments.pre_inbox",
        "consumer.svc-booking-payments.committed_unacked",
        "consumer.svc-booking-payments.acked",
    ];
    let calls = [
        "stripe.payment_intents.create",
        "stripe.payment_intents.confirm",
        "stripe.payment_intents.capture",
        ORDER,
    ];
    let stopped = calls.into_iter().flat_map(|call| ["before", "after"].map(|phase| At::Call(call, phase)));
    let all = failpoints.map(|name| At::Failpoint(name.to_owned())).into_iter().chain(stopped);
    let way = Way::PassesTheBank;
    all.map(|at| Point { at, way, fault: None, end: End::Ticketed }).chain([finisher(way)]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_point_stands_twice_in_the_list() {
        let points = points();

        let names: BTreeSet<_> = points.iter().map(Point::to_string).collect();

        assert_eq!(names.len(), points.len());
    }
}
