use std::time::Duration as StdDuration;

use money::MarkupRate;
use proto::search::v1::SearchFlightsRequest;
use time::Duration;
use wiremock::ResponseTemplate;

use crate::harness::{Search, batch, data, offer, request};

#[tokio::test]
async fn r033_the_same_query_is_answered_from_memory_for_five_minutes() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.ids().await;

    search.finds(&[offer("off_b", "100.00")]).await;
    search.clock.advance(Duration::seconds(299));
    let before = search.ids().await;
    search.clock.advance(Duration::seconds(1));
    let after = search.ids().await;

    assert_eq!((before, after), (vec!["off_a".into()], vec!["off_b".into()]));
}

#[tokio::test]
async fn r033_an_empty_answer_is_kept_for_thirty_seconds() {
    let search = Search::start().await;
    search.creates(1).await;
    search.answers("/air/batch_offer_requests/orq_1", data(200, &batch(1, 0, &[]))).await;
    search.ids().await;

    search.finds(&[offer("off_a", "100.00")]).await;
    search.clock.advance(Duration::seconds(29));
    assert_eq!(search.ids().await, [""; 0]);

    search.clock.advance(Duration::seconds(1));
    assert_eq!(search.ids().await, ["off_a"]);
}

#[tokio::test]
async fn r033_an_error_is_never_kept() {
    let search = Search::start().await;
    search.refuses(ResponseTemplate::new(500)).await;
    search.search(request()).await.unwrap_err();

    search.finds(&[offer("off_a", "100.00")]).await;

    assert_eq!(search.ids().await, ["off_a"]);
}

#[tokio::test]
async fn r033_a_refresh_asks_again_at_most_once_a_minute() {
    let search = Search::start().await;
    let refresh = || SearchFlightsRequest { refresh: true, ..request() };
    search.finds(&[offer("off_a", "100.00")]).await;
    search.ids().await;
    search.finds(&[offer("off_b", "100.00")]).await;

    search.clock.advance(Duration::seconds(59));
    search.search(refresh()).await.unwrap();
    assert_eq!(search.asked().await, 0);

    search.clock.advance(Duration::seconds(1));
    search.search(refresh()).await.unwrap();
    search.search(refresh()).await.unwrap();
    assert_eq!(search.asked().await, 1);
    assert_eq!(search.ids().await, ["off_b"]);
}

#[tokio::test]
async fn a_refresh_that_fails_says_so_and_the_next_search_asks_again() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.ids().await;
    search.clock.advance(Duration::minutes(1));
    search.refuses(ResponseTemplate::new(500)).await;

    search.search(SearchFlightsRequest { refresh: true, ..request() }).await.unwrap_err();

    search.finds(&[offer("off_b", "100.00")]).await;
    assert_eq!(search.ids().await, ["off_b"]);
}

#[tokio::test]
async fn travellers_who_ask_the_same_at_once_are_one_search() {
    let search = Search::start().await;
    search.creates(1).await;
    let slow = data(200, &batch(1, 0, &[offer("off_a", "100.00")])).set_delay(StdDuration::from_millis(300));
    search.answers("/air/batch_offer_requests/orq_1", slow).await;

    let (one, two, three) = tokio::join!(search.ids(), search.ids(), search.ids());

    assert_eq!([one, two, three].concat(), ["off_a", "off_a", "off_a"]);
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn a_traveller_who_goes_away_does_not_stop_the_search() {
    let search = Search::start().await;
    search.creates(1).await;
    let slow = data(200, &batch(1, 0, &[offer("off_a", "100.00")])).set_delay(StdDuration::from_millis(300));
    search.answers("/air/batch_offer_requests/orq_1", slow).await;

    let gone = tokio::time::timeout(StdDuration::from_millis(100), search.ids()).await;
    let next = search.ids().await;

    assert!(gone.is_err());
    assert_eq!(next, ["off_a"]);
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn r003_two_brands_share_the_answer_and_not_the_price() {
    let mut search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    let price = |page: proto::search::v1::SearchPage| page.offers[0].price.clone().unwrap().amount;
    let first = price(search.search(request()).await.unwrap());

    search.context.brand = "blue".into();
    search.context.markup_rate = MarkupRate::parse("0.5").unwrap();
    let second = price(search.search(request()).await.unwrap());

    assert_eq!((first.as_str(), second.as_str()), ("123.00", "150.00"));
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn other_travellers_are_another_query() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.ids().await;
    search.finds(&[offer("off_b", "200.00")]).await;

    let page = search.search(SearchFlightsRequest { adults: 2, ..request() }).await.unwrap();

    assert_eq!(page.offers[0].id, "off_b");
}

#[tokio::test]
async fn a_page_that_the_caller_has_is_not_sent_again_while_its_answer_holds() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    let first = search.page(request()).await;
    let holding = SearchFlightsRequest { held_answer: Some(first.answer), ..request() };

    search.clock.advance(Duration::seconds(299));
    let held = search.page(holding.clone()).await;
    search.finds(&[offer("off_b", "100.00")]).await;
    search.clock.advance(Duration::seconds(1));
    let other = search.page(holding).await;

    assert!(!first.page_json.is_empty());
    assert_eq!((first.good_for_ms, held.good_for_ms, other.good_for_ms), (300_000, 1_000, 300_000));
    assert_eq!((held.answer, held.page_json.len()), (first.answer, 0));
    assert_ne!(other.answer, first.answer);
    assert!(!other.page_json.is_empty());
}

#[tokio::test]
async fn two_replicas_never_give_the_same_name_to_their_answers() {
    let mut answers = Vec::new();
    for _ in 0..2 {
        let search = Search::start().await;
        search.finds(&[offer("off_a", "100.00")]).await;
        answers.push(search.page(request()).await.answer);
    }

    assert_ne!(answers[0], answers[1]);
    assert!(!answers.contains(&0));
}

#[tokio::test]
async fn a_search_that_no_airline_was_asked_has_no_answer() {
    let search = Search::start().await;

    let page = search.page(SearchFlightsRequest { adults: 1, infants: 2, ..request() }).await;

    assert_eq!((page.answer, page.good_for_ms), (0, 0));
    assert!(!page.page_json.is_empty());
}
