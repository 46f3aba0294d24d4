//! What flights cost on other dates.

use std::collections::BTreeMap;

use proto::common::v1::Money;
use proto::search::v1::fill_fare_dates_response::Event;
use proto::search::v1::{
    FareBasis, FareCell, FareCellState, FareInsight, FareLevel, FareLookUps, FareOnDay, FillFareDatesDone,
    FillFareDatesReason, FillFareDatesRequest, FillFareDatesResponse, ListFareDatesRequest,
    ListFareDatesResponse, ListFareGraphRequest, ListFareGraphResponse, SearchFlightsRequest,
    SearchFlightsResponse, SearchNotice,
};
use serde_json::{Value, json};
use service::{Mode, Problem};
use tonic::{Code, Status};

use crate::counters::Counters;
use crate::fakes::Fakes;
use crate::harness::{Gateway, PATIENCE, serve};

const TRIP: &str = "origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22";
const STREAM: &str = "/api/flights/dates/stream?origin=JFK&destination=LHR&departureDate=2027-01-15";

fn dollars(minor: i64) -> Money {
    Money { minor, currency: "USD".to_owned() }
}

fn unknown() -> FareCell {
    FareCell {
        departure_date: "2027-01-15".to_owned(),
        return_date: Some("2027-01-23".to_owned()),
        state: FareCellState::Unknown.into(),
        is_complete: true,
        ..FareCell::default()
    }
}

/// Of the trip itself.
fn seen() -> FareCell {
    FareCell {
        return_date: Some("2027-01-22".to_owned()),
        state: FareCellState::Seen.into(),
        amount: Some(dollars(63_850)),
        observed_at: Some(1_772_366_400),
        is_lowest: true,
        ..unknown()
    }
}

fn notice() -> SearchNotice {
    SearchNotice { code: "TOO_MANY_INFANTS".to_owned(), message: "A sentence.".to_owned() }
}

fn insight() -> FareInsight {
    FareInsight {
        level: FareLevel::Lower.into(),
        low: Some(dollars(69_000)),
        high: Some(dollars(86_000)),
        sample: 23,
        basis: FareBasis::Dates.into(),
    }
}

fn seen_json() -> Value {
    json!({
        "departureDate": "2027-01-15", "returnDate": "2027-01-22", "state": "seen", "amount": "638.50",
        "nonstopAmount": null, "currency": "USD", "observedAt": "2026-03-01T12:00:00Z", "complete": true, "lowest": true,
    })
}

fn insight_json() -> Value {
    json!({ "level": "lower", "low": "690.00", "high": "860.00", "sample": 23, "basis": "dates" })
}

fn asked_trip(asked: Option<SearchFlightsRequest>) -> (String, String, Option<String>) {
    let asked = asked.unwrap();
    (asked.origin, asked.departure_date, asked.return_date)
}

fn trip() -> (String, String, Option<String>) {
    ("JFK".to_owned(), "2027-01-15".to_owned(), Some("2027-01-22".to_owned()))
}

#[tokio::test]
async fn day03_a_grid_tells_what_searches_have_seen_and_a_browser_keeps_it_for_half_a_minute() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: ListFareDatesRequest| {
        let look_ups = Some(FareLookUps { allowed: true, left: 12 });
        let (cells, insight) = (vec![seen(), unknown()], Some(insight()));
        let currency = Some("USD".to_owned());
        Ok(ListFareDatesResponse { cells, look_ups, insight, currency, notice: None })
    });

    let grid = gateway.visitor().get(&format!("/api/flights/dates?{TRIP}&span=2")).await;

    let unknown = json!({
        "departureDate": "2027-01-15", "returnDate": "2027-01-23", "state": "unknown", "amount": null,
        "nonstopAmount": null, "currency": null, "observedAt": null, "complete": true, "lowest": false,
    });
    assert_eq!(
        grid.body,
        json!({
            "currency": "USD", "cells": [seen_json(), unknown],
            "lookUp": { "allowed": true, "left": 12 }, "insight": insight_json(), "notice": null,
        })
    );
    assert_eq!(grid.header("cache-control"), "private, max-age=30");
    let (_, asked) = gateway.fakes.calls::<ListFareDatesRequest>().remove(0);
    assert_eq!((asked.span, asked_trip(asked.search)), (2, trip()));
    assert!(gateway.fakes.calls::<SearchFlightsRequest>().is_empty());
}

