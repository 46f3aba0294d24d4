//! What a person may do with a booking that needs one: only what the saga's laws allow where the booking stands.
//!
//! Nothing here says how a booking ends. A person adds evidence that no provider could give, and the saga concludes.

use super::Booking;
use super::cancellation::Stage;
use super::saga::{Saga, State};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
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

impl Action {
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
}

/// What a person may do. Whether they must is another question.
pub fn allowed(snapshot: Snapshot) -> Vec<Action> {
    let ended = match snapshot.stage {
        _ if !snapshot.state.is_end() => false,
        Some(stage) if snapshot.state == State::Ticketed => !stage.is_under_way(),
        _ => true,
    };
    let owes = match snapshot.state {
        State::VoidSent => snapshot.money_taken,
        State::Ticketed => snapshot.stage == Some(Stage::RefundFailed),
        State::Failed => snapshot.refund_returned,
        _ => false,
    };
    // Paid back after a doubt, as far as is known here: a person may know better.
    let may_owe = owes || (snapshot.state == State::Failed && snapshot.money_taken);
    let is_lost = snapshot.state == State::OrderUnknown;
    let may = |action: &Action| match action {
        Action::AskAgain => !ended,
        Action::NoOrder | Action::OrderIs => is_lost,
        Action::PaidBack => may_owe,
        Action::DealtWith => ended && !owes,
    };
    Action::ALL.into_iter().filter(may).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn snapshot(state: State) -> Snapshot {
        Snapshot { state, stage: None, money_taken: false, refund_returned: false }
    }

    #[test]
    fn every_state_allows_what_its_laws_allow() {
        for state in State::ALL {
            let expected: &[Action] = match state {
                State::OrderUnknown => &[Action::AskAgain, Action::NoOrder, Action::OrderIs],
                State::Ticketed | State::Failed => &[Action::DealtWith],
                _ => &[Action::AskAgain],
            };
            assert_eq!(allowed(snapshot(state)), expected, "{state:?}");
        }
    }

    #[test]
    fn only_money_that_was_taken_is_paid_back_by_hand() {
        for state in State::ALL {
            let taken = allowed(Snapshot { money_taken: true, ..snapshot(state) });

            let may_owe = [State::VoidSent, State::Failed].contains(&state);
            assert_eq!(taken.contains(&Action::PaidBack), may_owe, "{state:?}");
        }
    }

    #[test]
    fn what_is_owed_is_not_dealt_with_unpaid() {
        let owing = Snapshot { money_taken: true, refund_returned: true, ..snapshot(State::Failed) };

        assert_eq!(allowed(owing), [Action::PaidBack]);
    }

    #[test]
    fn every_stage_of_a_cancellation_allows_what_its_laws_allow() {
        for stage in Stage::ALL {
            let expected: &[Action] = match stage {
                Stage::Requested | Stage::ConfirmSent | Stage::ConfirmUnknown | Stage::RefundSent => {
                    &[Action::AskAgain]
                }
                Stage::RefundFailed => &[Action::PaidBack],
                Stage::Quoted | Stage::Done | Stage::Refused => &[Action::DealtWith],
            };
            let snapshot = Snapshot { stage: Some(stage), ..snapshot(State::Ticketed) };
            assert_eq!(allowed(snapshot), expected, "{stage:?}");
        }
    }

    #[test]
    fn the_quote_of_an_order_that_could_not_be_paid_for_ends_nothing() {
        for stage in Stage::ALL {
            let snapshot = Snapshot { stage: Some(stage), ..snapshot(State::CancelSent) };

            assert_eq!(allowed(snapshot), [Action::AskAgain], "{stage:?}");
        }
    }
}
