use proptest::prelude::*;

use super::*;

const FRESH: Facts = Facts { quote_is_fresh: true, may_dispatch: true, holder_is_late: false };
const STALE: Facts = Facts { quote_is_fresh: false, may_dispatch: false, holder_is_late: true };

fn in_state(state: State) -> Saga {
    Saga { state, ..Saga::NEW }
}

/// Where an arrow leads, and what follows.
fn arrow(from: State, event: Event) -> (State, Vec<Effect>) {
    let (saga, effects) = step(&in_state(from), event);
    (saga.state, effects)
}

fn call(call: Call) -> Vec<Effect> {
    vec![Effect::Call(call)]
}

#[test]
fn every_arrow_of_the_table() {
    use Effect::{AskLater, Tell};
    use State::{
        AuthSent, Authorised, Await3ds, CancelSent, CaptureSent, Draft, Failed, OrderSent, OrderUnknown,
        Ordered, Ticketed, VoidSent,
    };
    let refused = Event::OrderRefused(FailureCode::BookingFailed);
    let table = [
        (Draft, Event::Resumed(FRESH), AuthSent, call(Call::ClaimPayment)),
        (Draft, Event::Resumed(STALE), Draft, call(Call::VerifyOffer)),
        (Draft, Event::OfferStands, AuthSent, call(Call::ClaimPayment)),
        (Draft, Event::OfferGone, VoidSent, call(Call::VoidPayment)),
        (Draft, Event::PriceChanged, VoidSent, call(Call::VoidPayment)),
        (Draft, Event::SeatTaken, VoidSent, call(Call::VoidPayment)),
        (Draft, Event::BagUnavailable, VoidSent, call(Call::VoidPayment)),
        (Draft, Event::Unknown, Draft, vec![AskLater]),
        (AuthSent, Event::Resumed(STALE), AuthSent, call(Call::ClaimPayment)),
        (AuthSent, Event::MoneyHeld, Authorised, vec![]),
        (AuthSent, Event::PaymentRefused { still_held: false }, Failed, vec![Tell]),
        (AuthSent, Event::PaymentRefused { still_held: true }, VoidSent, call(Call::VoidPayment)),
        (AuthSent, Event::Unknown, AuthSent, vec![AskLater]),
        (AuthSent, Event::HolderAsked, Await3ds, vec![AskLater]),
        (Await3ds, Event::HolderAsked, Await3ds, vec![AskLater]),
        (Await3ds, Event::Resumed(FRESH), Await3ds, call(Call::ClaimPayment)),
        (Await3ds, Event::Resumed(STALE), VoidSent, call(Call::VoidPayment)),
        (Await3ds, Event::MoneyHeld, Authorised, vec![]),
        (Await3ds, Event::PaymentRefused { still_held: false }, Failed, vec![Tell]),
        (Await3ds, Event::PaymentRefused { still_held: true }, VoidSent, call(Call::VoidPayment)),
        (Await3ds, Event::Unknown, Await3ds, vec![AskLater]),
        (Authorised, Event::Resumed(FRESH), OrderSent, call(Call::PlaceOrder)),
        (Authorised, Event::Resumed(STALE), VoidSent, call(Call::VoidPayment)),
        (Authorised, Event::OfferGone, VoidSent, call(Call::VoidPayment)),
        (OrderSent, Event::OrderKnown, Ordered, vec![]),
        (OrderSent, refused, VoidSent, call(Call::VoidPayment)),
        (OrderSent, Event::Unknown, OrderUnknown, vec![AskLater]),
        (OrderSent, Event::OrderTurnedAway, OrderSent, vec![AskLater]),
        (OrderSent, Event::Resumed(FRESH), OrderUnknown, call(Call::FindOrder)),
        (OrderUnknown, Event::Resumed(FRESH), OrderUnknown, call(Call::FindOrder)),
        (OrderUnknown, Event::OrderKnown, Ordered, vec![]),
        (OrderUnknown, refused, VoidSent, call(Call::VoidPayment)),
        (OrderUnknown, Event::OrderAbsent { proven: false }, OrderUnknown, vec![AskLater]),
        (OrderUnknown, Event::OrderAbsent { proven: true }, VoidSent, call(Call::VoidPayment)),
        (OrderUnknown, Event::OrderDisputed, OrderUnknown, vec![AskLater]),
        (OrderUnknown, Event::Unknown, OrderUnknown, vec![AskLater]),
        (Ordered, Event::Resumed(STALE), CaptureSent, call(Call::CapturePayment)),
        (CaptureSent, Event::Resumed(STALE), CaptureSent, call(Call::CapturePayment)),
        (CaptureSent, Event::MoneyTaken, Ticketed, vec![Tell]),
        (CaptureSent, Event::Unknown, CaptureSent, vec![AskLater]),
        (CaptureSent, Event::CaptureImpossible, CancelSent, call(Call::CancelOrder)),
        (CancelSent, Event::Resumed(STALE), CancelSent, call(Call::CancelOrder)),
        (CancelSent, Event::OrderCancelled, VoidSent, call(Call::VoidPayment)),
        (CancelSent, Event::NotCancellable, CancelSent, vec![AskLater]),
        (CancelSent, Event::Unknown, CancelSent, vec![AskLater]),
        (VoidSent, Event::Resumed(STALE), VoidSent, call(Call::VoidPayment)),
        (VoidSent, Event::MoneyReleased, Failed, vec![Tell]),
        (VoidSent, Event::MoneyTaken, VoidSent, call(Call::RefundPayment)),
        (VoidSent, Event::MoneyPaidBack, Failed, vec![Tell]),
        (VoidSent, Event::PayBackRefused, VoidSent, vec![AskLater]),
        (VoidSent, Event::Unknown, VoidSent, vec![AskLater]),
    ];
    for (from, event, to, effects) in &table {
        assert_eq!(arrow(*from, *event), (*to, effects.clone()), "{from:?} {event:?}");
    }
    // What is not in the table moves nothing.
    for from in State::ALL {
        for event in ANSWERS {
            if !table.iter().any(|(known, known_event, ..)| (*known, *known_event) == (from, event)) {
                assert_eq!(step(&in_state(from), event), (in_state(from), vec![]), "{from:?} {event:?}");
            }
        }
    }
}

