//! How often each operation was called, to prove what was not done twice.

use std::collections::BTreeMap;
use std::sync::Mutex;

#[derive(Debug, Default)]
pub struct Calls {
    counts: Mutex<BTreeMap<&'static str, u64>>,
}

impl Calls {
    pub fn count(&self, operation: &'static str) {
        *self.lock().entry(operation).or_default() += 1;
    }

    /// By operation; all of them, or those called `operation`.
    pub fn counts(&self, operation: Option<&str>) -> BTreeMap<&'static str, u64> {
        let mut counts = self.lock().clone();
        counts.retain(|name, _| operation.is_none_or(|wanted| wanted == *name));
        counts
    }

    pub fn reset(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<&'static str, u64>> {
        self.counts.lock().expect("counting doesn't panic")
    }
}
