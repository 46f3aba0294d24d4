use proptest::prelude::*;

use super::*;
use crate::domain::saga::State;

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
    assert_eq!(calls, [Effect::Call(Call::Confirm), Effect::Tell, Effect::Call(Call::Refund), Effect::Tell]);
}

#[test]
fn a_refund_by_a_way_unknown_here_is_paid_by_a_person() {
    for confirming in [Stage::ConfirmSent, Stage::ConfirmUnknown] {
        let (stage, effects) = step(confirming, Event::ConfirmedUnpayable);

        assert_eq!((stage, effects), (Stage::RefundFailed, vec![Effect::Tell]), "{confirming:?}");
    }
}

#[test]
fn a_confirmation_in_doubt_is_looked_for_before_it_is_sent_again() {
    let (stage, _) = step(Stage::ConfirmSent, Event::Unknown);

    assert_eq!(step(stage, Event::Resumed).1, [Effect::Call(Call::Look)]);
    assert_eq!(step(stage, Event::NotYet).1, [Effect::Call(Call::Confirm)]);
}

#[test]
fn a_doubt_is_ended_by_the_order_alone() {
    let (doubt, _) = step(Stage::ConfirmSent, Event::Unknown);

    for said in [Event::Refused, Event::Replaced, Event::NotBegun, Event::Standing { proven: false }] {
        assert_eq!(step(doubt, said), (doubt, vec![Effect::AskLater]), "{said:?}");
    }
    assert_eq!(step(doubt, Event::Standing { proven: true }).0, Stage::Refused);
}

#[test]
fn what_never_got_to_the_airline_is_sent_again_while_the_quote_holds() {
    let (stage, effects) = step(Stage::ConfirmSent, Event::NotBegun);

    assert_eq!((stage, effects), (Stage::Requested, vec![Effect::AskLater]));
    assert_eq!(step(stage, resumption(stage, false)).1, [Effect::Call(Call::Confirm)]);
    assert_eq!(step(stage, resumption(stage, true)), (Stage::Quoted, vec![]));
}

#[test]
fn stages_are_stored_under_names_that_read_back() {
    for stage in Stage::ALL {
        assert_eq!(Stage::parse(stage.as_str()), Some(stage));
    }
}

#[test]
fn a_refund_that_failed_calls_a_person_and_a_cancellation_that_is_done_ends_the_call() {
    for needs_human in [false, true] {
        for stage in Stage::ALL {
            let mut before = Booking::sample_at(State::Ticketed, Some(Stage::RefundSent));
            before.saga.needs_human = needs_human;
            let cancellation = before.cancellation.clone().map(|it| Cancellation { stage, ..it });

            let after = booking_after(&before, cancellation.unwrap(), false, before.created_at);

            let expected = match stage {
                Stage::RefundFailed => true,
                Stage::Done => false,
                _ => needs_human,
            };
            assert_eq!(after.saga.needs_human, expected, "{stage:?}");
        }
    }
}

#[test]
fn confirming_is_one_question_and_paying_back_another() {
    let confirming = [Stage::Requested, Stage::ConfirmSent, Stage::ConfirmUnknown];
    for stage in Stage::ALL {
        let mut before = Booking::sample_at(State::Ticketed, Some(Stage::ConfirmSent));
        before.doubt(before.created_at);
        let cancellation = before.cancellation.clone().map(|it| Cancellation { stage, ..it });

        let after = booking_after(&before, cancellation.unwrap(), true, before.created_at);

        assert_eq!(after.asked, if confirming.contains(&stage) { 2 } else { 1 }, "{stage:?}");
    }
}

const EVENTS: [Event; 13] = [
    Event::Resumed,
    Event::ConfirmedUnpayable,
    Event::Confirmed { refund_due: true },
    Event::Confirmed { refund_due: false },
    Event::NotYet,
    Event::Standing { proven: false },
    Event::Standing { proven: true },
    Event::NotBegun,
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
