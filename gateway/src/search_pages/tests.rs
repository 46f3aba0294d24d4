use std::cell::{Cell, RefCell};

use futures::join;
use service::Mode;
use tokio::time::{advance, sleep};

use super::*;

const MINUTES: u32 = 300_000;
const MOMENT: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// Stands in for svc-search. Each page names its answer, brand, mode and markup.
struct Search {
    answer: Cell<u64>,
    good_for_ms: u32,
    /// What each question said is held.
    held: RefCell<Vec<Option<u64>>>,
}

impl Search {
    fn with(answer: u64, good_for_ms: u32) -> Self {
        Self { answer: Cell::new(answer), good_for_ms, held: RefCell::default() }
    }

    /// The answer is that of the moment of asking, and comes after `takes`.
    async fn page(
        &self,
        pages: &SearchPages,
        context: &RequestContext,
        search: SearchFlightsRequest,
        takes: Duration,
    ) -> Arc<CachedPage> {
        let ask = async |asked: SearchFlightsRequest| {
            let answer = self.answer.get();
            self.held.borrow_mut().push(asked.held_answer);
            sleep(takes).await;
            let is_held = asked.held_answer == Some(answer);
            let page = format!("{answer} {} {:?} {}", context.brand, context.mode, context.markup_rate);
            Ok(SearchFlightsResponse {
                page_json: if is_held { Bytes::new() } else { page.into() },
                answer,
                good_for_ms: self.good_for_ms,
            })
        };
        pages.get(context, search, ask).await.unwrap()
    }

    async fn get(
        &self,
        pages: &SearchPages,
        context: &RequestContext,
        search: SearchFlightsRequest,
    ) -> Bytes {
        self.page(pages, context, search, Duration::ZERO).await.json.clone()
    }

    fn asked(&self) -> Vec<Option<u64>> {
        self.held.take()
    }
}

fn context(mode: Mode, brand: &str, markup_rate: &str) -> RequestContext {
    let markup_rate = MarkupRate::parse(markup_rate).unwrap();
    RequestContext::new(String::new(), mode, brand.to_owned(), markup_rate)
}

fn blue() -> RequestContext {
    context(Mode::Test, "blue", "0.1")
}

fn page(page: i32) -> SearchFlightsRequest {
    SearchFlightsRequest { origin: "LHR".into(), page, ..SearchFlightsRequest::default() }
}

fn refresh() -> SearchFlightsRequest {
    SearchFlightsRequest { refresh: true, ..page(1) }
}

