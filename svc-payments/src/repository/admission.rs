//! Whether a new payment may go to the provider.

use time::OffsetDateTime;

use super::attempt::Attempt;
use super::owner::Owner;
use super::velocity::Velocity;
use crate::config::LimitArgs;
use crate::domain::{Payment, PaymentId};

/// What identifies a caller's repeated request.
#[derive(Debug, Clone)]
pub struct RequestKey {
    pub idempotency_key: String,
    pub request_hmac: Vec<u8>,
    /// HMAC of the visitor's network prefix, if known.
    pub client_hmac: Option<Vec<u8>>,
}

/// A new payment that asks to be sent to the provider.
#[derive(Debug, Clone, Copy)]
pub struct PaymentAttempt<'a> {
    pub owner: &'a Owner,
    pub payment: &'a Payment,
    pub request: &'a RequestKey,
    pub limits: &'a LimitArgs,
    /// A signed-in user has other limits than a guest.
    pub is_signed_in: bool,
}

/// What an earlier request under a key made, and that request's HMAC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub id: PaymentId,
    pub request_hmac: Vec<u8>,
}

/// Whether a new payment may go to the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// It is stored, and this call makes its intent.
    New(Attempt),
    /// Another request under the same key was faster.
    Known(Known),
    /// Too many cards brought no money.
    TooManyDeclines(Blocked),
    /// Other requests are at the provider: what comes of them decides.
    Busy,
}

/// A velocity limit that is reached: the payment is blocked before the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocked {
    pub limit: Limit,
    /// When the next card may be tried.
    pub until: OffsetDateTime,
}

/// Which cards the limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Own,
    Address,
    Brand,
}

impl Limit {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Address => "address",
            Self::Brand => "brand",
        }
    }
}

impl PaymentAttempt<'_> {
    /// Whether an open payment of the owner, one of `open`, must make way: it is for the same offer, or beyond the
    /// limit.
    pub fn displaces(&self, other: &Payment, open: usize) -> bool {
        let is_in_the_way =
            other.offer_id == self.payment.offer_id || open >= self.limits.open_authorisations;
        let can_go = other.status.is_open() || other.is_left_behind(self.payment.status_since);
        can_go && is_in_the_way
    }

    /// Why it may not begin, if so.
    pub fn refused(&self, velocity: &Velocity) -> Option<Admission> {
        if let Some(blocked) = velocity.blocked(self.is_signed_in) {
            return Some(Admission::TooManyDeclines(blocked));
        }
        velocity.may_be_blocked(self).then_some(Admission::Busy)
    }
}
