//! Designs that are known to be wrong. A model that lets one of them pass proves nothing.

use svc_booking::domain::FailureCode;
use svc_booking::domain::saga::{Call, Effect, Event, Facts, Saga, State, step};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mutant {
    /// A worker writes although another has taken the booking over.
    NoFence,
    OrderSentAgain,
    TurnedAwayForEver,
    OrderDoubtIsRefusal,
    VoidWhileUnknown,
    AbsenceIsFinal,
    OrderBeforeMoney,
    ClaimDoubtIsHeld,
    CaptureBeforeOrder,
    CaptureDoubtIsFailure,
    TicketWithoutCapture,
    VoidBeforeCancel,
    CancelDoubtIsDone,
    VoidDoubtIsDone,
    RefusalKeepsTheMoney,
    MisfitKeepsTheMoney,
    AskedIsHeld,
    LateHolderIsLeft,
    DecidedTooEarly,
}

impl Mutant {
    pub const ALL: [Self; 19] = [
        Self::NoFence,
        Self::OrderSentAgain,
        Self::TurnedAwayForEver,
        Self::OrderDoubtIsRefusal,
        Self::VoidWhileUnknown,
        Self::AbsenceIsFinal,
        Self::OrderBeforeMoney,
        Self::ClaimDoubtIsHeld,
        Self::CaptureBeforeOrder,
        Self::CaptureDoubtIsFailure,
        Self::TicketWithoutCapture,
        Self::VoidBeforeCancel,
        Self::CancelDoubtIsDone,
        Self::VoidDoubtIsDone,
        Self::RefusalKeepsTheMoney,
        Self::MisfitKeepsTheMoney,
        Self::AskedIsHeld,
        Self::LateHolderIsLeft,
        Self::DecidedTooEarly,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::NoFence => "mutant: a worker that lost the booking writes",
            Self::OrderSentAgain => "mutant: an order in doubt is sent again",
            Self::TurnedAwayForEver => {
                "mutant: an order that was turned away once is sent whenever it is in doubt"
            }
            Self::OrderDoubtIsRefusal => "mutant: an order without an answer is taken as refused",
            Self::VoidWhileUnknown => "mutant: the hold is released while an order is unknown",
            Self::AbsenceIsFinal => "mutant: an order that is not shown is taken as absent",
            Self::OrderBeforeMoney => "mutant: the order is sent before the payment is bound",
            Self::ClaimDoubtIsHeld => "mutant: a binding without an answer is taken as done",
            Self::CaptureBeforeOrder => "mutant: the money is taken before the order is sent",
            Self::CaptureDoubtIsFailure => "mutant: a capture without an answer is taken as failed",
            Self::TicketWithoutCapture => "mutant: an order is ticketed without its money",
            Self::VoidBeforeCancel => "mutant: the hold is released before the order is cancelled",
            Self::CancelDoubtIsDone => "mutant: a cancellation without an answer is taken as done",
            Self::VoidDoubtIsDone => "mutant: a release without an answer is taken as done",
            Self::RefusalKeepsTheMoney => "mutant: a refused order ends with the money held",
            Self::MisfitKeepsTheMoney => "mutant: a payment that does not fit stays held",
            Self::AskedIsHeld => "mutant: a cardholder who is asked is taken as having said yes",
            Self::LateHolderIsLeft => "mutant: a late cardholder can still say yes",
            Self::DecidedTooEarly => "mutant: an administrator decides on an order before it is sent",
        }
    }

    /// The arrow that this design draws in place of the right one.
    fn arrow(self, state: State, event: Event) -> Option<(State, Option<Call>)> {
        match (self, state, event) {
            (Self::OrderSentAgain, State::OrderSent | State::OrderUnknown, Event::Resumed(_))
            | (Self::OrderBeforeMoney, State::Draft, Event::OfferStands) => {
                Some((State::OrderSent, Some(Call::PlaceOrder)))
            }
            (Self::OrderDoubtIsRefusal, State::OrderSent, Event::Unknown)
            | (Self::VoidWhileUnknown, State::OrderUnknown, Event::Resumed(_))
            | (Self::AbsenceIsFinal, State::OrderUnknown, Event::OrderAbsent { .. })
            | (Self::VoidBeforeCancel, State::CaptureSent, Event::CaptureImpossible)
            | (Self::CancelDoubtIsDone, State::CancelSent, Event::Unknown) => {
                Some((State::VoidSent, Some(Call::VoidPayment)))
            }
            (Self::ClaimDoubtIsHeld, State::AuthSent, Event::Unknown)
            | (Self::AskedIsHeld, State::AuthSent, Event::HolderAsked) => Some((State::Authorised, None)),
            (Self::CaptureBeforeOrder, State::AuthSent, Event::MoneyHeld) => {
                Some((State::Authorised, Some(Call::CapturePayment)))
            }
            (Self::CaptureDoubtIsFailure, State::CaptureSent, Event::Unknown) => {
                Some((State::CancelSent, Some(Call::CancelOrder)))
            }
            (Self::TicketWithoutCapture, State::Ordered, Event::Resumed(_)) => Some((State::Ticketed, None)),
            (Self::VoidDoubtIsDone, State::VoidSent, Event::Unknown)
            | (Self::LateHolderIsLeft, State::Await3ds, Event::Resumed(Facts { holder_is_late: true, .. }))
            | (Self::RefusalKeepsTheMoney, State::OrderSent | State::OrderUnknown, Event::OrderRefused(_))
            | (Self::MisfitKeepsTheMoney, State::AuthSent, Event::PaymentRefused { still_held: true }) => {
                Some((State::Failed, None))
            }
            _ => None,
        }
    }
}

/// Production's step, or the mutant's where it differs.
pub fn step_of(mutant: Option<Mutant>, saga: Saga, event: Event) -> (Saga, Vec<Effect>) {
    if let Some((state, call)) = mutant.and_then(|mutant| mutant.arrow(saga.state, event)) {
        let failure = matches!(state, State::Failed).then_some(FailureCode::BookingFailed);
        let saga = Saga { state, failure: saga.failure.or(failure), ..saga };
        return (saga, call.map(Effect::Call).into_iter().collect());
    }
    let (mut after, effects) = step(&saga, event);
    after.turned_away |= saga.turned_away && mutant == Some(Mutant::TurnedAwayForEver);
    (after, effects)
}
