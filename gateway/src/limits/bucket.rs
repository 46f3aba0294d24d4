//! Buckets of one size, one for each visitor, of which what was taken may be given back.

use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::{DashMapStateStore, ShrinkableKeyedStateStore};
use governor::{Quota, RateLimiter};

use super::{Ticks, Whom};

#[derive(Debug)]
pub(super) struct Buckets {
    limiter: RateLimiter<Whom, Levels, Ticks, NoOpMiddleware<Nanos>>,
    levels: Levels,
    /// In which one request's worth refills.
    refill: Nanos,
}

impl Buckets {
    pub fn new(quota: Quota, clock: Ticks) -> Self {
        let levels = Levels::default();
        let limiter = RateLimiter::new(quota, levels.clone(), clock);
        Self { limiter, levels, refill: quota.replenish_interval().into() }
    }

    /// Takes one request's worth. The error says how long until there is one.
    pub fn take(&self, whom: &Whom) -> Result<(), Duration> {
        let now = self.limiter.clock().now();
        self.limiter.check_key(whom).map_err(|refused| refused.wait_time_from(now))
    }

    /// Gives back one request's worth. No bucket gets fuller than full.
    pub fn give_back(&self, whom: &Whom) {
        let sooner = |full_at: Option<Nanos>| match full_at {
            Some(full_at) => Ok(((), full_at.saturating_sub(self.refill))),
            None => Err(()),
        };
        let _is_full: Result<(), ()> = self.levels.measure_and_replace(whom, sooner);
    }

    /// Forgets those that have refilled.
    pub fn forget_full(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

/// When each bucket is full again, in nanoseconds since the start. Shared with the limiter, which lets nobody else at it.
#[derive(Debug, Clone, Default)]
struct Levels(Arc<DashMapStateStore<Whom>>);

impl StateStore for Levels {
    type Key = Whom;

    fn measure_and_replace<T, F, E>(&self, key: &Whom, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        self.0.measure_and_replace(key, f)
    }
}

impl ShrinkableKeyedStateStore<Whom> for Levels {
    fn retain_recent(&self, drop_below: Nanos) {
        self.0.retain_recent(drop_below);
    }

    fn shrink_to_fit(&self) {
        self.0.shrink_to_fit();
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
