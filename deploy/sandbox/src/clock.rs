//! The sandbox's own time: the system's, moved forward on demand.
//! Offers, quotes and authorisations expire by it, so a test lets half an hour pass in no time.
//! It only ever moves forward.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::Timestamp;

/// How often something that waits for sandbox time looks at it again.
const LOOK: Duration = Duration::from_millis(10);

#[derive(Debug, Default)]
pub struct Clock {
    ahead_ms: AtomicI64,
}

impl Clock {
    /// To the microsecond, which is as fine as Duffel's timestamps are.
    pub fn now(&self) -> Timestamp {
        let ahead_us = self.ahead_ms.load(Ordering::Relaxed).saturating_mul(1000);
        Timestamp::from_microsecond(Timestamp::now().as_microsecond().saturating_add(ahead_us))
            .unwrap_or(Timestamp::MAX)
    }

    pub fn advance(&self, ms: i64) {
        self.ahead_ms.fetch_add(ms.max(0), Ordering::Relaxed);
    }

    /// Returns once `at` has come, by waiting or by being moved.
    pub async fn reach(&self, at: Timestamp) {
        while self.now() < at {
            let left = self.now().duration_until(at);
            tokio::time::sleep(left.try_into().unwrap_or(LOOK).min(LOOK)).await;
        }
    }
}
