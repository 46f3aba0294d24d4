//! What a webhook of the flight provider does to a booking. It is a hint and moves no saga: it has a worker ask, or calls
//! a person if no worker would find out.

use super::Booking;
use super::cancellation::{Stage, came_to_nothing};
use super::review::Snapshot;
use super::saga::State;

/// Why a webhook requests a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alert {
    /// The booking has an order, and was given up for having none.
    Disputed,
    /// The trip is not what was sold any more, and nobody here did that.
    Changed,
}

impl Alert {
    /// The kinds of webhook that may raise it, in the provider's words.
    pub fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Disputed => &["order.created"],
            // A credit tells of a cancellation, too, and nothing here would keep its code.
            Self::Changed => &[
                "order.airline_initiated_change_detected",
                "order_cancellation.confirmed",
                "air.airline_credit.created",
            ],
        }
    }
}

/// A webhook, as far as it concerns one booking.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    pub kind: &'a str,
    pub names_offer: bool,
    pub names_order: bool,
    /// It has not come before. Somebody may have dealt with an earlier one.
    pub is_new: bool,
}

/// What is known of a booking's order.
#[derive(Debug, Clone, Copy)]
pub struct OrderFacts {
    pub was_dispatched: bool,
    pub is_known: bool,
    /// A webhook has disputed that there is none.
    pub is_reported: bool,
}

/// What a webhook changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changes {
    /// A worker looks at the booking now, if any is to look at it at all.
    pub hurries: bool,
    /// A person is called.
    pub alert: Option<Alert>,
}

/// Decides what a webhook does to a booking of its offer or its order.
pub fn received(report: Report<'_>, booking: Snapshot, order: OrderFacts) -> Changes {
    let is_under_way = !booking.state.is_end() || booking.stage.is_some_and(Stage::is_under_way);
    let may_raise = |alert: Alert| alert.kinds().contains(&report.kind);
    let alert = if may_raise(Alert::Disputed) && report.names_offer && is_disputed(booking, order) {
        Some(Alert::Disputed)
    } else if may_raise(Alert::Changed) && report.names_order && report.is_new && stands(booking) {
        Some(Alert::Changed)
    } else {
        None
    };
    Changes { hurries: is_under_way, alert }
}

/// An offer may have had bookings that never came to an order: only the one that was dispatched can be meant.
fn is_disputed(booking: Snapshot, order: OrderFacts) -> bool {
    let is_given_up = matches!(booking.state, State::VoidSent | State::Failed);
    is_given_up && order.was_dispatched && !order.is_known && !order.is_reported
}

/// A trip that nobody cancels from here.
fn stands(booking: Snapshot) -> bool {
    booking.state == State::Ticketed
        && booking.stage.is_none_or(|stage| matches!(stage, Stage::Quoted | Stage::Refused))
}

