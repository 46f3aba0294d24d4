//! The cancellation of a ticketed booking, with the `step` that production runs: lost answers, repeated calls.

use stateright::{Model, Property};
use svc_booking::domain::cancellation::{Call, Effect, Event, Stage, step};

use crate::explore::Ends;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mutant {
    ConfirmDoubtIsDone,
    RefundBeforeConfirm,
    RefundDoubtIsRefusal,
    NewKeyEachRefund,
    DoubtIsRefusal,
}

impl Mutant {
    pub const ALL: [Self; 5] = [
        Self::ConfirmDoubtIsDone,
        Self::RefundBeforeConfirm,
        Self::RefundDoubtIsRefusal,
        Self::NewKeyEachRefund,
        Self::DoubtIsRefusal,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::ConfirmDoubtIsDone => "mutant: a confirmation without an answer is taken as done",
            Self::RefundBeforeConfirm => "mutant: the card is paid back before the airline cancels",
            Self::RefundDoubtIsRefusal => "mutant: a refund without an answer is taken as refused",
            Self::NewKeyEachRefund => "mutant: a repeated refund has a new key",
            Self::DoubtIsRefusal => "mutant: a confirmation without an answer is taken as refused",
        }
    }

    fn arrow(self, stage: Stage, event: Event) -> Option<(Stage, Vec<Effect>)> {
        let refunds = (Stage::RefundSent, vec![Effect::Call(Call::Refund)]);
        match (self, stage, event) {
            (Self::ConfirmDoubtIsDone, Stage::ConfirmSent, Event::Unknown)
            | (Self::RefundBeforeConfirm, Stage::Requested, Event::Resumed) => Some(refunds),
            (Self::RefundDoubtIsRefusal, Stage::RefundSent, Event::Unknown) => {
                Some((Stage::RefundFailed, Vec::new()))
            }
            (Self::DoubtIsRefusal, Stage::ConfirmSent, Event::Unknown) => Some((Stage::Refused, Vec::new())),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stand {
    stage: Stage,
    request: Option<Call>,
    answer: Option<Event>,
    cancelled: bool,
    quote_expired: bool,
    /// Refunds that reached the card.
    paid_back: u8,
    /// The card provider will not pay back.
    card_closed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Resume,
    Deliver,
    Lose,
    Receive,
    QuoteExpires,
    CardCloses,
}

#[derive(Debug, Clone, Copy)]
pub struct CancellingModel {
    pub mutant: Option<Mutant>,
}

impl CancellingModel {
    fn advance(self, stand: &mut Stand, event: Event) {
        let (stage, effects) = self
            .mutant
            .and_then(|mutant| mutant.arrow(stand.stage, event))
            .unwrap_or_else(|| step(stand.stage, event));
        stand.stage = stage;
        stand.answer = None;
        stand.request = effects.iter().find_map(|effect| match effect {
            Effect::Call(call) => Some(*call),
            Effect::AskLater | Effect::Tell => None,
        });
    }

    /// The providers' effect and answer. One key, one refund; one quote, one cancellation.
    fn answer(self, stand: &mut Stand, call: Call) -> Event {
        let confirmed = Event::Confirmed { refund_due: true };
        match call {
            Call::Confirm | Call::Look if stand.cancelled => confirmed,
            Call::Confirm | Call::Look if stand.quote_expired => Event::Refused,
            Call::Confirm => {
                stand.cancelled = true;
                confirmed
            }
            Call::Look => Event::NotYet,
            Call::Refund if stand.card_closed && stand.paid_back == 0 => Event::PayBackRefused,
            Call::Refund => {
                let again = self.mutant == Some(Mutant::NewKeyEachRefund);
                stand.paid_back = if again { (stand.paid_back + 1).min(2) } else { 1 };
                Event::MoneyPaidBack
            }
        }
    }
}

impl Model for CancellingModel {
    type State = Stand;
    type Action = Action;

    fn init_states(&self) -> Vec<Stand> {
        vec![Stand {
            stage: Stage::Requested,
            request: None,
            answer: None,
            cancelled: false,
            quote_expired: false,
            paid_back: 0,
            card_closed: false,
        }]
    }

    fn actions(&self, stand: &Stand, actions: &mut Vec<Action>) {
        match (stand.request, stand.answer) {
            (_, Some(_)) => actions.extend([Action::Receive, Action::Lose]),
            (Some(_), None) => actions.extend([Action::Deliver, Action::Lose]),
            (None, None) => actions.push(Action::Resume),
        }
        if !stand.quote_expired {
            actions.push(Action::QuoteExpires);
        }
        if !stand.card_closed {
            actions.push(Action::CardCloses);
        }
    }

    fn next_state(&self, before: &Stand, action: Action) -> Option<Stand> {
        let mut stand = before.clone();
        match action {
            Action::Resume => self.advance(&mut stand, Event::Resumed),
            Action::Deliver => stand.answer = Some(self.answer(&mut stand, before.request?)),
            Action::Lose => self.advance(&mut stand, Event::Unknown),
            Action::Receive => self.advance(&mut stand, before.answer?),
            Action::QuoteExpires => stand.quote_expired = true,
            Action::CardCloses => stand.card_closed = true,
        }
        (stand != *before).then_some(stand)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("C1 paid back only what was cancelled", |_, it: &Stand| {
                it.paid_back == 0 || it.cancelled
            }),
            Property::always("C2 paid back once", |_, it: &Stand| it.paid_back <= 1),
            Property::always("C3 done means cancelled and paid back", |_, it: &Stand| {
                it.stage != Stage::Done || (it.cancelled && it.paid_back == 1)
            }),
            Property::always("C4 refused means that the order stands", |_, it: &Stand| {
                it.stage != Stage::Refused || !it.cancelled
            }),
            Property::always("C5 a refund that failed was not paid", |_, it: &Stand| {
                it.stage != Stage::RefundFailed || (it.cancelled && it.paid_back == 0)
            }),
            Property::sometimes("a trip is cancelled and paid back", |_, it: &Stand| it.stage == Stage::Done),
            Property::sometimes("a quote runs out", |_, it: &Stand| it.stage == Stage::Refused),
        ]
    }
}

impl Ends for CancellingModel {
    fn is_end(&self, stand: &Stand) -> bool {
        !stand.stage.is_under_way()
    }
}
