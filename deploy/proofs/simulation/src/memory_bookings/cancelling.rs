//! Cancellations: quoted and wanted.

use svc_booking::domain::booking::Cancellation;
use svc_booking::domain::cancellation::Stage;
use time::OffsetDateTime;
use uuid::Uuid;

use super::MemoryBookings;

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

fn is_only_quoted(cancellation: &Cancellation) -> bool {
    !cancellation.stage.is_under_way() && !cancellation.stage.is_cancelled()
}
