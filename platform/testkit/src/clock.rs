use std::sync::{Arc, Mutex};

use service::Clock;
use time::{Duration, OffsetDateTime};

/// A clock that stands still until it is told to move.
#[derive(Debug)]
pub struct MockClock(Mutex<OffsetDateTime>);

impl MockClock {
    /// A clock that says `now`.
    pub fn new(now: OffsetDateTime) -> Arc<Self> {
        Arc::new(Self(Mutex::new(now)))
    }

    /// Moves it on.
    pub fn advance(&self, by: Duration) {
        *self.0.lock().expect("no test panics while it moves the clock") += by;
    }
}

impl Clock for MockClock {
    fn now(&self) -> OffsetDateTime {
        *self.0.lock().expect("no test panics while it moves the clock")
    }
}
