//! A line of the log that would repeat itself: one a minute is written.

use std::time::Duration;

use tokio::time::Instant;

const A_MINUTE: Duration = Duration::from_secs(60);

/// Lets one line through, and the next a minute later.
#[derive(Debug, Default)]
pub(crate) struct LineAMinute {
    last: Option<Instant>,
    held_back: u64,
}

impl LineAMinute {
    /// Whether a line may be written at `now`. If so, returns how many were held back since the last one.
    pub fn allow(&mut self, now: Instant) -> Option<u64> {
        if self.last.is_some_and(|last| now.duration_since(last) < A_MINUTE) {
            self.held_back += 1;
            return None;
        }
        self.last = Some(now);
        Some(std::mem::take(&mut self.held_back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_a_minute_is_written_and_says_how_many_were_not() {
        let mut line = LineAMinute::default();
        let began = Instant::now();

        let allowed =
            [0, 1, 59, 60, 61, 119, 120, 900].map(|seconds| line.allow(began + Duration::from_secs(seconds)));

        assert_eq!(allowed, [Some(0), None, None, Some(2), None, None, Some(2), Some(0)]);
    }
}
