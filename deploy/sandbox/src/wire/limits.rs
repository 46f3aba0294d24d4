//! Rate limits: so many calls in a window of fixed length, for each token.

use std::collections::HashMap;
use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};

use crate::provider::Provider;

#[derive(Debug, Default)]
pub struct Limits {
    windows: Mutex<HashMap<(Provider, String), Window>>,
}

#[derive(Debug, Clone, Copy)]
pub struct Window {
    pub limit: u32,
    pub used: u32,
    pub ends_at: Timestamp,
}

impl Limits {
    /// Counts a call and answers the window it fell into.
    pub fn spend(
        &self,
        provider: Provider,
        token: &str,
        now: Timestamp,
        limit: u32,
        length: SignedDuration,
    ) -> Window {
        let mut windows = self.windows.lock().expect("counting doesn't panic");
        let fresh = Window { limit, used: 0, ends_at: now + length };
        let window = windows.entry((provider, token.to_owned())).or_insert(fresh);
        if window.ends_at <= now {
            *window = fresh;
        }
        window.used = window.used.saturating_add(1);
        *window
    }
}

impl Window {
    pub fn is_exceeded(&self) -> bool {
        self.used > self.limit
    }

    pub fn remaining(&self) -> u32 {
        self.limit.saturating_sub(self.used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_window_forgives() {
        let limits = Limits::default();
        let minute = SignedDuration::from_mins(1);
        let start = Timestamp::UNIX_EPOCH;
        let is_exceeded =
            |token: &str, now: Timestamp| limits.spend(Provider::Duffel, token, now, 1, minute).is_exceeded();

        assert!(!is_exceeded("one", start));
        assert!(is_exceeded("one", start));
        assert!(!is_exceeded("another", start), "each token has a limit of its own");
        assert!(!is_exceeded("one", start + minute));
    }
}