#[tokio::test]
async fn day03_a_panel_that_is_switched_off_is_an_empty_grid() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: ListFareDatesRequest| Ok(ListFareDatesResponse::default()));

    let grid = gateway.visitor().get(&format!("/api/flights/dates?{TRIP}")).await;

    let look_up = json!({ "allowed": false, "left": 0 });
    assert_eq!(
        grid.body,
        json!({ "currency": null, "cells": [], "lookUp": look_up, "insight": null, "notice": null })
    );
}

#[tokio::test]
async fn day03_a_party_that_no_booking_could_have_is_told_why_nothing_is_shown() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: ListFareDatesRequest| {
        Ok(ListFareDatesResponse { notice: Some(notice()), ..ListFareDatesResponse::default() })
    });
    gateway.fakes.on(|_, _: ListFareGraphRequest| {
        Ok(ListFareGraphResponse { notice: Some(notice()), ..ListFareGraphResponse::default() })
    });

    for path in ["dates", "graph"] {
        let answer = gateway.visitor().get(&format!("/api/flights/{path}?{TRIP}&infantsCount=2")).await;
        let told = json!({ "code": "TOO_MANY_INFANTS", "message": "A sentence." });
        assert_eq!(answer.body["notice"], told, "{path}");
    }
}

#[tokio::test]
async fn day03_a_graph_tells_departures_and_the_days_on_which_the_dates_were_seen() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: ListFareGraphRequest| {
        let history = vec![FareOnDay { day: "2026-02-28".to_owned(), amount: Some(dollars(61_200)) }];
        let (bars, insight) = (vec![seen()], Some(insight()));
        let currency = Some("USD".to_owned());
        Ok(ListFareGraphResponse { bars, history, insight, currency, notice: None })
    });

    let graph = gateway.visitor().get(&format!("/api/flights/graph?{TRIP}&stay=7")).await;
    gateway.visitor().get(&format!("/api/flights/graph?{TRIP}")).await;

    assert_eq!(
        graph.body,
        json!({
            "currency": "USD", "bars": [seen_json()], "insight": insight_json(), "notice": null,
            "history": [{ "day": "2026-02-28", "amount": "612.00", "currency": "USD" }],
        })
    );
    assert_eq!(graph.header("cache-control"), "private, max-age=30");
    let asked = gateway.fakes.calls::<ListFareGraphRequest>();
    let asked: Vec<_> = asked.into_iter().map(|(_, asked)| (asked.stay, asked_trip(asked.search))).collect();
    assert_eq!(asked, [(Some(7), trip()), (None, trip())]);
}

#[tokio::test]
async fn day03_dates_that_cannot_be_asked_for_name_the_field_and_are_kept_nowhere() {
    let gateway = Gateway::start().await;

    for (query, field) in
        [("dates?span=4", "span"), ("graph?stay=week", "stay"), ("dates?adultsCount=two", "adultsCount")]
    {
        let refused = gateway.visitor().get(&format!("/api/flights/{query}")).await;

        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{query}");
        assert_eq!(refused.body["errors"][0]["field"], field, "{query}");
        assert_eq!(refused.header("cache-control"), "no-store", "{query}");
    }
    let away = gateway.visitor().get(&format!("/api/flights/dates?{TRIP}")).await;
    assert_eq!(away.told(), (503, "SEARCH_UNAVAILABLE"));
}

/// What a look-up tells, in its order.
type Told = Vec<Result<FillFareDatesResponse, Status>>;

fn with_events(fakes: &Fakes, last: impl Fn() -> Result<Event, Status> + Send + Sync + 'static) {
    fakes.on(move |_, _: FillFareDatesRequest| {
        let told = |event| FillFareDatesResponse { event: Some(event) };
        Ok(vec![Ok(told(Event::Cell(seen()))), last().map(told)])
    });
}

fn done(reason: FillFareDatesReason) -> Event {
    let again_at = (reason == FillFareDatesReason::Budget).then_some(1_772_366_400);
    Event::Done(FillFareDatesDone { looked_up: 12, of: 31, reason: reason.into(), again_at })
}

