//! The cancellation of a ticketed booking: a small saga under the same laws.
//!
//! ```text
//! QUOTED ──> REQUESTED ──> CONFIRM_SENT ──confirmed──> REFUND_SENT ──> DONE
//!   ^                           │ │ refused                 └────────> REFUND_FAILED
//!   └──────── replaced ─────────┘ v
//!                             REFUSED
//! ```
//!
//! A refund that the bank sends back later makes REFUND_FAILED of DONE (`store::cancellation::refund_failed`): no step,
//! since nothing follows from it but a person.
//!
//! A confirmation names the quote it confirms, and a quote cancels one order once: unlike an order it may be
//! sent again, after a look that found it not done. A refund that failed is done once a person has paid it back.

/// How far a cancellation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Shown to the traveller; cancels nothing.
    Quoted,
    /// The traveller wants it.
    Requested,
    ConfirmSent,
    /// Cancelled at the airline; the card is to be paid back.
    RefundSent,
    Done,
    /// Cancelled at the airline, and the card could not be paid back: a person must.
    RefundFailed,
    /// The airline did not cancel on this quote. The booking stands.
    Refused,
}

impl Stage {
    pub const ALL: [Self; 7] = [
        Self::Quoted,
        Self::Requested,
        Self::ConfirmSent,
        Self::RefundSent,
        Self::Done,
        Self::RefundFailed,
        Self::Refused,
    ];

    /// A worker has something to do.
    pub fn is_under_way(self) -> bool {
        matches!(self, Self::Requested | Self::ConfirmSent | Self::RefundSent)
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    Resumed,
    Confirmed {
        refund_due: bool,
    },
    /// Not cancelled so far, and the quote still holds.
    NotYet,
    /// This quote will cancel nothing: the airline won't have it.
    Refused,
    /// This quote will cancel nothing: there is a newer one.
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

/// One arrow. An answer that does not belong to the stage moves nothing.
pub fn step(stage: Stage, event: Event) -> (Stage, Vec<Effect>) {
    let call = |stage, call| (stage, vec![Effect::Call(call)]);
    match (stage, event) {
        (Stage::Requested, Event::Resumed) | (Stage::ConfirmSent, Event::NotYet) => {
            call(Stage::ConfirmSent, Call::Confirm)
        }
        (Stage::ConfirmSent, Event::Resumed) => call(stage, Call::Look),
        (Stage::ConfirmSent, Event::Confirmed { refund_due: true }) => {
            (Stage::RefundSent, vec![Effect::Tell, Effect::Call(Call::Refund)])
        }
        (Stage::ConfirmSent, Event::Confirmed { refund_due: false })
        | (Stage::RefundSent | Stage::RefundFailed, Event::MoneyPaidBack) => {
            (Stage::Done, vec![Effect::Tell])
        }
        (Stage::ConfirmSent, Event::Refused) => (Stage::Refused, vec![]),
        (Stage::ConfirmSent, Event::Replaced) => (Stage::Quoted, vec![]),
        (Stage::RefundSent, Event::Resumed) => call(stage, Call::Refund),
        (Stage::RefundSent, Event::PayBackRefused) => (Stage::RefundFailed, vec![Effect::Tell]),
        (Stage::ConfirmSent | Stage::RefundSent, Event::Unknown) => (stage, vec![Effect::AskLater]),
        _ => (stage, vec![]),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_card_is_paid_back_only_after_the_airline_has_cancelled() {
        let mut stage = Stage::Requested;
        let mut calls = Vec::new();
        for event in [Event::Resumed, Event::Confirmed { refund_due: true }, Event::MoneyPaidBack] {
            let (next, effects) = step(stage, event);
            calls.extend(effects);
            stage = next;
        }

        assert_eq!(stage, Stage::Done);
        assert_eq!(
            calls,
            [Effect::Call(Call::Confirm), Effect::Tell, Effect::Call(Call::Refund), Effect::Tell]
        );
    }

    #[test]
    fn a_confirmation_in_doubt_is_looked_for_before_it_is_sent_again() {
        let (stage, _) = step(Stage::ConfirmSent, Event::Unknown);

        assert_eq!(step(stage, Event::Resumed).1, [Effect::Call(Call::Look)]);
        assert_eq!(step(stage, Event::NotYet).1, [Effect::Call(Call::Confirm)]);
    }

    #[test]
    fn stages_are_stored_under_names_that_read_back() {
        for stage in Stage::ALL {
            assert_eq!(Stage::parse(stage.as_str()), Some(stage));
        }
    }

    const EVENTS: [Event; 9] = [
        Event::Resumed,
        Event::Confirmed { refund_due: true },
        Event::Confirmed { refund_due: false },
        Event::NotYet,
        Event::Refused,
        Event::Replaced,
        Event::MoneyPaidBack,
        Event::PayBackRefused,
        Event::Unknown,
    ];

    proptest! {
        #[test]
        fn no_money_moves_before_the_airline_has_cancelled(
            events in proptest::collection::vec(proptest::sample::select(EVENTS.to_vec()), 0..40),
        ) {
            let mut stage = Stage::Requested;
            for event in events {
                let (next, effects) = step(stage, event);
                prop_assert!(!effects.contains(&Effect::Call(Call::Refund)) || next.is_cancelled());
                let by_hand = stage == Stage::RefundFailed && event == Event::MoneyPaidBack;
                prop_assert!(stage.is_under_way() || by_hand || (next == stage && effects.is_empty()));
                stage = next;
            }
        }
    }
}
