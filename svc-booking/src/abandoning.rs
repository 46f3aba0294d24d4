//! A booker who does not go on at their bank, and wants to pay otherwise.

use std::sync::Arc;
use std::time::Duration;

use service::SharedClock;
use tokio::sync::Notify;
use tokio::time::Instant;
use uuid::Uuid;

use crate::change_notifier::ChangeNotifier;
use crate::domain::Booking;
use crate::domain::booking::Status;
use crate::error::Error;
use crate::store::booking::{Reader, Store};
use crate::store::queue;

/// As long as a page waits.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

pub struct Abandoning {
    pub store: Store,
    pub clock: SharedClock,
    pub notifier: ChangeNotifier,
    /// Wakes the workers.
    pub wake: Arc<Notify>,
}

impl Abandoning {
    /// Ends a booking that waits for the cardholder's bank, with nothing charged, and answers it as it stands then. One
    /// that waits for nothing of the kind goes on as if nobody had asked: the bank may have agreed a moment before.
    pub async fn abandon(&self, reader: &Reader, id: Uuid) -> Result<Booking, Error> {
        let mut subscription = self.notifier.listen();
        let found = self.store.find(reader, id).await.map_err(Error::Internal)?;
        let booking = found.filter(|found| found.is_booked_by(&reader.principals)).ok_or(Error::NotFound)?;
        if !booking.awaits_holder() {
            return Ok(booking);
        }
        queue::abandon(&self.store.pool, id, self.clock.now()).await?;
        self.wake.notify_one();
        let has_ended = |booking: &Booking| booking.status(self.clock.now()) != Status::Pending;
        let deadline = Instant::now() + LONGEST_WAIT;
        subscription.until(&self.store, id, deadline, has_ended).await.map_err(Error::Internal)
    }
}
