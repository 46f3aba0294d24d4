//! What flights cost on other dates: told from what searches have seen, and looked up within a budget.

use std::collections::BTreeSet;
use std::time::Duration;

use async_nats::ConnectOptions;
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use servers::LOCAL_PASSWORD;

use crate::system::{LOOK_UPS_AN_HOUR, on_the_system};
use crate::traveller::{Traveller, round_trip_path};

const PATIENCE_S: u64 = 20;
const POLL: Duration = Duration::from_millis(50);
/// Of svc-search, by default.
const LOOK_UPS_A_VIEW: usize = 12;
/// Three days before and after both dates of a week's trip.
const PAIRS: usize = 7 * 7;

/// The search of a week's trip. Each test has a route of its own, as grids of neighbouring dates overlap.
fn trip(origin: &str, destination: &str) -> String {
    format!("{}&adultsCount=1", round_trip_path(origin, destination))
}

/// Another call with the fields of the search.
fn call(name: &str, trip: &str) -> String {
    trip.replace("/search?", &format!("/{name}?"))
}

pub fn field<'t>(trip: &'t str, name: &str) -> &'t str {
    trip.split(['?', '&']).find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')).unwrap()
}

/// The same search on the dates of a cell.
fn search_of(cell: &Value, trip: &str) -> String {
    ["departureDate", "returnDate"].into_iter().fold(trip.to_owned(), |search, name| {
        let date = |date: &str| format!("{name}={date}");
        search.replace(&date(field(trip, name)), &date(cell[name].as_str().unwrap()))
    })
}

/// The cell of the trip's own dates.
fn own<'g>(grid: &'g Value, trip: &str) -> Option<&'g Value> {
    let is_own = |cell: &&Value| {
        ["departureDate", "returnDate"].into_iter().all(|name| cell[name] == field(trip, name))
    };
    grid["cells"].as_array()?.iter().find(is_own)
}

/// The grid of a trip that was searched, once it shows that.
async fn until_seen(traveller: &mut Traveller, trip: &str) -> Value {
    let seen = async {
        loop {
            let grid = traveller.get(&call("dates", trip)).await.body;
            if own(&grid, trip).is_some_and(|cell| cell["state"] == "seen") {
                return grid;
            }
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), seen).await.expect("a search is seen in the grid")
}

/// Searches that the provider was asked for since its calls were forgotten.
pub async fn searches(traveller: &Traveller) -> usize {
    let asked = traveller.sandbox("/_control/requests").await;
    let asked = asked.as_object().unwrap().iter();
    let searches = asked.filter(|(call, _)| call.ends_with("offer_requests.create"));
    searches.map(|(_, times)| usize::try_from(times.as_u64().unwrap()).unwrap()).sum()
}

/// What the first offer of a search costs: the cheapest one.
pub fn lowest(found: &Value) -> &Value {
    &found["offers"][0]["price"]["amount"]
}

#[test]
fn day03_a_grid_shows_what_a_search_saw_and_reading_it_asks_no_airline() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let trip = trip("BOS", "CDG");
        let found = traveller.get(&trip).await.body;
        traveller.control_delete("/_control/requests").await;

        let grid = until_seen(&mut traveller, &trip).await;
        let graph = traveller.get(&call("graph", &trip)).await;

        assert_eq!(searches(&traveller).await, 0);
        let cell = own(&grid, &trip).unwrap();
        assert_eq!(&cell["amount"], lowest(&found), "{cell}");
        assert_eq!((&cell["currency"], &cell["lowest"]), (&grid["currency"], &json!(true)));
        let cells = grid["cells"].as_array().unwrap();
        let unknown = cells.iter().filter(|cell| cell["state"] == "unknown").count();
        assert_eq!((cells.len(), unknown), (PAIRS, PAIRS - 1), "nobody has searched the others");
        assert_eq!(graph.status, StatusCode::OK, "{graph:?}");
        assert!(graph.body["bars"].as_array().unwrap().len() >= 60, "{graph:?}");
    });
}

#[test]
fn day01_two_agencies_with_other_markups_show_one_observation_as_their_own_searches_do() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let trip = trip("ATL", "BCN");
        traveller.get(&trip).await;
        until_seen(&mut traveller, &trip).await;
        traveller.control_delete("/_control/requests").await;

        let mut amounts = BTreeSet::new();
        for brand in ["default", "northwind", "solara"] {
            let trip = format!("{trip}&brand={brand}");
            let grid = traveller.get(&call("dates", &trip)).await.body;
            let found = traveller.get(&trip).await.body;
            let amount = &own(&grid, &trip).unwrap()["amount"];
            assert_eq!(amount, lowest(&found), "{brand}");
            amounts.insert(amount.as_str().unwrap().to_owned());
        }

        assert_eq!(amounts.len(), 3, "{amounts:?}");
        assert_eq!(searches(&traveller).await, 0, "all of them read what one search found");
    });
}

