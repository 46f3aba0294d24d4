//! Money on its way back.

use money::Money;
use uuid::Uuid;

use super::Step;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// Asked for; the money may be on its way.
    Sent,
    /// Paid, as far as the provider knows.
    Done,
    /// Not paid, and won't be.
    Refused,
    /// Paid, and sent back by the bank.
    Returned,
}

impl RefundStatus {
    const ALL: [Self; 4] = [Self::Sent, Self::Done, Self::Refused, Self::Returned];

    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Returned => "returned",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// Whether what the provider says of it may change: it is on its way or paid.
    pub fn may_change(self) -> bool {
        matches!(self, Self::Sent | Self::Done)
    }

    /// Whether the traveller is still owed the money.
    pub fn is_unpaid(self) -> bool {
        matches!(self, Self::Refused | Self::Returned)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    pub payment_id: Uuid,
    /// Its number among the refunds of the payment, from 1.
    pub seq: i32,
    pub amount: Money,
    pub status: RefundStatus,
    /// The provider's id. Absent until the provider has answered.
    pub provider_id: Option<String>,
}

impl Refund {
    /// What the payment goes through when its refund changes.
    pub fn step_to(&self, status: RefundStatus) -> Option<Step> {
        let amount = self.amount;
        match (self.status, status) {
            (RefundStatus::Sent, RefundStatus::Done) => Some(Step::CompleteRefund { amount }),
            (RefundStatus::Sent, RefundStatus::Refused) => Some(Step::RefuseRefund { amount }),
            (RefundStatus::Done, RefundStatus::Returned) => Some(Step::ReturnRefund { amount }),
            _ => None,
        }
    }
}