const ANSWERS: [Event; 23] = [
    Event::OfferStands,
    Event::OfferGone,
    Event::PriceChanged,
    Event::SeatTaken,
    Event::BagUnavailable,
    Event::MoneyHeld,
    Event::HolderAsked,
    Event::PaymentRefused { still_held: true },
    Event::PaymentRefused { still_held: false },
    Event::OrderKnown,
    Event::OrderRefused(FailureCode::BookingFailed),
    Event::OrderTurnedAway,
    Event::OrderAbsent { proven: true },
    Event::OrderAbsent { proven: false },
    Event::OrderDisputed,
    Event::MoneyTaken,
    Event::CaptureImpossible,
    Event::OrderCancelled,
    Event::NotCancellable,
    Event::MoneyReleased,
    Event::MoneyPaidBack,
    Event::PayBackRefused,
    Event::Unknown,
];

#[test]
fn what_a_person_must_see_is_flagged_and_goes_on_being_asked() {
    for (state, event) in [
        (State::OrderUnknown, Event::OrderDisputed),
        (State::CancelSent, Event::NotCancellable),
        (State::VoidSent, Event::PayBackRefused),
    ] {
        let (saga, effects) = step(&in_state(state), event);

        assert!(saga.needs_human, "{state:?}");
        assert_eq!((saga.state, effects), (state, vec![Effect::AskLater]));
    }
}

#[test]
fn money_that_was_taken_before_its_release_is_paid_back_after_a_crash_too() {
    let (taken, _) = step(&in_state(State::VoidSent), Event::MoneyTaken);

    let (_, effects) = step(&taken, Event::Resumed(FRESH));

    assert_eq!(effects, call(Call::RefundPayment));
}

#[test]
fn an_order_that_was_turned_away_is_sent_again_once_for_each_time() {
    let (waiting, _) = step(&in_state(State::OrderSent), Event::OrderTurnedAway);

    let (sent, effects) = step(&waiting, Event::Resumed(FRESH));
    let (lost, then) = step(&sent, Event::Resumed(FRESH));

    assert_eq!((sent.state, effects), (State::OrderSent, call(Call::PlaceOrder)));
    assert_eq!((lost.state, then), (State::OrderUnknown, call(Call::FindOrder)), "sent, and nobody knows");
}

#[test]
fn an_order_that_was_turned_away_until_its_offer_ended_is_given_up() {
    let (waiting, _) = step(&in_state(State::OrderSent), Event::OrderTurnedAway);

    let (given_up, effects) = step(&waiting, Event::Resumed(STALE));

    assert_eq!(given_up.failure, Some(FailureCode::OfferExpired));
    assert_eq!((given_up.state, effects), (State::VoidSent, call(Call::VoidPayment)));
}

