//! How many announcements of airline and bank are still under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Announcements that no receiver has been handed yet. Clones count the same ones.
#[derive(Clone, Default)]
pub struct Undelivered(Arc<AtomicUsize>);

impl Undelivered {
    pub fn is_empty(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    /// Counts one more, until it is dropped.
    pub fn add(&self) -> Carried {
        self.0.fetch_add(1, Ordering::Relaxed);
        Carried(self.clone())
    }
}

/// An announcement under way.
pub struct Carried(Undelivered);

impl Drop for Carried {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}
