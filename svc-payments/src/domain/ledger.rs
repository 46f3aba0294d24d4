//! What a change of a payment means in the money book. Balances follow from the payment alone, and a posting is their
//! difference: so every change that moves money is posted, and its entries add up to nothing.

use super::{Payment, Status};

/// Where money is. Debits are positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    /// What cards hold for us.
    Held,
    /// Whose it is until it is taken.
    Cardholders,
    /// What the card provider has taken for us and not paid back.
    Provider,
    /// What the brand has sold and kept.
    Sales,
    /// Promised back, not yet paid.
    RefundsPayable,
    /// Paid back past the card provider.
    PaidByHand,
}

/// Why money moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Authorised,
    Captured,
    Released,
    RefundPromised,
    Refunded,
    /// A refund that was paid came back from the bank. It is owed again.
    RefundReturned,
    PaidByHand,
}

/// One movement between accounts, in minor units of the payment's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    pub kind: Kind,
    pub entries: Vec<(Account, i64)>,
}

impl Account {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Cardholders => "cardholders",
            Self::Provider => "provider",
            Self::Sales => "sales",
            Self::RefundsPayable => "refunds_payable",
            Self::PaidByHand => "paid_by_hand",
        }
    }
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Authorised => "authorised",
            Self::Captured => "captured",
            Self::Released => "released",
            Self::RefundPromised => "refund_promised",
            Self::Refunded => "refunded",
            Self::RefundReturned => "refund_returned",
            Self::PaidByHand => "paid_by_hand",
        }
    }

    fn of_change(before: Option<&Payment>, after: &Payment) -> Self {
        let grown = |minor: fn(&Payment) -> i64| minor(after) - before.map_or(0, minor);
        if grown(|it| it.captured_minor) > 0 {
            return Self::Captured;
        }
        if grown(|it| it.by_hand_minor) > 0 {
            return Self::PaidByHand;
        }
        match (grown(|it| it.refunding_minor), grown(|it| it.refunded_minor), grown(held)) {
            (_, ..=-1, _) => Self::RefundReturned,
            (_, 1.., _) => Self::Refunded,
            (1.., ..) => Self::RefundPromised,
            (_, _, 1..) => Self::Authorised,
            _ => Self::Released,
        }
    }
}

impl Posting {
    /// What is written for a change; nothing where no money moved, as where a refund is refused: it stays owed.
    /// `before` is absent for a new payment.
    pub fn of_change(before: Option<&Payment>, after: &Payment) -> Option<Self> {
        let then = before.map(|before| balances(before).map(|(_, minor)| minor)).unwrap_or_default();
        let moved = balances(after).into_iter().zip(then).map(|((account, now), then)| (account, now - then));
        let entries: Vec<_> = moved.filter(|(_, minor)| *minor != 0).collect();
        (!entries.is_empty()).then(|| Self { kind: Kind::of_change(before, after), entries })
    }
}

/// What a payment has on every account.
pub fn balances(payment: &Payment) -> [(Account, i64); 6] {
    let held = held(payment);
    let kept = payment.captured_minor - payment.refunded_minor;
    let payable = payment.refunding_minor + payment.owed_minor;
    [
        (Account::Held, held),
        (Account::Cardholders, -held),
        (Account::Provider, kept),
        (Account::Sales, payable + payment.by_hand_minor - kept),
        (Account::RefundsPayable, -payable),
        (Account::PaidByHand, -payment.by_hand_minor),
    ]
}

/// What the card holds.
pub fn held(payment: &Payment) -> i64 {
    match payment.status {
        Status::Captured | Status::Voided => 0,
        _ => payment.authorised_minor,
    }
}
