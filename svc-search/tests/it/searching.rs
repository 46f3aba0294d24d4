use proto::search::v1::SearchFlightsRequest;
use serde_json::{Value, json};
use service::Mode;
use testkit::Log;
use tonic::Code;
use wiremock::ResponseTemplate;

use crate::harness::{Search, batch, context, data, ids, offer, request, without_bag};

#[tokio::test]
async fn r003_offers_of_all_airlines_come_priced_and_sorted() {
    let search = Search::start().await;
    search.finds(&[offer("off_b", "300.00"), offer("off_a", "100.00")]).await;

    let page = search.search(request()).await.unwrap();

    assert_eq!(ids(&page), ["off_a", "off_b"]);
    assert_eq!(page.total_count, 2);
    let price = page.offers[0].price.clone().unwrap();
    assert_eq!((price.amount.as_str(), price.currency.as_str()), ("123.00", "GBP"));
    assert_eq!(page.offers[0].total_amount, "100.00");
}

#[tokio::test]
async fn r042_see07_a_page_tells_what_an_hour_counts_and_what_best_weighs() {
    let search = Search::start().await;
    search.finds(&[offer("off_b", "300.00"), offer("off_a", "100.00")]).await;

    let page = search.search(SearchFlightsRequest { sort: "best".into(), ..request() }).await.unwrap();

    assert_eq!(ids(&page), ["off_a", "off_b"]);
    // 4 % of 246, the median of 123 and 369.
    assert_eq!((page.hour_amount.as_deref(), page.hour_currency.as_deref()), (Some("10.00"), Some("GBP")));
    let first = &page.offers[0];
    assert_eq!((first.weighted_minutes, first.emissions_kg_per_traveller), (Some(485), Some(160)));
}

#[tokio::test]
async fn see03_see09_see10_each_page_tells_titles_differences_and_what_is_typical_of_all_journeys() {
    let search = Search::start().await;
    let flown = |n: i64| {
        let mut offer = offer(&format!("off_{n}"), &format!("{n}00.00"));
        offer["slices"][0]["segments"][0]["marketing_carrier_flight_number"] = n.to_string().into();
        offer["total_emissions_kg"] = (100 * (10 - n)).to_string().into();
        offer
    };
    search.finds(&(1..=5).map(flown).collect::<Vec<_>>()).await;
    let second = SearchFlightsRequest { page: 2, limit: 2, ..request() };

    let page = search.search(second).await.unwrap();

    assert_eq!(ids(&page), ["off_3", "off_4"]);
    // 900, 800, 700, 600 and 500 kg, for two travellers each.
    assert_eq!(page.typical_emissions_kg, Some(350));
    let titles = page.titles.unwrap();
    assert_eq!((titles.cheapest.as_str(), titles.best.as_str()), ("off_1", "off_1"));
    assert_eq!(titles.fastest.as_deref(), Some("off_1"), "of as many minutes the cheapest");
    assert_eq!(titles.lowest_emissions.as_deref(), Some("off_5"));
    // 369 less 123.
    let third = page.offers[0].against_cheapest.clone().unwrap();
    assert_eq!((third.more_amount.as_str(), third.more_minutes), ("246.00", Some(0)));
    assert_eq!(third.more_connections, 0);
}

#[tokio::test]
async fn bag07_an_offer_without_a_bag_names_the_fare_of_its_flights_with_one_wherever_it_stands() {
    let search = Search::start().await;
    let mut flex = offer("off_flex", "150.00");
    flex["slices"][0]["fare_brand_name"] = "Economy Flex".into();
    let mut later = offer("off_later", "120.00");
    later["slices"][0]["segments"][0]["departing_at"] = "2026-04-24T19:00:00".into();
    search.finds(&[flex, later, without_bag("off_basic", "100.00"), offer("off_full", "200.00")]).await;

    let page = search.search(SearchFlightsRequest { limit: 1, ..request() }).await.unwrap();
    let all = search.search(request()).await.unwrap();

    assert_eq!(ids(&page), ["off_basic"], "the fare that it names is on no card");
    let named = page.offers[0].bag_included.clone().unwrap();
    assert_eq!(
        (named.offer_id.as_str(), named.fare_brand_name.as_deref()),
        ("off_flex", Some("Economy Flex"))
    );
    assert_eq!(named.price, all.offers[2].price, "184.5 goes up as on a card of its own");
    assert_eq!(named.price.unwrap().amount, "185.00");
    assert_eq!(ids(&all), ["off_basic", "off_later", "off_flex", "off_full"]);
    let naming: Vec<_> = all.offers.iter().map(|offer| offer.bag_included.is_some()).collect();
    assert_eq!(naming, [true, false, false, false]);
}

