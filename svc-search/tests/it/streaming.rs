use std::time::Duration as StdDuration;

use proto::search::v1::SearchFlightsRequest;
use serde_json::json;
use service::Mode;
use testkit::Log;
use wiremock::ResponseTemplate;

use crate::harness::{Search, batch, context, data, ids, offer, request, without_bag};

const PATIENCE: StdDuration = StdDuration::from_secs(10);

fn late() -> StdDuration {
    testkit::patient(StdDuration::from_millis(300))
}

/// Two airlines: one answers at once, the other late.
async fn with_a_late_airline(search: &Search, late: StdDuration) {
    search.creates(2).await;
    search.polls(data(200, &batch(2, 1, &[offer("off_a", "200.00")])), 1).await;
    search.polls(data(200, &batch(2, 0, &[offer("off_b", "100.00")])).set_delay(late), 1).await;
}

#[tokio::test]
async fn offers_are_told_before_the_last_airline_has_answered() {
    let search = Search::start().await;
    with_a_late_airline(&search, late()).await;

    let mut told = search.stream(request()).await.unwrap();
    let mut first = told.progress().await;
    while first.offers.is_empty() {
        first = told.progress().await;
    }
    let (rest, done) = told.rest().await;

    assert_eq!(first.offers[0].id, "off_a");
    assert_eq!(first.offers[0].price.as_ref().unwrap().amount, "246.00");
    assert_eq!((first.answered, first.asked), (1, 2));
    assert_eq!(rest, ["off_b"]);
    let done = done.unwrap();
    assert_eq!((done.total_count, done.complete, done.notice), (2, true, None));
}

#[tokio::test]
async fn bag07_a_streamed_offer_names_the_fare_with_a_bag_among_what_has_come() {
    let search = Search::start().await;
    search.creates(2).await;
    let first = [without_bag("off_a", "100.00"), offer("off_flex", "150.00")];
    search.polls(data(200, &batch(2, 1, &first)), 1).await;
    let second = [without_bag("off_b", "110.00"), offer("off_cheaper", "140.00")];
    search.polls(data(200, &batch(2, 0, &second)).set_delay(late()), 1).await;

    let mut told = search.stream_of(request(), Some(3)).await.unwrap();
    let mut named = Vec::new();
    while named.len() < 3 {
        let offers = told.progress().await.offers;
        named
            .extend(offers.into_iter().map(|offer| (offer.id, offer.bag_included.map(|fare| fare.offer_id))));
    }

    let expected = [("off_a", Some("off_flex")), ("off_flex", None), ("off_b", Some("off_cheaper"))];
    assert_eq!(named, expected.map(|(id, fare)| (id.to_owned(), fare.map(str::to_owned))));
}

#[tokio::test]
async fn see03_what_is_typical_comes_with_the_end_of_a_stream() {
    let search = Search::start().await;
    let flown = |n: i64| {
        let mut offer = offer(&format!("off_{n}"), "100.00");
        offer["slices"][0]["segments"][0]["marketing_carrier_flight_number"] = n.to_string().into();
        offer
    };
    let offers: Vec<_> = (1..=5).map(flown).collect();

    for (found, expected) in [(&offers[..4], None), (&offers[..], Some(160))] {
        search.finds(found).await;
        let refreshed = SearchFlightsRequest { adults: i32::try_from(found.len()).unwrap(), ..request() };
        let (_, done) = search.stream(refreshed).await.unwrap().rest().await;
        assert_eq!(done.unwrap().typical_emissions_kg, expected);
    }
}

