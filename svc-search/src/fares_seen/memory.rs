use time::{Date, Duration, OffsetDateTime, UtcOffset};

use super::bounded::Bounded;
use crate::domain::AnswerKey;
use crate::domain::fare_dates::{Observation, Sold};

/// Of each dates the newest observation. With its key and its turn one takes some 400 bytes.
const MOST: usize = 200_000;
/// Of each dates and day one observation.
const MOST_DAYS: usize = 100_000;
/// How far the history goes back, today included.
const HISTORY_DAYS: i64 = 60;

/// What a replica knows of fares.
#[derive(Debug)]
pub(super) struct Memory {
    newest: Bounded<AnswerKey, Observation>,
    days: Bounded<(AnswerKey, Date), Observation>,
}

impl Memory {
    pub fn new() -> Self {
        Self { newest: Bounded::new(MOST), days: Bounded::new(MOST_DAYS) }
    }

    pub fn newest(&self, key: &AnswerKey) -> Option<Observation> {
        self.newest.get(key).copied()
    }

    /// Keeps it unless something newer is known: what comes by the broker comes in any order.
    pub fn keep(&mut self, key: AnswerKey, found: Observation) {
        if self.newest.get(&key).is_none_or(|known| known.seen_at < found.seen_at) {
            self.newest.insert(key, found);
        }
    }

    /// Drops it unless it was seen after that.
    pub fn forget(&mut self, key: &AnswerKey, sold: Sold) {
        if self.newest.get(key).is_some_and(|known| known.seen_at <= sold.until) {
            self.newest.remove(key);
        }
    }

    /// Whether it is now what stands for its day: the first fare of the day, or the first that all airlines answered.
    pub fn keep_for_its_day(&mut self, key: AnswerKey, found: Observation) -> bool {
        let place = (key, day(found.seen_at));
        let rank = |observation: &Observation| (!observation.is_complete, observation.seen_at);
        let is_first =
            self.days.get(&place).is_none_or(|known| rank(&found) < rank(known)) && found.cheapest.is_some();
        if is_first {
            self.days.insert(place, found);
        }
        is_first
    }

    /// The oldest first.
    pub fn history(&self, key: &AnswerKey, now: OffsetDateTime) -> Vec<Observation> {
        let days = (0..HISTORY_DAYS).rev().map(|ago| day(now - Duration::days(ago)));
        days.filter_map(|day| self.days.get(&(*key, day)).copied()).collect()
    }
}

/// The same in every replica, wherever it runs.
fn day(at: OffsetDateTime) -> Date {
    at.to_offset(UtcOffset::UTC).date()
}
