//! What a watched price is now, as svc-brand asks for it.

use std::time::Duration as StdDuration;

use futures::future::join_all;
use proto::common::v1::Money;
use proto::search::v1::GetWatchedFareResponse;
use service::Mode;
use time::Duration;
use wiremock::ResponseTemplate;

use crate::fare_dates::with_a_silent_airline;
use crate::harness::{Search, batch, context, data, offer, request};

/// Noon of the harness' first day.
const NOON: i64 = 1_772_366_400;
const LATE: StdDuration = StdDuration::from_millis(300);

fn pounds(fare: &GetWatchedFareResponse) -> Option<i64> {
    let Money { minor, currency } = fare.total.clone()?;
    assert_eq!((currency.as_str(), fare.tax.clone().unwrap().currency.as_str()), ("GBP", "GBP"));
    Some(minor / 100)
}

#[tokio::test]
async fn watch03_a_travellers_search_that_is_recent_enough_costs_no_look() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00"), offer("off_b", "90.00")]).await;
    search.search(request()).await.unwrap();
    search.clock.advance(Duration::hours(3));

    let fare = search.watched(true).await.unwrap();

    assert_eq!((pounds(&fare), fare.seen_at), (Some(90), Some(NOON)), "as the provider sells it");
    assert!(!fare.was_looked_up);
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn watch03_a_travellers_search_that_is_under_way_costs_no_look() {
    let search = Search::start().await;
    search.creates(1).await;
    let late = data(200, &batch(1, 0, &[offer("off_a", "100.00")])).set_delay(LATE);
    search.answers("/air/batch_offer_requests/orq_1", late).await;

    let mut traveller = search.stream(request()).await.unwrap();
    let (told, fare) = tokio::join!(traveller.rest(), search.watched(true));

    let fare = fare.unwrap();
    assert_eq!(told.0, ["off_a"]);
    assert_eq!((pounds(&fare), fare.was_looked_up), (Some(100), false));
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn watch03_what_is_older_is_looked_up_once_and_only_where_it_may_be() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.search(request()).await.unwrap();
    search.clock.advance(Duration::hours(3) + Duration::SECOND);

    let unknown = search.watched(false).await.unwrap();
    assert_eq!(unknown, GetWatchedFareResponse::default());
    assert_eq!(search.asked().await, 1);
    let mut later = offer("off_a", "80.00");
    later["expires_at"] = "2026-03-02T12:00:00Z".into();
    search.finds(&[later]).await;
    let looks = join_all((0..20).map(|_| search.watched(true))).await;

    for fare in &looks {
        let fare = fare.as_ref().unwrap();
        assert_eq!((pounds(fare), fare.seen_at), (Some(80), Some(NOON + 3 * 3_600 + 1)));
    }
    assert!(looks.iter().flatten().any(|fare| fare.was_looked_up));
    assert_eq!(search.asked().await, 1, "since the provider changed its mind");
}

#[tokio::test]
async fn watch08_a_search_with_a_silent_airline_spares_no_look() {
    let search = Search::start().await;
    with_a_silent_airline(&search, &[offer("off_a", "100.00")]).await;
    search.search(request()).await.unwrap();
    search.clock.advance(Duration::minutes(1));

    let unknown = search.watched(false).await.unwrap();
    search.finds(&[offer("off_b", "80.00")]).await;
    let looked_up = search.watched(true).await.unwrap();

    assert_eq!(unknown, GetWatchedFareResponse::default());
    assert_eq!((pounds(&looked_up), looked_up.was_looked_up), (Some(80), true));
}

#[tokio::test]
async fn watch08_nobody_flies_is_told_with_its_time_and_a_silent_airline_as_nothing() {
    let search = Search::start().await;
    with_a_silent_airline(&search, &[offer("off_a", "100.00")]).await;
    let in_part = search.watched(true).await.unwrap();

    search.clock.advance(Duration::hours(4));
    search.provider.reset().await;
    search.creates(1).await;
    search.polls(data(200, &batch(1, 0, &[])), 1).await;
    let nothing = search.watched(true).await.unwrap();

    assert_eq!(in_part, GetWatchedFareResponse { was_looked_up: true, ..GetWatchedFareResponse::default() });
    assert_eq!((nothing.total, nothing.seen_at), (None, Some(NOON + 4 * 3_600)));
}

#[tokio::test]
async fn watch08_a_provider_that_is_away_is_told_and_no_price_is_guessed() {
    let search = Search::start().await;
    search.refuses(ResponseTemplate::new(500)).await;

    let refused = search.watched(true).await.unwrap_err();

    assert_eq!(refused.code, "SEARCH_UNAVAILABLE");
    assert_eq!(search.watched(false).await.unwrap(), GetWatchedFareResponse::default());
}

#[tokio::test]
async fn watch08_a_mode_that_sells_nothing_is_told_and_the_modes_do_not_meet() {
    let mut search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.search(request()).await.unwrap();
    search.context = context(Mode::Live);

    let refused = search.watched(true).await.unwrap_err();

    assert_eq!(refused.code, "PROVIDER_NOT_CONFIGURED");
    assert_eq!(search.watched(false).await.unwrap(), GetWatchedFareResponse::default());
}
