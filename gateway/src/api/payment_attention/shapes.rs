//! What the calls say and take, and how it is made of the services' messages.

use proto::booking::v1::BookingName;
use proto::payments::v1 as payments;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::modes::{Mode, UnspecifiedMode};
use crate::problem::Amount;

/// What an administrator may do with a payment, as it stands. Nothing of it pays out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::api) enum PaymentAction {
    /// Ask the card provider again now. Always safe.
    AskAgain,
    /// Release what is held for no booking.
    Release,
    /// Put right outside, or right as it is; nothing moves. Not while a refund is owed.
    SettledByHand,
    /// The refund that is owed was paid past the card provider, and is booked so.
    RefundPaid,
}

/// A payment that a person must look at. Of its card no more than brand and last four digits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PaymentCase {
    pub payment_id: String,
    pub mode: Mode,
    pub brand: String,
    /// For example captured.
    pub status: String,
    /// Of the payment as it is shown.
    pub version: i64,
    /// Empty where no booking has claimed it.
    pub booking_id: String,
    /// The airline's reference; empty where there is none, or svc-booking is away.
    pub booking_reference: String,
    /// For example TICKETED; empty likewise.
    pub booking_state: String,
    pub offer_id: String,
    /// The card provider's id; empty until it has answered.
    pub intent_id: String,
    pub amount: Option<Amount>,
    pub held: Option<Amount>,
    pub captured: Option<Amount>,
    /// Promised back, and not answered by the provider.
    pub refunding: Option<Amount>,
    pub refunded: Option<Amount>,
    /// What should have gone back to the card, and has not; null where nothing is owed.
    pub owed: Option<Amount>,
    pub card_brand: String,
    pub card_last4: String,
    /// RFC 3339, UTC; after it the hold is gone. Empty where unknown.
    pub capture_before: String,
    pub created_at: String,
    pub status_since: String,
    pub actions: Vec<PaymentAction>,
    pub attempts: Vec<PaymentAttempt>,
    pub refunds: Vec<RefundStand>,
    pub differences: Vec<LedgerDifference>,
    pub history: Vec<PaymentEntry>,
}

/// A call that changes something at the card provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PaymentAttempt {
    /// create, confirm, capture, cancel, or refund-<n>.
    pub op: String,
    pub n: i32,
    pub prepared_at: String,
    /// done, definitely_not or unknown; empty while there is no answer.
    pub class: String,
    /// 0 where there was none.
    pub http_status: u32,
    pub request_id: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct RefundStand {
    pub seq: i32,
    pub amount: Option<Amount>,
    /// sent, done, refused or returned.
    pub status: String,
    /// The card provider's id; empty as long as it may not know of the refund.
    pub provider_id: String,
    pub created_at: String,
}

