//! What webhooks say, and which bookings that concerns.

use service::Mode;
use svc_booking::domain::Booking;
use svc_booking::domain::review::Snapshot;
use svc_booking::domain::webhook::{Alert, Changes, OrderFacts, Report, overtaken, received};
use svc_booking::repository::{Alerts, Webhook, WebhookFacts};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Books, MemoryBookings, Row, WebhookRow, mode_text};
use crate::mutant::Mutant;

impl MemoryBookings {
    pub(super) fn hear(&self, webhook: &Webhook<'_>, now: OffsetDateTime) -> Alerts {
        let books = &mut *self.lock();
        books.revision += 1;
        let is_new = books.keep(webhook, now);
        let mut alerts = Alerts::default();
        for (booking, Changes { hurries, alert }) in books.decided(webhook, is_new) {
            if hurries {
                books.hurry(booking, now);
            }
            if let Some(alert) = alert {
                books.raise(booking, alert);
                alerts = Alerts::of(alert, booking);
            }
        }
        alerts
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
    /// Whether the webhook has not come before.
    fn keep(&mut self, webhook: &Webhook<'_>, now: OffsetDateTime) -> bool {
        let id = (mode_text(webhook.mode), webhook.event_id.to_owned());
        if self.webhooks.contains_key(&id) {
            return false;
        }
        let row = WebhookRow {
            kind: webhook.kind.to_owned(),
            offer_id: webhook.offer_id.map(str::to_owned),
            order_id: webhook.order_id.map(str::to_owned),
            received_at: now,
        };
        self.webhooks.insert(id, row);
        true
    }

    /// What a webhook does to each booking of its offer and its order.
    fn decided(&self, webhook: &Webhook<'_>, is_new: bool) -> Vec<(Uuid, Changes)> {
        let reports = self.bookings.values().map(|row| (row, report(webhook, row, is_new)));
        let concerned = reports.filter(|(_, report)| report.names_offer || report.names_order);
        let decided = concerned.map(|(row, report)| {
            let booking = &row.booking;
            let order = OrderFacts {
                was_dispatched: self.was_dispatched(booking.id),
                is_known: booking.order.is_some(),
                is_reported: row.order_reported,
            };
            (booking.id, received(report, Snapshot::of(booking), order))
        });
        decided.collect()
    }

    fn hurry(&mut self, booking: Uuid, now: OffsetDateTime) {
        if let Some(row) = self.bookings.get_mut(&booking).filter(|row| row.next_action_at.is_some()) {
            (row.next_action_at, row.nudged) = (Some(now), true);
        }
    }

    fn raise(&mut self, booking: Uuid, alert: Alert) {
        if let Some(row) = self.bookings.get_mut(&booking) {
            row.booking.saga.needs_human = true;
            row.order_reported |= alert == Alert::Disputed;
        }
    }

    /// Requests a review because of webhooks that came before a step and requested none then.
    pub(super) fn note_overtaken(&mut self, before: &Booking, after: &Booking) {
        let alert = overtaken(before, after).filter(|alert| self.has_come(*alert, after.id));
        if let Some(alert) = alert {
            self.raise(after.id, alert);
        }
    }

    fn has_come(&self, alert: Alert, booking: Uuid) -> bool {
        let Some(row) = self.bookings.get(&booking) else { return false };
        let mut of_kind = self.webhooks.iter().filter(|((mode, _), it)| {
            *mode == mode_text(row.booking.mode) && alert.kinds().contains(&it.kind.as_str())
        });
        match alert {
            Alert::Disputed => {
                let offer = Some(row.booking.offer_id());
                self.was_dispatched(booking) && of_kind.any(|(_, it)| it.offer_id.as_deref() == offer)
            }
            Alert::Changed => of_kind.any(|(_, it)| {
                it.order_id.as_deref() == order_id(row)
                    && row.cancelled_from_here_at.is_none_or(|at| it.received_at >= at)
            }),
        }
    }
}

fn report<'w>(webhook: &Webhook<'w>, row: &Row, is_new: bool) -> Report<'w> {
    let is_of_mode = row.booking.mode == webhook.mode;
    let order = order_id(row);
    Report {
        kind: webhook.kind,
        names_offer: is_of_mode && webhook.offer_id == Some(row.booking.offer_id()),
        names_order: is_of_mode && order.is_some() && webhook.order_id == order,
        is_new,
    }
}

fn order_id(row: &Row) -> Option<&str> {
    row.booking.order.as_ref().map(|order| order.id.as_str())
}
