//! Searches that are told as their airlines answer.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;
use http::Method;
use proto::search::v1::search_flights_stream_response::Event;
use proto::search::v1::{SearchFlightsStreamRequest, SearchFlightsStreamResponse};
use serde_json::json;
use tonic::{Code, Status};

use crate::counters::Counters;
use crate::fakes::Fakes;
use crate::harness::Gateway;
use crate::log::Log;
use crate::samples::designed;

const STREAM: &str = "/api/flights/search/stream?origin=JFK&destination=LHR&departureDate=2026-06-01";

fn with_events(fakes: &Fakes, last: impl Fn() -> Result<Event, Status> + Send + Sync + 'static) {
    fakes.on(move |_, _: SearchFlightsStreamRequest| {
        let offers = r#"{"offers":[],"answered":1,"asked":2}"#.to_owned();
        let told = |event| SearchFlightsStreamResponse { event: Some(event) };
        Ok(vec![Ok(told(Event::OffersJson(offers))), last().map(told)])
    });
}

#[tokio::test]
async fn a_streamed_search_passes_on_what_is_told() {
    let gateway = Gateway::start().await;
    with_events(&gateway.fakes, || Ok(Event::DoneJson(r#"{"total_count":0}"#.to_owned())));

    let stream = gateway.visitor().get(STREAM).await;

    assert_eq!(stream.header("content-type"), "text/event-stream");
    assert_eq!(stream.header("x-accel-buffering"), "no");
    assert_eq!(
        stream.text,
        "event: offers\ndata: {\"offers\":[],\"answered\":1,\"asked\":2}\n\n\
         event: done\ndata: {\"total_count\":0}\n\n"
    );
    let (_, asked) = gateway.fakes.calls::<SearchFlightsStreamRequest>().remove(0);
    assert_eq!(asked.search.unwrap().cabin_class, "economy");
}

#[tokio::test]
async fn a_streamed_search_that_fails_on_the_way_ends_with_a_problem() {
    let gateway = Gateway::start().await;
    with_events(&gateway.fakes, || Err(Status::unavailable("tcp connect error")));

    let stream = gateway.visitor().get(STREAM).await;

    let (_, problem) = stream.text.split_once("event: error\ndata: ").unwrap();
    let problem: serde_json::Value = serde_json::from_str(problem).unwrap();
    assert_eq!((&problem["code"], &problem["status"]), (&json!("SEARCH_UNAVAILABLE"), &json!(503)));
    assert_eq!(problem["request_id"], stream.header("x-request-id"));
    assert_eq!(problem["retryAfterSeconds"], 5, "an event has no header that says so");
}

#[tokio::test]
async fn a_line_about_a_streamed_search_that_fails_on_the_way_names_its_request() {
    let log = Log::of_this_process();
    let gateway = Gateway::start().await;
    with_events(&gateway.fakes, || Err(Status::unavailable("tcp connect error")));

    let stream = gateway.visitor().get(STREAM).await;

    let id = stream.header("x-request-id");
    let mut lines = log.ours();
    lines.retain(|line| line.contains("a service failed a call"));
    assert!(lines.iter().any(|line| line.contains(id)), "{id}: {lines:?}");
}

#[tokio::test]
async fn a_streamed_search_that_fails_on_the_way_is_counted_unless_its_traveller_is_at_fault() {
    let counters = Counters::of_this_process();
    let gateway = Gateway::start().await;
    let failed = || counters.of("http.server.streams.failed");

    with_events(&gateway.fakes, || Ok(Event::DoneJson(r#"{"total_count":0}"#.to_owned())));
    gateway.visitor().get(STREAM).await;
    with_events(&gateway.fakes, || Err(designed(Code::InvalidArgument, "VALIDATION_ERROR")));
    gateway.visitor().get(STREAM).await;
    assert_eq!(failed(), BTreeMap::new());

    with_events(&gateway.fakes, || Err(Status::unavailable("tcp connect error")));
    gateway.visitor().get(STREAM).await;
    assert_eq!(failed(), BTreeMap::from([("search".to_owned(), 1)]));
}

#[tokio::test]
async fn a_streamed_search_that_cannot_begin_is_refused_as_a_plain_one() {
    let gateway = Gateway::start().await;

    let away = gateway.visitor().get(STREAM).await;
    let bad = gateway.visitor().get(&format!("{STREAM}&adultsCount=two")).await;

    assert_eq!(away.told(), (503, "SEARCH_UNAVAILABLE"));
    assert_eq!(bad.told(), (422, "VALIDATION_ERROR"));
}

#[tokio::test]
async fn a_streamed_search_in_gzip_is_the_same_stream() {
    let gateway = Gateway::start().await;
    let offers = format!("[\"{}\"]", "LHR to JFK ".repeat(1_000));
    with_events(&gateway.fakes, move || Ok(Event::OffersJson(offers.clone())));
    let plain = gateway.visitor().get(STREAM).await;

    let request = gateway.visitor().request(Method::GET, STREAM).header("accept-encoding", "gzip, br");
    let answer = request.send().await.unwrap();

    let headers = answer.headers().clone();
    let body = answer.bytes().await.unwrap();
    let mut text = String::new();
    GzDecoder::new(&*body).read_to_string(&mut text).unwrap();
    assert_eq!(text, plain.text);
    assert!(body.len() < text.len() / 20, "{} bytes", body.len());
    assert_eq!(headers["content-encoding"], "gzip");
    assert_eq!(headers.get_all("vary").iter().collect::<Vec<_>>(), ["accept-encoding"]);
    assert_eq!(headers["content-type"], plain.header("content-type"));
    assert_eq!(plain.header("vary"), "accept-encoding");
}
