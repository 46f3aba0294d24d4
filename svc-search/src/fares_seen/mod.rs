//! What searches saw of fares, by their dates: in the memory of each replica, and told to the others through two buckets
//! of the broker.
//!
//! The broker is the way, and never the truth: while it is away a replica knows what it saw itself, and a broker that
//! lost everything costs empty cells.

mod bounded;
mod memory;
mod telling;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use events::Bucket;
use opentelemetry::metrics::Histogram;
use service::SharedClock;
use service::metrics::meter;
use time::OffsetDateTime;
use tokio::sync::broadcast;

use crate::domain::AnswerKey;
use crate::domain::fare_dates::{Observation, Sold, bucket_key, parse_bucket_key};
use memory::Memory;
pub(crate) use telling::tell;
use telling::{News, QUEUE};

/// Of the values in each bucket: some 250,000 of them.
const BYTES: i64 = 64 << 20;

/// Of each dates the newest observation.
pub(crate) const FARES: Bucket =
    Bucket { name: "FARES", history: 1, max_age: Duration::from_hours(48), max_bytes: BYTES };
/// Of each dates what was seen on a day: one value, and more where replicas saw it at once or the first was incomplete.
/// Twice as many as the days that are told.
pub(crate) const FARE_LOG: Bucket =
    Bucket { name: "FARELOG", history: 120, max_age: Duration::from_hours(60 * 24), max_bytes: BYTES };

/// The bounds of the ages that a grid shows, in seconds: from a minute to the 48 hours that an observation counts.
const AGES: [f64; 8] = [60.0, 600.0, 3_600.0, 10_800.0, 21_600.0, 43_200.0, 86_400.0, 172_800.0];

/// What searches saw, here and in the other replicas.
#[derive(Debug)]
pub(crate) struct FaresSeen {
    /// Where it is off nothing is noted.
    is_on: bool,
    memory: Mutex<Memory>,
    news: broadcast::Sender<News>,
    age: Histogram<f64>,
    clock: SharedClock,
}

impl FaresSeen {
    pub fn new(clock: SharedClock, is_on: bool) -> Self {
        let age = meter()
            .f64_histogram("fares.shown.age")
            .with_unit("s")
            .with_description("Age of what is shown of fares by their dates")
            .with_boundaries(AGES.to_vec())
            .build();
        let (news, _) = broadcast::channel(QUEUE);
        Self { is_on, memory: Mutex::new(Memory::new()), news, age, clock }
    }

    /// Notes what a search found: in memory at once, then to the broker, without waiting for it. Never fails the search.
    pub fn note(&self, key: AnswerKey, observation: Observation) {
        if !self.is_on {
            return;
        }
        let is_of_its_day = {
            let mut memory = self.memory();
            memory.keep(key, observation);
            memory.keep_for_its_day(key, observation)
        };
        self.tell(FARES, &key, observation.to_bytes());
        if is_of_its_day {
            self.tell(FARE_LOG, &key, observation.to_bytes());
        }
    }

    /// What still counts.
    pub fn get(&self, key: &AnswerKey) -> Option<Observation> {
        let now = self.clock.now();
        self.memory().newest(key).filter(|found| found.counts(now))
    }

    /// Counts that somebody was shown what was seen then.
    pub fn count_shown(&self, seen_at: OffsetDateTime) {
        self.age.record((self.clock.now() - seen_at).as_seconds_f64().max(0.0), &[]);
    }

    /// Of exactly these dates the fares of the last 60 days, one a day at most, the oldest first.
    pub fn history(&self, key: &AnswerKey) -> Vec<Observation> {
        self.memory().history(key, self.clock.now())
    }

    /// Drops what was found until then, here and in the other replicas: it is sold. It stays in the history, as it was
    /// seen. What a later search found is still for sale.
    pub fn forget(&self, key: &AnswerKey, until: OffsetDateTime) {
        if self.is_on {
            let sold = Sold { until };
            self.memory().forget(key, sold);
            self.tell(FARES, key, sold.to_bytes());
        }
    }

    /// Takes in what a replica, perhaps this one, told of the newest: what it saw, or that this is sold.
    pub fn hear(&self, key: &str, value: &[u8]) {
        let Some(key) = parse_bucket_key(key) else { return };
        if let Some(found) = Observation::from_bytes(value) {
            self.memory().keep(key, found);
        } else if let Some(sold) = Sold::from_bytes(value) {
            self.memory().forget(&key, sold);
        } else {
            tracing::debug!("an observation of another release was left out");
        }
    }

    /// Takes in what a replica told for the history.
    pub fn hear_of_a_day(&self, key: &str, value: &[u8]) {
        if let Some((key, found)) = parse_bucket_key(key).zip(Observation::from_bytes(value)) {
            self.memory().keep_for_its_day(key, found);
        }
    }

    fn tell(&self, bucket: Bucket, key: &AnswerKey, value: Vec<u8>) {
        // Without its worker nobody hears: the replica is about to stop.
        let _listeners = self.news.send(News { bucket, key: bucket_key(key), value });
    }

    /// A panic elsewhere leaves no change of it half done.
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
