//! When a read is sent again, and how often at most.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use http::HeaderMap;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;

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

/// How long the provider wants to be left alone. It names the end of the window, not its length; the answer's
/// own `date` tells what time it is there.
pub(crate) fn rate_limit_pause(headers: &HeaderMap) -> Option<Duration> {
    let read = |name: &str| {
        let text = headers.get(name)?.to_str().ok()?;
        OffsetDateTime::parse(text, &Rfc2822).ok()
    };
    let left = read("ratelimit-reset")? - read("date")?;
    Some(Duration::try_from(left).unwrap_or(Duration::ZERO))
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

    #[test]
    fn a_rate_limit_ends_at_the_time_it_names() {
        let check = |reset: &str, expected: Option<u64>| {
            let mut headers = HeaderMap::new();
            headers.insert("date", "Tue, 24 Nov 2020 08:21:58 GMT".parse().unwrap());
            headers.insert("ratelimit-reset", reset.parse().unwrap());
            assert_eq!(rate_limit_pause(&headers), expected.map(Duration::from_secs), "{reset}");
        };
        check("Tue, 24 Nov 2020 08:22:00 GMT", Some(2));
        check("Tue, 24 Nov 2020 08:21:00 GMT", Some(0));
        check("2", None);
    }
}
