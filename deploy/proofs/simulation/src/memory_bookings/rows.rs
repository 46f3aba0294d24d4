//! What the parts of the store ask of its tables.

use svc_booking::domain::saga::State;
use svc_booking::repository::Op;
use uuid::Uuid;

use super::{Books, Row};

impl Row {
    pub fn is_failed(&self) -> bool {
        self.booking.saga.state == State::Failed
    }
}

impl Books {
    pub fn row(&mut self, id: Uuid) -> Option<&mut Row> {
        self.revision += 1;
        self.bookings.get_mut(&id)
    }

    /// How often a call was prepared.
    pub fn attempts_of(&self, booking: Uuid, op: Op) -> i32 {
        let of_op = (booking, op.as_str(), 0)..=(booking, op.as_str(), i32::MAX);
        self.attempts.range(of_op).next_back().map_or(0, |((.., n), _)| *n)
    }

    /// Whether this very booking was the one of its offer request that sent an order.
    pub fn was_dispatched(&self, booking: Uuid) -> bool {
        self.dispatches.values().any(|dispatched| *dispatched == booking)
    }
}
