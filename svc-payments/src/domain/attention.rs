//! What a person may do with a payment that needs one: only what no booking and no other call may be doing to it.
//!
//! Nothing here pays out. What goes back goes back for a booking, under its key, or by hand at the provider.

use super::{Payment, Status};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// The provider is asked again now. Always safe.
    AskAgain,
    /// What is held for no booking is given free.
    Release,
    /// Put right outside, or right as it is.
    SettledByHand,
    /// The refund that is owed was paid past the card provider.
    RefundPaid,
}

impl Action {
    pub const ALL: [Self; 4] = [Self::AskAgain, Self::Release, Self::SettledByHand, Self::RefundPaid];

    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AskAgain => "ask_again",
            Self::Release => "release",
            Self::SettledByHand => "settled_by_hand",
            Self::RefundPaid => "refund_paid",
        }
    }
}

/// What a person may do. Whether they must is another question.
///
/// A hold that a booking has claimed is the booking's to release: it may have an order. What is in doubt is neither
/// released nor settled, and neither is a hold, since it still ends some way. A refund that is owed is paid before
/// anything else is settled: what a person says of a dispute must not count as paying it.
pub fn allowed(payment: &Payment) -> Vec<Action> {
    let is_ended = matches!(payment.status, Status::Captured | Status::Declined | Status::Voided);
    let may = |action: &Action| match action {
        Action::AskAgain => true,
        Action::Release => payment.status.is_open() && payment.booking_id.is_none(),
        Action::SettledByHand => is_ended && !payment.is_in_doubt() && payment.owed_minor == 0,
        Action::RefundPaid => payment.owed_minor > 0 && !payment.is_in_doubt(),
    };
    Action::ALL.into_iter().filter(may).collect()
}

#[cfg(test)]
mod tests {
    use money::{Currency, Money};
    use service::Mode;
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;
    use crate::domain::PaymentId;

    fn payment(status: Status, booking_id: Option<Uuid>) -> Payment {
        let owner = (Mode::Test, "fareway".to_owned(), "session:1".to_owned());
        let id = PaymentId::Ours(Uuid::from_u128(1));
        let now = datetime!(2026-03-01 12:00 UTC);
        let new = Payment::new(id, owner, "off_1".into(), Money::new(1_000, Currency::USD), now);
        Payment { status, booking_id, ..new }
    }

    #[test]
    fn every_state_allows_what_its_laws_allow() {
        for status in Status::ALL {
            for booking in [None, Some(Uuid::from_u128(2))] {
                let expected: &[Action] = match (status, booking) {
                    (Status::HolderAsked | Status::Authorised, None) => &[Action::AskAgain, Action::Release],
                    (Status::Captured | Status::Declined | Status::Voided, _) => {
                        &[Action::AskAgain, Action::SettledByHand]
                    }
                    _ => &[Action::AskAgain],
                };
                assert_eq!(allowed(&payment(status, booking)), expected, "{status:?} {booking:?}");
            }
        }
    }

    #[test]
    fn a_refund_under_way_is_not_settled_by_hand() {
        let refunding = Payment { refunding_minor: 1, ..payment(Status::Captured, None) };

        assert_eq!(allowed(&refunding), [Action::AskAgain]);
    }

    #[test]
    fn a_refund_that_is_owed_is_paid_before_anything_is_settled() {
        let owing = Payment { owed_minor: 1, ..payment(Status::Captured, None) };

        assert_eq!(allowed(&owing), [Action::AskAgain, Action::RefundPaid]);
        assert_eq!(allowed(&Payment { refunding_minor: 1, ..owing }), [Action::AskAgain]);
    }

    #[test]
    fn what_is_released_takes_that_step() {
        use crate::domain::Step;

        for status in Status::ALL {
            let payment = payment(status, None);

            if allowed(&payment).contains(&Action::Release) {
                let released = payment.apply(Step::Release(None), payment.status_since);
                assert_eq!(released.map(|it| it.status), Ok(Status::VoidSent));
            }
        }
    }
}
