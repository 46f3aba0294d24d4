//! How many calls a minute this process may make with one token: its share of what the provider allows the token.
//!
//! The provider counts in windows of a minute, and we may not know where one begins. So calls of any 60 seconds count
//! here, from the moment at which a call is admitted.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const MINUTE: Duration = Duration::from_secs(60);

/// The calls of the last minute. Without a bound nothing is counted.
#[derive(Debug, Default)]
pub(crate) struct Quota {
    per_minute: Option<NonZeroU32>,
    calls: Mutex<VecDeque<Instant>>,
}

impl Quota {
    /// Of so many calls in any 60 seconds.
    pub fn new(per_minute: Option<NonZeroU32>) -> Self {
        Self { per_minute, calls: Mutex::default() }
    }

    /// Counts a call that may wait, and returns when it was. Over the share it is not counted: the error says how long to
    /// wait.
    pub fn admit(&self) -> Result<Instant, Duration> {
        self.admit_up_to(self.most())
    }

    /// The same for a call that begins a search, or looks up what nobody has chosen, while half of the share is left:
    /// the searches under way and chosen offers need the rest.
    pub fn admit_search(&self) -> Result<Instant, Duration> {
        self.admit_up_to(self.most().map(|most| most.div_ceil(2)))
    }

    /// Whether a search may begin that no traveller has asked for; else how long to wait. It leaves half of what
    /// `admit_search` gives to those of travellers. Counts nothing.
    pub fn room_for_look_up(&self) -> Result<(), Duration> {
        let Some(most) = self.most() else { return Ok(()) };
        let (calls, now) = self.of_the_last_minute();
        room(&calls, most.div_ceil(4), now)
    }

    fn admit_up_to(&self, most: Option<usize>) -> Result<Instant, Duration> {
        let Some(most) = most else { return Ok(Instant::now()) };
        let (mut calls, now) = self.of_the_last_minute();
        room(&calls, most, now)?;
        calls.push_back(now);
        Ok(now)
    }

    /// Counts a call that is made whatever the share, and says when it was.
    pub fn count(&self) -> Instant {
        if self.most().is_none() {
            return Instant::now();
        }
        let (mut calls, now) = self.of_the_last_minute();
        calls.push_back(now);
        now
    }

    /// Gives back a call that was counted at this time and never sent.
    pub fn give_back(&self, counted_at: Instant) {
        let mut calls = self.calls();
        if let Ok(place) = calls.binary_search(&counted_at) {
            calls.remove(place);
        }
    }

    fn most(&self) -> Option<usize> {
        self.per_minute.and_then(|most| usize::try_from(most.get()).ok())
    }

    /// Oldest first, with the time that it is.
    fn of_the_last_minute(&self) -> (MutexGuard<'_, VecDeque<Instant>>, Instant) {
        let mut calls = self.calls();
        let now = Instant::now();
        while calls.front().is_some_and(|call| *call + MINUTE <= now) {
            calls.pop_front();
        }
        (calls, now)
    }

    fn calls(&self) -> MutexGuard<'_, VecDeque<Instant>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether another call keeps these below `most`; else how long it takes until one does.
fn room(calls: &VecDeque<Instant>, most: usize, now: Instant) -> Result<(), Duration> {
    match calls.len().checked_sub(most) {
        Some(over) => Err(calls[over] + MINUTE - now),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn quota(per_minute: u32) -> Quota {
        Quota::new(NonZeroU32::new(per_minute))
    }

    #[tokio::test(start_paused = true)]
    async fn no_sixty_seconds_hold_more_calls_than_the_share() {
        let quota = quota(3);
        let mut admitted = Vec::new();
        for second in 0..200 {
            admitted.extend(quota.admit().map(|_| second));
            tokio::time::advance(SECOND).await;
        }

        assert_eq!(admitted, [0, 1, 2, 60, 61, 62, 120, 121, 122, 180, 181, 182]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_over_the_share_is_told_when_there_is_room() {
        let quota = quota(2);
        assert!(quota.admit().is_ok());
        tokio::time::advance(10 * SECOND).await;
        assert!(quota.admit().is_ok());

        assert_eq!(quota.admit(), Err(50 * SECOND));
        quota.count();
        assert_eq!(quota.admit(), Err(60 * SECOND), "what had to be sent counts too");
        tokio::time::advance(60 * SECOND).await;
        assert!(quota.admit().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn searches_under_way_end_before_others_begin() {
        let quota = quota(4);
        assert!(quota.admit_search().is_ok() && quota.admit_search().is_ok());

        assert_eq!(quota.admit_search(), Err(60 * SECOND));
        assert!(quota.admit().is_ok() && quota.admit().is_ok());
        assert_eq!(quota.admit(), Err(60 * SECOND));
    }

    #[tokio::test(start_paused = true)]
    async fn day07_look_ups_leave_half_of_what_searches_may_begin_to_those_of_travellers() {
        let quota = quota(8);
        assert!(quota.admit_search().is_ok());
        assert_eq!(quota.room_for_look_up(), Ok(()));
        tokio::time::advance(10 * SECOND).await;
        assert!(quota.admit().is_ok());

        assert_eq!(quota.room_for_look_up(), Err(50 * SECOND));
        assert!(quota.admit_search().is_ok() && quota.admit_search().is_ok());
        assert_eq!(Quota::default().room_for_look_up(), Ok(()), "without a share");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_was_never_sent_does_not_count() {
        let quota = quota(1);

        let counted_at = quota.admit().unwrap();
        quota.give_back(counted_at);

        assert!(quota.admit().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_share_nothing_is_counted() {
        let quota = Quota::default();

        assert!((0..1_000).all(|_| quota.admit().is_ok()));
        assert!(quota.calls().is_empty());
    }
}