/// An amount that only one of the two ledgers has, or that they have differently.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct LedgerDifference {
    pub mode: Mode,
    /// The card provider's intent or refund.
    pub object_id: String,
    /// held, taken, refunded or disputed.
    pub what: String,
    pub currency: String,
    /// In minor units, as the request to resolve it repeats them.
    pub ours_minor: i64,
    pub theirs_minor: i64,
    /// Null for a currency that nobody here sells in.
    pub ours: Option<Amount>,
    pub theirs: Option<Amount>,
    pub found_at: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PaymentEntry {
    pub at: String,
    /// Who moved it, what the provider announced, or what an administrator did.
    pub what: String,
    /// Both are empty for what the provider announced.
    pub from_status: String,
    pub to_status: String,
    /// The administrator's account; empty for what happened by itself.
    pub operator: String,
    pub note: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct PaymentCaseList {
    /// The oldest first, at most 100.
    pub items: Vec<PaymentCase>,
    /// All that need a person, with those that are not listed.
    pub total: i64,
    /// Of no payment of ours; likewise.
    pub differences: Vec<LedgerDifference>,
    pub differences_total: i64,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::api) struct PaymentDecisionRequest {
    pub action: PaymentAction,
    /// As it was shown: a payment that has changed has other actions.
    pub version: i64,
    /// Where it can be read again, 3 to 500 characters. May be left out for ask_again.
    #[serde(default)]
    pub note: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct ResolveDifferenceRequest {
    pub mode: Mode,
    pub object_id: String,
    pub what: String,
    pub currency: String,
    pub ours_minor: i64,
    pub theirs_minor: i64,
    /// Where it can be read again, 3 to 500 characters.
    pub note: String,
}

impl From<PaymentAction> for payments::AttentionAction {
    fn from(action: PaymentAction) -> Self {
        match action {
            PaymentAction::AskAgain => Self::AskAgain,
            PaymentAction::Release => Self::Release,
            PaymentAction::SettledByHand => Self::SettledByHand,
            PaymentAction::RefundPaid => Self::RefundPaid,
        }
    }
}

impl PaymentAction {
    fn of(action: payments::AttentionAction) -> Option<Self> {
        Some(match action {
            payments::AttentionAction::AskAgain => Self::AskAgain,
            payments::AttentionAction::Release => Self::Release,
            payments::AttentionAction::SettledByHand => Self::SettledByHand,
            payments::AttentionAction::RefundPaid => Self::RefundPaid,
            payments::AttentionAction::Unspecified => return None,
        })
    }
}

impl PaymentCase {
    pub fn of(item: payments::AttentionItem, booking: BookingName) -> Result<Self, UnspecifiedMode> {
        Ok(Self {
            mode: item.mode().try_into()?,
            actions: item.actions().filter_map(PaymentAction::of).collect(),
            payment_id: item.payment_id,
            brand: item.brand,
            status: item.status,
            version: item.version,
            booking_id: item.booking_id,
            booking_reference: booking.booking_reference,
            booking_state: booking.state,
            offer_id: item.offer_id,
            intent_id: item.intent_id,
            amount: Amount::of(item.amount),
            held: Amount::of(item.held),
            captured: Amount::of(item.captured),
            refunding: Amount::of(item.refunding),
            refunded: Amount::of(item.refunded),
            owed: Amount::of(item.owed),
            card_brand: item.card_brand,
            card_last4: item.card_last4,
            capture_before: item.capture_before,
            created_at: item.created_at,
            status_since: item.status_since,
            attempts: item.attempts.into_iter().map(PaymentAttempt::from).collect(),
            refunds: item.refunds.into_iter().map(RefundStand::from).collect(),
            differences: item
                .differences
                .into_iter()
                .map(LedgerDifference::try_from)
                .collect::<Result<_, _>>()?,
            history: item.history.into_iter().map(PaymentEntry::from).collect(),
        })
    }
}

impl From<payments::ProviderAttempt> for PaymentAttempt {
    fn from(attempt: payments::ProviderAttempt) -> Self {
        let payments::ProviderAttempt { op, n, prepared_at, class, http_status, request_id, .. } = attempt;
        Self { op, n, prepared_at, class, http_status, request_id }
    }
}

impl From<payments::RefundStand> for RefundStand {
    fn from(stand: payments::RefundStand) -> Self {
        let payments::RefundStand { seq, amount, status, provider_id, created_at } = stand;
        Self { seq, amount: Amount::of(amount), status, provider_id, created_at }
    }
}

impl TryFrom<payments::Difference> for LedgerDifference {
    type Error = UnspecifiedMode;

    fn try_from(difference: payments::Difference) -> Result<Self, UnspecifiedMode> {
        let mode = difference.mode().try_into()?;
        let (ours, theirs) = (difference.ours.unwrap_or_default(), difference.theirs.unwrap_or_default());
        Ok(Self {
            mode,
            object_id: difference.object_id,
            what: difference.what,
            currency: ours.currency.clone(),
            ours_minor: ours.minor,
            theirs_minor: theirs.minor,
            ours: Amount::of(Some(ours)),
            theirs: Amount::of(Some(theirs)),
            found_at: difference.found_at,
        })
    }
}

impl From<payments::HistoryEntry> for PaymentEntry {
    fn from(entry: payments::HistoryEntry) -> Self {
        let payments::HistoryEntry { at, what, from_status, to_status, operator, note } = entry;
        Self { at, what, from_status, to_status, operator, note }
    }
}
