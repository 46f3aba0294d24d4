//! What a person may do with a booking in manual review: only what the saga's invariants allow in its state.
//!
//! Nothing here says how a booking ends. A person adds evidence that no provider could give, and the saga concludes.

use money::Money;

use super::Booking;
use super::cancellation::{self, Stage};
use super::saga::{Saga, State};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewAction {
    /// The providers are asked again now. Always safe.
    AskAgain,
    /// The airline says in writing that there is no order and none will come.
    NoOrder,
    /// The order that nobody could find.
    OrderIs,
    /// What is owed to the card was paid back by hand.
    PaidBack,
    /// A booking that has ended was dealt with outside.
    DealtWith,
}

impl ReviewAction {
    pub const ALL: [Self; 5] =
        [Self::AskAgain, Self::NoOrder, Self::OrderIs, Self::PaidBack, Self::DealtWith];

    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AskAgain => "ask_again",
            Self::NoOrder => "no_order",
            Self::OrderIs => "order_is",
            Self::PaidBack => "paid_back",
            Self::DealtWith => "dealt_with",
        }
    }
}

/// All that decides what may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Snapshot {
    pub state: State,
    pub stage: Option<Stage>,
    /// The money of a booking that fails was taken, and must go back.
    pub money_taken: bool,
    /// It went back, and came back from the bank, and nobody has paid it since.
    pub refund_returned: bool,
}

impl Snapshot {
    /// As the booking itself tells: whether its refund came back, its history does.
    pub fn of(booking: &Booking) -> Self {
        let stage = booking.cancellation.as_ref().map(|cancellation| cancellation.stage);
        let Saga { state, money_taken, .. } = booking.saga;
        Self { state, stage, money_taken, refund_returned: false }
    }

    /// The state, or the stage of a ticketed booking's cancellation.
    pub fn name(self) -> &'static str {
        match self.stage {
            Some(stage) if self.state == State::Ticketed => stage.as_str(),
            _ => self.state.as_str(),
        }
    }

    /// The booking once its refund has come back, for a person to pay. Nothing if it is under way or this is known, or if
    /// a person has paid already: late word of the same refund is nothing new to them.
    pub fn with_refund_back(self, is_paid_by_hand: bool) -> Option<Self> {
        let stage = match (self.state, self.stage) {
            _ if is_paid_by_hand => return None,
            // The saga's own cancellation of the order it could not pay stays as it was quoted.
            (State::Failed, stage) if self.money_taken => stage,
            (State::Ticketed, None) => None,
            (State::Ticketed, Some(Stage::Done)) => Some(Stage::RefundFailed),
            _ => return None,
        };
        Some(Self { stage, refund_returned: true, ..self })
    }
}

/// What a decision changes at once. A worker that reads it concludes the rest.
pub enum Change {
    Nothing,
    /// Nobody has to look any more.
    ReviewEnds,
    /// The booking after its refund was paid by hand. No worker drives a booking that has ended, so the decision takes
    /// the step.
    PaidBack(Box<Booking>),
}

/// What a person's decision does to a booking.
pub fn decide(before: &Booking, action: ReviewAction) -> Change {
    match action {
        ReviewAction::DealtWith => Change::ReviewEnds,
        ReviewAction::PaidBack if before.saga.state.is_end() => Change::PaidBack(Box::new(paid_back(before))),
        ReviewAction::AskAgain | ReviewAction::NoOrder | ReviewAction::OrderIs | ReviewAction::PaidBack => {
            Change::Nothing
        }
    }
}

fn paid_back(before: &Booking) -> Booking {
    let mut after = before.clone();
    after.saga.needs_human = false;
    if let Some(cancellation) = after.cancellation.as_mut().filter(|it| it.stage == Stage::RefundFailed) {
        (cancellation.stage, _) = cancellation::step(Stage::RefundFailed, cancellation::Event::MoneyPaidBack);
    }
    after
}

/// Money that was to go back to the card, and did not.
pub fn owes(snapshot: Snapshot) -> bool {
    match snapshot.state {
        State::VoidSent => snapshot.money_taken,
        State::Ticketed => snapshot.stage == Some(Stage::RefundFailed),
        State::Failed => snapshot.refund_returned,
        _ => false,
    }
}

/// How much that is: what a cancellation gives back, or all of a booking that failed.
pub fn owed(booking: &Booking) -> Money {
    booking.cancelled().map_or(booking.total, |cancellation| cancellation.refund.to_card)
}

