//! The booking's saga as a pure function: what it knows, what it learns, what it does next.
//!
//! ```text
//!               AWAIT_3DS ──── held ───┐
//!         late or │  ^ the bank asks   │
//!         refused v  │                 v
//! DRAFT ──────> AUTH_SENT ──────> AUTHORISED ──────> ORDER_SENT ─────> ORDERED ──> CAPTURE_SENT ──> TICKETED
//!   │ gone         │ refused          │ no margin left    │   │ unknown     ^                │ impossible
//!   │              v                  │                   │   v             │ found          v
//!   │            FAILED               │            refused│  ORDER_UNKNOWN ─┘          CANCEL_SENT
//!   │              ^                  │                   │   │ proven absent               │ cancelled
//!   └──────────────┼──────────────────┴──> VOID_SENT <────┴───┴─────────────────────────────┘
//!                  └── voided or refunded ──┘
//! ```
//!
//! The shell loads a booking, calls `step`, stores what comes out in one transaction, and only then makes the
//! call that the effects ask for. What holds, whatever is lost, late or repeated:
//!
//! - an order is dispatched by the one arrow into `OrderSent`, and no arrow leads back before it; the same dispatch goes
//!   on only where the provider turned it away unread, which is stored first;
//! - unknown moves no money and creates nothing: it asks;
//! - money is taken only once an order is known, and released only once there is definitely none;
//! - time alone never turns unknown into failed; a cardholder's own question is none, and waits a quarter of an hour.

use super::FailureCode;

/// Where a booking stands. Each state says what was stored, not what the providers did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// Nothing was sent yet.
    Draft,
    AuthSent,
    /// The cardholder's bank asks them; nothing is held before they have answered.
    Await3ds,
    /// The payment is bound to this booking and holds the money.
    Authorised,
    /// The order may be on its way, unless it was turned away. A worker that finds this state and did not send the order
    /// itself knows no more than that.
    OrderSent,
    OrderUnknown,
    Ordered,
    CaptureSent,
    /// There is an order and it can't be paid: the airline's side goes first.
    CancelSent,
    /// There is definitely no order: the money goes back.
    VoidSent,
    Ticketed,
    Failed,
}

impl State {
    pub const ALL: [Self; 12] = [
        Self::Draft,
        Self::AuthSent,
        Self::Await3ds,
        Self::Authorised,
        Self::OrderSent,
        Self::OrderUnknown,
        Self::Ordered,
        Self::CaptureSent,
        Self::CancelSent,
        Self::VoidSent,
        Self::Ticketed,
        Self::Failed,
    ];

    pub fn is_end(self) -> bool {
        matches!(self, Self::Ticketed | Self::Failed)
    }

    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::AuthSent => "AUTH_SENT",
            Self::Await3ds => "AWAIT_3DS",
            Self::Authorised => "AUTHORISED",
            Self::OrderSent => "ORDER_SENT",
            Self::OrderUnknown => "ORDER_UNKNOWN",
            Self::Ordered => "ORDERED",
            Self::CaptureSent => "CAPTURE_SENT",
            Self::CancelSent => "CANCEL_SENT",
            Self::VoidSent => "VOID_SENT",
            Self::Ticketed => "TICKETED",
            Self::Failed => "FAILED",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// All that decides what happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Saga {
    pub state: State,
    /// Why it will fail, or has.
    pub failure: Option<FailureCode>,
    /// The release of the money found it taken: it must be paid back instead.
    pub money_taken: bool,
    /// In `OrderSent`: the provider took no calls and has not looked at the order, so none is on its way.
    pub turned_away: bool,
    /// A person must look. Changes nothing else: the saga goes on beside them.
    pub needs_human: bool,
}

impl Saga {
    pub const NEW: Self = Self {
        state: State::Draft,
        failure: None,
        money_taken: false,
        turned_away: false,
        needs_human: false,
    };

    /// Its order may still be sent, as far as is stored.
    pub fn may_send_order(self) -> bool {
        match self.state {
            State::Draft | State::AuthSent | State::Await3ds | State::Authorised => true,
            State::OrderSent => self.turned_away,
            _ => false,
        }
    }
}

