//! Notifies waiters in this process when a booking changes. They also poll, because another replica may change it.

use std::time::Duration;

use anyhow::Context;
use tokio::sync::broadcast;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::domain::Booking;
use crate::repository::Repository;

/// A booking may be driven by another replica, which notifies its own process only.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Tells which bookings have changed in this process.
#[derive(Debug, Clone)]
pub struct ChangeNotifier {
    changes: broadcast::Sender<Uuid>,
    closed: CancellationToken,
}

/// Begins before the booking is stored or read, so that no change is missed.
pub struct Subscription {
    changes: broadcast::Receiver<Uuid>,
    closed: CancellationToken,
}

impl Default for ChangeNotifier {
    fn default() -> Self {
        Self { changes: broadcast::Sender::new(1024), closed: CancellationToken::new() }
    }
}

impl ChangeNotifier {
    pub fn changed(&self, id: Uuid) {
        // Nobody waiting is fine.
        let _waiting = self.changes.send(id);
    }

    pub fn listen(&self) -> Subscription {
        Subscription { changes: self.changes.subscribe(), closed: self.closed.clone() }
    }

    /// Ends every wait with the booking as it stands: this process drives nothing any more.
    pub fn close(&self) {
        self.closed.cancel();
    }
}

impl Subscription {
    /// The booking once it is as wanted, or as it stands at `deadline` or when the notifier closes.
    pub async fn until(
        &mut self,
        store: &dyn Repository,
        id: Uuid,
        deadline: Instant,
        wanted: impl Fn(&Booking) -> bool,
    ) -> anyhow::Result<Booking> {
        loop {
            let booking = store.load(id).await?.context("a booking that was stored is gone")?;
            if wanted(&booking) || Instant::now() >= deadline || self.closed.is_cancelled() {
                return Ok(booking);
            }
            self.next_of(id, deadline.min(Instant::now() + LOOK_EVERY)).await;
        }
    }

    /// Returns when the booking has changed, when that can't be told, when the notifier closes, or at `until`.
    async fn next_of(&mut self, id: Uuid, until: Instant) {
        let changed = async {
            while let Ok(changed) = self.changes.recv().await {
                if changed == id {
                    return;
                }
            }
        };
        // Running out of time is an answer too: look.
        let _ = timeout_at(until, self.closed.run_until_cancelled(changed)).await;
    }
}
