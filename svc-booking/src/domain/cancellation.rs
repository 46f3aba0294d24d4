//! The cancellation of a ticketed booking: a small saga under the same invariants.
//!
//! ```text
//!   ┌──────── lapsed, replaced ──────────┐
//!   v                                    │
//! QUOTED ──> REQUESTED ──────────> CONFIRM_SENT ──confirmed──> REFUND_SENT ──> DONE
//!                ^ ── not begun ──────┘  │  │                   ^     └──────> REFUND_FAILED
//!                                refused │  │ unknown           │ confirmed
//!                                        v  v                   │
//!                              REFUSED <── CONFIRM_UNKNOWN ─────┘
//!                                  proven
//! ```
//!
//! Confirmed, with a refund by a way unknown here, leads to REFUND_FAILED at once: a person pays, nobody guesses.
//!
//! A refund that the bank sends back later makes REFUND_FAILED of DONE (`Snapshot::with_refund_back`): no step, since
//! nothing follows from it but a person.
//!
//! A confirmation names the quote it confirms, and a quote cancels one order once: unlike an order it may be
//! sent again, after a look that found it not done. Once one went unanswered it may be carried out late, so that
//! neither the refusal of another nor the end of the quote ends the doubt: only the cancellation does, or the order
//! itself, found standing when nothing can come any more. A refund that failed is done once a person has paid it back.

use time::OffsetDateTime;

use super::Booking;
use super::booking::Cancellation;

/// How far a cancellation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Shown to the traveller; cancels nothing.
    Quoted,
    /// The traveller wants it.
    Requested,
    ConfirmSent,
    /// A confirmation may be on its way, or carried out.
    ConfirmUnknown,
    /// Cancelled at the airline; the card is to be paid back.
    RefundSent,
    Done,
    /// Cancelled at the airline, and the card could not be paid back: a person must.
    RefundFailed,
    /// The airline did not cancel on this quote. The booking stands.
    Refused,
}

impl Stage {
    pub const ALL: [Self; 8] = [
        Self::Quoted,
        Self::Requested,
        Self::ConfirmSent,
        Self::ConfirmUnknown,
        Self::RefundSent,
        Self::Done,
        Self::RefundFailed,
        Self::Refused,
    ];

    /// A worker has something to do.
    pub fn is_under_way(self) -> bool {
        self.is_confirming() || self == Self::RefundSent
    }

    /// The names of those in which a worker has something to do.
    pub fn names_under_way() -> Vec<String> {
        let under_way = Self::ALL.into_iter().filter(|stage| stage.is_under_way());
        under_way.map(|stage| stage.as_str().to_owned()).collect()
    }

    /// It is wanted, and nobody knows yet what comes of it: one question, however often it is asked.
    pub fn is_confirming(self) -> bool {
        matches!(self, Self::Requested | Self::ConfirmSent | Self::ConfirmUnknown)
    }

    /// The airline has cancelled.
    pub fn is_cancelled(self) -> bool {
        matches!(self, Self::RefundSent | Self::Done | Self::RefundFailed)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Quoted => "QUOTED",
            Self::Requested => "REQUESTED",
            Self::ConfirmSent => "CONFIRM_SENT",
            Self::ConfirmUnknown => "CONFIRM_UNKNOWN",
            Self::RefundSent => "REFUND_SENT",
            Self::Done => "DONE",
            Self::RefundFailed => "REFUND_FAILED",
            Self::Refused => "REFUSED",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == text)
    }
}

/// What was wanted has come to nothing: the trip stands.
pub fn came_to_nothing(before: Stage, after: Stage) -> bool {
    before.is_confirming() && matches!(after, Stage::Quoted | Stage::Refused)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    Resumed,
    Confirmed {
        refund_due: bool,
    },
    /// Cancelled, and the airline pays back in a way unknown here: nothing is paid on a guess.
    ConfirmedUnpayable,
    /// Not cancelled so far, and the quote still holds.
    NotYet,
    /// The quote has run out and the order stands. `proven`: and no confirmation can be carried out any more.
    Standing {
        proven: bool,
    },
    /// The confirmation never got to the airline.
    NotBegun,
    /// This quote will cancel nothing: the airline won't have it.
    Refused,
    /// This quote will cancel nothing: there is a newer one, or it has run out before it was confirmed.
    Replaced,
    MoneyPaidBack,
    PayBackRefused,
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    Confirm,
    /// Asks what became of a confirmation.
    Look,
    Refund,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    Call(Call),
    AskLater,
    /// Tell that the booking is cancelled, or that its refund has ended.
    Tell,
}

