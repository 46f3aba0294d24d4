//! Every choice of a run, made of its seed.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Clones share the sequence.
#[derive(Clone)]
pub struct Dice(Arc<Mutex<StdRng>>);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// True so many times of a hundred.
    pub fn percent(&self, chance: u32) -> bool {
        self.below(100) < chance
    }

    pub fn below(&self, end: u32) -> u32 {
        self.0.lock().expect("nothing panics while it throws").random_range(0..end)
    }

    pub fn pick<'a, T>(&self, of: &'a [T]) -> &'a T {
        let at = self.below(u32::try_from(of.len()).unwrap_or(u32::MAX));
        &of[at as usize]
    }

    pub fn millis(&self, range: RangeInclusive<u64>) -> Duration {
        Duration::from_millis(self.0.lock().expect("nothing panics while it throws").random_range(range))
    }
}
