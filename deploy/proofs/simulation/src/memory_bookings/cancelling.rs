//! Cancellations: quoted, wanted, and what the airline did by itself meanwhile.

use svc_booking::domain::Booking;
use svc_booking::domain::booking::Cancellation;
use svc_booking::domain::cancellation::{Stage, came_to_nothing};
use svc_booking::domain::saga::State;
use time::OffsetDateTime;
use uuid::Uuid;

use super::webhooks::{BY_THE_AIRLINE, is_only_quoted};
use super::{Books, MemoryBookings, Row, mode_text};

impl MemoryBookings {
    pub(super) fn quote(&self, booking: Uuid, quote: &Cancellation) -> bool {
        let books = &mut *self.lock();
        let Some(row) = books.row(booking) else { return false };
        let may = row.booking.cancellation.as_ref().is_none_or(is_only_quoted);
        if may {
            row.booking.cancellation = Some(Cancellation { stage: Stage::Quoted, ..quote.clone() });
        }
        may
    }

    pub(super) fn flag(&self, booking: Uuid) {
        if let Some(row) = self.lock().row(booking) {
            row.booking.saga.needs_human = true;
        }
    }

    pub(super) fn request(&self, booking: Uuid, quote_id: &str, now: OffsetDateTime) -> bool {
        let books = &mut *self.lock();
        let Some(row) = books.row(booking) else { return false };
        let stands = |it: &&mut Cancellation| it.stage == Stage::Quoted && it.quote_id == quote_id;
        let Some(quote) = row.booking.cancellation.as_mut().filter(stands) else { return false };
        quote.stage = Stage::Requested;
        row.cancelled_from_here_at = Some(now);
        (row.next_action_at, row.nudged) = (Some(now), true);
        true
    }
}

impl Books {
    /// A trip that was about to be cancelled and is not, or is paid for just now: what the airline did to it meanwhile
    /// calls a person.
    pub(super) fn note_changed_meanwhile(&mut self, before: &Booking, after: &Booking) {
        let stages = before.cancellation.as_ref().zip(after.cancellation.as_ref());
        let stands = stages.is_some_and(|(before, after)| came_to_nothing(before.stage, after.stage));
        let is_ticketed = before.saga.state != State::Ticketed && after.saga.state == State::Ticketed;
        let Some(row) = self.bookings.get(&after.id).filter(|_| stands || is_ticketed) else { return };
        if self.was_changed_meanwhile(row)
            && let Some(row) = self.bookings.get_mut(&after.id)
        {
            row.booking.saga.needs_human = true;
        }
    }

    fn was_changed_meanwhile(&self, row: &Row) -> bool {
        let order = row.booking.order.as_ref().map(|order| order.id.as_str());
        let mode = mode_text(row.booking.mode);
        let mut of_mode = self.webhooks.iter().filter(|((of, _), _)| *of == mode);
        of_mode.any(|(_, it)| {
            BY_THE_AIRLINE.contains(&it.kind.as_str())
                && it.order_id.as_deref() == order
                && row.cancelled_from_here_at.is_none_or(|at| it.received_at >= at)
        })
    }
}
