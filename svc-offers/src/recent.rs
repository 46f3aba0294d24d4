use std::sync::Arc;
use std::time::Duration as StdDuration;

use moka::future::Cache;
use moka::ops::compute::{CompResult, Op};
use service::{Mode, SharedClock};
use time::{Duration, OffsetDateTime};

/// What was read lately of one offer. Each reader says how old a value may be; those who ask at once share one read.
#[derive(Debug)]
pub(crate) struct Recent<T: Send + Sync + 'static> {
    cache: Cache<Key, Arc<Read<T>>>,
    clock: SharedClock,
}

/// An offer in a mode.
pub(crate) type Key = (Mode, String);

#[derive(Debug)]
struct Read<T> {
    value: T,
    at: OffsetDateTime,
}

impl<T: Clone + Send + Sync + 'static> Recent<T> {
    /// Holds so many values at most, each until nobody can want it any more.
    pub fn new(values: u64, kept: StdDuration, clock: SharedClock) -> Self {
        Self { cache: Cache::builder().max_capacity(values).time_to_live(kept).build(), clock }
    }

    /// A value younger than `max_age`, else what `read` brings. An error is not kept.
    pub async fn get<E: Send + Sync + 'static>(
        &self,
        key: Key,
        max_age: Duration,
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        self.get_if(key, |_, age| age < max_age, read).await
    }

    /// A value that `serves` at its age, else what `read` brings. An error is not kept.
    pub async fn get_if<E: Send + Sync + 'static>(
        &self,
        key: Key,
        serves: impl Fn(&T, Duration) -> bool,
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let serves = |read: &Arc<Read<T>>| serves(&read.value, self.clock.now() - read.at);
        if let Some(known) = self.cache.get(&key).await.filter(serves) {
            return Ok(known.value.clone());
        }
        // Holds the key: other callers wait here, and then find what was read.
        let renew = |entry: Option<moka::Entry<Key, Arc<Read<T>>>>| async {
            if entry.is_some_and(|entry| serves(entry.value())) {
                return Ok(Op::Nop);
            }
            Ok(Op::Put(Arc::new(Read { value: read.await?, at: self.clock.now() })))
        };
        match self.cache.entry(key).and_try_compute_with(renew).await? {
            CompResult::Inserted(entry) | CompResult::ReplacedWith(entry) | CompResult::Unchanged(entry) => {
                Ok(entry.value().value.clone())
            }
            CompResult::StillNone(_) | CompResult::Removed(_) => {
                unreachable!("a value is put, or was there and is kept")
            }
        }
    }

    pub fn clear(&self) {
        self.cache.invalidate_all();
    }
}
