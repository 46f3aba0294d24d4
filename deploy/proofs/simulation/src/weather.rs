//! Whether things go wrong just now.

use std::sync::atomic::{AtomicBool, Ordering};

/// Bad until it is told to clear up.
#[derive(Debug)]
pub struct Weather(AtomicBool);

impl Default for Weather {
    fn default() -> Self {
        Self(AtomicBool::new(true))
    }
}

impl Weather {
    pub fn is_bad(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// From now on whatever is sent arrives, soon.
    pub fn clear_up(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