/// What the saga learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// A worker holds the booking and goes on from what is stored.
    Resumed(Facts),
    OfferStands,
    OfferGone,
    PriceChanged,
    SeatTaken,
    BagUnavailable,
    /// The payment is bound to this booking and holds the money.
    MoneyHeld,
    /// The payment is bound to this booking, and waits for the cardholder's answer to their bank.
    HolderAsked,
    /// The payment can't pay for this booking. `still_held`: it holds money all the same.
    PaymentRefused {
        still_held: bool,
    },
    /// The one order of this booking is there.
    OrderKnown,
    OrderRefused(FailureCode),
    /// The provider takes no calls for a moment, and has not looked at the order: HTTP 429.
    OrderTurnedAway,
    /// The provider shows no order. `proven`: and none can come any more.
    OrderAbsent {
        proven: bool,
    },
    /// What the provider shows can't be this booking's one order.
    OrderDisputed,
    MoneyTaken,
    /// The money can't be taken any more: the hold has ended, the bank refused, or less was taken than the price.
    CaptureImpossible,
    OrderCancelled,
    NotCancellable,
    /// Nothing is held for this booking.
    MoneyReleased,
    MoneyPaidBack,
    PayBackRefused,
    /// The call brought no answer, or one that says nothing.
    Unknown,
}

/// What the clock and the booking say when a worker takes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facts {
    /// The offer was read from the provider moments ago.
    pub quote_is_fresh: bool,
    /// Offer and authorisation last long enough for an order to be placed and paid.
    pub may_dispatch: bool,
    /// The cardholder has had the time their bank's question is waited for.
    pub holder_is_late: bool,
}

impl Facts {
    /// Of a booking whose order is there already: nothing is too late for it any more.
    pub const ORDERED: Self = Self { quote_is_fresh: true, may_dispatch: true, holder_is_late: false };
}

/// A call to somebody else. It is made only after the step that asks for it was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Call {
    VerifyOffer,
    ClaimPayment,
    /// Never repeated, unless it was turned away.
    PlaceOrder,
    FindOrder,
    CapturePayment,
    CancelOrder,
    VoidPayment,
    RefundPayment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    Call(Call),
    /// Take the booking up again later, on the schedule.
    AskLater,
    /// Tell that the booking came to its end.
    Tell,
}

/// One arrow. An answer that does not belong to the state is a late one and moves nothing.
pub fn step(saga: &Saga, event: Event) -> (Saga, Vec<Effect>) {
    match event {
        Event::Resumed(facts) => resume(*saga, facts),
        Event::Unknown => doubt(*saga),
        answer => conclude(*saga, answer),
    }
}

/// What a worker does with what is stored.
fn resume(saga: Saga, facts: Facts) -> (Saga, Vec<Effect>) {
    match saga.state {
        State::Draft if facts.quote_is_fresh => saga.calling(State::AuthSent, Call::ClaimPayment),
        State::Draft => saga.calling(State::Draft, Call::VerifyOffer),
        State::Await3ds if facts.holder_is_late => saga.giving_up(FailureCode::PaymentFailed),
        // Claiming again asks what became of it.
        state @ (State::AuthSent | State::Await3ds) => saga.calling(state, Call::ClaimPayment),
        State::Authorised if facts.may_dispatch => saga.calling(State::OrderSent, Call::PlaceOrder),
        State::Authorised => saga.giving_up(FailureCode::OfferExpired),
        State::OrderSent if saga.turned_away && facts.may_dispatch => {
            Saga { turned_away: false, ..saga }.calling(State::OrderSent, Call::PlaceOrder)
        }
        State::OrderSent if saga.turned_away => saga.giving_up(FailureCode::OfferExpired),
        // Somebody else was about to send it, or has: from here on it is only asked for.
        State::OrderSent | State::OrderUnknown => saga.calling(State::OrderUnknown, Call::FindOrder),
        State::Ordered | State::CaptureSent => saga.calling(State::CaptureSent, Call::CapturePayment),
        State::CancelSent => saga.calling(State::CancelSent, Call::CancelOrder),
        State::VoidSent if saga.money_taken => saga.calling(State::VoidSent, Call::RefundPayment),
        State::VoidSent => saga.calling(State::VoidSent, Call::VoidPayment),
        State::Ticketed | State::Failed => (saga, Vec::new()),
    }
}