/// What a person may do. Whether they must is another question.
pub fn allowed(snapshot: Snapshot) -> Vec<ReviewAction> {
    let ended = match snapshot.stage {
        _ if !snapshot.state.is_end() => false,
        Some(stage) if snapshot.state == State::Ticketed => !stage.is_under_way(),
        _ => true,
    };
    let owes = owes(snapshot);
    // Paid back after a doubt, as far as is known here: a person may know better.
    let may_owe = owes || (snapshot.state == State::Failed && snapshot.money_taken);
    let is_lost = snapshot.state == State::OrderUnknown;
    let may = |action: &ReviewAction| match action {
        ReviewAction::AskAgain => !ended,
        ReviewAction::NoOrder | ReviewAction::OrderIs => is_lost,
        ReviewAction::PaidBack => may_owe,
        ReviewAction::DealtWith => ended && !owes,
    };
    ReviewAction::ALL.into_iter().filter(may).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn snapshot(state: State) -> Snapshot {
        Snapshot { state, stage: None, money_taken: false, refund_returned: false }
    }

    #[test]
    fn every_state_allows_what_its_invariants_allow() {
        for state in State::ALL {
            let expected: &[ReviewAction] = match state {
                State::OrderUnknown => {
                    &[ReviewAction::AskAgain, ReviewAction::NoOrder, ReviewAction::OrderIs]
                }
                State::Ticketed | State::Failed => &[ReviewAction::DealtWith],
                _ => &[ReviewAction::AskAgain],
            };
            assert_eq!(allowed(snapshot(state)), expected, "{state:?}");
        }
    }

    #[test]
    fn only_money_that_was_taken_is_paid_back_by_hand() {
        for state in State::ALL {
            let taken = allowed(Snapshot { money_taken: true, ..snapshot(state) });

            let may_owe = [State::VoidSent, State::Failed].contains(&state);
            assert_eq!(taken.contains(&ReviewAction::PaidBack), may_owe, "{state:?}");
        }
    }

    #[test]
    fn what_is_owed_is_not_dealt_with_unpaid() {
        let owing = Snapshot { money_taken: true, refund_returned: true, ..snapshot(State::Failed) };

        assert_eq!(allowed(owing), [ReviewAction::PaidBack]);
    }

    #[test]
    fn every_stage_of_a_cancellation_allows_what_its_invariants_allow() {
        for stage in Stage::ALL {
            let expected: &[ReviewAction] = match stage {
                Stage::Requested | Stage::ConfirmSent | Stage::ConfirmUnknown | Stage::RefundSent => {
                    &[ReviewAction::AskAgain]
                }
                Stage::RefundFailed => &[ReviewAction::PaidBack],
                Stage::Quoted | Stage::Done | Stage::Refused => &[ReviewAction::DealtWith],
            };
            let snapshot = Snapshot { stage: Some(stage), ..snapshot(State::Ticketed) };
            assert_eq!(allowed(snapshot), expected, "{stage:?}");
        }
    }

    #[test]
    fn a_refund_comes_back_to_a_booking_that_has_ended_once() {
        let taken = |state| Snapshot { money_taken: true, ..snapshot(state) };
        let cancelled = |stage| Snapshot { stage: Some(stage), ..snapshot(State::Ticketed) };
        for state in State::ALL {
            let of_end = [State::Ticketed, State::Failed].contains(&state);
            let expected = of_end.then_some(Snapshot { refund_returned: true, ..taken(state) });
            assert_eq!(taken(state).with_refund_back(false), expected, "{state:?}");
            assert_eq!(taken(state).with_refund_back(true), None, "{state:?}");
        }
        for stage in Stage::ALL {
            let back = Snapshot { refund_returned: true, ..cancelled(Stage::RefundFailed) };
            let expected = (stage == Stage::Done).then_some(back);
            assert_eq!(cancelled(stage).with_refund_back(false), expected, "{stage:?}");
        }
        assert_eq!(snapshot(State::Failed).with_refund_back(false), None, "nothing was taken");
        let quoted = Snapshot { stage: Some(Stage::Quoted), ..taken(State::Failed) };
        assert_eq!(quoted.with_refund_back(false).unwrap().stage, Some(Stage::Quoted));
    }

    #[test]
    fn a_refund_that_was_paid_by_hand_is_a_step_where_no_worker_takes_it() {
        let table = [
            (State::VoidSent, None, None),
            (State::Failed, None, Some("FAILED")),
            (State::Ticketed, Some(Stage::RefundFailed), Some("DONE")),
            (State::Ticketed, Some(Stage::Refused), Some("REFUSED")),
        ];
        for (state, stage, expected) in table {
            let mut before = Booking::sample_at(state, stage);
            before.saga.needs_human = true;
            let Change::PaidBack(after) = decide(&before, ReviewAction::PaidBack) else {
                assert_eq!(expected, None, "{state:?}");
                continue;
            };
            assert!(!after.saga.needs_human, "{state:?}");
            assert_eq!(Some(Snapshot::of(&after).name()), expected, "{state:?}");
        }
    }

    #[test]
    fn a_cancelled_trip_owes_its_refund_and_a_failed_booking_all_of_it() {
        let usd = |minor| Money::new(minor, money::Currency::USD);
        let mut cancelled = Booking::sample_at(State::Ticketed, Some(Stage::RefundFailed));
        cancelled.total = usd(43_000);
        cancelled.cancellation.as_mut().unwrap().refund.to_card = usd(4_780);
        let failed = Booking { total: usd(43_000), ..Booking::sample_at(State::Failed, None) };

        assert_eq!((owed(&cancelled), owed(&failed)), (usd(4_780), usd(43_000)));
    }

    #[test]
    fn of_all_other_decisions_one_ends_the_call_and_a_worker_reads_the_rest() {
        for state in State::ALL {
            let change = |action| decide(&Booking::sample_at(state, None), action);
            assert!(matches!(change(ReviewAction::DealtWith), Change::ReviewEnds), "{state:?}");
            for action in [ReviewAction::AskAgain, ReviewAction::NoOrder, ReviewAction::OrderIs] {
                assert!(matches!(change(action), Change::Nothing), "{action:?} {state:?}");
            }
        }
    }

    #[test]
    fn the_quote_of_an_order_that_could_not_be_paid_for_ends_nothing() {
        for stage in Stage::ALL {
            let snapshot = Snapshot { stage: Some(stage), ..snapshot(State::CancelSent) };

            assert_eq!(allowed(snapshot), [ReviewAction::AskAgain], "{stage:?}");
        }
    }
}