/// Waits until the broker holds what a search of one adult saw.
async fn until_at_the_broker(traveller: &Traveller, trip: &str, route: &str) {
    let operator = ConnectOptions::with_user_and_password("operator".into(), LOCAL_PASSWORD.into());
    let broker = async_nats::jetstream::new(operator.connect(&traveller.at.nats).await.unwrap());
    let dates = format!("{}.{}", field(trip, "departureDate"), field(trip, "returnDate"));
    let subject = format!("$KV.FARES.test.{route}.{dates}.economy.1-0-0");
    let kept = async {
        let stream = broker.get_stream("KV_FARES").await.unwrap();
        while stream.get_last_raw_message_by_subject(&subject).await.is_err() {
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), kept).await.expect("the broker is told");
}

#[test]
fn day02_what_a_search_saw_outlives_the_program_that_saw_it() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let trip = trip("DUB", "DXB");
        traveller.get(&trip).await;
        let before = until_seen(&mut traveller, &trip).await;
        until_at_the_broker(&traveller, &trip, "DUB.DXB").await;
        traveller.control_delete("/_control/requests").await;

        shared.system.stop_service("svc-search").await;
        shared.system.start_service("svc-search").await.unwrap();
        let after = until_seen(&mut traveller, &trip).await;

        assert_eq!(own(&after, &trip), own(&before, &trip));
        assert_eq!(searches(&traveller).await, 0);
    });
}

#[test]
fn day06_looked_up_dates_show_what_a_search_of_them_shows_and_cost_a_views_budget_at_most() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let trip = trip("DEN", "AMS");
        traveller.get(&trip).await;
        until_seen(&mut traveller, &trip).await;
        traveller.control_delete("/_control/requests").await;

        let events = traveller.events(&call("dates/stream", &trip)).await;
        let sent = searches(&traveller).await;

        let (end, cells) = events.split_last().unwrap();
        let told =
            json!({ "lookedUp": LOOK_UPS_A_VIEW, "of": PAIRS - 1, "reason": "budget", "againAt": null });
        assert_eq!(end, &("done".to_owned(), told));
        assert_eq!((cells.len(), sent), (LOOK_UPS_A_VIEW, LOOK_UPS_A_VIEW), "{cells:?}");
        for (name, cell) in cells.iter().step_by(4) {
            let found = traveller.get(&search_of(cell, &trip)).await.body;
            assert_eq!((name.as_str(), &cell["amount"]), ("cell", lowest(&found)), "{cell}");
        }
        let grid = traveller.get(&call("dates", &trip)).await.body;
        let cells = grid["cells"].as_array().unwrap().iter();
        let unknown = cells.filter(|cell| cell["state"] == "unknown").count();
        assert_eq!(unknown, PAIRS - 1 - LOOK_UPS_A_VIEW, "the next reader sees them too");
    });
}

/// Looks up again and again until the hour's budget is spent.
async fn until_spent(traveller: &mut Traveller, path: &str) {
    let spent = async {
        loop {
            let answer = traveller.get(path).await;
            if answer.code() == "SEARCH_BUDGET_SPENT" {
                assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
                return;
            }
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), spent).await.expect("the budget comes to its end");
}

#[test]
fn day07_a_hundred_viewers_at_once_send_no_more_searches_than_the_hours_budget() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let trips: Vec<_> = (0..5).map(|_| format!("{}&brand=onyx", trip("MIA", "MAD"))).collect();
        let paths: Vec<_> = trips.iter().map(|trip| call("dates/stream", trip)).collect();
        let viewers: Vec<_> = (0..100).map(|_| shared.traveller()).collect();
        traveller.control_delete("/_control/requests").await;

        let streams = viewers.iter().zip(paths.iter().cycle()).map(|(viewer, path)| viewer.events(path));
        let told = join_all(streams).await;
        until_spent(&mut traveller, &paths[0]).await;

        let sent = searches(&traveller).await;
        assert!((1..=LOOK_UPS_AN_HOUR).contains(&sent), "{sent} searches");
        // Who came too late was refused, and was told no event at all.
        assert!(told.iter().filter_map(|events| events.last()).all(|(name, _)| name == "done"), "{told:?}");
        let grid = traveller.get(&call("dates", &trips[0])).await.body;
        assert_eq!(grid["lookUp"], json!({ "allowed": true, "left": 0 }));
        let own_search = traveller.get(&trips[0]).await;
        assert_eq!(own_search.status, StatusCode::OK, "a traveller's own search is not refused for it");
    });
}