#[tokio::test]
async fn see10_what_best_weighs_is_told_as_it_is_configured() {
    let order = Search::start().await.best_order().await;

    assert_eq!((order.hour_percent, order.connection_minutes, order.hard_connection_minutes), (4, 60, 180));
}

#[tokio::test]
async fn an_offer_that_asks_for_documents_which_we_cannot_send_is_not_shown() {
    let search = Search::start().await;
    let mut brazilian = offer("off_a", "100.00");
    brazilian["passenger_identity_documents_required"] = true.into();
    brazilian["supported_passenger_identity_document_types"] = json!(["tax_id"]);
    search.finds(&[brazilian, offer("off_b", "300.00")]).await;

    let page = search.search(request()).await.unwrap();

    assert_eq!(ids(&page), ["off_b"]);
}

#[tokio::test]
async fn a_page_counts_all_offers_and_holds_its_own() {
    let search = Search::start().await;
    let offers: Vec<_> = (1..=5).map(|n| offer(&format!("off_{n}"), &format!("{n}00.00"))).collect();
    search.finds(&offers).await;
    let second = SearchFlightsRequest { page: 2, limit: 2, sort: "price-desc".into(), ..request() };

    let page = search.search(second).await.unwrap();

    assert_eq!(ids(&page), ["off_3", "off_2"]);
    assert_eq!(page.total_count, 5);
}

#[tokio::test]
async fn the_provider_is_asked_for_both_ways_and_every_traveller() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    let family = SearchFlightsRequest {
        return_date: Some("2026-05-01".into()),
        cabin_class: "premium_economy".into(),
        children: 1,
        infants: 1,
        ..request()
    };

    search.search(family).await.unwrap();

    let sent = &search.provider.received_requests().await.unwrap()[0];
    let sent: Value = serde_json::from_slice(&sent.body).unwrap();
    let expected = json!({ "data": {
        "slices": [
            { "origin": "LHR", "destination": "JFK", "departure_date": "2026-04-24" },
            { "origin": "JFK", "destination": "LHR", "departure_date": "2026-05-01" },
        ],
        "passengers": [{ "type": "adult" }, { "type": "child" }, { "type": "infant_without_seat" }],
        "cabin_class": "premium_economy",
        "max_connections": 2,
    }});
    assert_eq!(sent, expected);
}