#[tokio::test]
async fn what_was_streamed_is_what_a_plain_search_answers_and_comes_at_once_the_next_time() {
    let search = Search::start().await;
    let offers: Vec<_> = (100..220).map(|n| offer(&format!("off_{n}"), &format!("{n}.00"))).collect();
    search.creates(1).await;
    search.polls(data(200, &batch(1, 0, &offers)), 1).await;

    let (mut streamed, _) = search.stream(request()).await.unwrap().rest().await;
    let (again, _) = search.stream(request()).await.unwrap().rest().await;
    let plain = |page| SearchFlightsRequest { limit: 100, page, ..request() };
    let mut listed = ids(&search.search(plain(1)).await.unwrap());
    listed.extend(ids(&search.search(plain(2)).await.unwrap()));

    streamed.sort();
    assert_eq!(again, listed, "in the order asked for");
    assert_eq!(streamed, listed);
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn who_wants_a_few_offers_is_told_the_first_and_counts_all() {
    let search = Search::start().await;
    let offers: Vec<_> = (100..320).map(|n| offer(&format!("off_{n}"), &format!("{n}.00"))).collect();
    search.creates(1).await;
    search.polls(data(200, &batch(1, 0, &offers)), 1).await;

    let (told, done) = search.stream_of(request(), Some(3)).await.unwrap().rest().await;

    assert_eq!(told, ["off_100", "off_101", "off_102"]);
    assert_eq!(done.unwrap().total_count, 220);
}

#[tokio::test]
async fn streams_and_plain_searches_of_the_same_share_one_search() {
    let search = Search::start().await;
    with_a_late_airline(&search, late()).await;

    let (mut one, mut two) =
        (search.stream(request()).await.unwrap(), search.stream(request()).await.unwrap());
    let ((one, _), (two, _), plain) = tokio::join!(one.rest(), two.rest(), search.ids());

    assert_eq!((one, two), (vec!["off_a".into(), "off_b".into()], vec!["off_a".into(), "off_b".into()]));
    assert_eq!(plain, ["off_b", "off_a"]);
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn a_search_that_nobody_follows_any_more_is_stopped() {
    let search = Search::start().await;
    with_a_late_airline(&search, PATIENCE).await;
    let told = search.stream(request()).await.unwrap();
    until(async || search.read().await == 2).await;

    drop(told);
    // A search that went on would be joined, and be in memory at its end.
    until(async || {
        drop(search.stream(request()).await);
        search.asked().await > 1
    })
    .await;
}

#[tokio::test]
async fn a_reader_who_goes_away_leaves_the_search_to_the_others() {
    let search = Search::start().await;
    with_a_late_airline(&search, late()).await;
    let gone = search.stream(request()).await.unwrap();
    let mut stays = search.stream(request()).await.unwrap();
    until(async || search.read().await == 2).await;

    drop(gone);

    assert_eq!(stays.rest().await.0, ["off_a", "off_b"]);
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn a_search_that_breaks_off_ends_with_what_it_had_found() {
    let search = Search::start().await;
    search.creates(2).await;
    search.polls(data(200, &batch(2, 1, &[offer("off_a", "200.00")])), 1).await;
    search.polls(ResponseTemplate::new(502), u64::MAX).await;
    let listed = json!([offer("off_b", "100.00"), offer("off_a", "200.00")]);
    search.answers("/air/offers", data(200, &listed)).await;

    let (ids, done) = search.stream(request()).await.unwrap().rest().await;

    assert_eq!(ids, ["off_a", "off_b"], "what the list has beside it, and nothing twice");
    let done = done.unwrap();
    assert_eq!((done.total_count, done.complete), (2, false));
}

#[tokio::test]
async fn a_provider_that_is_away_ends_the_stream_with_what_a_plain_search_says() {
    let search = Search::start().await;
    search.refuses(ResponseTemplate::new(500)).await;

    let (ids, end) = search.stream(request()).await.unwrap().rest().await;

    assert!(ids.is_empty());
    assert_eq!(end.unwrap_err().code, "SEARCH_UNAVAILABLE");
    assert_eq!(search.search(request()).await.unwrap_err().code, "SEARCH_UNAVAILABLE");
}

#[tokio::test]
async fn a_line_about_a_stream_that_fails_names_its_request() {
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::INFO));
    let search = Search::start().await;
    search.refuses(ResponseTemplate::new(500)).await;

    let (_, end) = search.stream(request()).await.unwrap().rest().await;

    assert!(end.is_err());
    let text = log.text();
    let line = text.lines().find(|line| line.contains("a dependency is unavailable")).unwrap();
    assert!(line.contains(r#"request.id="req_1""#), "{line}");
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_before_the_stream_begins() {
    let mut search = Search::start().await;
    let code = async |search: &Search, request| search.stream(request).await.err().unwrap().code;

    let bad = code(&search, SearchFlightsRequest { adults: 0, ..request() }).await;
    search.context = context(Mode::Live);
    let unsold = code(&search, request()).await;

    assert_eq!((bad.as_str(), unsold.as_str()), ("VALIDATION_ERROR", "PROVIDER_NOT_CONFIGURED"));
}

#[tokio::test]
async fn r016_impossible_counts_end_a_stream_with_the_reason() {
    let search = Search::start().await;

    let request = SearchFlightsRequest { infants: 2, ..request() };
    let (ids, done) = search.stream(request).await.unwrap().rest().await;

    assert!(ids.is_empty());
    assert_eq!(done.unwrap().notice.unwrap().code, "TOO_MANY_INFANTS");
    assert_eq!(search.asked().await, 0);
}

async fn until(holds: impl AsyncFn() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(StdDuration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(testkit::patience(10), waiting).await.expect("it comes to hold");
}
