//! What is left of the provider's rate limit, as its answers say: `ratelimit-limit`, `ratelimit-remaining` and
//! `ratelimit-reset` come with each.
//!
//! The provider counts the calls of a token, whichever process makes them, so that its answers also say what others have
//! spent. Searches stop at a reserve, and look-ups before them: an offer that was chosen, an order or a cancellation finds
//! the provider willing to listen.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;
use tokio::time::Instant;

/// Times on the wire are whole seconds: the end of one window is read with this difference at most.
const SAME: Duration = Duration::from_millis(1500);
/// A window that should have ended by now ends within this.
const SHORTEST: Duration = Duration::from_millis(500);

/// What is known of the limit of one token.
#[derive(Debug, Default)]
pub(crate) struct RateLimit {
    window: Mutex<Option<Window>>,
    under_way: AtomicU32,
}

#[derive(Debug, Clone, Copy)]
struct Window {
    limit: u32,
    remaining: u32,
    ends_at: Instant,
}

/// A call that is under way: the provider may have counted it already.
pub(crate) struct UnderWay<'a>(&'a RateLimit);

impl RateLimit {
    /// Counts a call until the guard is dropped.
    pub fn begin(&self) -> UnderWay<'_> {
        self.under_way.fetch_add(1, Ordering::Relaxed);
        UnderWay(self)
    }

    /// Lets a search or a look-up through while more than `reserve` percent of the limit is left; else says how long
    /// to wait.
    pub fn admit(&self, reserve: u8) -> Result<(), Duration> {
        let now = Instant::now();
        let Some(window) = *self.window() else { return Ok(()) };
        let remaining = if now < window.ends_at { window.remaining } else { window.limit };
        let left = remaining.saturating_sub(self.under_way.load(Ordering::Relaxed));
        let kept = u64::from(window.limit) * u64::from(reserve);
        if u64::from(left) * 100 > kept {
            return Ok(());
        }
        Err(window.ends_at.saturating_duration_since(now).max(SHORTEST))
    }

    /// Reads an answer's headers. Answers may come in another order than the provider gave them in.
    pub fn learn(&self, headers: &HeaderMap) {
        let Some(told) = Window::read(headers) else { return };
        let mut known = self.window();
        match &mut *known {
            Some(window) if told.ends_at + SAME < window.ends_at => {}
            Some(window) if told.ends_at <= window.ends_at + SAME => {
                window.remaining = window.remaining.min(told.remaining);
            }
            _ => *known = Some(told),
        }
    }

    /// The calls that the window allows, and those left of it, as the answers have said.
    pub fn known(&self) -> Option<(u32, u32)> {
        self.window().map(|window| (window.limit, window.remaining))
    }

    fn window(&self) -> MutexGuard<'_, Option<Window>> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Window {
    fn read(headers: &HeaderMap) -> Option<Self> {
        let count = |name: &str| headers.get(name)?.to_str().ok()?.parse().ok();
        Some(Self {
            limit: count("ratelimit-limit")?,
            remaining: count("ratelimit-remaining")?,
            ends_at: Instant::now() + reset_in(headers)?,
        })
    }
}

/// How long until the provider listens again. It names the end of the window, not its length; the answer's own `date`
/// says what time it is there.
pub(crate) fn reset_in(headers: &HeaderMap) -> Option<Duration> {
    let read = |name: &str| {
        let text = headers.get(name)?.to_str().ok()?;
        OffsetDateTime::parse(text, &Rfc2822).ok()
    };
    let left = read("ratelimit-reset")? - read("date")?;
    Some(Duration::try_from(left).unwrap_or(Duration::ZERO).max(SHORTEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESERVE: u8 = 33;

    /// The headers of an answer in a minute that began at 08:21:00, so many seconds later.
    fn headers(second: u64, limit: u32, remaining: u32) -> HeaderMap {
        let minute = |at: u64| format!("Tue, 24 Nov 2020 08:{}:{:02} GMT", 21 + at / 60, at % 60);
        let told = [
            ("date", minute(second)),
            ("ratelimit-reset", minute((second / 60 + 1) * 60)),
            ("ratelimit-limit", limit.to_string()),
            ("ratelimit-remaining", remaining.to_string()),
        ];
        told.into_iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_window_ends_at_the_time_it_names() {
        let check = |reset: &str, expected: Option<Duration>| {
            let mut headers = headers(58, 60, 1);
            headers.insert("ratelimit-reset", reset.parse().unwrap());
            assert_eq!(reset_in(&headers), expected, "{reset}");
        };
        check("Tue, 24 Nov 2020 08:22:00 GMT", Some(Duration::from_secs(2)));
        check("Tue, 24 Nov 2020 08:21:00 GMT", Some(SHORTEST));
        check("2", None);
    }

    #[tokio::test(start_paused = true)]
    async fn searches_stop_at_the_reserve_and_go_on_with_the_next_window() {
        let limit = RateLimit::default();
        assert_eq!(limit.admit(RESERVE), Ok(()), "nothing is known yet");

        limit.learn(&headers(0, 60, 21));
        tokio::time::advance(Duration::from_secs(10)).await;
        let calls: Vec<_> = (0..3).map(|_| (limit.admit(RESERVE), limit.begin())).collect();
        let admitted: Vec<_> = calls.iter().map(|(admitted, _)| *admitted).collect();
        assert_eq!(admitted, [Ok(()), Ok(()), Err(Duration::from_secs(50))], "those under way count");
        drop(calls);
        assert_eq!(limit.admit(0), Ok(()), "without a reserve all of it is theirs");

        limit.learn(&headers(10, 60, 19));
        assert_eq!(limit.admit(RESERVE), Err(Duration::from_secs(50)));
        tokio::time::advance(Duration::from_secs(50)).await;
        assert_eq!(limit.admit(RESERVE), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_least_that_was_told_of_a_window_counts_and_a_new_window_begins_anew() {
        let limit = RateLimit::default();
        let is_open = || limit.admit(RESERVE).is_ok();

        limit.learn(&headers(30, 60, 5));
        limit.learn(&headers(30, 60, 40));
        assert_eq!(limit.known(), Some((60, 5)));
        assert!(!is_open(), "an answer that was given earlier");
        tokio::time::advance(Duration::from_secs(31)).await;
        limit.learn(&headers(61, 60, 3));
        limit.learn(&headers(31, 60, 40));
        assert!(!is_open(), "an answer of the window before");
        tokio::time::advance(Duration::from_secs(60)).await;
        limit.learn(&headers(121, 60, 59));
        assert!(is_open());
    }
}
