//! Whether a new payment may go to the provider.

use time::OffsetDateTime;

use super::attempt::Attempt;
use super::owner::Owner;
use crate::config::LimitArgs;
use crate::domain::velocity::{self, Blocked, VelocityDecision, VelocityFacts, Work};
use crate::domain::work::SolvedWork;
use crate::domain::{Payment, PaymentId};

/// What identifies a caller's repeated request.
#[derive(Debug, Clone)]
pub struct RequestKey {
    pub idempotency_key: String,
    pub request_hmac: Vec<u8>,
    /// The same under the keys of before, by which an earlier request may be stored. None of them is stored anew.
    pub former_hmacs: Vec<Vec<u8>>,
    pub visitor: VisitorMarks,
    /// Work that was done for this card. Used up once the payment begins.
    pub work: Option<SolvedWork>,
}

impl RequestKey {
    /// The known payment was asked for in the same words.
    pub fn is_of(&self, known: &Known) -> bool {
        known.request_hmac == self.request_hmac || self.former_hmacs.contains(&known.request_hmac)
    }
}

/// What the velocity check tells the visitors of payments apart by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VisitorMarks {
    /// HMAC of the visitor's address, or of its IPv6 network prefix; None for a developer.
    pub client_hmac: Option<Vec<u8>>,
    /// HMAC of the visitor's network (`domain::network`); None for a developer.
    pub network_hmac: Option<Vec<u8>>,
    /// HMAC of the card's first digits, where they are seen here.
    pub card_range_hmac: Option<Vec<u8>>,
    /// A user whose account is a day old and whose mailbox is proved. All others count as guests.
    pub is_established: bool,
    /// When the visitor's session stops being new, where it is.
    pub new_until: Option<OffsetDateTime>,
}

/// A new payment that asks to be sent to the provider.
#[derive(Debug, Clone, Copy)]
pub struct PaymentAttempt<'a> {
    pub owner: &'a Owner,
    pub payment: &'a Payment,
    pub request: &'a RequestKey,
    pub limits: &'a LimitArgs,
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
    /// So many cards brought no money that this one needs work, and none was brought that no other payment has used.
    WorkNeeded(Work),
    /// Other requests are at the provider: what comes of them decides.
    Busy,
    /// As `Busy`; work lets the payment begin at once.
    BusyUnlessWorked(Work),
}

impl VisitorMarks {
    /// The facts of the velocity check, before any payment is looked at.
    pub fn facts(&self) -> VelocityFacts {
        VelocityFacts {
            is_established: self.is_established,
            new_until: self.new_until,
            ..VelocityFacts::default()
        }
    }
}

impl PaymentAttempt<'_> {
    /// Whether an open payment of the owner, one of `open`, must make way: it is for the same offer, or beyond the
    /// limit.
    pub fn displaces(&self, other: &Payment, open: usize) -> bool {
        let is_in_the_way = other.offer_id == self.payment.offer_id || !self.has_room(open);
        let can_go = other.status.is_open() || other.is_left_behind(self.payment.status_since);
        can_go && is_in_the_way
    }

    /// Whether the owner may have one more payment open beside `open` others.
    pub fn has_room(&self, open: usize) -> bool {
        open < self.limits.open_authorisations
    }

    /// Why it may not begin, if so.
    pub fn refused(&self, facts: &VelocityFacts, now: OffsetDateTime) -> Option<Admission> {
        match velocity::decide(facts, self.limits.velocity(), now) {
            VelocityDecision::Pass => None,
            VelocityDecision::Wait => Some(Admission::Busy),
            VelocityDecision::WaitOrWork(work) => Some(Admission::BusyUnlessWorked(work)),
            VelocityDecision::Work(work) => Some(Admission::WorkNeeded(work)),
            VelocityDecision::Block(blocked) => Some(Admission::TooManyDeclines(blocked)),
        }
    }
}
