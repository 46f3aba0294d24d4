use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use moka::ops::compute::Op;
use moka::policy::EvictionPolicy;
use service::{Mode, SharedClock};

use super::AnswerKey;
use crate::domain::Answer;
use crate::error::Error;

/// Frees memory of what nobody asks for again; how long an answer is good, it says itself.
const KEPT: Duration = Duration::from_mins(10);

/// The provider's answers. Whoever asks what is being asked already waits for the same answer.
#[derive(Debug)]
pub(crate) struct Answers {
    cache: Cache<AnswerKey, Arc<Answer>>,
    clock: SharedClock,
}

impl Answers {
    pub fn new(bytes: u64, clock: SharedClock) -> Self {
        let cache = Cache::builder()
            .max_capacity(bytes)
            .weigher(|_, answer: &Arc<Answer>| u32::try_from(answer.bytes()).unwrap_or(u32::MAX))
            .eviction_policy(EvictionPolicy::lru())
            .time_to_live(KEPT)
            .build();
        Self { cache, clock }
    }

    /// The cached answer where it still serves, else what `ask` brings. An error is told to all who wait, and not
    /// kept. A caller who goes away stops nothing: the server runs every call to its end.
    pub async fn get(
        &self,
        key: AnswerKey,
        refresh: bool,
        ask: impl Future<Output = Result<Answer, Error>>,
    ) -> Result<Arc<Answer>, Error> {
        if let Some(answer) = self.cache.get(&key).await {
            if answer.serves(self.clock.now(), refresh) {
                return Ok(answer);
            }
            self.drop_only(key, &answer).await;
        }
        let asked = async { ask.await.map(Arc::new) };
        self.cache.try_get_with(key, asked).await.map_err(|error| Error::clone(&error))
    }

    /// Drops an answer unless somebody has replaced it since, whose answer is as new as any we could get.
    async fn drop_only(&self, key: AnswerKey, stale: &Answer) {
        let compare = |entry: Option<moka::Entry<AnswerKey, Arc<Answer>>>| {
            let same = entry.is_some_and(|entry| entry.value().id == stale.id);
            std::future::ready(if same { Op::Remove } else { Op::Nop })
        };
        self.cache.entry(key).and_compute_with(compare).await;
    }

    pub async fn drop_request(&self, mode: Mode, request_key: &str) {
        for (key, answer) in &self.cache {
            if key.mode == mode && answer.is_of_request(request_key) {
                self.cache.invalidate(&*key).await;
            }
        }
    }

    pub fn clear(&self) {
        self.cache.invalidate_all();
    }
}
