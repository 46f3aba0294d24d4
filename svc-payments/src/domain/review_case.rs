//! What an administrator sees of a payment in manual review.

use money::Money;
use service::Mode;
use time::OffsetDateTime;
use uuid::Uuid;

use super::review::ReviewAction;
use super::{Payment, Refund};

/// A payment in manual review, with everything needed to judge it.
#[derive(Debug)]
pub struct ReviewCase {
    pub payment: Payment,
    pub created_at: OffsetDateTime,
    /// What the card holds now.
    pub held: Money,
    /// What may be done with it now.
    pub actions: Vec<ReviewAction>,
    pub calls: Vec<ProviderCall>,
    pub refunds: Vec<RefundEntry>,
    pub differences: Vec<OpenDifference>,
    pub history: Vec<HistoryEntry>,
}

/// A call to the provider, and its answer.
#[derive(Debug)]
pub struct ProviderCall {
    pub op: String,
    pub n: i32,
    pub prepared_at: OffsetDateTime,
    pub answered_at: Option<OffsetDateTime>,
    pub class: Option<String>,
    pub http_status: Option<i32>,
    pub request_id: Option<String>,
}

/// A refund of the payment.
#[derive(Debug)]
pub struct RefundEntry {
    pub refund: Refund,
    pub created_at: OffsetDateTime,
}

/// What a reconciliation difference says, without the times. While it stays the same, so does this.
#[derive(Debug)]
pub struct DifferenceFacts {
    pub mode: Mode,
    pub object_id: String,
    pub what: String,
    pub currency: String,
    pub ours_minor: i64,
    pub theirs_minor: i64,
}

/// A reconciliation difference that no administrator has resolved.
#[derive(Debug)]
pub struct OpenDifference {
    pub facts: DifferenceFacts,
    pub object_at: OffsetDateTime,
    pub found_at: OffsetDateTime,
}

/// What happened to a payment: a change, a webhook, or an administrator's decision.
#[derive(Debug)]
pub struct HistoryEntry {
    pub at: OffsetDateTime,
    /// The stored name of a `Cause` or a `ReviewAction`, or the provider's words. Names of older versions are shown as
    /// they are.
    pub what: String,
    pub from_status: String,
    pub to_status: String,
    pub operator: Option<Uuid>,
    pub note: Option<String>,
}

/// How much is in manual review, listed or not.
#[derive(Debug)]
pub struct ReviewTotals {
    pub payments: i64,
    pub differences: i64,
}