/// What a worker begins with. A quote that ran out before it was confirmed is not sent any more.
pub fn resumption(stage: Stage, has_run_out: bool) -> Event {
    if stage == Stage::Requested && has_run_out { Event::Replaced } else { Event::Resumed }
}

/// One arrow. An answer that does not belong to the stage moves nothing.
pub fn step(stage: Stage, event: Event) -> (Stage, Vec<Effect>) {
    match stage {
        Stage::Requested | Stage::ConfirmSent => confirm(stage, event),
        Stage::ConfirmUnknown => find_out(event),
        Stage::RefundSent | Stage::RefundFailed => refund(stage, event),
        Stage::Quoted | Stage::Done | Stage::Refused => (stage, vec![]),
    }
}

/// The first confirmation, in the hands of the worker that sends it.
fn confirm(stage: Stage, event: Event) -> (Stage, Vec<Effect>) {
    match (stage, event) {
        (Stage::Requested, Event::Resumed) => calling(Stage::ConfirmSent, Call::Confirm),
        (Stage::Requested | Stage::ConfirmSent, Event::Replaced) => (Stage::Quoted, vec![]),
        // Somebody else was about to send it, or has.
        (Stage::ConfirmSent, Event::Resumed) => calling(Stage::ConfirmUnknown, Call::Look),
        (Stage::ConfirmSent, Event::Confirmed { refund_due }) => cancelled(refund_due),
        (Stage::ConfirmSent, Event::ConfirmedUnpayable) => unpayable(),
        (Stage::ConfirmSent, Event::Refused) => (Stage::Refused, vec![]),
        (Stage::ConfirmSent, Event::NotBegun) => (Stage::Requested, vec![Effect::AskLater]),
        (Stage::ConfirmSent, Event::Unknown) => (Stage::ConfirmUnknown, vec![Effect::AskLater]),
        _ => (stage, vec![]),
    }
}

fn find_out(event: Event) -> (Stage, Vec<Effect>) {
    let stage = Stage::ConfirmUnknown;
    match event {
        Event::Resumed => calling(stage, Call::Look),
        Event::NotYet => calling(stage, Call::Confirm),
        Event::Confirmed { refund_due } => cancelled(refund_due),
        Event::ConfirmedUnpayable => unpayable(),
        Event::Standing { proven: true } => (Stage::Refused, vec![]),
        // What becomes of one confirmation says nothing of an earlier one.
        Event::Standing { proven: false }
        | Event::Refused
        | Event::Replaced
        | Event::NotBegun
        | Event::Unknown => (stage, vec![Effect::AskLater]),
        Event::MoneyPaidBack | Event::PayBackRefused => (stage, vec![]),
    }
}

fn refund(stage: Stage, event: Event) -> (Stage, Vec<Effect>) {
    match (stage, event) {
        (_, Event::MoneyPaidBack) => (Stage::Done, vec![Effect::Tell]),
        (Stage::RefundSent, Event::Resumed) => calling(stage, Call::Refund),
        (Stage::RefundSent, Event::PayBackRefused) => (Stage::RefundFailed, vec![Effect::Tell]),
        (Stage::RefundSent, Event::Unknown) => (stage, vec![Effect::AskLater]),
        _ => (stage, vec![]),
    }
}

fn cancelled(refund_due: bool) -> (Stage, Vec<Effect>) {
    if refund_due {
        (Stage::RefundSent, vec![Effect::Tell, Effect::Call(Call::Refund)])
    } else {
        (Stage::Done, vec![Effect::Tell])
    }
}

fn unpayable() -> (Stage, Vec<Effect>) {
    (Stage::RefundFailed, vec![Effect::Tell])
}

fn calling(stage: Stage, call: Call) -> (Stage, Vec<Effect>) {
    (stage, vec![Effect::Call(call)])
}

/// The booking after a step of its cancellation. `asks_later`: the step has learned nothing.
pub fn booking_after(
    before: &Booking,
    cancellation: Cancellation,
    asks_later: bool,
    now: OffsetDateTime,
) -> Booking {
    let mut after = Booking { cancellation: Some(cancellation), ..before.clone() };
    if is_another_question(before, &after) {
        after.clear_doubt();
    }
    if asks_later {
        after.doubt(now);
    }
    match after.cancellation_stage() {
        Some(Stage::RefundFailed) => after.saga.needs_human = true,
        Some(Stage::Done) => after.saga.needs_human = false,
        _ => {}
    }
    after
}

fn is_another_question(before: &Booking, after: &Booking) -> bool {
    let is_confirming = |booking: &Booking| booking.cancellation_stage().is_some_and(Stage::is_confirming);
    before.cancellation != after.cancellation && !(is_confirming(before) && is_confirming(after))
}

#[cfg(test)]
mod tests;
