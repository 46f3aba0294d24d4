//! What webhooks say, and which bookings that concerns.

use service::Mode;
use svc_booking::domain::booking::Cancellation;
use svc_booking::domain::cancellation::Stage;
use svc_booking::domain::saga::State;
use svc_booking::repository::{Alerts, Webhook, WebhookFacts};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Books, MemoryBookings, Row, WebhookRow, mode_text};
use crate::mutant::Mutant;

/// An order was changed, or cancelled.
pub(super) const BY_THE_AIRLINE: [&str; 3] =
    ["order.airline_initiated_change_detected", "order_cancellation.confirmed", "air.airline_credit.created"];

impl MemoryBookings {
    pub(super) fn hear(&self, webhook: &Webhook<'_>, now: OffsetDateTime) -> Alerts {
        let books = &mut *self.lock();
        books.revision += 1;
        let id = (mode_text(webhook.mode), webhook.event_id.to_owned());
        let is_new = !books.webhooks.contains_key(&id);
        books.webhooks.entry(id).or_insert_with(|| WebhookRow {
            kind: webhook.kind.to_owned(),
            offer_id: webhook.offer_id.map(str::to_owned),
            order_id: webhook.order_id.map(str::to_owned),
            received_at: now,
        });
        for row in books.bookings.values_mut().filter(|row| concerns(webhook, row) && is_under_way(row)) {
            (row.next_action_at, row.nudged) = (Some(now), true);
        }
        let disputed = books.disputed(webhook);
        let changed = if is_new { books.changed(webhook) } else { None };
        Alerts { disputed, changed }
    }

    pub(super) fn word(&self, mode: Mode, offer_id: &str, since: OffsetDateTime) -> WebhookFacts {
        let books = self.lock();
        let of_mode: Vec<_> =
            books.webhooks.iter().filter(|((of, _), _)| *of == mode_text(mode)).map(|(_, row)| row).collect();
        let of_offer = |kind| {
            of_mode.iter().filter(move |it| it.kind == kind && it.offer_id.as_deref() == Some(offer_id))
        };
        let said = |kind| of_offer(kind).next().is_some();
        WebhookFacts {
            reported_created: said("order.created"),
            order_id: of_offer("order.created").filter_map(|it| it.order_id.clone()).max(),
            reported_failed: said("order.creation_failed") || self.is(Mutant::AbsenceIsNo),
            any_arrived: of_mode.iter().any(|it| it.received_at >= since),
        }
    }
}

impl Books {
    /// A person must look, and the store remembers why.
    pub(super) fn dispute(&mut self, booking: Uuid) {
        if let Some(row) = self.bookings.get_mut(&booking) {
            (row.booking.saga.needs_human, row.order_reported) = (true, true);
        }
    }

    /// The booking of the offer that was given up although it has an order.
    fn disputed(&mut self, webhook: &Webhook<'_>) -> Option<Uuid> {
        let is_given_up = |row: &Row| {
            concerns_offer(webhook, row)
                && row.booking.order.is_none()
                && !row.order_reported
                && matches!(row.booking.saga.state, State::VoidSent | State::Failed)
                && self.was_dispatched(row.booking.id)
        };
        let found = self.bookings.values().find(|row| webhook.kind == "order.created" && is_given_up(row));
        let id = found.map(|row| row.booking.id)?;
        self.dispute(id);
        Some(id)
    }

    /// A ticketed trip that the airline changed, or that was cancelled there and not from here.
    fn changed(&mut self, webhook: &Webhook<'_>) -> Option<Uuid> {
        let found = self.bookings.values_mut().find(|row| {
            BY_THE_AIRLINE.contains(&webhook.kind)
                && concerns_order(webhook, row)
                && row.booking.saga.state == State::Ticketed
                && row.booking.cancellation.as_ref().is_none_or(is_only_quoted)
        })?;
        found.booking.saga.needs_human = true;
        Some(found.booking.id)
    }
}

fn concerns(webhook: &Webhook<'_>, row: &Row) -> bool {
    concerns_offer(webhook, row) || concerns_order(webhook, row)
}

fn concerns_offer(webhook: &Webhook<'_>, row: &Row) -> bool {
    row.booking.mode == webhook.mode && webhook.offer_id == Some(row.booking.offer_id())
}

fn concerns_order(webhook: &Webhook<'_>, row: &Row) -> bool {
    let order = row.booking.order.as_ref().map(|order| order.id.as_str());
    row.booking.mode == webhook.mode && order.is_some() && webhook.order_id == order
}

fn is_under_way(row: &Row) -> bool {
    let cancels = |it: &Cancellation| {
        matches!(it.stage, Stage::Requested | Stage::ConfirmSent | Stage::ConfirmUnknown | Stage::RefundSent)
    };
    let is_driven =
        !row.booking.saga.state.is_end() || row.booking.cancellation.as_ref().is_some_and(cancels);
    row.next_action_at.is_some() && is_driven
}

pub(super) fn is_only_quoted(cancellation: &Cancellation) -> bool {
    matches!(cancellation.stage, Stage::Quoted | Stage::Refused)
}
