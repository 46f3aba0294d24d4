use duffel::convert::instant;
use proto::booking::v1::{self as messages, AttentionAction, ListAttentionRequest, ListAttentionResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::convert;
use crate::domain::review::{ReviewAction, allowed, owed, owes};
use crate::ops::{Bookings, MoneyStand, ReviewCase, ReviewQueue};
use crate::repository::Evidence;
use crate::store::review_queue::{Attempt, Entry};

pub async fn handle(
    bookings: &Bookings,
    request: Request<ListAttentionRequest>,
) -> Result<Response<ListAttentionResponse>, Status> {
    RequestContext::of(&request)?.require_admin()?;
    let ReviewQueue { cases, total } = bookings.review_queue().await?;
    Ok(Response::new(ListAttentionResponse { items: cases.into_iter().map(item).collect(), total }))
}

fn action_message(action: ReviewAction) -> i32 {
    let message = match action {
        ReviewAction::AskAgain => AttentionAction::AskAgain,
        ReviewAction::NoOrder => AttentionAction::NoOrder,
        ReviewAction::OrderIs => AttentionAction::OrderIs,
        ReviewAction::PaidBack => AttentionAction::PaidBack,
        ReviewAction::DealtWith => AttentionAction::DealtWith,
    };
    message.into()
}

fn money(stand: MoneyStand) -> messages::MoneyStand {
    match stand {
        MoneyStand::None => messages::MoneyStand::None,
        MoneyStand::Held => messages::MoneyStand::Held,
        MoneyStand::Taken => messages::MoneyStand::Taken,
        MoneyStand::Released => messages::MoneyStand::Released,
        MoneyStand::PaidBack => messages::MoneyStand::PaidBack,
        MoneyStand::InDoubt => messages::MoneyStand::InDoubt,
    }
}

fn item(case: ReviewCase) -> messages::AttentionItem {
    let (money_stand, snapshot) = (case.money(), case.snapshot());
    let booking = case.booking;
    let owed = owes(snapshot).then(|| convert::money(owed(&booking)));
    let (order_id, booking_reference) =
        booking.order.as_ref().map(|order| (order.id.clone(), order.reference.clone())).unwrap_or_default();
    let (contact_name, contact_email) = booking
        .primary()
        .map(|it| (format!("{} {}", it.given_name, it.family_name), it.email.clone()))
        .unwrap_or_default();
    messages::AttentionItem {
        booking_id: booking.id.to_string(),
        mode: booking.mode.into(),
        brand: booking.brand.clone(),
        state: snapshot.name().to_owned(),
        booking_reference,
        order_id,
        offer_id: booking.offer_id().to_owned(),
        payment_id: booking.payment_id.clone(),
        total: Some(convert::money(booking.total)),
        money: money(money_stand).into(),
        capture_before: booking.capture_before.map(instant).unwrap_or_default(),
        created_at: instant(booking.created_at),
        unknown_since: booking.first_unknown_at.map(instant).unwrap_or_default(),
        contact_name,
        contact_email,
        actions: allowed(snapshot).into_iter().map(action_message).collect(),
        attempts: case.attempts.into_iter().map(attempt).collect(),
        history: case.history.into_iter().map(entry).collect(),
        version: booking.version,
        credits: convert::credits(&booking),
        owed,
    }
}

fn attempt(attempt: Attempt) -> messages::ProviderAttempt {
    messages::ProviderAttempt {
        op: attempt.op,
        n: attempt.n,
        prepared_at: instant(attempt.prepared_at),
        answered_at: attempt.answered_at.map(instant).unwrap_or_default(),
        class: attempt.class.unwrap_or_default(),
        http_status: attempt.http_status.and_then(|status| status.try_into().ok()).unwrap_or_default(),
        request_id: attempt.request_id.unwrap_or_default(),
        evidence: attempt.evidence.map(|json| shown(json.0)).unwrap_or_default(),
    }
}

fn shown(evidence: Evidence) -> String {
    match evidence {
        Evidence::Order { id, reference, .. } => format!("{id} {reference}"),
        Evidence::Refused { code, .. } => code,
        Evidence::Promised => "promised".to_owned(),
    }
}

fn entry(entry: Entry) -> messages::HistoryEntry {
    messages::HistoryEntry {
        at: instant(entry.at),
        what: entry.what,
        from_state: entry.from_state,
        to_state: entry.to_state,
        operator: entry.operator.map(|id| id.to_string()).unwrap_or_default(),
        note: entry.note.unwrap_or_default(),
    }
}
