use std::time::Duration;

use bytes::Bytes;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use money::MarkupRate;

use crate::domain::{Paging, Sort};

/// As long as an answer lives at most.
const KEPT: Duration = Duration::from_mins(5);

/// A page of one answer as one brand shows it. The answer's id stands for mode, query and the moment of asking.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PageKey {
    pub answer: u64,
    pub brand: String,
    pub markup_rate: MarkupRate,
    pub sort: Sort,
    pub paging: Paging,
}

/// Pages as ready JSON.
#[derive(Debug)]
pub(crate) struct Pages(Cache<PageKey, Bytes>);

impl Pages {
    pub fn new(bytes: u64) -> Self {
        let weigh = |key: &PageKey, json: &Bytes| {
            u32::try_from(size_of::<PageKey>() + key.brand.len() + json.len()).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder()
            .max_capacity(bytes)
            .weigher(weigh)
            .eviction_policy(EvictionPolicy::lru())
            .time_to_live(KEPT)
            .build();
        Self(cache)
    }

    /// The page, written once for all who ask.
    pub async fn get(&self, key: PageKey, write: impl FnOnce() -> Bytes) -> Bytes {
        self.0.get_with(key, async { write() }).await
    }

    pub fn clear(&self) {
        self.0.invalidate_all();
    }
}