#[tokio::test]
async fn travellers_under_18_are_searched_by_age_and_each_age_is_a_search_of_its_own() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    let with = |ages: &[i32]| SearchFlightsRequest { children: 2, ages: ages.to_vec(), ..request() };

    for ages in [[14, 8], [14, 9], [14, 8]] {
        search.search(with(&ages)).await.unwrap();
    }

    let sent = search.provider.received_requests().await.unwrap();
    let sent = sent.iter().filter(|sent| sent.method == "POST");
    let sent: Vec<Value> = sent.map(|sent| serde_json::from_slice(&sent.body).unwrap()).collect();
    let passengers: Vec<_> = sent.iter().map(|sent| &sent["data"]["passengers"]).collect();
    let expected = [8, 9].map(|age| json!([{ "type": "adult" }, { "age": 14 }, { "age": age }]));
    assert_eq!(passengers, expected.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn r016_impossible_counts_are_explained_without_asking_the_provider() {
    let search = Search::start().await;

    let page = search.search(SearchFlightsRequest { infants: 2, ..request() }).await.unwrap();

    assert_eq!((page.offers.len(), page.total_count), (0, 0));
    assert_eq!(page.notice.unwrap().code, "TOO_MANY_INFANTS");
    assert_eq!(search.asked().await, 0);
}

#[tokio::test]
async fn a_bad_query_is_refused_by_field_without_asking_the_provider() {
    let search = Search::start().await;

    let problem =
        search.search(SearchFlightsRequest { origin: String::new(), ..request() }).await.unwrap_err();

    assert_eq!((problem.grpc, problem.code.as_str()), (Code::InvalidArgument, "VALIDATION_ERROR"));
    assert_eq!(problem.fields[0].field, "origin");
    assert_eq!(search.asked().await, 0);
}

#[tokio::test]
async fn an_airport_the_provider_does_not_know_is_a_bad_field() {
    let search = Search::start().await;
    for (field, words) in [
        ("origin", "We don't know the airport you fly from."),
        ("destination", "We don't know the airport you fly to."),
    ] {
        let refusal = json!({ "errors": [{
            "type": "validation_error", "code": "validation_inclusion", "title": "Invalid", "message": "not known",
            "source": { "field": field, "pointer": format!("/slices/0/{field}") },
        }]});
        search.refuses(ResponseTemplate::new(422).set_body_json(refusal)).await;

        let problem = search.search(request()).await.unwrap_err();

        assert_eq!(problem.fields[0].field, field);
        assert_eq!(problem.message, words);
    }
}

#[tokio::test]
async fn a_provider_that_is_away_is_said_to_be_so() {
    let search = Search::start().await;
    for status in [401, 422, 429, 500, 502, 503, 504] {
        search.refuses(ResponseTemplate::new(status)).await;

        let problem = search.search(request()).await.unwrap_err();

        assert_eq!(
            (problem.grpc, problem.code.as_str()),
            (Code::Unavailable, "SEARCH_UNAVAILABLE"),
            "{status}"
        );
    }
}

#[tokio::test]
async fn a_provider_that_was_asked_too_often_is_asked_again_when_it_listens() {
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::WARN));
    let search = Search::start().await;
    let told = |status: u16| {
        ResponseTemplate::new(status)
            .insert_header("date", "Tue, 24 Nov 2020 08:21:18 GMT")
            .insert_header("ratelimit-limit", "60")
            .insert_header("ratelimit-remaining", "0")
            .insert_header("ratelimit-reset", "Tue, 24 Nov 2020 08:22:00 GMT")
    };
    let limited = json!({ "errors": [{ "type": "rate_limit_error", "code": "rate_limit_exceeded" }] });
    search.refuses(told(429).set_body_json(limited)).await;

    let refused = search.search(request()).await.unwrap_err();
    let not_asked = search.search(request()).await.unwrap_err();

    assert_eq!((refused.grpc, refused.code.as_str()), (Code::Unavailable, "SEARCH_UNAVAILABLE"));
    assert_eq!(refused.retry_after_s, Some(42));
    assert!(refused.message.ends_with("in 42 seconds."), "{}", refused.message);
    assert!(matches!(not_asked.retry_after_s, Some(40..=42)), "{not_asked:?}");
    assert_eq!(search.asked().await, 1);
    let logged = log.text();
    for why in ["rate_limit_exceeded (status 429)", "the rest of the rate limit is kept for purchases"] {
        assert!(logged.contains(why), "{why}: {logged}");
    }
}

#[tokio::test]
async fn a_mode_without_a_provider_says_so() {
    let mut search = Search::start().await;
    search.context = context(Mode::Live);

    let problem = search.search(request()).await.unwrap_err();

    assert_eq!((problem.grpc, problem.code.as_str()), (Code::Unavailable, "PROVIDER_NOT_CONFIGURED"));
}

#[tokio::test]
async fn a_search_that_breaks_off_shows_what_it_had_found() {
    let search = Search::start().await;
    search.creates(2).await;
    search.answers("/air/batch_offer_requests/orq_1", ResponseTemplate::new(502)).await;
    search.answers("/air/offers", data(200, &json!([offer("off_a", "100.00")]))).await;

    assert_eq!(search.ids().await, ["off_a"]);
}

#[tokio::test]
async fn a_search_that_breaks_off_with_nothing_found_fails() {
    let search = Search::start().await;
    search.creates(2).await;
    search.answers("/air/batch_offer_requests/orq_1", ResponseTemplate::new(502)).await;
    search.answers("/air/offers", data(200, &json!([]))).await;

    assert_eq!(search.search(request()).await.unwrap_err().code, "SEARCH_UNAVAILABLE");
}

#[tokio::test]
async fn a_route_nobody_flies_is_an_empty_list() {
    let search = Search::start().await;
    search.creates(1).await;
    search.answers("/air/batch_offer_requests/orq_1", data(200, &batch(1, 0, &[]))).await;

    let page = search.search(request()).await.unwrap();

    assert_eq!((page.offers.len(), page.total_count, page.notice), (0, 0, None));
}

#[tokio::test]
async fn an_offer_that_cannot_be_sold_does_not_spoil_the_others() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00"), offer("off_b", "100.001")]).await;

    assert_eq!(search.ids().await, ["off_a"]);
}
