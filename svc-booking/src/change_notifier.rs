//! Notifies waiters in this process when a booking changes. They also poll, because another replica may change it.

use std::sync::Arc;
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

#[derive(Clone)]
struct Change {
    id: Uuid,
    /// The booking as the change left it, where that is at hand.
    saved: Option<Arc<Booking>>,
}

/// Tells which bookings have changed in this process.
#[derive(Debug, Clone)]
pub struct ChangeNotifier {
    changes: broadcast::Sender<Change>,
    closed: CancellationToken,
}

/// Begins before the booking is stored or read, so that no change is missed.
pub struct Subscription {
    changes: broadcast::Receiver<Change>,
    closed: CancellationToken,
}

impl Default for ChangeNotifier {
    fn default() -> Self {
        Self { changes: broadcast::Sender::new(1024), closed: CancellationToken::new() }
    }
}

impl ChangeNotifier {
    /// Announces a change that is stored, with the booking as it was saved, where that is at hand.
    pub fn changed(&self, id: Uuid, saved: Option<&Booking>) {
        // A subscription that begins later sees the change in the store.
        if self.changes.receiver_count() > 0 {
            let _waiting = self.changes.send(Change { id, saved: saved.cloned().map(Arc::new) });
        }
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
    /// The booking once it is as wanted, or as it stands at `deadline` or when the notifier closes. It comes from the
    /// store, which merges some columns. `wanted` may read only what a step writes as it is.
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
            self.next_look(id, deadline.min(Instant::now() + LOOK_EVERY), &wanted).await;
        }
    }

    /// Returns when the booking may be as wanted, when that can't be told, when the notifier closes, or at `until`.
    async fn next_look(&mut self, id: Uuid, until: Instant, wanted: &impl Fn(&Booking) -> bool) {
        let changed = async {
            while let Ok(change) = self.changes.recv().await {
                if change.id == id && change.saved.as_deref().is_none_or(wanted) {
                    return;
                }
            }
        };
        // Running out of time is an answer too: look.
        let _ = timeout_at(until, self.closed.run_until_cancelled(changed)).await;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;
    use crate::domain::saga::State;

    #[tokio::test]
    async fn a_waiter_looks_only_where_the_booking_may_be_as_wanted() {
        let notifier = ChangeNotifier::default();
        let mut subscription = notifier.listen();
        let [draft, failed] = [State::Draft, State::Failed].map(|state| Booking::sample_at(state, None));
        let id = draft.id;
        let mut looks = || {
            let until = Instant::now() + Duration::from_secs(60);
            let has_ended = |booking: &Booking| booking.saga.state.is_end();
            subscription.next_look(id, until, &has_ended).now_or_never().is_some()
        };

        assert!(!looks(), "nothing has changed");
        notifier.changed(id, Some(&draft));
        assert!(!looks(), "it is not as wanted");
        notifier.changed(Uuid::from_u128(1), Some(&failed));
        assert!(!looks(), "it is another booking");
        notifier.changed(id, Some(&draft));
        notifier.changed(id, Some(&failed));
        assert!(looks(), "it is as wanted");
        notifier.changed(id, None);
        assert!(looks(), "how it stands is unknown");
        for _ in 0..=1024 {
            notifier.changed(id, Some(&draft));
        }
        assert!(looks(), "a change was missed");
        notifier.close();
        assert!(looks(), "the notifier is closed");
    }
}
