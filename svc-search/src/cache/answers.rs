use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use moka::policy::EvictionPolicy;
use service::{Mode, SharedClock};
use time::OffsetDateTime;

use crate::domain::{Answer, AnswerKey};

/// Frees memory of what nobody asks for again; how long an answer is good, it says itself.
const KEPT: Duration = Duration::from_mins(10);

/// The provider's answers. Errors are not kept.
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

    /// An answer that still serves.
    pub async fn get(&self, key: &AnswerKey, refresh: bool) -> Option<Arc<Answer>> {
        self.cache.get(key).await.filter(|answer| answer.serves(self.clock.now(), refresh))
    }

    pub async fn put(&self, key: AnswerKey, answer: Arc<Answer>) {
        self.cache.insert(key, answer).await;
    }

    pub async fn drop(&self, key: &AnswerKey) {
        self.cache.invalidate(key).await;
    }

    /// The answer that an offer came in. Looks through all: the bytes of the memory bound how many that are.
    pub fn of_offer(&self, mode: Mode, offer_id: &str) -> Option<Arc<Answer>> {
        let mut answers = self.cache.iter().filter(|(key, _)| key.mode == mode).map(|(_, answer)| answer);
        answers.find(|answer| answer.has_offer(offer_id))
    }

    /// The keys of what was dropped, and when it was answered.
    pub async fn drop_request(&self, mode: Mode, request_key: &str) -> Vec<(AnswerKey, OffsetDateTime)> {
        let mut dropped = Vec::new();
        for (key, answer) in &self.cache {
            if key.mode == mode && answer.is_of_request(request_key) {
                self.cache.invalidate(&*key).await;
                dropped.push((*key, answer.answered_at));
            }
        }
        dropped
    }

    pub fn clear(&self) {
        self.cache.invalidate_all();
    }
}
