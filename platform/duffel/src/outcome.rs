//! What an answer to a write means. Done, refused, not begun (the same may be sent again), and unknown.
//!
//! The provider has no idempotency key, so an unknown write is never repeated: its sender asks what became of it.
//! Unknown is the default of both tables, above all for a code that was never seen before.

use crate::error::{Code, Error, ErrorKind};
use crate::wire::{Order, OrderCancellation};

/// What became of an order.
#[derive(Debug)]
pub enum OrderOutcome {
    /// The order exists.
    Created(Box<Order>),
    /// It does not exist and will not: the provider has looked at it.
    DefinitelyNot(Error),
    /// It does not exist: the provider never looked at it.
    NotBegun(Error),
    /// An order may exist, or may come to exist hours later.
    Unknown(Error),
}

/// What became of a confirmed cancellation.
#[derive(Debug)]
pub enum CancellationOutcome {
    /// The order is cancelled.
    Confirmed(Box<OrderCancellation>),
    /// It is not cancelled on this quote and will not be: the provider has looked at it.
    DefinitelyNot(Error),
    /// The provider never looked at it: it may be sent again.
    NotBegun(Error),
    /// It may be cancelled: the provider must be asked.
    Unknown(Error),
}

impl OrderOutcome {
    pub(crate) fn of(result: Result<Order, Error>) -> Self {
        match result {
            Ok(order) => Self::Created(Box::new(order)),
            Err(error) if is_not_begun(&error) => Self::NotBegun(error),
            Err(error) if order_is_refused(&error) => Self::DefinitelyNot(error),
            Err(error) => Self::Unknown(error),
        }
    }
}

impl CancellationOutcome {
    pub(crate) fn of(result: Result<OrderCancellation, Error>) -> Self {
        match result {
            Ok(cancellation) => Self::Confirmed(Box::new(cancellation)),
            Err(error) if is_not_begun(&error) => Self::NotBegun(error),
            Err(error) if is_refused(&error, Code::refuses_cancellation) => Self::DefinitelyNot(error),
            Err(error) => Self::Unknown(error),
        }
    }
}

fn order_is_refused(error: &Error) -> bool {
    // The provider guarantees that this code leaves no order behind, and sends it with a 502.
    let guaranteed = error.status == Some(502) && all(error, |code| *code == Code::OrderNotCreated);
    guaranteed || is_refused(error, Code::refuses_order)
}

/// No byte has left, or it was turned away at the door: too many requests, or a token that is not ours. An airline's
/// failure comes with 401 too: there the code rules.
fn is_not_begun(error: &Error) -> bool {
    match (&error.kind, error.status) {
        (ErrorKind::Refused(_), Some(429)) => true,
        (ErrorKind::Refused(_), Some(401)) => all(error, Code::refuses_token),
        _ => error.was_never_sent(),
    }
}

fn is_refused(error: &Error, refuses: fn(&Code) -> bool) -> bool {
    match (&error.kind, error.status) {
        (ErrorKind::ForeignId, _) => true,
        (ErrorKind::Refused(_), Some(400..=499)) => all(error, refuses),
        _ => false,
    }
}

fn all(error: &Error, holds: impl Fn(&Code) -> bool) -> bool {
    !error.refusals().is_empty() && error.refusals().iter().all(|refusal| holds(&refusal.code))
}
