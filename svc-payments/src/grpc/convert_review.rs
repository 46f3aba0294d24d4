//! Between messages and manual review.

use proto::common::v1::Money as MoneyMessage;
use proto::payments::v1::{self as pb, AttentionAction};

use crate::convert::{instant, instant_or_empty, money};
use crate::domain::review::ReviewAction;
use crate::domain::review_case::{
    DifferenceFacts, HistoryEntry, OpenDifference, ProviderCall, RefundEntry, ReviewCase,
};

pub fn action(action: AttentionAction) -> Option<ReviewAction> {
    Some(match action {
        AttentionAction::AskAgain => ReviewAction::AskAgain,
        AttentionAction::Release => ReviewAction::Release,
        AttentionAction::SettledByHand => ReviewAction::ResolvedByHand,
        AttentionAction::RefundPaid => ReviewAction::RefundPaid,
        AttentionAction::Unspecified => return None,
    })
}

fn action_message(action: ReviewAction) -> i32 {
    let message = match action {
        ReviewAction::AskAgain => AttentionAction::AskAgain,
        ReviewAction::Release => AttentionAction::Release,
        ReviewAction::ResolvedByHand => AttentionAction::SettledByHand,
        ReviewAction::RefundPaid => AttentionAction::RefundPaid,
    };
    message.into()
}

pub fn case(case: ReviewCase) -> pb::AttentionItem {
    let payment = case.payment;
    pb::AttentionItem {
        payment_id: payment.id.uuid().to_string(),
        mode: payment.mode.into(),
        status: payment.status.as_str().to_owned(),
        version: payment.version,
        booking_id: payment.booking_id.map(|id| id.to_string()).unwrap_or_default(),
        intent_id: payment.intent_id.clone().unwrap_or_default(),
        amount: Some(money(payment.amount)),
        held: Some(money(case.held)),
        captured: Some(money(payment.captured)),
        refunding: Some(money(payment.refunding)),
        refunded: Some(money(payment.refunded)),
        owed: Some(payment.owed).filter(|owed| owed.minor > 0).map(money),
        capture_before: instant_or_empty(payment.capture_before),
        created_at: instant(case.created_at),
        status_since: instant(payment.status_since),
        actions: case.actions.into_iter().map(action_message).collect(),
        attempts: case.calls.into_iter().map(call).collect(),
        refunds: case.refunds.into_iter().map(refund).collect(),
        differences: case.differences.into_iter().map(difference).collect(),
        history: case.history.into_iter().map(entry).collect(),
        brand: payment.brand,
        offer_id: payment.offer_id,
        card_brand: payment.card_brand,
        card_last4: payment.card_last4,
    }
}

fn call(call: ProviderCall) -> pb::ProviderAttempt {
    pb::ProviderAttempt {
        op: call.op,
        n: call.n,
        prepared_at: instant(call.prepared_at),
        answered_at: instant_or_empty(call.answered_at),
        class: call.class.unwrap_or_default(),
        http_status: call.http_status.and_then(|status| status.try_into().ok()).unwrap_or_default(),
        request_id: call.request_id.unwrap_or_default(),
    }
}

fn refund(RefundEntry { refund, created_at }: RefundEntry) -> pb::RefundStand {
    pb::RefundStand {
        seq: refund.seq,
        amount: Some(money(refund.amount)),
        status: refund.status.as_str().to_owned(),
        provider_id: refund.provider_id.unwrap_or_default(),
        created_at: instant(created_at),
    }
}

pub fn difference(OpenDifference { facts, object_at, found_at }: OpenDifference) -> pb::Difference {
    let amount = |minor| Some(MoneyMessage { minor, currency: facts.currency.clone() });
    pb::Difference {
        mode: facts.mode.into(),
        ours: amount(facts.ours_minor),
        theirs: amount(facts.theirs_minor),
        object_at: instant(object_at),
        found_at: instant(found_at),
        object_id: facts.object_id,
        what: facts.what,
    }
}

/// What an administrator saw of a difference, if the message is whole.
pub fn difference_facts(message: pb::Difference) -> Option<DifferenceFacts> {
    let mode = message.mode();
    let (ours, theirs) = (message.ours?, message.theirs?);
    (ours.currency == theirs.currency).then_some(DifferenceFacts {
        mode,
        object_id: message.object_id,
        what: message.what,
        currency: ours.currency,
        ours_minor: ours.minor,
        theirs_minor: theirs.minor,
    })
}

fn entry(entry: HistoryEntry) -> pb::HistoryEntry {
    pb::HistoryEntry {
        at: instant(entry.at),
        what: entry.what,
        from_status: entry.from_status,
        to_status: entry.to_status,
        operator: entry.operator.map(|id| id.to_string()).unwrap_or_default(),
        note: entry.note.unwrap_or_default(),
    }
}