#[tokio::test]
async fn day06_a_look_up_tells_dates_as_they_are_found_and_how_it_ended() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    with_events(&gateway.fakes, || Ok(done(FillFareDatesReason::Budget)));

    let mut visitor = gateway.visitor().with("x-brand", "blue").with("sec-fetch-site", "same-origin");
    let stream = visitor.get(STREAM).await;

    assert_eq!(stream.header("content-type"), "text/event-stream");
    assert_eq!(stream.header("cache-control"), "no-store");
    let (cell, rest) = stream.text.split_once("\n\n").unwrap();
    let cell: Value = serde_json::from_str(cell.strip_prefix("event: cell\ndata: ").unwrap()).unwrap();
    assert_eq!(cell, seen_json());
    let done: Value = serde_json::from_str(rest.strip_prefix("event: done\ndata: ").unwrap()).unwrap();
    let again_at = "2026-03-01T12:00:00Z";
    assert_eq!(done, json!({ "lookedUp": 12, "of": 31, "reason": "budget", "againAt": again_at }));
    let (context, asked) = gateway.fakes.calls::<FillFareDatesRequest>().remove(0);
    assert_eq!((context.brand.as_str(), context.mode, asked.span), ("blue", Mode::Test, 3));
}

#[tokio::test]
async fn day06_a_look_up_of_a_trip_that_the_provider_refuses_ends_with_a_reason_of_its_own() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    with_events(&gateway.fakes, || Ok(done(FillFareDatesReason::Refused)));

    let stream = gateway.visitor().with("sec-fetch-site", "same-origin").get(STREAM).await;

    let (_, done) = stream.text.split_once("event: done\ndata: ").unwrap();
    let done: Value = serde_json::from_str(done).unwrap();
    assert_eq!(done, json!({ "lookedUp": 12, "of": 31, "reason": "refused", "againAt": null }));
}

#[tokio::test]
async fn day06_no_other_sites_page_has_dates_looked_up() {
    let gateway = Gateway::start().await;
    with_events(&gateway.fakes, || Ok(done(FillFareDatesReason::Complete)));

    for headers in
        [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "none"), ("origin", "https://evil.example")]
    {
        let refused = gateway.visitor().with(headers.0, headers.1).get(STREAM).await;
        assert_eq!(refused.told(), (403, "CROSS_SITE"), "{headers:?}");
    }

    assert!(gateway.fakes.calls::<FillFareDatesRequest>().is_empty());
    let read = gateway.visitor().with("sec-fetch-site", "cross-site").get("/api/flights/dates?span=0").await;
    assert_eq!(read.told(), (422, "VALIDATION_ERROR"), "what is only read is not refused for its site");
}

fn one_way(departure: &str) -> String {
    format!("origin=JFK&destination=LHR&departureDate={departure}")
}

/// The departures that a replica of svc-search was searched for, asked to read, and asked to look up.
fn departures(replica: &Fakes) -> [Vec<String>; 3] {
    let departure = |search: Option<SearchFlightsRequest>| search.unwrap().departure_date;
    let searched =
        replica.calls::<SearchFlightsRequest>().into_iter().map(|(_, search)| search.departure_date);
    let grids = replica.calls::<ListFareDatesRequest>().into_iter().map(|(_, asked)| asked.search);
    let graphs = replica.calls::<ListFareGraphRequest>().into_iter().map(|(_, asked)| asked.search);
    let filled =
        replica.calls::<FillFareDatesRequest>().into_iter().map(|(_, asked)| departure(asked.search));
    [searched.collect(), grids.chain(graphs).map(departure).collect(), filled.collect()]
}