#[tokio::test(start_paused = true)]
async fn r033_a_page_is_sent_unasked_for_two_seconds_and_no_longer_than_its_answer_is_good() {
    for (good_for_ms, fresh_for) in [(MINUTES, FRESH_FOR), (700, Duration::from_millis(700))] {
        let (pages, search) = (SearchPages::new(), Search::with(7, good_for_ms));
        let first = search.get(&pages, &blue(), page(1)).await;
        for _ in 0..2 {
            assert_eq!(search.asked().len(), 1, "{good_for_ms} ms");
            advance(fresh_for.saturating_sub(MOMENT)).await;
            assert_eq!(search.get(&pages, &blue(), page(1)).await, first);
            assert_eq!(search.asked(), [], "{good_for_ms} ms");
            advance(MOMENT).await;
            assert_eq!(search.get(&pages, &blue(), page(1)).await, first);
        }

        assert_eq!(search.asked(), [Some(7)], "{good_for_ms} ms");
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_of_one_mode_brand_markup_or_order_is_not_sent_in_another() {
    let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
    let mut told = Vec::new();
    for (mode, brand, markup_rate) in [
        (Mode::Test, "blue", "0.1"),
        (Mode::Live, "blue", "0.1"),
        (Mode::Test, "onyx", "0.1"),
        (Mode::Test, "blue", "0.2"),
    ] {
        let context = context(mode, brand, markup_rate);
        told.push(search.get(&pages, &context, page(1)).await);
        assert_eq!(search.get(&pages, &context, page(1)).await, told[told.len() - 1]);
    }
    search.get(&pages, &blue(), SearchFlightsRequest { sort: "best".into(), ..page(1) }).await;

    assert_eq!(told, ["7 blue Test 0.1", "7 blue Live 0.1", "7 onyx Test 0.1", "7 blue Test 0.2"]);
    assert_eq!(search.asked(), [None; 5]);
}

#[tokio::test(start_paused = true)]
async fn r033_after_a_refresh_no_page_of_the_answer_before_is_sent() {
    let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
    let onyx = context(Mode::Test, "onyx", "0.1");
    for (context, number) in [(blue(), 1), (blue(), 2), (onyx.clone(), 1)] {
        search.get(&pages, &context, page(number)).await;
    }
    search.asked();
    search.answer.set(8);

    search.get(&pages, &blue(), refresh()).await;

    assert_eq!(search.get(&pages, &blue(), page(2)).await, "8 blue Test 0.1");
    assert_eq!(search.get(&pages, &onyx, page(1)).await, "8 onyx Test 0.1");
    assert_eq!(search.get(&pages, &blue(), page(1)).await, "8 blue Test 0.1");
    assert_eq!(search.asked(), [Some(7); 3], "page 1 was refreshed");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_asked_for_earlier_and_comes_later_is_not_taken_for_the_newest() {
    let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
    let blue = blue();
    let late = search.page(&pages, &blue, page(1), SECOND);
    let refreshed = async {
        sleep(SECOND / 2).await;
        search.answer.set(8);
        search.get(&pages, &blue, refresh()).await
    };

    let (late, refreshed) = join!(late, refreshed);

    assert_eq!((&*late.json, &*refreshed), (&b"7 blue Test 0.1"[..], &b"8 blue Test 0.1"[..]));
    assert_eq!(search.get(&pages, &blue, page(1)).await, refreshed);
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_the_same_page_at_once_is_sent_the_same_bytes_compressed_once() {
    let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
    let blue = blue();

    let one = search.page(&pages, &blue, page(1), SECOND);
    let (one, another) = join!(one, search.page(&pages, &blue, page(1), 2 * SECOND));
    let later = search.page(&pages, &blue, page(1), SECOND).await;

    assert!(Arc::ptr_eq(&one, &another) && Arc::ptr_eq(&one, &later));
    assert_eq!(one.gzip().as_ptr(), one.gzip().as_ptr());
}

#[tokio::test(start_paused = true)]
async fn a_question_that_fails_is_told_and_leaves_what_is_kept() {
    let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
    search.get(&pages, &blue(), page(1)).await;
    advance(FRESH_FOR).await;

    let failed = pages.get(&blue(), page(1), async |_| Err(ApiError::internal())).await;
    let next = search.get(&pages, &blue(), page(1)).await;

    assert!(failed.is_err());
    assert_eq!(next, "7 blue Test 0.1");
    assert_eq!(search.asked(), [None, Some(7)]);
}

#[tokio::test(start_paused = true)]
async fn however_a_place_is_typed_it_is_the_same_search_and_its_key_is_short() {
    let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
    search.get(&pages, &blue(), page(1)).await;
    let padded = SearchFlightsRequest { origin: format!("{}lhr", " ".repeat(60_000)), ..page(1) };

    search.get(&pages, &blue(), padded).await;

    assert_eq!(search.asked(), [None]);
}

#[tokio::test(start_paused = true)]
async fn small_pages_are_bounded_in_number() {
    let (pages, search) = (SearchPages::new(), Search::with(7, MINUTES));
    let room = i32::try_from(MAX_BYTES).unwrap() / i32::try_from(LEAST_WEIGHT).unwrap();
    for number in 1..=2 * room {
        search.get(&pages, &blue(), page(number)).await;
    }

    pages.pages.run_pending_tasks().await;

    assert!(pages.pages.entry_count() <= u64::try_from(room).unwrap());
    assert!(pages.pages.entry_count() > 0);
}
