//! What an administrator may do with a payment in manual review: only what no booking and no other call may be doing to
//! it.
//!
//! No action pays out. A refund is paid for a booking, under its key, or by hand at the provider.

use super::{Payment, Status};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewAction {
    /// Asks the provider again now. Always safe.
    AskAgain,
    /// Releases a hold that no booking has claimed.
    Release,
    /// Notes that the payment was put right elsewhere, or is right as it is.
    ResolvedByHand,
    /// Notes that the refund that is owed was paid another way.
    RefundPaid,
}

impl ReviewAction {
    pub const ALL: [Self; 4] = [Self::AskAgain, Self::Release, Self::ResolvedByHand, Self::RefundPaid];

    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AskAgain => "ask_again",
            Self::Release => "release",
            Self::ResolvedByHand => "settled_by_hand",
            Self::RefundPaid => "refund_paid",
        }
    }
}

/// The actions that are allowed now.
///
/// A claimed hold is released by its booking alone: it may have an order. A payment in doubt is neither released nor
/// resolved by hand. A hold is not resolved by hand either, since it still ends some way. An owed refund is paid before
/// anything else is resolved: a note on a dispute must not count as paying it.
pub fn allowed(payment: &Payment) -> Vec<ReviewAction> {
    let is_ended = matches!(payment.status, Status::Captured | Status::Declined | Status::Voided);
    let may = |action: &ReviewAction| match action {
        ReviewAction::AskAgain => true,
        ReviewAction::Release => payment.is_unclaimed_hold(),
        ReviewAction::ResolvedByHand => is_ended && !payment.is_in_doubt() && payment.owed.minor == 0,
        ReviewAction::RefundPaid => payment.owed.minor > 0 && !payment.is_in_doubt(),
    };
    ReviewAction::ALL.into_iter().filter(may).collect()
}

#[cfg(test)]
mod tests {
    use money::{Currency, Money};
    use service::Mode;
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;
    use crate::domain::PaymentId;

    const CENT: Money = Money::new(1, Currency::USD);

    fn payment(status: Status, booking_id: Option<Uuid>) -> Payment {
        let owner = (Mode::Test, "fareway".to_owned(), "session:1".to_owned());
        let id = PaymentId::Ours(Uuid::from_u128(1));
        let now = datetime!(2026-03-01 12:00 UTC);
        let new = Payment::new(id, owner, "off_1".into(), Money::new(1_000, Currency::USD), now);
        Payment { status, booking_id, ..new }
    }

    #[test]
    fn every_state_allows_its_actions() {
        for status in Status::ALL {
            for booking in [None, Some(Uuid::from_u128(2))] {
                let expected: &[ReviewAction] = match (status, booking) {
                    (Status::AwaitingChallenge | Status::Authorised, None) => {
                        &[ReviewAction::AskAgain, ReviewAction::Release]
                    }
                    (Status::Captured | Status::Declined | Status::Voided, _) => {
                        &[ReviewAction::AskAgain, ReviewAction::ResolvedByHand]
                    }
                    _ => &[ReviewAction::AskAgain],
                };
                assert_eq!(allowed(&payment(status, booking)), expected, "{status:?} {booking:?}");
            }
        }
    }

    #[test]
    fn a_refund_under_way_is_not_resolved_by_hand() {
        let refunding = Payment { refunding: CENT, ..payment(Status::Captured, None) };

        assert_eq!(allowed(&refunding), [ReviewAction::AskAgain]);
    }

    #[test]
    fn a_refund_that_is_owed_is_paid_before_anything_is_resolved() {
        let owing = Payment { owed: CENT, ..payment(Status::Captured, None) };

        assert_eq!(allowed(&owing), [ReviewAction::AskAgain, ReviewAction::RefundPaid]);
        assert_eq!(allowed(&Payment { refunding: CENT, ..owing }), [ReviewAction::AskAgain]);
    }

    #[test]
    fn what_is_released_takes_that_step() {
        use crate::domain::Step;

        for status in Status::ALL {
            let payment = payment(status, None);

            if allowed(&payment).contains(&ReviewAction::Release) {
                let released = payment.apply(Step::Release(None), payment.status_since);
                assert_eq!(released.map(|it| it.status), Ok(Status::VoidSent));
            }
        }
    }
}
