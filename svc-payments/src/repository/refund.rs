use super::attempt::Attempt;
use crate::domain::Refund;

/// What became of a refund that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reserved {
    /// Stored by this call, which now sends it. A made-up payment's is sent nowhere.
    New(Refund, Option<Attempt>),
    /// Stored by an earlier call under the same key.
    Known(Refund),
    /// More than is left of what was captured.
    TooMuch,
    /// Another process has changed the payment meanwhile.
    Again,
}

/// What became of a change of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    Yes,
    /// Another process has moved it on.
    Moved,
    /// Another process has changed the payment meanwhile.
    Again,
}
