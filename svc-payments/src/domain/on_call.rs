//! Why the person on duty is called to a payment.

use money::Money;

use super::Status;

/// What is known of a payment in manual review. Nothing of it is personal.
#[derive(Debug, Clone, Copy)]
pub struct CallFacts {
    pub status: Status,
    pub amount: Money,
    pub captured: Money,
    pub owed: Money,
    /// News of a dispute has come since the payment was last resolved.
    pub is_disputed: bool,
    /// The ledgers differ on it.
    pub differs: bool,
}

/// The reason that weighs most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallReason {
    /// A refund of this much did not get to the card.
    RefundOwed(Money),
    Disputed,
    AmountsDiffer,
    /// This much was taken, which is less than the price.
    LessTaken(Money),
    /// None of these. How the payment stands may say it.
    Stands(Status),
}

impl CallReason {
    /// Tells cases apart. Rows of earlier releases hold it: it stays as it is, however the reason is worded.
    pub fn code(self) -> String {
        match self {
            Self::RefundOwed(owed) => format!("refund_owed:{}", owed.minor),
            Self::Disputed => "disputed".to_owned(),
            Self::AmountsDiffer => "amounts_differ".to_owned(),
            Self::LessTaken(taken) => format!("less_taken:{}", taken.minor),
            Self::Stands(status) => format!("stands:{}", status.as_str()),
        }
    }
}

impl CallFacts {
    pub fn reason(self) -> CallReason {
        if self.owed.minor > 0 {
            CallReason::RefundOwed(self.owed)
        } else if self.is_disputed {
            CallReason::Disputed
        } else if self.differs {
            CallReason::AmountsDiffer
        } else if self.status.is_short(self.captured, self.amount) {
            CallReason::LessTaken(self.captured)
        } else {
            CallReason::Stands(self.status)
        }
    }
}

#[cfg(test)]
mod tests {
    use money::Currency;

    use super::*;

    #[test]
    fn a_refund_of_more_is_another_case_and_every_code_stays_as_it_is() {
        let usd = |minor| Money::new(minor, Currency::USD);
        for (reason, code) in [
            (CallReason::RefundOwed(usd(5)), "refund_owed:5"),
            (CallReason::RefundOwed(usd(7)), "refund_owed:7"),
            (CallReason::Disputed, "disputed"),
            (CallReason::AmountsDiffer, "amounts_differ"),
            (CallReason::LessTaken(usd(999)), "less_taken:999"),
            (CallReason::Stands(Status::VoidSent), "stands:void_sent"),
        ] {
            assert_eq!(reason.code(), code);
        }
    }

    #[test]
    fn the_reason_that_weighs_most_is_told() {
        let usd = |minor| Money::new(minor, Currency::USD);
        let (amount, owed) = (usd(1_000), usd(0));
        let captured = CallFacts {
            status: Status::Captured,
            amount,
            captured: amount,
            owed,
            is_disputed: false,
            differs: false,
        };
        let disputed = CallFacts { is_disputed: true, differs: true, ..captured };
        for (facts, reason) in [
            (captured, CallReason::Stands(Status::Captured)),
            (CallFacts { captured: usd(999), ..captured }, CallReason::LessTaken(usd(999))),
            (CallFacts { differs: true, captured: usd(999), ..captured }, CallReason::AmountsDiffer),
            (disputed, CallReason::Disputed),
            (CallFacts { owed: usd(5), ..disputed }, CallReason::RefundOwed(usd(5))),
            (
                CallFacts { status: Status::VoidSent, captured: usd(0), ..captured },
                CallReason::Stands(Status::VoidSent),
            ),
        ] {
            assert_eq!(facts.reason(), reason, "{facts:?}");
        }
    }
}
