//! One step of a booking: compared, and set as a whole or not at all.

use svc_booking::domain::Booking;
use svc_booking::domain::booking::{AccountState, OrderRef};
use svc_booking::domain::review::Snapshot;
use svc_booking::repository::{Answer, Op, Saved, Step};
use time::OffsetDateTime;

use super::{Attempt, Books, MemoryBookings, Turn, mode_text};
use crate::mutant::Mutant;

impl MemoryBookings {
    pub(super) fn step(
        &self,
        before: &Booking,
        mut after: Booking,
        step: &Step<'_>,
        now: OffsetDateTime,
    ) -> Saved {
        let books = &mut *self.lock();
        books.revision += 1;
        let changed = is_change(before, &after);
        after.version = before.version + i64::from(changed);
        if !self.stands(books, before) {
            books.close(before, step);
            return Saved::Lost;
        }
        // Refused before anything is written: the transaction is rolled back.
        let sends = step.opens == Some(Op::OrderCreate);
        let is_sent_again = sends && before.saga.turned_away;
        if sends && !is_sent_again && !self.may_dispatch(books, &after) {
            return Saved::AlreadyDispatched;
        }
        books.close(before, step);
        if changed {
            books.history.push(turn(before, &after, step));
        }
        let left_open = books.set(before, &after);
        books.note_overtaken(before, &after);
        let n = step.opens.map(|op| books.open(&after, op, is_sent_again, now));
        books.told.extend(step.publishes.map(|subject| (after.id, subject)));
        // A mail would be queued here; nobody reads mail in a simulation.
        let _is_written_to = step.mail.is_some() && (left_open || !step.is_answer);
        Saved::Yes(Box::new(after), n)
    }

    pub(super) fn found(&self, before: &Booking, mut after: Booking, step: &Step<'_>) -> Option<Saved> {
        let books = self.lock();
        after.version = before.version + i64::from(is_change(before, &after));
        let stored = &books.bookings.get(&after.id)?.booking;
        let is_stored = stored.epoch == after.epoch
            && stored.version == after.version
            && stored.saga.state == after.saga.state;
        if !is_stored || after.version == before.version {
            return None;
        }
        let n = step.opens.map(|op| books.attempts_of(after.id, op));
        Some(Saved::Yes(Box::new(after), n))
    }

    /// The compare of compare-and-set.
    fn stands(&self, books: &Books, before: &Booking) -> bool {
        let Some(row) = books.bookings.get(&before.id) else { return false };
        let same_state = row.booking.saga.state == before.saga.state;
        self.is(Mutant::NoCompare) || (same_state && row.booking.epoch == before.epoch)
    }

    fn may_dispatch(&self, books: &mut Books, booking: &Booking) -> bool {
        let request = (mode_text(booking.mode), booking.quote.request_key.clone());
        let taken = books.dispatches.contains_key(&request);
        if !taken {
            books.dispatches.insert(request, booking.id);
        }
        !taken || self.is(Mutant::NoGuards)
    }
}

/// Others may hear of it.
fn is_change(before: &Booking, after: &Booking) -> bool {
    before.saga != after.saga || before.cancellation != after.cancellation
}

fn with_tickets(after: &Booking, stored: &Booking) -> Option<OrderRef> {
    let mut order = after.order.clone()?;
    if let Some(known) = stored.order.as_ref().filter(|known| known.tickets.len() >= order.tickets.len()) {
        order.tickets.clone_from(&known.tickets);
    }
    Some(order)
}

fn turn(before: &Booking, after: &Booking, step: &Step<'_>) -> Turn {
    Turn {
        booking: after.id,
        version: after.version,
        epoch: after.epoch,
        from: Snapshot::of(before).name(),
        to: Snapshot::of(after).name(),
        cause: step.cause.as_str(),
    }
}

impl Books {
    /// Whether the request that booked was answered without an end.
    fn set(&mut self, before: &Booking, after: &Booking) -> bool {
        let Some(row) = self.bookings.get_mut(&after.id) else { return false };
        let (reported, nudged) = (row.order_reported, row.nudged);
        let stored = &mut row.booking;
        let account = if stored.account == AccountState::None { after.account } else { stored.account };
        let cancellation = if before.cancellation == after.cancellation {
            stored.cancellation.clone()
        } else {
            after.cancellation.clone()
        };
        // Whose it is, and who has it, no step changes; and of tickets, which are found beside the steps too, there are
        // never fewer.
        let (owner, epoch, order) = (stored.owner.clone(), stored.epoch, with_tickets(after, stored));
        *stored = Booking { account, cancellation, owner, epoch, order, ..after.clone() };
        stored.saga.needs_human |= reported;
        row.nudged = nudged && before.saga.state == after.saga.state;
        row.left_open
    }

    /// An answer is kept, even if another worker has the booking now.
    fn close(&mut self, booking: &Booking, step: &Step<'_>) {
        let Some((op, n, answer)) = step.answered else { return };
        if let Some(attempt) = self.attempts.get_mut(&(booking.id, op.as_str(), n)) {
            let Answer { class, evidence, .. } = answer.clone();
            (attempt.class, attempt.evidence) = (Some(class), evidence);
        }
    }

    fn open(&mut self, booking: &Booking, op: Op, is_sent_again: bool, now: OffsetDateTime) -> i32 {
        let n = if is_sent_again { 1 } else { self.attempts_of(booking.id, op) + 1 };
        let prepared = Attempt { at: now, class: None, evidence: None };
        self.attempts.insert((booking.id, op.as_str(), n), prepared);
        n
    }
}
