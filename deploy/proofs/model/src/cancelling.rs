//! The cancellation of a ticketed booking, with the `step` that production runs: lost answers, repeated calls, and
//! confirmations that are carried out long after their sender has given up, and after their quote has run out.
//!
//! Assumed: none is carried out after the horizon, which lies a day behind the quote's end.

use stateright::{Model, Property};
use svc_booking::domain::cancellation::{Call, Effect, Event, Stage, resumption, step};

use crate::explore::Ends;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mutant {
    ConfirmDoubtIsDone,
    RefundBeforeConfirm,
    RefundDoubtIsRefusal,
    NewKeyEachRefund,
    DoubtIsRefusal,
    ExpiryIsRefusal,
    RepeatRefusedIsRefusal,
    RepeatReplacedIsNewQuote,
}

impl Mutant {
    pub const ALL: [Self; 8] = [
        Self::ConfirmDoubtIsDone,
        Self::RefundBeforeConfirm,
        Self::RefundDoubtIsRefusal,
        Self::NewKeyEachRefund,
        Self::DoubtIsRefusal,
        Self::ExpiryIsRefusal,
        Self::RepeatRefusedIsRefusal,
        Self::RepeatReplacedIsNewQuote,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::ConfirmDoubtIsDone => "mutant: a confirmation without an answer is taken as done",
            Self::RefundBeforeConfirm => "mutant: the card is paid back before the airline cancels",
            Self::RefundDoubtIsRefusal => "mutant: a refund without an answer is taken as refused",
            Self::NewKeyEachRefund => "mutant: a repeated refund has a new key",
            Self::DoubtIsRefusal => "mutant: a confirmation without an answer is taken as refused",
            Self::ExpiryIsRefusal => "mutant: a doubt ends as refused when the quote runs out",
            Self::RepeatRefusedIsRefusal => {
                "mutant: a refused repeat ends the doubt about the first confirmation"
            }
            Self::RepeatReplacedIsNewQuote => {
                "mutant: a replaced quote ends the doubt about its confirmation"
            }
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
            (Self::DoubtIsRefusal, Stage::ConfirmSent, Event::Unknown)
            | (Self::ExpiryIsRefusal, Stage::ConfirmUnknown, Event::Standing { .. })
            | (Self::RepeatRefusedIsRefusal, Stage::ConfirmUnknown, Event::Refused) => {
                Some((Stage::Refused, Vec::new()))
            }
            (Self::RepeatReplacedIsNewQuote, Stage::ConfirmUnknown, Event::Replaced) => {
                Some((Stage::Quoted, Vec::new()))
            }
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that may come by itself")]
pub struct Snapshot {
    stage: Stage,
    request: Option<Call>,
    answer: Option<Event>,
    cancelled: bool,
    /// A confirmation that nobody waits for any more is still with the provider.
    late: bool,
    quote_expired: bool,
    quote_replaced: bool,
    horizon_passed: bool,
    /// Refunds that reached the card.
    paid_back: u8,
    /// The card provider will not pay back.
    card_closed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Resume,
    Deliver,
    /// The request, or its answer, is lost.
    Lose,
    /// The caller gives up, and the provider has the request all the same.
    GiveUp,
    /// What was given up is carried out.
    Land,
    /// What was given up comes to nothing.
    Vanish,
    /// The request is refused without being looked at.
    TurnAway,
    Receive,
    QuoteExpires,
    QuoteReplaced,
    HorizonPasses,
    CardCloses,
}

#[derive(Debug, Clone, Copy)]
pub struct CancellingModel {
    pub mutant: Option<Mutant>,
}

impl Snapshot {
    /// A confirmation is with the provider, or about to go there: the horizon has not come.
    fn may_confirm(&self) -> bool {
        self.late || self.request == Some(Call::Confirm) || self.answer == Some(Event::NotYet)
    }
}

impl CancellingModel {
    fn advance(self, snapshot: &mut Snapshot, event: Event) {
        let (stage, effects) = self
            .mutant
            .and_then(|mutant| mutant.arrow(snapshot.stage, event))
            .unwrap_or_else(|| step(snapshot.stage, event));
        snapshot.stage = stage;
        snapshot.answer = None;
        snapshot.request = effects.iter().find_map(|effect| match effect {
            Effect::Call(call) => Some(*call),
            Effect::AskLater | Effect::Tell => None,
        });
    }

    /// The providers' effect and answer. One key, one refund; one quote, one cancellation.
    fn answer(self, snapshot: &mut Snapshot, call: Call) -> Event {
        let confirmed = Event::Confirmed { refund_due: true };
        match call {
            Call::Confirm | Call::Look if snapshot.cancelled => confirmed,
            Call::Confirm if snapshot.quote_expired => Event::Refused,
            Call::Confirm if snapshot.quote_replaced => Event::Replaced,
            Call::Look if snapshot.quote_expired => Event::Standing { proven: snapshot.horizon_passed },
            Call::Confirm => {
                snapshot.cancelled = true;
                confirmed
            }
            Call::Look => Event::NotYet,
            Call::Refund if snapshot.card_closed && snapshot.paid_back == 0 => Event::PayBackRefused,
            Call::Refund => {
                let again = self.mutant == Some(Mutant::NewKeyEachRefund);
                snapshot.paid_back = if again { (snapshot.paid_back + 1).min(2) } else { 1 };
                Event::MoneyPaidBack
            }
        }
    }
}

impl Model for CancellingModel {
    type State = Snapshot;
    type Action = Action;

    fn init_states(&self) -> Vec<Snapshot> {
        vec![Snapshot {
            stage: Stage::Requested,
            request: None,
            answer: None,
            cancelled: false,
            late: false,
            quote_expired: false,
            quote_replaced: false,
            horizon_passed: false,
            paid_back: 0,
            card_closed: false,
        }]
    }

    fn actions(&self, snapshot: &Snapshot, actions: &mut Vec<Action>) {
        match (snapshot.request, snapshot.answer) {
            (_, Some(_)) => actions.extend([Action::Receive, Action::Lose]),
            (Some(Call::Confirm), None) => {
                actions.extend([Action::Deliver, Action::Lose, Action::GiveUp, Action::TurnAway]);
            }
            (Some(_), None) => actions.extend([Action::Deliver, Action::Lose]),
            (None, None) => actions.push(Action::Resume),
        }
        if snapshot.late {
            actions.extend([Action::Land, Action::Vanish]);
        }
        if !snapshot.quote_expired {
            actions.push(Action::QuoteExpires);
        }
        if !snapshot.quote_replaced {
            actions.push(Action::QuoteReplaced);
        }
        if snapshot.quote_expired && !snapshot.horizon_passed && !snapshot.may_confirm() {
            actions.push(Action::HorizonPasses);
        }
        if !snapshot.card_closed {
            actions.push(Action::CardCloses);
        }
    }

    fn next_state(&self, before: &Snapshot, action: Action) -> Option<Snapshot> {
        let mut snapshot = before.clone();
        match action {
            Action::Resume => self.advance(&mut snapshot, resumption(before.stage, before.quote_expired)),
            Action::Deliver => snapshot.answer = Some(self.answer(&mut snapshot, before.request?)),
            Action::Lose => self.advance(&mut snapshot, Event::Unknown),
            Action::GiveUp => {
                snapshot.late = true;
                self.advance(&mut snapshot, Event::Unknown);
            }
            Action::Land => (snapshot.late, snapshot.cancelled) = (false, true),
            Action::Vanish => snapshot.late = false,
            Action::TurnAway => snapshot.answer = Some(Event::NotBegun),
            Action::Receive => self.advance(&mut snapshot, before.answer?),
            Action::QuoteExpires => snapshot.quote_expired = true,
            Action::QuoteReplaced => snapshot.quote_replaced = true,
            Action::HorizonPasses => snapshot.horizon_passed = true,
            Action::CardCloses => snapshot.card_closed = true,
        }
        (snapshot != *before).then_some(snapshot)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("C1 paid back only what was cancelled", |_, it: &Snapshot| {
                it.paid_back == 0 || it.cancelled
            }),
            Property::always("C2 paid back once", |_, it: &Snapshot| it.paid_back <= 1),
            Property::always("C3 done means cancelled and paid back", |_, it: &Snapshot| {
                it.stage != Stage::Done || (it.cancelled && it.paid_back == 1)
            }),
            Property::always("C4 refused means that the order stands", |_, it: &Snapshot| {
                it.stage != Stage::Refused || !it.cancelled
            }),
            Property::always("C6 a new quote is offered for an order that stands", |_, it: &Snapshot| {
                it.stage != Stage::Quoted || !it.cancelled
            }),
            Property::always("C5 a refund that failed was not paid", |_, it: &Snapshot| {
                it.stage != Stage::RefundFailed || (it.cancelled && it.paid_back == 0)
            }),
            Property::sometimes("a trip is cancelled and paid back", |_, it: &Snapshot| {
                it.stage == Stage::Done
            }),
            Property::sometimes("an order is found standing", |_, it: &Snapshot| {
                it.stage == Stage::Refused && it.horizon_passed
            }),
            Property::sometimes("a late confirmation is paid back", |_, it: &Snapshot| {
                it.stage == Stage::Done && it.quote_expired && it.horizon_passed
            }),
        ]
    }
}

impl Ends for CancellingModel {
    fn is_end(&self, snapshot: &Snapshot) -> bool {
        !snapshot.stage.is_under_way()
    }
}
