use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration as StdDuration, Instant};

use futures::future::join_all;
use money::MarkupRate;
use proto::search::v1::{
    FareBasis, FareCell, FareCellState, FillFareDatesReason, ListFareGraphResponse, SearchFlightsRequest,
};
use serde_json::{Value, json};
use service::Mode;
use testkit::{Log, patience};
use time::Duration;
use tokio::time::timeout;
use wiremock::matchers::{method, path, path_regex};
use wiremock::{Mock, Request, ResponseTemplate};

use crate::harness::{Search, batch, context, data, offer, request};

const BATCHES: &str = "/air/batch_offer_requests";
const LATE: StdDuration = StdDuration::from_millis(300);

/// The usual search with a return a week later.
fn round_trip() -> SearchFlightsRequest {
    SearchFlightsRequest { return_date: Some("2026-05-01".into()), ..request() }
}

/// The usual search at another date.
fn on(departure_date: &str) -> SearchFlightsRequest {
    SearchFlightsRequest { departure_date: departure_date.into(), ..request() }
}

fn departure(body: &[u8]) -> String {
    let body: Value = serde_json::from_slice(body).unwrap();
    body["data"]["slices"][0]["departure_date"].as_str().unwrap().to_owned()
}

/// The departures that the provider was asked for, in that order.
async fn departures(search: &Search) -> Vec<String> {
    let requests = search.provider.received_requests().await.unwrap();
    requests.iter().filter(|request| request.method == "POST").map(|post| departure(&post.body)).collect()
}

/// Waits until the provider was asked for so many searches.
async fn until_asked(search: &Search, searches: usize) {
    let asked = async {
        while search.asked().await < searches {
            tokio::task::yield_now().await;
        }
    };
    timeout(patience(10), asked).await.expect("so many searches are sent");
}

