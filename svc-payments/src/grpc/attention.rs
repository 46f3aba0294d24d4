use proto::common::v1::Money as MoneyMessage;
use proto::payments::v1::attention_service_server::AttentionService;
use proto::payments::v1::{
    self as pb, AttentionAction, ListAttentionRequest, ListAttentionResponse, ResolveAttentionRequest,
    ResolveAttentionResponse, SettleDifferenceRequest, SettleDifferenceResponse,
};
use service::RequestContext;
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use super::{ReviewRpc, convert};
use crate::domain::attention::{Action, allowed};
use crate::domain::{Payment, ledger};
use crate::error::Error;
use crate::flow::{Item, ReviewAction};
use crate::store::attention::{Attempt, Entry, Known, Noted, RefundRow};

#[tonic::async_trait]
impl AttentionService for ReviewRpc {
    async fn list_attention(
        &self,
        request: Request<ListAttentionRequest>,
    ) -> Result<Response<ListAttentionResponse>, Status> {
        RequestContext::of(&request)?.require_admin()?;
        let (items, strays, totals) =
            tokio::try_join!(self.0.needing_person(), self.0.stray_differences(), self.0.totals())?;
        Ok(Response::new(ListAttentionResponse {
            items: items.into_iter().map(item).collect(),
            differences: strays.into_iter().map(difference).collect(),
            total: totals.payments,
            differences_total: totals.differences,
        }))
    }

    async fn resolve_attention(
        &self,
        request: Request<ResolveAttentionRequest>,
    ) -> Result<Response<ResolveAttentionResponse>, Status> {
        let operator = RequestContext::of(&request)?.require_admin()?.id;
        let message = request.into_inner();
        let action = action(message.action()).ok_or(Error::NotAllowedNow)?;
        let payment = message.payment_id.parse().map_err(|_not_an_id| Error::NotFound)?;
        let review = ReviewAction { payment, action, operator, note: message.note, version: message.version };
        self.0.rule(review).await?;
        Ok(Response::new(ResolveAttentionResponse {}))
    }

    async fn settle_difference(
        &self,
        request: Request<SettleDifferenceRequest>,
    ) -> Result<Response<SettleDifferenceResponse>, Status> {
        let operator = RequestContext::of(&request)?.require_admin()?.id;
        let SettleDifferenceRequest { difference, note } = request.into_inner();
        let seen = known(difference.unwrap_or_default()).ok_or(Error::NotAllowedNow)?;
        self.0.settle_difference(&seen, operator, &note).await?;
        Ok(Response::new(SettleDifferenceResponse {}))
    }
}

fn action(action: AttentionAction) -> Option<Action> {
    Some(match action {
        AttentionAction::AskAgain => Action::AskAgain,
        AttentionAction::Release => Action::Release,
        AttentionAction::SettledByHand => Action::SettledByHand,
        AttentionAction::RefundPaid => Action::RefundPaid,
        AttentionAction::Unspecified => return None,
    })
}

fn action_message(action: Action) -> i32 {
    let message = match action {
        Action::AskAgain => AttentionAction::AskAgain,
        Action::Release => AttentionAction::Release,
        Action::SettledByHand => AttentionAction::SettledByHand,
        Action::RefundPaid => AttentionAction::RefundPaid,
    };
    message.into()
}

fn item(item: Item) -> pb::AttentionItem {
    let payment = item.payment;
    let money = |minor| Some(MoneyMessage { minor, currency: payment.amount.currency.to_string() });
    pb::AttentionItem {
        payment_id: payment.id.uuid().to_string(),
        mode: payment.mode.into(),
        status: payment.status.as_str().to_owned(),
        version: payment.version,
        booking_id: payment.booking_id.map(|id| id.to_string()).unwrap_or_default(),
        intent_id: payment.intent_id.clone().unwrap_or_default(),
        amount: money(payment.amount.minor),
        held: money(ledger::held(&payment)),
        captured: money(payment.captured_minor),
        refunding: money(payment.refunding_minor),
        refunded: money(payment.refunded_minor),
        capture_before: text(payment.capture_before),
        created_at: convert::instant(item.created_at),
        status_since: convert::instant(payment.status_since),
        actions: allowed(&payment).into_iter().map(action_message).collect(),
        attempts: item.attempts.into_iter().map(attempt).collect(),
        refunds: item.refunds.into_iter().map(|row| refund(row, &payment)).collect(),
        differences: item.differences.into_iter().map(difference).collect(),
        history: item.history.into_iter().map(entry).collect(),
        brand: payment.brand,
        offer_id: payment.offer_id,
        card_brand: payment.card_brand,
        card_last4: payment.card_last4,
    }
}

fn attempt(attempt: Attempt) -> pb::ProviderAttempt {
    pb::ProviderAttempt {
        op: attempt.op,
        n: attempt.n,
        prepared_at: convert::instant(attempt.prepared_at),
        answered_at: text(attempt.answered_at),
        class: attempt.class.unwrap_or_default(),
        http_status: attempt.http_status.and_then(|status| status.try_into().ok()).unwrap_or_default(),
        request_id: attempt.request_id.unwrap_or_default(),
    }
}

fn refund(refund: RefundRow, payment: &Payment) -> pb::RefundStand {
    let currency = payment.amount.currency.to_string();
    pb::RefundStand {
        seq: refund.seq,
        amount: Some(MoneyMessage { minor: refund.amount_minor, currency }),
        status: refund.status,
        provider_id: refund.provider_id.unwrap_or_default(),
        created_at: convert::instant(refund.created_at),
    }
}

fn difference(Noted { known, object_at, found_at }: Noted) -> pb::Difference {
    let money = |minor| Some(MoneyMessage { minor, currency: known.currency.clone() });
    pb::Difference {
        mode: known.mode.into(),
        ours: money(known.ours_minor),
        theirs: money(known.theirs_minor),
        object_at: convert::instant(object_at),
        found_at: convert::instant(found_at),
        object_id: known.object_id,
        what: known.what,
    }
}

fn known(message: pb::Difference) -> Option<Known> {
    let mode = message.mode();
    let (ours, theirs) = (message.ours?, message.theirs?);
    (ours.currency == theirs.currency).then_some(Known {
        mode,
        object_id: message.object_id,
        what: message.what,
        currency: ours.currency,
        ours_minor: ours.minor,
        theirs_minor: theirs.minor,
    })
}

fn entry(entry: Entry) -> pb::HistoryEntry {
    pb::HistoryEntry {
        at: convert::instant(entry.at),
        what: entry.what,
        from_status: entry.from_status,
        to_status: entry.to_status,
        operator: entry.operator.map(|id| id.to_string()).unwrap_or_default(),
        note: entry.note.unwrap_or_default(),
    }
}

fn text(at: Option<OffsetDateTime>) -> String {
    at.map(convert::instant).unwrap_or_default()
}