#[tokio::test]
async fn day06_dates_are_read_where_their_search_goes_and_a_brands_are_looked_up_at_one_replica() {
    let replicas = [Fakes::default(), Fakes::default()];
    for replica in &replicas {
        replica.on(|_, _: SearchFlightsRequest| {
            Ok(SearchFlightsResponse { page_json: "{}".into(), ..Default::default() })
        });
        replica.on(|_, _: ListFareDatesRequest| Ok(ListFareDatesResponse::default()));
        replica.on(|_, _: ListFareGraphRequest| Ok(ListFareGraphResponse::default()));
        with_events(replica, || Ok(done(FillFareDatesReason::Complete)));
    }
    let [one, other] = &replicas;
    let gateway = Gateway::in_front_of_searches([serve(one).await, serve(other).await]).await;
    let both_are_connected = async {
        let mut days = (1..=28).cycle();
        while replicas.iter().any(|replica| replica.calls::<SearchFlightsRequest>().is_empty()) {
            let trip = one_way(&format!("2027-02-{:02}", days.next().unwrap()));
            gateway.visitor().get(&format!("/api/flights/search?{trip}")).await;
        }
    };
    tokio::time::timeout(*PATIENCE, both_are_connected).await.expect("both replicas are asked");

    for day in 10..30 {
        let trip = one_way(&format!("2027-01-{day}"));
        for path in ["search", "dates", "graph", "dates/stream"] {
            let answer = gateway.visitor().get(&format!("/api/flights/{path}?{trip}")).await;
            assert_eq!(answer.status, 200, "{path}");
        }
    }

    let [one, other] = [departures(one), departures(other)];
    for [searched, read, _] in [&one, &other] {
        assert!(read.iter().all(|departure| searched.contains(departure)), "{read:?}, {searched:?}");
    }
    assert_eq!((one[1].len() + other[1].len(), one[2].len() + other[2].len()), (40, 20));
    assert!(one[2].is_empty() || other[2].is_empty(), "{:?}, {:?}", one[2], other[2]);
}

#[tokio::test]
async fn day07_an_address_has_five_look_ups_a_minute_and_other_calls_beside_them() {
    let gateway = Gateway::start_with(&["--trusted-proxies", "127.0.0.1/32"]).await;
    gateway.until_ready().await;
    with_events(&gateway.fakes, || Ok(done(FillFareDatesReason::Complete)));
    let mut bot = gateway.visitor().with("x-forwarded-for", "198.51.100.7");

    for _ in 0..5 {
        assert_eq!(bot.get(STREAM).await.status, 200);
    }
    let refused = bot.get(STREAM).await;
    let read = bot.get(&format!("/api/flights/dates?{TRIP}")).await;
    let other = gateway.visitor().with("x-forwarded-for", "198.51.100.8").get(STREAM).await;

    assert_eq!(refused.told(), (429, "RATE_LIMITED"));
    assert_eq!(refused.header("retry-after"), "12");
    assert_eq!((read.told().0, other.status.as_u16()), (503, 200));
}

#[tokio::test]
async fn day07_a_spent_budget_is_refused_with_a_code_of_its_own_and_says_when_there_is_one_again() {
    let gateway = Gateway::start().await;
    for (retry_after_s, told) in [(Some(1_800), "1800"), (None, "")] {
        gateway.fakes.on(move |_, _: FillFareDatesRequest| -> Result<Told, _> {
            let spent = Problem::new(Code::ResourceExhausted, "SEARCH_BUDGET_SPENT", "A sentence.");
            Err(Status::from(Problem { retry_after_s, ..spent }))
        });

        let refused = gateway.visitor().get(STREAM).await;

        assert_eq!(refused.told(), (429, "SEARCH_BUDGET_SPENT"));
        assert_eq!(refused.header("retry-after"), told);
    }
}

#[tokio::test]
async fn day06_a_look_up_that_breaks_off_ends_with_a_problem() {
    let counters = Counters::of_this_process();
    let gateway = Gateway::start().await;
    with_events(&gateway.fakes, || Err(Status::unavailable("tcp connect error")));

    let stream = gateway.visitor().get(STREAM).await;

    let (_, problem) = stream.text.split_once("event: error\ndata: ").unwrap();
    let problem: Value = serde_json::from_str(problem).unwrap();
    assert_eq!((&problem["code"], &problem["status"]), (&json!("SEARCH_UNAVAILABLE"), &json!(503)));
    assert_eq!(problem["retryAfterSeconds"], 5);
    assert_eq!(counters.of("http.server.streams.failed"), BTreeMap::from([("look_up".to_owned(), 1)]));
}
