//! The time, as a parameter: tests move it.

use std::fmt::Debug;
use std::sync::Arc;

use time::OffsetDateTime;

/// Tells the time.
pub trait Clock: Debug + Send + Sync {
    /// The instant now, in UTC.
    fn now(&self) -> OffsetDateTime;
}

/// A clock that the parts of a service share.
pub type SharedClock = Arc<dyn Clock>;

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where time comes from")]
    fn now(&self) -> OffsetDateTime {
        OffsetDateTime::now_utc()
    }
}
