use duffel::convert::instant;
use proto::booking::v1::attention_service_server::AttentionService;
use proto::booking::v1::{
    self as messages, AttentionAction, BookingName, CountOpenTripsRequest, CountOpenTripsResponse,
    ListAttentionRequest, ListAttentionResponse, NameBookingsRequest, NameBookingsResponse,
    ResolveAttentionRequest, ResolveAttentionResponse,
};
use service::RequestContext;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{booking_id, convert};
use crate::attention::{Item, Listed, MoneyStand, ReviewAction, ReviewQueue};
use crate::domain::attention::{Action, allowed};
use crate::error::Error;
use crate::store::attempt::Evidence;
use crate::store::attention::{Attempt, Entry, Name};

#[tonic::async_trait]
impl AttentionService for ReviewQueue {
    async fn list_attention(
        &self,
        request: Request<ListAttentionRequest>,
    ) -> Result<Response<ListAttentionResponse>, Status> {
        RequestContext::of(&request)?.require_admin()?;
        let Listed { items, total } = self.list().await?;
        Ok(Response::new(ListAttentionResponse { items: items.into_iter().map(item).collect(), total }))
    }

    async fn resolve_attention(
        &self,
        request: Request<ResolveAttentionRequest>,
    ) -> Result<Response<ResolveAttentionResponse>, Status> {
        let operator = RequestContext::of(&request)?.require_admin()?.id;
        let message = request.into_inner();
        let action = action(message.action()).ok_or(Error::NotAllowedNow)?;
        let ResolveAttentionRequest { booking_id: id, note, order_id, version, .. } = message;
        self.act(ReviewAction { booking: booking_id(&id)?, action, operator, note, order_id, version })
            .await?;
        Ok(Response::new(ResolveAttentionResponse {}))
    }

    async fn name_bookings(
        &self,
        request: Request<NameBookingsRequest>,
    ) -> Result<Response<NameBookingsResponse>, Status> {
        RequestContext::of(&request)?.require_admin()?;
        let ids: Vec<Uuid> =
            request.into_inner().booking_ids.iter().filter_map(|id| id.parse().ok()).collect();
        let names = self.store.names(&ids).await.map_err(Error::from)?;
        Ok(Response::new(NameBookingsResponse { names: names.into_iter().map(name).collect() }))
    }

    async fn count_open_trips(
        &self,
        request: Request<CountOpenTripsRequest>,
    ) -> Result<Response<CountOpenTripsResponse>, Status> {
        let context = RequestContext::of(&request)?;
        context.require_admin()?;
        let (brand, now) = (request.into_inner().brand, self.clock.now());
        let trips = self.store.count_open_trips(&brand, context.mode, now).await.map_err(Error::from)?;
        // A reader with more cases than fit has enough to do.
        let told = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        let (ahead, unsettled) = (told(trips.ahead), told(trips.unsettled));
        Ok(Response::new(CountOpenTripsResponse { ahead, unsettled }))
    }
}

fn name(name: Name) -> BookingName {
    BookingName {
        booking_id: name.id.to_string(),
        booking_reference: name.booking_reference.unwrap_or_default(),
        state: name.state,
    }
}

fn action(action: AttentionAction) -> Option<Action> {
    Some(match action {
        AttentionAction::AskAgain => Action::AskAgain,
        AttentionAction::NoOrder => Action::NoOrder,
        AttentionAction::OrderIs => Action::OrderIs,
        AttentionAction::PaidBack => Action::PaidBack,
        AttentionAction::DealtWith => Action::DealtWith,
        AttentionAction::Unspecified => return None,
    })
}

fn action_message(action: Action) -> i32 {
    let message = match action {
        Action::AskAgain => AttentionAction::AskAgain,
        Action::NoOrder => AttentionAction::NoOrder,
        Action::OrderIs => AttentionAction::OrderIs,
        Action::PaidBack => AttentionAction::PaidBack,
        Action::DealtWith => AttentionAction::DealtWith,
    };
    message.into()
}

fn money(snapshot: MoneyStand) -> messages::MoneyStand {
    match snapshot {
        MoneyStand::None => messages::MoneyStand::None,
        MoneyStand::Held => messages::MoneyStand::Held,
        MoneyStand::Taken => messages::MoneyStand::Taken,
        MoneyStand::Released => messages::MoneyStand::Released,
        MoneyStand::PaidBack => messages::MoneyStand::PaidBack,
        MoneyStand::InDoubt => messages::MoneyStand::InDoubt,
    }
}

fn item(item: Item) -> messages::AttentionItem {
    let (money_stand, snapshot) = (item.money(), item.snapshot());
    let booking = item.booking;
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
        attempts: item.attempts.into_iter().map(attempt).collect(),
        history: item.history.into_iter().map(entry).collect(),
        version: booking.version,
        credits: convert::credits(&booking),
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
