//! Watched prices: from the form by a mailed link to the mail that tells of a fall, and to the link that ends it. The
//! clock is moved in svc-brand's rows, and its worker looks for what is due when it starts.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::dates::{field, lowest, searches};
use crate::guests::mail_to;
use crate::system::{Shared, on_the_system};
use crate::traveller::{Answer, Traveller, search_path};

/// Longer than the worker's minute between two rounds.
const PATIENCE_S: u64 = 90;
const POLL: Duration = Duration::from_millis(100);
/// Watches that look and mail.
const ACTIVE: &str = "watch where state = 'active'";
const WATCHES: i64 = 1_000;
const TRIPS: usize = 10;

/// Runs a test that nobody else watches a price in, and leaves none that others' searches would be counted with.
fn on_watches(test: impl AsyncFnOnce(&mut Shared)) {
    on_the_system(async |shared| {
        forget_all(shared).await;
        test(shared).await;
        forget_all(shared).await;
    });
}

async fn forget_all(shared: &Shared) {
    for table in ["watch", "watched_query", "watched_fare"] {
        execute(shared, &format!("delete from brand.{table}")).await;
    }
    shared.traveller().control_delete("/_control/fares").await;
}

async fn execute(shared: &Shared, statement: &str) {
    let mut database = PgConnection::connect(&shared.at.database).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(statement.to_owned())).execute(&mut database).await.unwrap();
}

/// Rows of a table of svc-brand's, with or without a condition.
async fn count(shared: &Shared, rows: &str) -> i64 {
    let mut database = PgConnection::connect(&shared.at.database).await.unwrap();
    let query = format!("select count(*) from brand.{rows}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_one(&mut database).await.unwrap()
}

async fn until_count(shared: &Shared, rows: &str, wanted: i64) {
    let reached = async {
        while count(shared, rows).await != wanted {
            tokio::time::sleep(POLL).await;
        }
    };
    let in_time = tokio::time::timeout(testkit::patience(PATIENCE_S), reached).await;
    assert!(in_time.is_ok(), "{wanted} rows of {rows}");
}

/// All that is watched is due, and svc-brand begins a round.
async fn ask_now(shared: &mut Shared) {
    let due = "now() - interval '1 second'";
    execute(shared, &format!("update brand.watched_query set next_ask_at = {due}, next_look_at = {due}"))
        .await;
    shared.system.stop_service("svc-brand").await;
    shared.system.start_service("svc-brand").await.unwrap();
}

/// Moves the fares of a search's trip, and searches it in a svc-search that has no answer in its cache: a traveller's own
/// search sees them. Returns the lowest price.
async fn see_moved(shared: &mut Shared, path: &str, percent: i64) -> Value {
    let mut traveller = shared.traveller();
    let route = format!("{}-{}", field(path, "origin"), field(path, "destination"));
    let fares = json!({ "route": route, "departure_date": field(path, "departureDate"), "percent": percent });
    traveller.control("/_control/fares", fares).await;
    shared.system.stop_service("svc-search").await;
    shared.system.start_service("svc-search").await.unwrap();
    // A page from before may still be sent for two seconds.
    let search = format!("{path}&refresh=true");
    let found = async {
        loop {
            let found = traveller.get(&search).await;
            if found.status == StatusCode::OK {
                return lowest(&found.body).clone();
            }
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), found).await.expect("search is back")
}

/// Asks to have the trip of a search watched, for all its falls.
pub async fn ask_to_watch(traveller: &mut Traveller, path: &str, email: &str) -> Answer {
    let trip = json!({
        "origin": field(path, "origin"), "destination": field(path, "destination"),
        "departureDate": field(path, "departureDate"), "cabinClass": "economy",
        "adults": 1, "children": 0, "infants": 0,
    });
    traveller.post("/api/watches", json!({ "trip": trip, "email": email, "again": true })).await
}

/// What follows the fragment's name in the newest mail to the address that has it.
async fn token_after(traveller: &Traveller, email: &str, name: &str) -> String {
    let mail = mail_to(traveller, email, name).await;
    let (_, rest) = mail["text"].as_str().unwrap().split_once(name).unwrap();
    rest.split(|letter: char| letter.is_whitespace() || letter == '&').next().unwrap().to_owned()
}

/// Watches the trip of a search. Returns the token that lists the watches of the address.
async fn watch(traveller: &mut Traveller, path: &str, email: &str) -> String {
    let asked = ask_to_watch(traveller, path, email).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED, "{asked:?}");
    let token = token_after(traveller, email, "#start=").await;
    let started = traveller.post("/api/watches/confirm", json!({ "token": token })).await;
    assert_eq!(started.body["watch"]["state"], "active", "{started:?}");
    started.body["token"].as_str().unwrap().to_owned()
}

