//! One step of a booking, as it is stored.

use super::{Answer, Email, Op};
use crate::domain::Booking;
use crate::domain::cause::Cause;
use crate::events::Subject;

/// What a step writes beside the booking itself.
#[derive(Debug, Default)]
pub struct Step<'a> {
    /// What was learnt.
    pub cause: Cause,
    /// The attempt that was answered, and how.
    pub answered: Option<(Op, i32, &'a Answer)>,
    /// The call that is made next.
    pub opens: Option<Op>,
    /// The event that is published.
    pub publishes: Option<Subject>,
    /// The decision of an administrator that the step rests on.
    pub decision: Option<i32>,
    /// The email to the traveller, if any.
    pub mail: Option<Email>,
    /// Whether the answer to the booking request may tell the traveller. If so, the email is sent only if that answer
    /// was given before the end.
    pub is_answer: bool,
}

/// What became of a step.
pub enum Saved {
    /// It is stored; with the number of the attempt that it opened.
    Yes(Box<Booking>, Option<i32>),
    /// Somebody else has the booking: stop.
    Lost,
    /// An order for this offer request was dispatched before, by another booking.
    AlreadyDispatched,
}
