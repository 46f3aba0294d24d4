//! Pages of offers that were sent lately: what many ask for travels from svc-search once, and is compressed once.
//!
//! For two seconds a page is sent again unasked, but no longer than its answer is good. After that svc-search says
//! whether it still is the page, which is a few bytes. So what a sale, a refresh or another replica changes shows within
//! two seconds.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use flate2::Compression;
use moka::future::Cache;
use money::MarkupRate;
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use service::metrics::Tally;
use service::{Mode, RequestContext};
use tokio::time::Instant;

use crate::content_coding::gzip;
use crate::problem::ApiError;

/// Of all pages, plain and compressed.
const BYTES: u64 = 32 << 20;
const UNASKED: Duration = Duration::from_secs(2);
/// As long as an answer is good at most.
const KEPT: Duration = Duration::from_mins(5);
/// A page in gzip is an eighth of the plain one; with room to spare.
const GZIP_SHARE: usize = 4;

/// Which page of which search, and who sells it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PageKey {
    mode: Mode,
    brand: String,
    markup_rate: MarkupRate,
    search: SearchFlightsRequest,
}

impl PageKey {
    fn of(context: &RequestContext, search: &SearchFlightsRequest) -> Self {
        Self {
            mode: context.mode,
            brand: context.brand.clone(),
            markup_rate: context.markup_rate,
            search: SearchFlightsRequest { refresh: false, held_answer: None, ..search.clone() },
        }
    }
}

/// A page as svc-search wrote it.
#[derive(Debug)]
pub(crate) struct KeptPage {
    answer: u64,
    pub json: Bytes,
    gzip: OnceLock<Bytes>,
}

impl KeptPage {
    /// Made for the first who wants it, who waits for it: with little effort.
    pub fn gzip(&self) -> Bytes {
        self.gzip.get_or_init(|| gzip(&self.json, Compression::fast())).clone()
    }

    fn bytes(&self) -> usize {
        size_of::<PageKey>() + size_of::<Self>() + self.json.len() + self.json.len() / GZIP_SHARE
    }
}

#[derive(Debug, Clone)]
struct Known {
    page: Arc<KeptPage>,
    ask_from: Instant,
}

#[derive(Debug)]
pub(crate) struct SearchPages {
    kept: Cache<PageKey, Known>,
    sent: Tally,
}

impl SearchPages {
    pub fn new() -> Self {
        let weigh = |_: &PageKey, known: &Known| u32::try_from(known.page.bytes()).unwrap_or(u32::MAX);
        Self {
            kept: Cache::builder().max_capacity(BYTES).weigher(weigh).time_to_live(KEPT).build(),
            sent: Tally::new("search.pages", "Pages of offers that were sent", "source"),
        }
    }

    /// The page of a search. `ask` gets it from svc-search, where it must be asked.
    pub async fn get(
        &self,
        context: &RequestContext,
        search: SearchFlightsRequest,
        ask: impl AsyncFnOnce(SearchFlightsRequest) -> Result<SearchFlightsResponse, ApiError>,
    ) -> Result<Arc<KeptPage>, ApiError> {
        let key = PageKey::of(context, &search);
        let kept = self.kept.get(&key).await;
        if let Some(Known { page, ask_from }) = &kept
            && Instant::now() < *ask_from
            && !search.refresh
        {
            self.sent.add("memory");
            return Ok(Arc::clone(page));
        }
        let held = kept.map(|kept| kept.page);
        let held_answer = held.as_ref().map(|page| page.answer);
        let answered = ask(SearchFlightsRequest { held_answer, ..search }).await?;
        let good_for = Duration::from_millis(answered.good_for_ms.into());
        let page = self.take(held, answered);
        if page.answer != 0 {
            let ask_from = Instant::now() + good_for.min(UNASKED);
            self.kept.insert(key, Known { page: Arc::clone(&page), ask_from }).await;
        }
        Ok(page)
    }

    fn take(&self, held: Option<Arc<KeptPage>>, answered: SearchFlightsResponse) -> Arc<KeptPage> {
        let SearchFlightsResponse { page_json: json, answer, .. } = answered;
        if let Some(page) = held.filter(|page| page.answer == answer) {
            self.sent.add("unchanged");
            return page;
        }
        self.sent.add("new");
        Arc::new(KeptPage { answer, json, gzip: OnceLock::new() })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use tokio::time::advance;

    use super::*;

    const MINUTES: u32 = 300_000;
    const MOMENT: Duration = Duration::from_millis(1);

    /// Stands in for svc-search, whose pages say whose they are.
    struct Search {
        answer: u64,
        good_for_ms: u32,
        asked: RefCell<Vec<Option<u64>>>,
    }

    impl Search {
        fn with(answer: u64, good_for_ms: u32) -> Self {
            Self { answer, good_for_ms, asked: RefCell::default() }
        }

        async fn get(&self, pages: &SearchPages, context: &RequestContext) -> Bytes {
            let ask = async |asked: SearchFlightsRequest| {
                self.asked.borrow_mut().push(asked.held_answer);
                let is_held = asked.held_answer == Some(self.answer);
                let page = format!("{} {:?} {}", context.brand, context.mode, context.markup_rate);
                Ok(SearchFlightsResponse {
                    page_json: if is_held { Bytes::new() } else { page.into() },
                    answer: self.answer,
                    good_for_ms: self.good_for_ms,
                })
            };
            pages.get(context, SearchFlightsRequest::default(), ask).await.unwrap().json.clone()
        }
    }

    fn context(mode: Mode, brand: &str, markup_rate: &str) -> RequestContext {
        let markup_rate = MarkupRate::parse(markup_rate).unwrap();
        RequestContext::new(String::new(), mode, brand.to_owned(), markup_rate)
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_is_sent_unasked_for_two_seconds_and_no_longer_than_its_answer_is_good() {
        for (good_for_ms, unasked) in
            [(MINUTES, UNASKED), (700, Duration::from_millis(700)), (0, Duration::ZERO)]
        {
            let (pages, search) = (SearchPages::new(), Search::with(7, good_for_ms));
            let context = context(Mode::Test, "blue", "0.1");
            let first = search.get(&pages, &context).await;
            for round in 1..=2 {
                advance(unasked.saturating_sub(MOMENT)).await;
                if !unasked.is_zero() {
                    assert_eq!(search.get(&pages, &context).await, first);
                }
                assert_eq!(search.asked.borrow().len(), round, "{good_for_ms} ms");
                advance(MOMENT).await;
                assert_eq!(search.get(&pages, &context).await, first);
            }

            assert_eq!(*search.asked.borrow(), [None, Some(7), Some(7)], "{good_for_ms} ms");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_of_one_mode_brand_or_markup_is_not_sent_in_another() {
        let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
        let mut told = Vec::new();
        for (mode, brand, markup_rate) in [
            (Mode::Test, "blue", "0.1"),
            (Mode::Live, "blue", "0.1"),
            (Mode::Test, "onyx", "0.1"),
            (Mode::Test, "blue", "0.2"),
        ] {
            let context = context(mode, brand, markup_rate);
            told.push(search.get(&pages, &context).await);
            assert_eq!(search.get(&pages, &context).await, told[told.len() - 1]);
        }

        assert_eq!(told, ["blue Test 0.1", "blue Live 0.1", "onyx Test 0.1", "blue Test 0.2"]);
        assert_eq!(*search.asked.borrow(), [None; 4]);
    }
}