/// The alert that a step raises if a webhook for it came before, and requested no review then: the booking is given up
/// just now, is paid for just now, or was about to be cancelled from here and is not.
pub fn overtaken(before: &Booking, after: &Booking) -> Option<Alert> {
    let stages = before.cancellation_stage().zip(after.cancellation_stage());
    match after.saga.state {
        State::VoidSent | State::Failed if before.saga != after.saga && after.order.is_none() => {
            Some(Alert::Disputed)
        }
        State::Ticketed if before.saga.state != State::Ticketed => Some(Alert::Changed),
        _ if stages.is_some_and(|(before, after)| came_to_nothing(before, after)) => Some(Alert::Changed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::booking::OrderRef;

    const LOST: OrderFacts = OrderFacts { was_dispatched: true, is_known: false, is_reported: false };
    const NEVER_SENT: OrderFacts = OrderFacts { was_dispatched: false, ..LOST };
    const KNOWN: OrderFacts = OrderFacts { is_known: true, ..LOST };
    const REPORTED: OrderFacts = OrderFacts { is_reported: true, ..LOST };

    fn snapshot(state: State, cancelling: Option<Stage>) -> Snapshot {
        Snapshot { state, stage: cancelling, money_taken: false, refund_returned: false }
    }

    fn of_offer(kind: &str) -> Report<'_> {
        Report { kind, names_offer: true, names_order: false, is_new: true }
    }

    fn of_order(kind: &str) -> Report<'_> {
        Report { kind, names_offer: false, names_order: true, is_new: true }
    }

    #[test]
    fn any_webhook_hurries_what_is_under_way_and_nothing_else() {
        let change = |state, stage| received(of_order("order.updated"), snapshot(state, stage), KNOWN);
        for state in State::ALL {
            let expected = Changes { hurries: !state.is_end(), alert: None };
            assert_eq!(change(state, None), expected, "{state:?}");
        }
        for stage in Stage::ALL {
            let expected = Changes { hurries: stage.is_under_way(), alert: None };
            assert_eq!(change(State::Ticketed, Some(stage)), expected, "{stage:?}");
        }
    }

    #[test]
    fn only_an_order_of_a_booking_that_was_given_up_is_disputed() {
        let created = of_offer("order.created");
        for state in State::ALL {
            let is_given_up = [State::VoidSent, State::Failed].contains(&state);
            let alert = received(created, snapshot(state, None), LOST).alert;
            assert_eq!(alert, is_given_up.then_some(Alert::Disputed), "{state:?}");
        }
        let table = [
            (created, LOST, true),
            // It requests a review once, however often it comes.
            (Report { is_new: false, ..created }, LOST, true),
            (created, REPORTED, false),
            (created, KNOWN, false),
            (created, NEVER_SENT, false),
            (of_order("order.created"), LOST, false),
            (of_offer("order.creation_failed"), LOST, false),
        ];
        for (report, order, calls) in table {
            let alert = received(report, snapshot(State::Failed, None), order).alert;
            assert_eq!(alert.is_some(), calls, "{report:?} {order:?}");
        }
    }

    #[test]
    fn what_the_airline_does_calls_a_person_for_a_trip_that_nobody_cancels() {
        for kind in Alert::Changed.kinds() {
            let changed = of_order(kind);
            for state in State::ALL {
                let alert = received(changed, snapshot(state, None), KNOWN).alert;
                assert_eq!(alert, (state == State::Ticketed).then_some(Alert::Changed), "{kind} {state:?}");
            }
            for stage in Stage::ALL {
                let stands = [Stage::Quoted, Stage::Refused].contains(&stage);
                let alert = received(changed, snapshot(State::Ticketed, Some(stage)), KNOWN).alert;
                assert_eq!(alert, stands.then_some(Alert::Changed), "{kind} {stage:?}");
            }
            for report in [Report { is_new: false, ..changed }, of_offer(kind)] {
                assert_eq!(
                    received(report, snapshot(State::Ticketed, None), KNOWN).alert,
                    None,
                    "{report:?}"
                );
            }
        }
    }

    #[test]
    fn a_step_looks_for_webhooks_that_called_nobody_when_they_came() {
        use State::{CancelSent, CaptureSent, Failed, OrderSent, OrderUnknown, Ticketed, VoidSent};
        let table = [
            ((OrderUnknown, None), (VoidSent, None), Some(Alert::Disputed)),
            ((VoidSent, None), (Failed, None), Some(Alert::Disputed)),
            ((VoidSent, None), (VoidSent, None), None),
            ((OrderSent, None), (OrderUnknown, None), None),
            ((CaptureSent, None), (Ticketed, None), Some(Alert::Changed)),
            ((CaptureSent, None), (CancelSent, None), None),
            ((Ticketed, Some(Stage::ConfirmSent)), (Ticketed, Some(Stage::Refused)), Some(Alert::Changed)),
            ((Ticketed, Some(Stage::Requested)), (Ticketed, Some(Stage::Quoted)), Some(Alert::Changed)),
            ((Ticketed, Some(Stage::ConfirmSent)), (Ticketed, Some(Stage::RefundSent)), None),
            ((Ticketed, None), (Ticketed, None), None),
        ];
        for ((state, stage), (next, end), expected) in table {
            let alert = overtaken(&Booking::sample_at(state, stage), &Booking::sample_at(next, end));
            assert_eq!(alert, expected, "{state:?} {stage:?} -> {next:?} {end:?}");
        }
    }

    #[test]
    fn an_order_that_is_known_is_disputed_by_nobody() {
        let order =
            OrderRef { id: "ord_1".into(), reference: String::new(), cancellable: true, tickets: vec![] };
        let after = Booking { order: Some(order), ..Booking::sample_at(State::VoidSent, None) };

        assert_eq!(overtaken(&Booking::sample_at(State::CancelSent, None), &after), None);
    }
}