/// The one watch of a token, once it is as wanted. svc-brand may just have been started anew.
async fn until_watch(
    traveller: &mut Traveller,
    token: &str,
    wanted: impl Fn(&[Value]) -> bool,
) -> Vec<Value> {
    let listed = async {
        loop {
            let answer = traveller.post("/api/watches/list", json!({ "token": token })).await;
            if let Some(watches) = answer.body["watches"].as_array().filter(|watches| wanted(watches)) {
                return watches.clone();
            }
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), listed).await.expect("the watch changes")
}

/// Someone who watches a trip, and was mailed that it costs less.
struct Told {
    guest: Traveller,
    email: &'static str,
    path: String,
    /// Lists the watches of the address.
    token: String,
    first: Value,
    begun: Value,
    fallen: Value,
}

impl Told {
    async fn of_a_fall(shared: &mut Shared, email: &'static str) -> Self {
        let mut guest = shared.traveller();
        let path = format!("{}&adultsCount=1", search_path("BOS", "LIS"));
        let first = lowest(&guest.get(&path).await.body).clone();
        let token = watch(&mut guest, &path, email).await;
        ask_now(shared).await;
        let begun = until_watch(&mut guest, &token, |watches| !watches[0]["first"].is_null()).await;
        let fallen = see_moved(shared, &path, -12).await;
        ask_now(shared).await;
        mail_to(&guest, email, "#stop=").await;
        Self { guest, email, path, token, first, begun: begun[0]["first"]["amount"].clone(), fallen }
    }

    async fn mails(&self) -> usize {
        let mailbox = self.guest.sandbox("/mailbox.json").await;
        let mails = mailbox["messages"].as_array().unwrap().iter();
        let is_of_fall =
            |mail: &&Value| mail["to"][0] == self.email && mail["text"].as_str().unwrap().contains("#stop=");
        mails.filter(is_of_fall).count()
    }
}

/// Has a price watched, looked at and mailed, for a test of what that leaves.
pub async fn watch_a_fall(shared: &mut Shared) {
    forget_all(shared).await;
    Told::of_a_fall(shared, "metrics@traveller.example").await;
    forget_all(shared).await;
}

#[test]
fn watch02_a_mailed_link_starts_a_watch_by_a_press_and_opening_it_does_nothing() {
    on_watches(async |shared| {
        let (mut guest, mut stranger) = (shared.traveller(), shared.traveller());
        let path = format!("{}&adultsCount=1", search_path("BOS", "DUB"));
        let email = "starts@traveller.example";

        let asked = ask_to_watch(&mut guest, &path, email).await;
        let token = token_after(&guest, email, "#start=").await;
        for opened in ["/watched-prices".to_owned(), format!("/api/watches/confirm?token={token}")] {
            stranger.get(&opened).await;
        }
        let before = (count(shared, "watch").await, count(shared, ACTIVE).await);
        let started = stranger.post("/api/watches/confirm", json!({ "token": token })).await;
        let again = stranger.post("/api/watches/confirm", json!({ "token": token })).await;
        let known = ask_to_watch(&mut stranger, &path, email).await;

        assert_eq!(
            (asked.status, &asked.body["state"]),
            (StatusCode::ACCEPTED, &json!("mailed")),
            "{asked:?}"
        );
        assert_eq!(before, (1, 0), "nobody has pressed anything");
        assert_eq!(started.body["watch"]["state"], "active", "{started:?}");
        assert_eq!((again.status, again.code()), (StatusCode::UNPROCESSABLE_ENTITY, "TOKEN_INVALID"));
        assert_eq!((known.status, known.body), (asked.status, asked.body), "it tells nothing");
        assert_eq!(count(shared, "watch").await, 1, "the same trip is the same watch");
    });
}