#[test]
fn bag05_a_bag_that_is_gone_fails_the_booking_under_its_own_code_and_the_money_goes_back() {
    let refused = Event::OrderRefused(FailureCode::BagUnavailable);
    for (from, event) in
        [(State::Draft, Event::BagUnavailable), (State::OrderSent, refused), (State::OrderUnknown, refused)]
    {
        let (given_up, effects) = step(&in_state(from), event);
        let (failed, told) = step(&given_up, Event::MoneyReleased);

        assert_eq!((given_up.state, effects), (State::VoidSent, call(Call::VoidPayment)), "{from:?}");
        assert_eq!((failed.state, told), (State::Failed, vec![Effect::Tell]), "{from:?}");
        assert_eq!(failed.failure, Some(FailureCode::BagUnavailable), "{from:?}");
    }
}

#[test]
fn states_are_stored_under_names_that_read_back() {
    for state in State::ALL {
        assert_eq!(State::parse(state.as_str()), Some(state));
    }
}

fn any_event() -> impl Strategy<Value = Event> {
    let resumed = any::<[bool; 3]>().prop_map(|[quote_is_fresh, may_dispatch, holder_is_late]| {
        Event::Resumed(Facts { quote_is_fresh, may_dispatch, holder_is_late })
    });
    prop_oneof![resumed, proptest::sample::select(ANSWERS.to_vec())]
}

/// What the world has seen of a booking, whatever answers came back in whatever order.
#[derive(Default)]
struct History {
    /// Those that were not turned away.
    dispatches: u32,
    order_known: bool,
    definitely_no_order: bool,
    cancelled: bool,
}

impl History {
    fn observe(&mut self, before: Saga, event: Event, after: Saga, effects: &[Effect]) {
        let moved = before.state != after.state;
        self.dispatches -= u32::from(!before.turned_away && after.turned_away);
        self.order_known |= after.state == State::Ordered;
        self.cancelled |= moved && before.state == State::CancelSent;
        self.definitely_no_order |= moved
            && after.state == State::VoidSent
            && (self.dispatches == 0
                || matches!(event, Event::OrderRefused(_) | Event::OrderAbsent { proven: true }));
        for effect in effects {
            match effect {
                Effect::Call(Call::PlaceOrder) => self.dispatches += 1,
                Effect::Call(Call::CapturePayment) => assert!(self.order_known, "captured without an order"),
                Effect::Call(Call::VoidPayment | Call::RefundPayment) => {
                    assert!(self.definitely_no_order || self.cancelled, "released while an order may exist");
                }
                _ => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn no_sequence_of_answers_breaks_a_law(events in proptest::collection::vec(any_event(), 0..60)) {
        let mut saga = Saga::NEW;
        let mut history = History::default();
        for event in events {
            let (next, effects) = step(&saga, event);
            history.observe(saga, event, next, &effects);

            prop_assert!(history.dispatches <= 1, "an order was dispatched twice");
            prop_assert!(!saga.state.is_end() || (next == saga && effects.is_empty()), "an end moved");
            prop_assert!(next.state != State::Failed || next.failure.is_some(), "failed without a reason");
            prop_assert!(effects.len() <= 1);
            saga = next;
        }
    }

    #[test]
    fn every_booking_can_still_come_to_an_end(events in proptest::collection::vec(any_event(), 0..60)) {
        let mut saga = events.into_iter().fold(Saga::NEW, |saga, event| step(&saga, event).0);

        for _ in 0..12 {
            saga = best_case(saga);
        }

        prop_assert!(saga.state.is_end(), "{saga:?}");
    }
}

/// Goes on, and everybody answers as hoped.
fn best_case(saga: Saga) -> Saga {
    let (resumed, effects) = step(&saga, Event::Resumed(FRESH));
    let answer = match effects.first() {
        Some(Effect::Call(Call::VerifyOffer)) => Event::OfferStands,
        Some(Effect::Call(Call::ClaimPayment)) => Event::MoneyHeld,
        Some(Effect::Call(Call::PlaceOrder | Call::FindOrder)) => Event::OrderKnown,
        Some(Effect::Call(Call::CapturePayment)) => Event::MoneyTaken,
        Some(Effect::Call(Call::CancelOrder)) => Event::OrderCancelled,
        Some(Effect::Call(Call::VoidPayment)) => Event::MoneyReleased,
        Some(Effect::Call(Call::RefundPayment)) => Event::MoneyPaidBack,
        _ => return resumed,
    };
    step(&resumed, answer).0
}