fn doubt(saga: Saga) -> (Saga, Vec<Effect>) {
    match saga.state {
        State::OrderSent => saga.waiting_in(State::OrderUnknown),
        State::Authorised | State::Ordered | State::Ticketed | State::Failed => (saga, Vec::new()),
        state => saga.waiting_in(state),
    }
}

fn conclude(saga: Saga, answer: Event) -> (Saga, Vec<Effect>) {
    match (saga.state, answer) {
        (State::Draft, Event::OfferStands) => saga.calling(State::AuthSent, Call::ClaimPayment),
        // Gone, or dispatched by an earlier booking, which amounts to the same.
        (State::Draft | State::Authorised, Event::OfferGone) => saga.giving_up(FailureCode::OfferExpired),
        (State::Draft, Event::PriceChanged) => saga.giving_up(FailureCode::PriceChanged),
        (State::Draft, Event::SeatTaken) => saga.giving_up(FailureCode::BookingFailed),
        (State::Draft, Event::BagUnavailable) => saga.giving_up(FailureCode::BagUnavailable),
        (State::AuthSent | State::Await3ds, Event::HolderAsked) => saga.waiting_in(State::Await3ds),
        (State::AuthSent | State::Await3ds, Event::MoneyHeld) => {
            (Saga { state: State::Authorised, ..saga }, Vec::new())
        }
        (State::AuthSent | State::Await3ds, Event::PaymentRefused { still_held: true }) => {
            saga.giving_up(FailureCode::PaymentFailed)
        }
        (State::AuthSent | State::Await3ds, Event::PaymentRefused { still_held: false }) => {
            Saga { failure: Some(FailureCode::PaymentFailed), ..saga }.ending(State::Failed)
        }
        (State::OrderSent | State::OrderUnknown, Event::OrderKnown) => {
            (Saga { state: State::Ordered, ..saga }, Vec::new())
        }
        (State::OrderSent | State::OrderUnknown, Event::OrderRefused(code)) => saga.giving_up(code),
        (State::OrderSent, Event::OrderTurnedAway) => {
            Saga { turned_away: true, ..saga }.waiting_in(State::OrderSent)
        }
        (State::OrderUnknown, Event::OrderAbsent { proven: true }) => {
            saga.giving_up(FailureCode::BookingFailed)
        }
        (State::OrderUnknown, Event::OrderAbsent { proven: false }) => saga.waiting_in(saga.state),
        (State::CaptureSent, Event::MoneyTaken) => saga.ending(State::Ticketed),
        (State::CaptureSent, Event::CaptureImpossible) => {
            Saga { failure: Some(FailureCode::PaymentFailed), ..saga }
                .calling(State::CancelSent, Call::CancelOrder)
        }
        (State::CancelSent, Event::OrderCancelled) => saga.calling(State::VoidSent, Call::VoidPayment),
        (State::VoidSent, Event::MoneyReleased | Event::MoneyPaidBack) => saga.ending(State::Failed),
        (State::VoidSent, Event::MoneyTaken) => {
            Saga { money_taken: true, ..saga }.calling(State::VoidSent, Call::RefundPayment)
        }
        (State::OrderUnknown, Event::OrderDisputed)
        | (State::CancelSent, Event::NotCancellable)
        | (State::VoidSent, Event::PayBackRefused) => {
            Saga { needs_human: true, ..saga }.waiting_in(saga.state)
        }
        _ => (saga, Vec::new()),
    }
}

impl Saga {
    fn calling(self, state: State, call: Call) -> (Self, Vec<Effect>) {
        (Self { state, ..self }, vec![Effect::Call(call)])
    }

    fn waiting_in(self, state: State) -> (Self, Vec<Effect>) {
        (Self { state, ..self }, vec![Effect::AskLater])
    }

    fn ending(self, state: State) -> (Self, Vec<Effect>) {
        (Self { state, needs_human: false, ..self }, vec![Effect::Tell])
    }

    /// There is definitely no order: the money goes back.
    fn giving_up(self, code: FailureCode) -> (Self, Vec<Effect>) {
        Self { failure: Some(code), turned_away: false, ..self }.calling(State::VoidSent, Call::VoidPayment)
    }
}

#[cfg(test)]
mod tests;
