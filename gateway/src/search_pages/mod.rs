//! Pages of offers that were sent lately. A page that is asked for again need not travel from svc-search again, nor be
//! compressed again.
//!
//! svc-search names the answer of the airlines that a page is of. For two seconds from the question, and no longer than
//! the answer is good, all kept pages of this answer are sent unasked. After that svc-search is asked whether the answer
//! is still current, which is a few bytes. So what a sale, a refresh or another replica changes shows within two seconds,
//! and at once where anybody has asked for a page since.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use flate2::Compression;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use money::MarkupRate;
use proto::SearchKey;
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use service::RequestContext;
use service::metrics::Tally;
use tokio::time::Instant;

use crate::content_coding::gzip;
use crate::problem::ApiError;

/// Of all pages, with their keys and compressed copies.
const MAX_BYTES: u64 = 32 << 20;
/// More than the pages that fit, so that an answer stays as long as its pages.
const MAX_ANSWERS: u64 = 5_000;
const FRESH_FOR: Duration = Duration::from_secs(2);
/// An answer is good for five minutes at most.
const TIME_TO_LIVE: Duration = Duration::from_mins(5);
/// A page in gzip is an eighth of the plain one; with room to spare.
const GZIP_SHARE: usize = 4;
/// Each page counts for this much at least, which bounds their number.
const LEAST_WEIGHT: usize = 8 << 10;
/// At most what the other texts and the ages of a key take: pages of accepted searches alone are kept.
const KEY_TEXTS: usize = 128;

/// A page of a search, as one brand sells it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PageKey {
    search: SearchKey,
    brand: String,
    markup_rate: MarkupRate,
    sort: String,
    page: i32,
    limit: i32,
}

impl PageKey {
    fn of(context: &RequestContext, search: &SearchFlightsRequest) -> Self {
        Self {
            search: search.key(context.mode),
            brand: context.brand.clone(),
            markup_rate: context.markup_rate,
            sort: search.sort.clone(),
            page: search.page,
            limit: search.limit,
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.brand.len() + KEY_TEXTS
    }
}

/// A page as svc-search wrote it.
#[derive(Debug)]
pub(crate) struct CachedPage {
    answer: u64,
    pub json: Bytes,
    gzip: OnceLock<Bytes>,
}

impl CachedPage {
    /// Compressed at the first request for it, with little effort, because that client waits.
    pub fn gzip(&self) -> Bytes {
        self.gzip.get_or_init(|| gzip(&self.json, Compression::fast())).clone()
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.json.len().max(LEAST_WEIGHT) + self.json.len() / GZIP_SHARE
    }
}

/// What svc-search last named as the answer of a search.
#[derive(Debug, Clone, Copy)]
struct CurrentAnswer {
    id: u64,
    asked_at: Instant,
    fresh_until: Instant,
}

impl CurrentAnswer {
    fn of(answered: &SearchFlightsResponse, asked_at: Instant) -> Self {
        let good_for = Duration::from_millis(answered.good_for_ms.into());
        Self { id: answered.answer, asked_at, fresh_until: asked_at + good_for.min(FRESH_FOR) }
    }
}

#[derive(Debug)]
pub(crate) struct SearchPages {
    pages: Cache<PageKey, Arc<CachedPage>>,
    answers: Cache<SearchKey, CurrentAnswer>,
    sent: Tally,
}

impl SearchPages {
    pub fn new() -> Self {
        let weigh = |key: &PageKey, page: &Arc<CachedPage>| {
            u32::try_from(key.bytes() + page.bytes()).unwrap_or(u32::MAX)
        };
        let pages = Cache::builder().max_capacity(MAX_BYTES).weigher(weigh);
        let answers = Cache::builder().max_capacity(MAX_ANSWERS);
        Self {
            pages: pages.eviction_policy(EvictionPolicy::lru()).time_to_live(TIME_TO_LIVE).build(),
            answers: answers.eviction_policy(EvictionPolicy::lru()).time_to_live(TIME_TO_LIVE).build(),
            sent: Tally::new("search.pages", "Pages of offers that were sent", "source"),
        }
    }

    /// The page of a search. `ask` gets it from svc-search, where it must be asked.
    pub async fn get(
        &self,
        context: &RequestContext,
        search: SearchFlightsRequest,
        ask: impl AsyncFnOnce(SearchFlightsRequest) -> Result<SearchFlightsResponse, ApiError>,
    ) -> Result<Arc<CachedPage>, ApiError> {
        let key = PageKey::of(context, &search);
        let held = self.pages.get(&key).await;
        if let Some(page) = &held
            && !search.refresh
            && self.is_fresh(&key.search, page.answer).await
        {
            self.sent.add("memory");
            return Ok(Arc::clone(page));
        }
        let held_answer = held.as_ref().map(|page| page.answer);
        let asked_at = Instant::now();
        let answered = ask(SearchFlightsRequest { held_answer, ..search }).await?;
        if answered.answer == 0 {
            self.sent.add("new");
            return Ok(page_of(answered));
        }
        self.note_current(&key.search, CurrentAnswer::of(&answered, asked_at)).await;
        self.sent.add(if held_answer == Some(answered.answer) { "unchanged" } else { "new" });
        // Others may have asked for the same page meanwhile.
        let mut known = held.into_iter().chain(self.pages.get(&key).await);
        if let Some(page) = known.find(|page| page.answer == answered.answer) {
            return Ok(page);
        }
        // A copy, as the received one keeps the whole buffer of its call.
        let page_json = Bytes::copy_from_slice(&answered.page_json);
        let page = page_of(SearchFlightsResponse { page_json, ..answered });
        self.pages.insert(key, Arc::clone(&page)).await;
        Ok(page)
    }

    async fn is_fresh(&self, search: &SearchKey, answer: u64) -> bool {
        let current = self.answers.get(search).await;
        current.is_some_and(|current| current.id == answer && Instant::now() < current.fresh_until)
    }

    /// Ignores an answer that was asked for before the known one.
    async fn note_current(&self, search: &SearchKey, named: CurrentAnswer) {
        let newer = async |known: Option<moka::Entry<SearchKey, CurrentAnswer>>| {
            let known = known.map(moka::Entry::into_value);
            known.filter(|known| known.asked_at > named.asked_at).unwrap_or(named)
        };
        self.answers.entry_by_ref(search).and_upsert_with(newer).await;
    }
}

fn page_of(answered: SearchFlightsResponse) -> Arc<CachedPage> {
    let SearchFlightsResponse { page_json: json, answer, .. } = answered;
    Arc::new(CachedPage { answer, json, gzip: OnceLock::new() })
}

#[cfg(test)]
mod tests;
