//! A booker does not go on at their bank, and wants to pay in another way.

use tokio::time::Instant;
use uuid::Uuid;

use super::{Bookings, LONGEST_WAIT};
use crate::domain::Booking;
use crate::domain::booking::Status;
use crate::error::Error;
use crate::repository::Reader;
use crate::store::queue;

impl Bookings {
    /// Ends a booking that waits for the cardholder's bank, with nothing charged, and returns it as it stands then. A
    /// booking that does not wait for the bank goes on unchanged: the bank may have agreed a moment before.
    pub async fn abandon(&self, reader: &Reader, id: Uuid) -> Result<Booking, Error> {
        let mut subscription = self.local.changes.listen();
        let booking = self.find_booked(reader, id).await?;
        if !booking.awaits_holder() {
            return Ok(booking);
        }
        queue::abandon(&self.store.pool, id, self.now()).await?;
        self.local.workers.notify_one();
        let has_ended = |booking: &Booking| booking.status(self.now()) != Status::Pending;
        let deadline = Instant::now() + LONGEST_WAIT;
        subscription.until(&self.store, id, deadline, has_ended).await.map_err(Error::Internal)
    }
}
