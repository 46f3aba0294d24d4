//! What a change of a payment means in the ledger. Balances follow from the payment alone, and a posting is their
//! difference: so every change that moves money is posted, and its entries add up to zero.

use std::cmp::Ordering;

use money::Money;

use super::{Payment, Status};

/// Where money is. Debits are positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    /// What cards hold for us.
    Held,
    /// The owners of the held money, until it is taken.
    Cardholders,
    /// What the card provider has taken for us and not paid back.
    Provider,
    /// What the brand has sold and kept.
    Sales,
    /// Promised back, not yet paid.
    RefundsPayable,
    /// Paid back another way than by the card provider.
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

/// One movement between accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    pub kind: Kind,
    pub entries: Vec<(Account, Money)>,
}

impl Account {
    pub const ALL: [Self; 6] =
        [Self::Held, Self::Cardholders, Self::Provider, Self::Sales, Self::RefundsPayable, Self::PaidByHand];

    /// The name in the database.
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
    /// The name in the database.
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
        let change = |amount: fn(&Payment) -> Money| {
            amount(after).minor.cmp(&before.map_or(0, |before| amount(before).minor))
        };
        if change(|it| it.captured).is_gt() {
            return Self::Captured;
        }
        if change(|it| it.by_hand).is_gt() {
            return Self::PaidByHand;
        }
        match (change(|it| it.refunding), change(|it| it.refunded), change(held)) {
            (_, Ordering::Less, _) => Self::RefundReturned,
            (_, Ordering::Greater, _) => Self::Refunded,
            (Ordering::Greater, ..) => Self::RefundPromised,
            (_, _, Ordering::Greater) => Self::Authorised,
            _ => Self::Released,
        }
    }
}

impl Posting {
    /// What is written for a change. Nothing where no money moved: a refused refund, for example, stays owed.
    /// `before` is absent for a new payment.
    pub fn of_change(before: Option<&Payment>, after: &Payment) -> Result<Option<Self>, money::Error> {
        let then = match before {
            Some(before) => balances(before)?.map(|(_, amount)| amount),
            None => [Money::zero(after.amount.currency); 6],
        };
        let mut entries = Vec::new();
        for ((account, now), then) in balances(after)?.into_iter().zip(then) {
            let moved = now.checked_sub(then)?;
            if moved.minor != 0 {
                entries.push((account, moved));
            }
        }
        Ok((!entries.is_empty()).then(|| Self { kind: Kind::of_change(before, after), entries }))
    }
}

/// What a payment has on every account, in the order of `Account::ALL`.
pub fn balances(payment: &Payment) -> Result<[(Account, Money); 6], money::Error> {
    let nothing = Money::zero(payment.amount.currency);
    let (held, by_hand) = (held(payment), payment.by_hand);
    let kept = payment.captured.checked_sub(payment.refunded)?;
    let payable = payment.refunding.checked_add(payment.owed)?;
    Ok([
        (Account::Held, held),
        (Account::Cardholders, nothing.checked_sub(held)?),
        (Account::Provider, kept),
        (Account::Sales, payable.checked_add(by_hand)?.checked_sub(kept)?),
        (Account::RefundsPayable, nothing.checked_sub(payable)?),
        (Account::PaidByHand, nothing.checked_sub(by_hand)?),
    ])
}

/// What the card holds.
pub fn held(payment: &Payment) -> Money {
    match payment.status {
        Status::Captured | Status::Voided => Money::zero(payment.amount.currency),
        _ => payment.authorised,
    }
}
