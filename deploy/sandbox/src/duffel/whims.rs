//! What an airline does to an order that nobody asked for: it tells, and the order says no more than that it is
//! cancelled.

use super::announcements;
use super::cancellations::quote;
use crate::Sandbox;
use crate::books;
use crate::books::duffel::{Cancellation, Change, Order};
use crate::ledger::NotDurable;
use crate::mode::Mode;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whim {
    /// Other times or flights; the order stands.
    Changes,
    /// The whole order, with what its conditions pay back.
    Cancels,
}

/// Nothing where the order is not there, or is cancelled.
pub async fn follow(sandbox: &Sandbox, order_id: &str, whim: Whim) -> Result<(), NotDurable> {
    let now = sandbox.clock.now();
    let id = sandbox.families.next(now).id("ore", 0);
    let followed = sandbox.ledger.commit(|books| {
        let found =
            [Mode::Test, Mode::Live].into_iter().find_map(|mode| books.duffel.order(mode, order_id, now));
        let changes = match (whim, found.filter(|order| order.cancelled_at.is_none())) {
            (_, None) => Vec::new(),
            (Whim::Changes, Some(order)) => vec![announcements::changed_by_airline(sandbox, order, now)],
            (Whim::Cancels, Some(order)) => {
                let quote = Cancellation { confirmed_at: Some(now), ..quote(id, order, now) };
                cancelled(sandbox, order, quote)
            }
        };
        Ok((changes, ()))
    });
    followed.await
}

fn cancelled(sandbox: &Sandbox, order: &Order, quote: Cancellation) -> Vec<books::Change> {
    let at = quote.created_at;
    let announced = announcements::cancellation(sandbox, "confirmed", &quote, at);
    let order = Order { cancelled_at: Some(at), ..order.clone() };
    vec![Change::CancellationStored(quote).into(), Change::OrderStored(Box::new(order)).into(), announced]
}
