//! Orders as the airline has them, shown or not.

use money::Money;
use serde_json::Value;

pub struct Order {
    pub booking: String,
    pub request: String,
    pub live: bool,
    /// The cancellation that ended it.
    pub ended_by: Option<Ended>,
    /// In a word, for the trace.
    pub word: String,
}

/// A cancellation that was confirmed: on a quote of ours, or by the airline itself.
#[derive(Debug)]
pub struct Ended {
    pub quote_id: String,
    /// What the airline gives back, in minor units.
    pub refund_minor: i64,
}

/// Every order there is.
pub fn all(books: &Value) -> Vec<Order> {
    list(books, "orders").iter().map(|it| order(it, list(books, "order_cancellations"))).collect()
}

fn order(order: &Value, cancellations: &[Value]) -> Order {
    let live = order["cancelled_at"].is_null();
    let (id, booking) = (text(&order["id"]), text(&order["metadata"]["booking_id"]));
    let is_its_end = |it: &&Value| it["order_id"] == order["id"] && !it["confirmed_at"].is_null();
    let ended_by = cancellations.iter().find(is_its_end).map(ended);
    let snapshot = ended_by.as_ref().map(|ended| format!("ended by {ended:?}"));
    let word = format!("{id} {booking} {}", snapshot.unwrap_or_else(|| "live".to_owned()));
    Order { booking, request: text(&order["offer_request_id"]), live, ended_by, word }
}

fn ended(cancellation: &Value) -> Ended {
    let refund = Money::parse(&text(&cancellation["refund_amount"]), &text(&cancellation["refund_currency"]));
    Ended {
        quote_id: text(&cancellation["id"]),
        refund_minor: refund.expect("the airline names sums of money").minor,
    }
}

fn list<'a>(books: &'a Value, name: &str) -> &'a [Value] {
    books[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
