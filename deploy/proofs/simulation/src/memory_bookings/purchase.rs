//! New bookings and the keys they came under.

use svc_booking::domain::Booking;
use svc_booking::domain::saga::State;
use svc_booking::repository::{Inserted, Key, Known, Reader};

use super::{Books, KeyId, KeyRow, MemoryBookings, Row, mode_text};
use crate::mutant::Mutant;

impl MemoryBookings {
    pub(super) fn take_in(&self, booking: &Booking, key: &Key) -> Inserted {
        let books = &mut *self.lock();
        let request = (mode_text(booking.mode), booking.quote.request_key.clone());
        let mut standing =
            books.bookings.values().filter(|row| row.booking.mode == booking.mode && !row.is_failed());
        let same_request = |row: &Row| row.booking.quote.request_key == booking.quote.request_key;
        if !self.is(Mutant::NoGuards)
            && (books.dispatches.contains_key(&request) || standing.clone().any(same_request))
        {
            return Inserted::RequestTaken;
        }
        if standing.any(|row| row.booking.payment_id == booking.payment_id) && !self.is(Mutant::NoGuards) {
            return Inserted::PaymentTaken;
        }
        let id = KeyId {
            mode: mode_text(booking.mode),
            brand: booking.brand.clone(),
            principal: booking.principal.clone(),
            key: key.text.clone(),
        };
        if key.is_derived && books.key_is_free_again(&id) {
            books.keys.remove(&id);
        }
        if books.keys.contains_key(&id) && !self.is(Mutant::NoGuards) {
            return Inserted::KeyTaken;
        }
        books.keys.insert(id, KeyRow { booking: booking.id, body_hmac: key.body_hmac.clone() });
        books.bookings.insert(booking.id, Row::new(booking));
        books.revision += 1;
        Inserted::New
    }

    pub(super) fn key_of(&self, reader: &Reader, key: &Key) -> Option<Known> {
        let books = self.lock();
        let mut found: Vec<_> = reader
            .principals
            .iter()
            .filter_map(|principal| {
                books.keys.get(&KeyId {
                    mode: mode_text(reader.mode),
                    brand: reader.brand.clone(),
                    principal: principal.clone(),
                    key: key.text.clone(),
                })
            })
            .filter(|row| {
                !key.is_derived || books.bookings.get(&row.booking).is_some_and(|it| !it.is_failed())
            })
            .collect();
        found.sort_by_key(|row| row.booking);
        found.last().map(|row| known(row))
    }

    pub(super) fn own(&self, reader: &Reader, offer_id: &str) -> Option<Known> {
        let books = self.lock();
        let is_own = |booking: &Booking| {
            may_see(reader, booking) && booking.offer_id() == offer_id && booking.saga.state != State::Failed
        };
        let row = books.bookings.values().find(|row| is_own(&row.booking))?;
        books.keys.values().find(|key| key.booking == row.booking.id).map(known)
    }
}

/// Nobody opens a link to another's booking here.
pub(super) fn may_see(reader: &Reader, booking: &Booking) -> bool {
    booking.mode == reader.mode
        && booking.brand == reader.brand
        && reader.principals.iter().any(|principal| booking.is_of(principal))
}

fn known(row: &KeyRow) -> Known {
    Known { booking_id: row.booking, body_hmac: row.body_hmac.clone() }
}

impl Row {
    fn new(booking: &Booking) -> Self {
        Self {
            booking: Booking { epoch: 0, asked: 0, ..booking.clone() },
            lease: None,
            next_action_at: Some(booking.created_at),
            nudged: false,
            left_open: false,
            order_reported: false,
            cancelled_from_here_at: None,
        }
    }
}

impl Books {
    fn key_is_free_again(&self, id: &KeyId) -> bool {
        let row = self.keys.get(id).and_then(|key| self.bookings.get(&key.booking));
        row.is_some_and(Row::is_failed)
    }
}
