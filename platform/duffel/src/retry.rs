//! When a read is sent again, and how often at most.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Sends on top of the first.
pub(crate) const RETRIES: u32 = 2;

/// Bounds what retries add to the load: one for every ten calls, and ten saved up at most.
#[derive(Debug)]
pub(crate) struct RetryBudget {
    tenths: AtomicU32,
}

impl Default for RetryBudget {
    fn default() -> Self {
        Self { tenths: AtomicU32::new(Self::FULL) }
    }
}

impl RetryBudget {
    const FULL: u32 = 100;

    /// Counts a call.
    pub fn deposit(&self) {
        let _always_set = self
            .tenths
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |tenths| Some((tenths + 1).min(Self::FULL)));
    }

    /// Takes a retry, if one is left.
    pub fn withdraw(&self) -> bool {
        self.tenths
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |tenths| tenths.checked_sub(10))
            .is_ok()
    }
}

/// The pause before the retry with this number, from 0.
pub(crate) fn backoff(retry: u32) -> Duration {
    Duration::from_millis(100 << retry.min(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_stay_below_a_tenth_of_the_calls() {
        let budget = RetryBudget::default();
        while budget.withdraw() {}

        for _ in 0..20 {
            budget.deposit();
        }

        assert_eq!([budget.withdraw(), budget.withdraw(), budget.withdraw()], [true, true, false]);
    }
}