/// The cell of the trip in the middle, once its search is seen.
async fn seen(search: &Search, trip: &SearchFlightsRequest) -> FareCell {
    let seen = async {
        loop {
            let cell = cell_of(search, trip).await;
            if cell.state() != FareCellState::Unknown {
                return cell;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(patience(10), seen).await.expect("a search that ended is seen")
}

async fn cell_of(search: &Search, trip: &SearchFlightsRequest) -> FareCell {
    let cells = search.fare_dates(trip.clone()).await.cells;
    let is_of_trip =
        |cell: &FareCell| cell.departure_date == trip.departure_date && cell.return_date == trip.return_date;
    cells.into_iter().find(is_of_trip).unwrap()
}

fn pounds(cell: &FareCell) -> Option<i64> {
    let amount = cell.amount.as_ref()?;
    assert_eq!(amount.currency, "GBP");
    Some(amount.minor / 100)
}

#[tokio::test]
async fn day01_reading_a_grid_or_a_graph_asks_the_provider_nothing_and_shows_what_was_searched() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00"), offer("off_b", "90.00")]).await;
    search.search(round_trip()).await.unwrap();

    let cell = seen(&search, &round_trip()).await;
    let grid = search.fare_dates(round_trip()).await;
    let graph = search.fare_graph(round_trip(), None).await.unwrap();

    assert_eq!((pounds(&cell), cell.is_complete, cell.is_lowest), (Some(111), true, true));
    assert_eq!(cell.observed_at, Some(1_772_366_400), "the time of the search");
    assert_eq!((grid.cells.len(), grid.currency.as_deref()), (49, Some("GBP")));
    assert_eq!(graph.currency.as_deref(), Some("GBP"));
    let others = grid.cells.iter().filter(|cell| cell.state() == FareCellState::Unknown);
    assert_eq!(others.filter(|cell| cell.amount.is_none() && cell.observed_at.is_none()).count(), 48);
    assert_eq!(graph.bars.iter().filter_map(pounds).collect::<Vec<_>>(), [111]);
    assert!(graph.bars.iter().all(|bar| bar.return_date.is_some()), "with the stay of the trip");
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn day01_cells_follow_a_changed_markup_at_once() {
    let mut search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.search(request()).await.unwrap();
    let before = seen(&search, &request()).await;

    search.context.markup_rate = MarkupRate::parse("0.5").unwrap();
    let after = cell_of(&search, &request()).await;

    assert_eq!((pounds(&before), pounds(&after)), (Some(123), Some(150)));
    assert_eq!(search.asked().await, 1);
}

#[tokio::test]
async fn day02_what_was_seen_counts_for_two_days_and_no_flights_for_six_hours() {
    for (found, state, hours) in
        [(vec![offer("off_a", "100.00")], FareCellState::Seen, 48), (vec![], FareCellState::None, 6)]
    {
        let search = Search::start().await;
        search.creates(1).await;
        search.polls(data(200, &batch(1, 0, &found)), 1).await;
        search.search(request()).await.unwrap();
        assert_eq!(seen(&search, &request()).await.state(), state);

        search.clock.advance(Duration::hours(hours) - Duration::SECOND);
        assert_eq!(cell_of(&search, &request()).await.state(), state);
        search.clock.advance(Duration::SECOND);

        assert_eq!(cell_of(&search, &request()).await.state(), FareCellState::Unknown);
    }
}

/// Two airlines, of which one answers with these offers and the other never does.
pub async fn with_a_silent_airline(search: &Search, offers: &[Value]) {
    search.provider.reset().await;
    search.creates(2).await;
    search.polls(data(200, &batch(2, 1, offers)), 1).await;
    search.polls(ResponseTemplate::new(500), 1).await;
    search.answers("/air/offers", data(200, &json!(offers))).await;
}

#[tokio::test]
async fn day02_a_search_with_a_silent_airline_leaves_a_number_but_never_no_flights() {
    let search = Search::start().await;

    with_a_silent_airline(&search, &[]).await;
    search.search(request()).await.unwrap_err();
    let nothing = cell_of(&search, &request()).await;
    with_a_silent_airline(&search, &[offer("off_a", "100.00")]).await;
    search.search(request()).await.unwrap();
    let something = seen(&search, &request()).await;

    assert_eq!(nothing.state(), FareCellState::Unknown);
    assert_eq!((pounds(&something), something.is_complete), (Some(123), false));
}

#[tokio::test]
async fn day06_the_nearest_dates_are_looked_up_first_and_it_stops_at_the_budget_of_the_view() {
    let search = Search::start_with_look_ups(3, 600).await;
    search.finds(&[offer("off_a", "100.00")]).await;
    search.search(request()).await.unwrap();
    seen(&search, &request()).await;

    let (cells, done) = search.fill(request()).await.unwrap();

    assert_eq!((done.looked_up, done.of), (3, 6));
    assert_eq!(
        (done.reason(), done.again_at),
        (FillFareDatesReason::Budget, None),
        "another view may look up more"
    );
    let departures = departures(&search).await;
    let sent: BTreeSet<_> = departures[1..].iter().map(String::as_str).collect();
    assert_eq!((departures[0].as_str(), departures.len(), sent.len()), ("2026-04-24", 4, 3));
    assert!(sent.is_superset(&BTreeSet::from(["2026-04-23", "2026-04-25"])), "{sent:?}");
    assert!(sent.contains("2026-04-22") || sent.contains("2026-04-26"), "{sent:?}");
    assert_eq!(cells.iter().map(|cell| cell.departure_date.as_str()).collect::<BTreeSet<_>>(), sent);
    assert_eq!(cells.iter().filter_map(pounds).collect::<Vec<_>>(), [123; 3]);
}

#[tokio::test]
async fn day06_what_a_look_up_found_is_in_the_grid_and_a_traveller_who_searches_it_has_it_at_once() {
    let search = Search::start().await;
    search.finds(&[offer("off_a", "100.00")]).await;

    let (cells, done) = search.fill(request()).await.unwrap();
    for day in 21..=27 {
        seen(&search, &on(&format!("2026-04-{day}"))).await;
    }
    let again = search.fill(request()).await.unwrap();
    let page = search.search(on("2026-04-27")).await.unwrap();

    assert_eq!((cells.len(), done.looked_up, done.of), (7, 7, 7));
    assert_eq!(done.reason(), FillFareDatesReason::Complete);
    assert_eq!((again.0.len(), again.1.looked_up, again.1.of), (0, 0, 0));
    assert_eq!(page.offers[0].id, "off_a");
    assert_eq!(search.asked().await, 7);
}

#[tokio::test]
async fn day07_a_hundred_viewers_together_send_no_more_than_the_hours_budget() {
    let search = Search::start_with_look_ups(3, 5).await;
    search.finds(&[offer("off_a", "100.00")]).await;
    let trip = |n: u8| {
        let letter = |n: u8| char::from(b'A' + n);
        SearchFlightsRequest { destination: format!("X{}{}", letter(n / 10), letter(n % 10)), ..request() }
    };

    let views = join_all((0..100).map(|n| search.fill(trip(n)))).await;

    assert_eq!(search.asked().await, 5);
    let found = views.iter().flatten().map(|(cells, _)| cells.len()).sum::<usize>();
    assert_eq!(found, 5);
    let refused = search.fill(trip(0)).await.unwrap_err();
    assert_eq!((refused.code.as_str(), refused.retry_after_s), ("SEARCH_BUDGET_SPENT", Some(3_600)));
    assert_eq!(search.fare_dates(request()).await.look_ups.unwrap().left, 0);
    search.search(request()).await.expect("a traveller's own search is never refused for it");
    search.clock.advance(Duration::HOUR);
    assert_eq!(search.fare_dates(request()).await.look_ups.unwrap().left, 3);
}

#[tokio::test]
async fn day07_a_look_up_that_the_hours_budget_ends_says_when_there_is_one_again() {
    let search = Search::start_with_look_ups(12, 3).await;
    search.finds(&[offer("off_a", "100.00")]).await;

    let (cells, done) = search.fill(request()).await.unwrap();

    assert_eq!((cells.len(), done.reason()), (3, FillFareDatesReason::Budget));
    assert_eq!(done.again_at, Some(1_772_366_400 + 3_600), "an hour after the first one");
}

#[tokio::test]
async fn day03_a_graph_contains_the_departure_of_a_trip_that_is_far_ahead() {
    let search = Search::start().await;

    let bars = search.fare_graph(on("2026-12-24"), None).await.unwrap().bars;

    assert_eq!((bars.len(), bars[30].departure_date.as_str()), (61, "2026-12-24"));
    assert!(bars.iter().all(|bar| bar.amount.is_none()), "no price that nobody saw");
}

#[tokio::test]
async fn day07_nothing_is_looked_up_in_live_unless_somebody_sets_a_budget() {
    let mut search = Search::start_with_live().await;
    search.finds(&[offer("off_a", "100.00")]).await;
    let of_test = search.fare_dates(request()).await.look_ups.unwrap();
    search.context = context(Mode::Live);

    let of_live = search.fare_dates(request()).await.look_ups.unwrap();
    let refused = search.fill(request()).await.unwrap_err();

    assert_eq!((of_test.allowed, of_test.left), (true, 12));
    assert_eq!((of_live.allowed, of_live.left), (false, 0));
    assert_eq!((refused.code.as_str(), refused.retry_after_s), ("SEARCH_BUDGET_SPENT", None));
    assert_eq!(search.asked().await, 0);
    search.search(request()).await.expect("travellers search in live mode");
}

#[tokio::test]
async fn day07_nothing_is_looked_up_for_a_party_that_no_booking_could_have() {
    let search = Search::start().await;
    let party = SearchFlightsRequest { infants: 2, ..request() };

    let told = search.fare_dates(party.clone()).await;
    let graph = search.fare_graph(party, None).await.unwrap();

    assert_eq!(told.notice.unwrap().code, "TOO_MANY_INFANTS");
    assert_eq!((graph.notice.unwrap().code.as_str(), graph.bars.len()), ("TOO_MANY_INFANTS", 0));
    assert_eq!(search.fare_dates(request()).await.notice, None);
    let look_ups = told.look_ups.unwrap();
    assert_eq!((told.cells.len(), look_ups.allowed, look_ups.left), (0, false, 0));
}

/// The id of the search of a departure.
fn id_of(departure: &str) -> String {
    format!("orq_{}", departure.replace('-', ""))
}

/// A provider that answers the search of this departure after a while, and those of all others after another one. Returns
/// when each search came.
async fn with_a_pace_of_its_own(
    search: &Search,
    departing: &str,
    (after, others_after): (StdDuration, StdDuration),
) -> Arc<Mutex<Vec<Instant>>> {
    let came = Arc::new(Mutex::new(Vec::new()));
    let coming = came.clone();
    let create = move |request: &Request| {
        coming.lock().unwrap().push(Instant::now());
        let mut begun = batch(1, 1, &[]);
        begun["id"] = id_of(&departure(&request.body)).into();
        data(201, &begun)
    };
    Mock::given(method("POST")).respond_with(create).mount(&search.provider).await;
    let found = |after| data(200, &batch(1, 0, &[offer("off_a", "100.00")])).set_delay(after);
    let own = path(format!("{BATCHES}/{}", id_of(departing)));
    Mock::given(own).respond_with(found(after)).mount(&search.provider).await;
    let others = path_regex(format!("^{BATCHES}/orq_"));
    Mock::given(others).respond_with(found(others_after)).mount(&search.provider).await;
    came
}

#[tokio::test]
async fn day07_a_look_up_begins_when_no_travellers_search_is_under_way() {
    let search = Search::start_with_look_ups(1, 600).await;
    let came = with_a_pace_of_its_own(&search, "2026-06-01", (LATE, StdDuration::ZERO)).await;

    let mut travellers = search.stream(on("2026-06-01")).await.unwrap();
    let (rest, filled) = tokio::join!(travellers.rest(), search.fill(request()));

    assert_eq!(rest.0, ["off_a"]);
    assert_eq!(filled.unwrap().1.looked_up, 1);
    let came = came.lock().unwrap();
    let [travellers, look_ups] = came[..] else { panic!("{came:?}") };
    assert!(look_ups - travellers >= LATE, "{:?}", look_ups - travellers);
}

#[tokio::test]
async fn day07_no_further_look_up_begins_while_a_traveller_waits_for_one_that_they_joined() {
    let search = Search::start_with_look_ups(3, 600).await;
    let (soon, late) = (patience(1), patience(2));
    let came = with_a_pace_of_its_own(&search, "2026-04-24", (late, soon)).await;
    let traveller = async {
        until_asked(&search, 2).await;
        search.search(request()).await.unwrap()
    };

    let (page, filled) = tokio::join!(traveller, search.fill(request()));

    assert_eq!(page.offers[0].id, "off_a");
    assert_eq!(filled.unwrap().1.looked_up, 3);
    let came = came.lock().unwrap();
    let [first, _, third] = came[..] else { panic!("{came:?}") };
    assert!(third - first >= late, "{:?}", third - first);
}

#[tokio::test]
async fn day07_a_look_up_whose_reader_leaves_is_seen_by_others_and_no_further_one_is_sent() {
    let search = Search::start().await;
    let pace = patience(1);
    with_a_pace_of_its_own(&search, "2026-04-24", (pace, pace)).await;

    tokio::select! {
        () = until_asked(&search, 2) => {}
        filled = search.fill(request()) => panic!("its reader had left: {filled:?}"),
    }
    let sent = departures(&search).await;
    for departure in &sent {
        assert_eq!(pounds(&seen(&search, &on(departure)).await), Some(123), "{departure}");
    }

    assert_eq!(departures(&search).await, sent);
    assert_eq!(sent.len(), 2);
}

#[tokio::test]
async fn day07_two_dates_are_looked_up_at_a_time_and_a_travellers_search_waits_for_neither() {
    let search = Search::start().await;
    let hung = StdDuration::from_secs(25);
    with_a_pace_of_its_own(&search, "2026-06-01", (StdDuration::ZERO, hung)).await;
    let travellers = async {
        until_asked(&search, 2).await;
        let page = timeout(hung, search.search(on("2026-06-01"))).await.expect("it waits for nothing");
        (page.unwrap(), search.asked().await)
    };

    let (page, asked) = tokio::select! {
        told = travellers => told,
        filled = search.fill(request()) => panic!("the look-ups hang, and yet ended: {filled:?}"),
    };

    assert_eq!(page.offers[0].id, "off_a");
    assert_eq!(asked, 3, "no third look-up");
}

#[tokio::test]
async fn day07_a_provider_that_fails_ends_the_look_up_at_once() {
    let search = Search::start().await;
    search.refuses(ResponseTemplate::new(500)).await;

    let (cells, done) = search.fill(request()).await.unwrap();

    assert_eq!((cells.len(), done.looked_up, done.of), (0, 0, 7));
    assert_eq!(done.reason(), FillFareDatesReason::Busy);
    assert!(search.asked().await <= 2, "those that were under way");
    assert_eq!(cell_of(&search, &request()).await.state(), FareCellState::Unknown);
}

fn refusal_of(field: &str) -> ResponseTemplate {
    ResponseTemplate::new(422).set_body_json(json!({ "errors": [{
        "type": "validation_error", "code": "validation_format", "title": "Invalid", "message": "not known",
        "source": { "field": field, "pointer": format!("/slices/0/{field}") },
    }]}))
}

#[tokio::test]
async fn day07_a_date_that_the_provider_refuses_is_unknown_and_the_others_are_looked_up() {
    let search = Search::start().await;
    search.refuses(refusal_of("departure_date")).await;

    let (_, done) = search.fill(request()).await.unwrap();

    assert_eq!((done.reason(), done.looked_up, done.of), (FillFareDatesReason::Complete, 7, 7));
    assert_eq!(search.asked().await, 7);
}

#[tokio::test]
async fn day07_a_trip_that_the_provider_refuses_is_asked_once_has_its_reason_and_warns_nobody() {
    let search = Search::start().await;
    let answers = [
        (refusal_of("origin"), "INFO", FillFareDatesReason::Refused),
        (ResponseTemplate::new(422), "WARN", FillFareDatesReason::Busy),
        (ResponseTemplate::new(500), "WARN", FillFareDatesReason::Busy),
    ];
    for (answer, level, reason) in answers {
        search.refuses(answer).await;
        let log = Log::default();
        let listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::INFO));

        let (_, done) = search.fill(request()).await.unwrap();

        drop(listening);
        assert_eq!((done.reason(), done.looked_up, done.of), (reason, 0, 7));
        assert_eq!(search.asked().await, 1);
        let text = log.text();
        let lines: Vec<_> = text.lines().filter(|line| line.contains("could not be looked up")).collect();
        assert!(!lines.is_empty(), "{text}");
        assert!(lines.iter().all(|line| line.contains(&format!(" {level} "))), "{lines:?}");
    }
}

#[tokio::test]
async fn day08_todays_price_is_compared_with_seven_earlier_days_and_not_with_itself() {
    let search = Search::start().await;
    let mut lasting = offer("off_a", "100.00");
    lasting["expires_at"] = "2026-04-24T00:00:00Z".into();
    search.finds(&[lasting]).await;

    for days in 1..=8 {
        search.clock.advance(Duration::DAY);
        search.search(request()).await.unwrap();
        let graph = with_history(&search, days).await;

        let sample = graph.insight.map(|insight| (insight.basis(), insight.sample));
        assert_eq!(sample, (days == 8).then_some((FareBasis::History, 7)), "{days}");
    }
}

/// The graph, once its history has so many days.
async fn with_history(search: &Search, days: usize) -> ListFareGraphResponse {
    let graph = async {
        loop {
            let graph = search.fare_graph(request(), None).await.unwrap();
            if graph.history.len() == days {
                return graph;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(patience(10), graph).await.expect("a search that ended is noted")
}

#[tokio::test]
async fn a_span_or_a_stay_that_no_grid_has_is_named() {
    let search = Search::start().await;

    for span in [-1, 4] {
        let refused = search.fare_dates_of(request(), span).await.unwrap_err();
        assert_eq!(refused.fields[0].field, "span", "{span}");
    }
    for stay in [-1, 364] {
        let refused = search.fare_graph(round_trip(), Some(stay)).await.unwrap_err();
        assert_eq!(refused.fields[0].field, "stay", "{stay}");
    }
    assert_eq!(search.fare_dates_of(request(), 1).await.unwrap().cells.len(), 3);
}
