//! Requests for one booking take turns.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, Weak};

use tokio::sync::{Mutex, OwnedMutexGuard};
use uuid::Uuid;

/// Lets requests for one booking take turns in this process: each new quote voids the one before, so that requests
/// that quote at once would go on voiding each other's. Nobody waits for another booking's turn.
#[derive(Default)]
pub struct Turns(std::sync::Mutex<HashMap<Uuid, Weak<Mutex<()>>>>);

impl Turns {
    pub async fn of(&self, booking: Uuid) -> OwnedMutexGuard<()> {
        self.queue_of(booking).lock_owned().await
    }

    /// Kept as long as somebody stands in it.
    fn queue_of(&self, booking: Uuid) -> Arc<Mutex<()>> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        queues.retain(|_, queue| queue.strong_count() > 0);
        let known = queues.get(&booking).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let queue = Arc::default();
            queues.insert(booking, Arc::downgrade(&queue));
            queue
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn bookings_wait_for_their_own_turn_alone() {
        let turns = Turns::default();
        // Alike in the last byte.
        let (one, other) = (Uuid::from_u128(0x0100), Uuid::from_u128(0x0200));
        let held = turns.of(one).await;

        assert!(timeout(Duration::ZERO, turns.of(other)).await.is_ok());
        assert!(timeout(Duration::ZERO, turns.of(one)).await.is_err());
        drop(held);
        assert!(timeout(Duration::ZERO, turns.of(one)).await.is_ok());
    }
}
