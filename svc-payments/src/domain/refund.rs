//! Money on its way back.

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

    /// The traveller is owed it still.
    pub fn is_unpaid(self) -> bool {
        matches!(self, Self::Refused | Self::Returned)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    pub payment_id: Uuid,
    /// The how-manieth of its payment.
    pub seq: i32,
    pub amount_minor: i64,
    pub status: RefundStatus,
    /// The provider's; absent as long as it may not know of the refund.
    pub provider_id: Option<String>,
}

impl Refund {
    /// What the payment goes through when its refund changes.
    pub fn step_to(&self, status: RefundStatus) -> Option<Step> {
        let minor = self.amount_minor;
        match (self.status, status) {
            (RefundStatus::Sent, RefundStatus::Done) => Some(Step::CompleteRefund { minor }),
            (RefundStatus::Sent, RefundStatus::Refused) => Some(Step::RefuseRefund { minor }),
            (RefundStatus::Done, RefundStatus::Returned) => Some(Step::ReturnRefund { minor }),
            _ => None,
        }
    }
}
