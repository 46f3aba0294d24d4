//! The time of all hosts: the simulation's, and leaps, by which a day passes in a moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use service::Clock;
use time::OffsetDateTime;
use time::macros::datetime;

/// When every run begins.
pub const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

/// Milliseconds since the start.
#[derive(Debug, Default)]
pub struct SimClock {
    simulated: AtomicI64,
    leapt: AtomicI64,
}

impl SimClock {
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// So much of the simulation has passed.
    pub fn follow(&self, elapsed: Duration) {
        self.simulated.store(millis(elapsed), Ordering::Relaxed);
    }

    /// The hosts' timers don't notice; readers of the clock do.
    pub fn leap(&self, by: Duration) {
        self.leapt.fetch_add(millis(by), Ordering::Relaxed);
    }

    pub fn since_start(&self) -> Duration {
        let passed = self.simulated.load(Ordering::Relaxed) + self.leapt.load(Ordering::Relaxed);
        Duration::from_millis(passed.unsigned_abs())
    }
}

impl Clock for SimClock {
    fn now(&self) -> OffsetDateTime {
        START + self.since_start()
    }
}

pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
