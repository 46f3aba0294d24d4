//! Pages of offers that the gateway keeps for a moment.

use std::io::Read;
use std::sync::atomic::{AtomicU32, Ordering};

use flate2::read::GzDecoder;
use http::Method;
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use tonic::Status;

use crate::fakes::Fakes;
use crate::harness::Gateway;

const QUERY: &str = "/api/flights/search?origin=JFK&destination=LHR&departureDate=2026-06-01";
const MINUTES: u32 = 300_000;
/// Over before the next request.
const OVER: u32 = 0;

/// The page of `answer`, which says what it was asked for, unless it is held.
fn with_answer(fakes: &Fakes, answer: u64, good_for_ms: u32) {
    fakes.on(move |context, asked: SearchFlightsRequest| {
        let is_held = asked.held_answer == Some(answer);
        let page =
            format!("\"{answer} {} {} {} {}\"", context.brand, context.markup_rate, asked.sort, asked.page);
        let page_json = if is_held { String::new() } else { page };
        Ok(SearchFlightsResponse { page_json: page_json.into(), answer, good_for_ms })
    });
}

/// The answer that each question said is held.
fn held(gateway: &Gateway) -> Vec<Option<u64>> {
    gateway.fakes.calls::<SearchFlightsRequest>().into_iter().map(|(_, asked)| asked.held_answer).collect()
}

#[tokio::test]
async fn a_page_whose_answer_is_over_is_asked_about_at_once_and_does_not_travel_again() {
    let gateway = Gateway::start().await;
    with_answer(&gateway.fakes, 7, OVER);

    let first = gateway.visitor().get(QUERY).await;
    let unchanged = gateway.visitor().get(QUERY).await;
    with_answer(&gateway.fakes, 8, OVER);
    let new = gateway.visitor().get(QUERY).await;
    gateway.visitor().get(QUERY).await;

    assert_eq!(unchanged.text, first.text);
    assert_eq!(new.text, first.text.replace('7', "8"));
    assert_eq!(held(&gateway), [None, Some(7), Some(7), Some(8)]);
}

#[tokio::test]
async fn a_refresh_asks_at_once_and_the_next_visitor_sees_what_it_brought() {
    let gateway = Gateway::start().await;
    with_answer(&gateway.fakes, 7, MINUTES);
    gateway.visitor().get(QUERY).await;
    with_answer(&gateway.fakes, 8, MINUTES);

    let refreshed = gateway.visitor().get(&format!("{QUERY}&refresh=true")).await;
    let next = gateway.visitor().get(QUERY).await;

    assert_eq!(refreshed.text, "\"8 default 0.1 price-asc 1\"");
    assert_eq!(next.text, refreshed.text);
    assert_eq!(held(&gateway)[..2], [None, Some(7)]);
}

#[tokio::test]
async fn no_other_brand_page_order_or_search_is_sent_the_page() {
    let gateway = Gateway::start().await;
    with_answer(&gateway.fakes, 7, MINUTES);
    let others = [
        "&sort=best",
        "&page=2",
        "&limit=20",
        "&adultsCount=2",
        "&cabinClass=first",
        "&ages=9&childrenCount=1",
    ];

    let usual = gateway.visitor().get(QUERY).await;
    let of_blue = gateway.visitor().with("x-brand", "blue").get(QUERY).await;
    for other in others {
        gateway.visitor().get(&format!("{QUERY}{other}")).await;
    }

    assert_eq!(of_blue.text, usual.text.replace("default", "blue"));
    assert_eq!(held(&gateway), [None; 8]);
}

#[tokio::test]
async fn a_page_of_no_answer_and_an_error_are_not_kept() {
    let gateway = Gateway::start().await;
    let asked = AtomicU32::new(0);
    gateway.fakes.on(move |_, _: SearchFlightsRequest| match asked.fetch_add(1, Ordering::Relaxed) {
        0 => Err(Status::unavailable("away")),
        1 => Ok(SearchFlightsResponse { page_json: "{}".into(), good_for_ms: MINUTES, ..Default::default() }),
        _ => Ok(SearchFlightsResponse { page_json: "[]".into(), answer: 7, good_for_ms: MINUTES }),
    });

    let mut told = Vec::new();
    for _ in 0..3 {
        told.push(gateway.visitor().get(QUERY).await);
    }

    assert_eq!(told[0].told(), (503, "SEARCH_UNAVAILABLE"));
    assert_eq!([&told[1].text, &told[2].text], ["{}", "[]"]);
    assert_eq!(held(&gateway), [None; 3]);
}

#[tokio::test]
async fn a_page_in_gzip_is_the_same_page() {
    let gateway = Gateway::start().await;
    let page = format!("\"{}\"", "LHR to JFK ".repeat(1_000));
    let sent = page.clone();
    gateway.fakes.on(move |_, _: SearchFlightsRequest| {
        Ok(SearchFlightsResponse { page_json: sent.clone().into(), answer: 7, good_for_ms: MINUTES })
    });
    let plain = gateway.visitor().get(QUERY).await;

    for _ in 0..2 {
        let request = gateway.visitor().request(Method::GET, QUERY).header("accept-encoding", "br, gzip");
        let answer = request.send().await.unwrap();
        let headers = answer.headers().clone();
        let body = answer.bytes().await.unwrap();
        let mut text = String::new();
        GzDecoder::new(&*body).read_to_string(&mut text).unwrap();

        assert_eq!(text, page);
        assert!(body.len() < page.len() / 20, "{} bytes", body.len());
        assert_eq!([&headers["content-encoding"], &headers["content-type"]], ["gzip", "application/json"]);
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers.get_all("vary").iter().collect::<Vec<_>>(), ["accept-encoding"]);
    }
    assert_eq!(plain.text, page);
    assert_eq!([plain.header("vary"), plain.header("cache-control")], ["accept-encoding", "no-store"]);
}