#[test]
fn watch04_a_fall_is_mailed_once_a_day_however_far_it_falls() {
    on_watches(async |shared| {
        let mut told = Told::of_a_fall(shared, "falls@traveller.example").await;

        let further = see_moved(shared, &told.path, -25).await;
        ask_now(shared).await;
        let last =
            until_watch(&mut told.guest, &told.token, |watches| watches[0]["now"]["amount"] == further).await;

        assert_eq!(told.begun, told.first, "what the traveller's own search showed");
        assert_eq!((&last[0]["first"]["amount"], &last[0]["lowest"]["amount"]), (&told.first, &further));
        assert_ne!(told.fallen, further);
        assert_eq!(count(shared, "watch where mails = 1").await, 1);
        assert_eq!(told.mails().await, 1);
    });
}

#[test]
fn watch05_watch06_the_stop_link_of_a_mail_ends_the_watch_by_a_press_and_opening_it_does_nothing() {
    on_watches(async |shared| {
        let mut told = Told::of_a_fall(shared, "stops@traveller.example").await;
        let mut elsewhere = shared.traveller();
        let stop = token_after(&told.guest, told.email, "#stop=").await;
        let link = format!("/api/watches/stop?token={stop}");

        let opened = elsewhere.get(&link).await;
        let foreign = elsewhere.post("/api/watches/stop?token=nobodys", Value::Null).await;
        let list = elsewhere.post("/api/watches/list", json!({ "token": "nobodys" })).await;
        let before = count(shared, ACTIVE).await;
        let stopped = elsewhere.post(&link, Value::Null).await;

        assert!(!opened.status.is_success(), "{opened:?}");
        assert_eq!((foreign.status, stopped.status), (StatusCode::OK, StatusCode::OK), "{stopped:?}");
        assert_eq!(foreign.body, stopped.body, "it tells nothing");
        assert_eq!((list.status, list.code()), (StatusCode::NOT_FOUND, "NOT_FOUND"));
        assert_eq!(before, 1, "nobody has pressed anything");
        until_watch(&mut told.guest, &told.token, <[Value]>::is_empty).await;
        assert_eq!(count(shared, "watch where state = 'ended' and ended_because = 'stopped'").await, 1);
    });
}

/// Addresses that watch one of ten trips each, as their confirmed links would leave them. None is due yet.
async fn insert_watches(shared: &Shared) {
    let trips = format!(
        "select n, current_date + 200 + n % {TRIPS} as departs_on from generate_series(1, {WATCHES}) as n"
    );
    let query = "'ORD.VIE.' || departs_on || '.x.economy.1-0-0'";
    execute(
        shared,
        &format!(
            "insert into brand.watch (
                id, mode, brand_key, email, email_key, query, origin, destination, departs_on, cabin,
                adults, children, infants, ages, again, state, confirmed_at, mails, created_at
            )
            select gen_random_uuid(), 'test', 'default', n || '@traveller.example', n || '@traveller.example',
                {query}, 'ORD', 'VIE', departs_on, 'economy', 1, 0, 0, '{{}}', true, 'active', now(), 0, now()
            from ({trips}) as trip"
        ),
    )
    .await;
    execute(
        shared,
        &format!(
            "insert into brand.watched_query (mode, query, next_ask_at, next_look_at)
            select distinct 'test', {query}, now() + interval '1 day', now() + interval '1 day'
            from ({trips}) as trip"
        ),
    )
    .await;
}

#[test]
fn watch03_a_thousand_watches_of_ten_trips_are_ten_looks() {
    on_watches(async |shared| {
        let traveller = shared.traveller();
        insert_watches(shared).await;
        traveller.control_delete("/_control/requests").await;

        ask_now(shared).await;
        until_count(shared, "watch where first_minor is not null", WATCHES).await;
        let sent = searches(&traveller).await;
        ask_now(shared).await;
        // Later than a trip that is being asked about is taken up again.
        let asked = "watched_query where next_ask_at > now() + interval '1 hour'";
        until_count(shared, asked, i64::try_from(TRIPS).unwrap()).await;

        assert_eq!(sent, TRIPS);
        assert_eq!(searches(&traveller).await, TRIPS, "what was just seen is not looked at again");
    });
}
