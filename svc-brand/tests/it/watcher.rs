//! The watched prices: when they are asked for, and who is told. Time stands still until a test moves it.

mod fakes;

use std::collections::BTreeSet;
use std::sync::Arc;

use mail::Seal;
use secrecy::SecretString;
use service::{Clock, Mode};
use svc_brand::domain::watch::Paused;
use svc_brand::{LOOKS_SPENT, LooksADay, MIGRATOR, QUEUES, Round, Watcher};
use testkit::{MockClock, TestDb};
use time::macros::{date, datetime};
use time::{Date, Duration, OffsetDateTime};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::harness::seeds_dir;
use fakes::{Fakes, Sold};

const BRANDS: [&str; 4] = ["default", "northwind", "solara", "onyx"];
/// More than 60 days ahead: looked at once in 24 h, a tenth more or less.
const FIRST_DEPARTURE: Date = date!(2026 - 06 - 10);
/// By then the next look is due in any case.
const NEXT_LOOK: Duration = Duration::hours(27);
/// Longer than a query is held by its worker.
const LEASE_OVER: Duration = Duration::minutes(3);

/// A fare of 500 dollars, at the default brand's markup.
const AT_FIRST: i64 = 61_500;
/// A fare of 400.
const FALLEN: i64 = 49_200;

struct Stage {
    db: TestDb,
    clock: Arc<MockClock>,
    fakes: Fakes,
    watcher: Watcher,
}

/// A watch of a test.
struct Wish {
    mode: &'static str,
    brand: &'static str,
    email: String,
    /// Days after the first departure: each is a query.
    day: i64,
    again: bool,
}

/// What is stored of a watch.
#[derive(sqlx::FromRow)]
struct Kept {
    state: String,
    ended_because: Option<String>,
    first_minor: Option<i64>,
    told_minor: Option<i64>,
    mails: i32,
}

fn wish() -> Wish {
    let email = "ada@traveller.example".to_owned();
    Wish { mode: "test", brand: "default", email, day: 0, again: true }
}

impl Stage {
    async fn new() -> Self {
        Self::with_looks(2_000).await
    }

    async fn with_looks(a_day: u32) -> Self {
        let db = TestDb::create(&MIGRATOR).await;
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        svc_brand::seed(&SecretString::from(db.url.clone()), &seeds_dir(), clock.as_ref()).await.unwrap();
        let fakes = Fakes::new(clock.clone());
        let watcher = Watcher {
            pool: db.pool.clone(),
            clock: clock.clone(),
            seal: Seal::InClear,
            system_url: "http://localhost:8080".parse().unwrap(),
            upstreams: fakes.open().await,
            looks: LooksADay { test: a_day, live: a_day },
            paused: Paused::Nobody,
            mail_sender: Arc::new(Notify::new()),
            period: std::time::Duration::from_secs(60),
        };
        Self { db, clock, fakes, watcher }
    }

    /// An active watch whose query is due, and may be looked up.
    async fn watch(&self, wish: Wish) -> Uuid {
        let (id, now) = (Uuid::now_v7(), self.clock.now());
        let departs_on = FIRST_DEPARTURE + Duration::days(wish.day);
        let query = format!("LHR.JFK.{departs_on}.x.economy.1-0-0");
        sqlx::query(
            "insert into watch (
                id,
                mode,
                brand_key,
                email,
                email_key,
                query,
                origin,
                destination,
                departs_on,
                cabin,
                adults,
                children,
                infants,
                ages,
                again,
                state,
                confirmed_at,
                created_at
            )
            values ($1, $2, $3, $4, $4, $5, 'LHR', 'JFK', $6, 'economy', 1, 0, 0, '{}', $7, 'active', $8, $8)",
        )
        .bind(id)
        .bind(wish.mode)
        .bind(wish.brand)
        .bind(&wish.email)
        .bind(&query)
        .bind(departs_on)
        .bind(wish.again)
        .bind(now)
        .execute(&self.db.pool)
        .await
        .unwrap();
        sqlx::query(
            "insert into watched_query (mode, query, next_ask_at, next_look_at)
            values ($1, $2, $3, $3)
            on conflict do nothing",
        )
        .bind(wish.mode)
        .bind(query)
        .bind(now)
        .execute(&self.db.pool)
        .await
        .unwrap();
        id
    }

    async fn end(&self, id: Uuid) {
        sqlx::query(
            "update watch set state = 'ended', ended_because = 'stopped', ended_at = now() where id = $1",
        )
        .bind(id)
        .execute(&self.db.pool)
        .await
        .unwrap();
    }

    async fn round(&self) -> Round {
        self.watcher.round().await.unwrap()
    }

    /// The round in which a price is looked up again, and how many mails it wrote.
    async fn next_look(&self, sold: Sold) -> u32 {
        self.fakes.with(|book| book.sold = sold);
        self.clock.advance(NEXT_LOOK);
        self.round().await.mails
    }

    async fn kept(&self, id: Uuid) -> Kept {
        sqlx::query_as("select state, ended_because, first_minor, told_minor, mails from watch where id = $1")
            .bind(id)
            .fetch_one(&self.db.pool)
            .await
            .unwrap()
    }

    async fn told(&self, id: Uuid) -> Option<i64> {
        self.kept(id).await.told_minor
    }

    /// What the mails are about, in the order they were written.
    async fn mails(&self) -> Vec<String> {
        let keys = sqlx::query_scalar("select dedupe_key from mail_outbox order by id");
        keys.fetch_all(&self.db.pool).await.unwrap()
    }

    async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.db.pool).await.unwrap()
    }

    /// Looks of the default brand, by day.
    async fn spent(&self) -> Vec<(Date, i32)> {
        let looks = "select day, looks from watch_look where brand_key = 'default' order by day";
        sqlx::query_as(looks).fetch_all(&self.db.pool).await.unwrap()
    }

    /// Another process of the same system, with the same settings.
    fn replica(&self) -> Watcher {
        self.watcher.clone()
    }

    /// Has all be due for so long, by the clock of the database, which counts what is overdue.
    async fn due_for(&self, long: Duration) {
        let now: OffsetDateTime = sqlx::query_scalar("select now()").fetch_one(&self.db.pool).await.unwrap();
        self.clock.advance(now - self.clock.now());
        sqlx::query("update watched_query set next_ask_at = $1")
            .bind(now - long)
            .execute(&self.db.pool)
            .await
            .unwrap();
    }

    async fn overdue(&self) -> i64 {
        service::queues::length(&self.db.pool, QUEUES[0]).await.unwrap()
    }

    fn looks(&self) -> usize {
        self.fakes.with(|book| book.looks.len())
    }
}

#[tokio::test]
async fn watch03_one_look_serves_all_watches_of_a_query() {
    let stage = Stage::new().await;
    for n in 0..1_000 {
        let brand = BRANDS[n % BRANDS.len()];
        let day = i64::try_from(n % 10).unwrap();
        stage.watch(Wish { brand, day, email: format!("{n}@traveller.example"), ..wish() }).await;
    }

    let round = stage.round().await;
    let again = stage.round().await;

    assert_eq!(round, Round { asked: 10, looked_up: 10, mails: 0, is_full: false });
    assert_eq!(again, Round::default());
    assert_eq!(stage.looks(), 10);
    assert_eq!(stage.count("select count(*) from watch where first_minor = told_minor").await, 1_000);
    assert_eq!(stage.count("select count(distinct told_minor) from watch").await, 4, "a price each brand");
}

#[tokio::test]
async fn watch03_what_a_traveller_has_searched_lately_is_known_for_free() {
    let stage = Stage::new().await;
    let id = stage.watch(wish()).await;
    stage.round().await;

    stage.fakes.with(|book| book.sold = Sold::Fare(40_000, "USD"));
    stage.clock.advance(Duration::hours(20));
    stage.fakes.travellers_search();
    stage.clock.advance(NEXT_LOOK - Duration::hours(20));
    // Seven hours old, and half an interval is twelve.
    let round = stage.round().await;

    assert_eq!(round, Round { asked: 1, looked_up: 0, mails: 1, is_full: false });
    assert_eq!((stage.looks(), stage.told(id).await), (1, Some(FALLEN)));
}

#[tokio::test]
async fn watch04_a_fall_is_told_once_and_a_rise_is_followed_in_silence() {
    let stage = Stage::new().await;
    let id = stage.watch(wish()).await;
    assert_eq!(stage.round().await.mails, 0);
    assert_eq!(stage.told(id).await, Some(AT_FIRST));

    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 1);
    assert_eq!(stage.told(id).await, Some(FALLEN));
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 0, "it was told");
    assert_eq!(stage.next_look(Sold::Fare(50_000, "USD")).await, 0, "it rises");
    assert_eq!(stage.told(id).await, Some(AT_FIRST));
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 1);

    let kept = stage.kept(id).await;
    assert_eq!((kept.first_minor, kept.told_minor, kept.mails), (Some(AT_FIRST), Some(FALLEN), 2));
    assert_eq!(stage.mails().await, [format!("watch/{id}/1"), format!("watch/{id}/2")]);
}

#[tokio::test]
async fn watch04_a_watch_mails_once_a_day_and_tells_what_fell_meanwhile_on_the_next() {
    let stage = Stage::new().await;
    let id = stage.watch(wish()).await;
    stage.round().await;
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 1);

    stage.fakes.with(|book| book.sold = Sold::Fare(30_000, "USD"));
    stage.clock.advance(Duration::hours(13));
    stage.fakes.travellers_search();
    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 0, mails: 0, is_full: false });
    assert_eq!(stage.told(id).await, Some(FALLEN));

    stage.clock.advance(Duration::hours(13));
    stage.fakes.travellers_search();
    assert_eq!(stage.round().await.mails, 1);
    assert_eq!(stage.told(id).await, Some(36_900));
}

#[tokio::test]
async fn watch04_a_watch_for_one_mail_ends_with_it_and_its_query_is_asked_no_more() {
    let stage = Stage::new().await;
    let id = stage.watch(Wish { again: false, ..wish() }).await;
    stage.round().await;

    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 1);

    let kept = stage.kept(id).await;
    assert_eq!((kept.state.as_str(), kept.ended_because.as_deref()), ("ended", Some("told")));
    assert_eq!(stage.next_look(Sold::Fare(30_000, "USD")).await, 0);
    assert_eq!((stage.mails().await.len(), stage.looks()), (1, 2));
    assert_eq!(stage.count("select count(*) from watched_query").await, 0);
}

#[tokio::test]
async fn watch04_a_watch_that_began_anew_mails_again() {
    let stage = Stage::new().await;
    let id = stage.watch(wish()).await;
    stage.round().await;
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 1);

    sqlx::query("update watch set mails = 0, currency = null, first_minor = null, told_minor = null")
        .execute(&stage.db.pool)
        .await
        .unwrap();
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 0);
    assert_eq!(stage.next_look(Sold::Fare(30_000, "USD")).await, 1);

    assert_eq!(stage.mails().await, [format!("watch/{id}/1"), format!("watch/{id}/2")]);
}

#[tokio::test]
async fn watch08_what_can_not_be_compared_changes_nothing() {
    let stage = Stage::new().await;
    let id = stage.watch(wish()).await;
    stage.round().await;

    for sold in [Sold::NobodyFlies, Sold::Incomplete, Sold::Away, Sold::Fare(10_000, "EUR")] {
        assert_eq!(stage.next_look(sold).await, 0, "{sold:?}");
        assert_eq!(stage.told(id).await, Some(AT_FIRST), "{sold:?}");
    }

    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 1);
    assert_eq!(stage.told(id).await, Some(FALLEN));
}

#[tokio::test]
async fn watch08_a_provider_that_is_away_is_asked_again_soon() {
    let stage = Stage::new().await;
    stage.watch(wish()).await;
    stage.fakes.with(|book| book.sold = Sold::Away);
    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 0, mails: 0, is_full: false });

    stage.clock.advance(Duration::minutes(59));
    assert_eq!(stage.round().await.asked, 0);
    stage.fakes.with(|book| book.sold = Sold::Fare(50_000, "USD"));
    stage.clock.advance(Duration::minutes(1));

    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 1, mails: 0, is_full: false });
}

#[tokio::test]
async fn watch08_a_trip_that_the_provider_refuses_waits_for_the_next_interval() {
    let stage = Stage::new().await;
    stage.watch(wish()).await;
    stage.fakes.with(|book| book.sold = Sold::Refused);
    assert_eq!(stage.round().await.asked, 1);

    stage.clock.advance(Duration::hours(2));
    assert_eq!(stage.round().await.asked, 0);
    stage.clock.advance(NEXT_LOOK);

    assert_eq!(stage.round().await.asked, 1);
}

#[tokio::test]
async fn watch04_a_crash_between_look_and_mail_costs_no_mail_and_sends_none_twice() {
    let stage = Stage::new().await;
    stage.watch(wish()).await;
    stage.round().await;
    stage.fakes.with(|book| book.sold = Sold::Fare(40_000, "USD"));
    stage.clock.advance(NEXT_LOOK);
    let held = stage.fakes.hold();
    let watcher = stage.watcher.clone();
    let dying = tokio::spawn(async move { watcher.round().await });
    stage.fakes.until_asked(2).await;

    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    drop(held);
    assert_eq!(stage.round().await.asked, 0, "the query is still held");
    stage.clock.advance(LEASE_OVER);

    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 0, mails: 1, is_full: false });
    assert_eq!(stage.round().await.mails, 0);
    assert_eq!((stage.mails().await.len(), stage.looks()), (1, 2), "what was looked up is known");
}

#[tokio::test]
async fn watch04_a_worker_that_lost_its_query_tells_nobody() {
    let stage = Stage::new().await;
    let id = stage.watch(wish()).await;
    stage.round().await;
    stage.fakes.with(|book| book.sold = Sold::Fare(40_000, "USD"));
    stage.clock.advance(NEXT_LOOK);
    let held = stage.fakes.hold();
    let watcher = stage.watcher.clone();
    let late = tokio::spawn(async move { watcher.round().await });
    stage.fakes.until_asked(2).await;
    stage.clock.advance(LEASE_OVER);

    assert_eq!(stage.round().await.mails, 1);
    held.send(()).unwrap();

    assert_eq!(late.await.unwrap().unwrap().mails, 0);
    assert_eq!(stage.mails().await, [format!("watch/{id}/1")]);
    assert_eq!(stage.kept(id).await.mails, 1);
}

#[tokio::test]
async fn watch03_two_workers_at_once_ask_about_each_query_once() {
    let stage = Stage::new().await;
    for day in 0..20 {
        stage.watch(Wish { day, ..wish() }).await;
    }

    let (one, other) = tokio::join!(stage.round(), stage.round());

    assert_eq!(one.asked + other.asked, 20);
    let looked_up: BTreeSet<_> = stage.fakes.with(|book| book.looks.iter().cloned().collect());
    assert_eq!((stage.looks(), looked_up.len()), (20, 20));
}

#[tokio::test]
async fn the_watches_of_the_mode_that_is_off_pause() {
    let stage = Stage::new().await;
    let test = stage.watch(wish()).await;
    let live = stage.watch(Wish { mode: "live", ..wish() }).await;

    stage.fakes.with(|book| book.mode = Mode::Unspecified);
    assert_eq!(stage.round().await, Round::default());
    stage.fakes.with(|book| book.mode = Mode::Live);
    assert_eq!(stage.round().await.asked, 1);
    assert_eq!((stage.told(test).await, stage.told(live).await), (None, Some(AT_FIRST)));
    stage.fakes.with(|book| book.mode = Mode::Test);
    assert_eq!(stage.round().await.asked, 1);

    assert_eq!(stage.told(test).await, Some(AT_FIRST));
    assert_eq!(stage.fakes.with(|book| book.asked.clone()), [Mode::Live, Mode::Test]);
}

#[tokio::test]
async fn what_is_watched_is_overdue_after_an_hour_and_never_in_the_mode_that_is_off() {
    let stage = Stage::new().await;
    let live = stage.watch(Wish { mode: "live", ..wish() }).await;
    let over = stage.watch(Wish { mode: "live", day: 1, ..wish() }).await;
    stage.end(over).await;
    stage.due_for(Duration::minutes(59)).await;
    assert_eq!(stage.overdue().await, 0);
    stage.due_for(Duration::minutes(61)).await;
    assert_eq!(stage.overdue().await, 1, "the watch that has ended waits for nothing");

    assert_eq!(stage.round().await, Round::default());

    assert_eq!((stage.overdue().await, stage.told(live).await), (0, None));
}

#[tokio::test]
async fn watch07_beyond_the_budget_of_a_day_intervals_stretch_and_no_query_is_left_out() {
    let stage = Stage::with_looks(1).await;
    for day in 0..2 {
        stage.watch(Wish { day, ..wish() }).await;
    }

    // From noon to the end of the fourth day.
    for _hour in 0..84 {
        stage.round().await;
        stage.clock.advance(Duration::HOUR);
    }

    let looks = stage.fakes.with(|book| book.looks.clone());
    let queries: BTreeSet<_> = looks.iter().collect();
    assert_eq!((looks.len(), queries.len()), (4, 2), "each query in its turn: {looks:?}");
    let spent: Vec<_> = stage.spent().await.into_iter().map(|(_, looks)| looks).collect();
    assert_eq!(spent, [1, 1, 1, 1], "one a day");
}

#[tokio::test]
async fn watch07_a_look_without_an_answer_is_spent_like_any_other() {
    let stage = Stage::with_looks(1).await;
    stage.watch(wish()).await;
    stage.fakes.with(|book| book.sold = Sold::Away);
    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 0, mails: 0, is_full: false });
    stage.fakes.with(|book| book.sold = Sold::Fare(50_000, "USD"));

    stage.clock.advance(Duration::HOUR);
    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 0, mails: 0, is_full: false }, "one a day");
    stage.clock.advance(Duration::DAY);
    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 1, mails: 0, is_full: false });
}

#[tokio::test]
async fn watch07_what_travellers_searches_tell_costs_no_look() {
    let stage = Stage::with_looks(1).await;
    stage.watch(wish()).await;
    stage.watch(Wish { day: 1, ..wish() }).await;
    assert_eq!(stage.round().await.looked_up, 1);
    stage.clock.advance(Duration::days(3));
    stage.fakes.travellers_search();

    assert_eq!(stage.round().await, Round { asked: 2, looked_up: 0, mails: 0, is_full: false });

    assert_eq!(stage.spent().await, [(date!(2026 - 03 - 01), 1), (date!(2026 - 03 - 04), 0)]);
}

#[tokio::test]
async fn an_operator_sees_what_each_brand_has_spent_today_in_each_mode() {
    let stage = Stage::new().await;
    // To the database it is the same day until the transaction ends.
    let mut transaction = stage.db.pool.begin().await.unwrap();
    sqlx::query(
        "insert into watch_look (mode, brand_key, day, looks)
        select mode, 'default', (now() at time zone 'UTC')::date - days_ago, looks
        from (values ('test', 0, 3), ('test', 1, 5), ('live', 1, 7)) as spent (mode, days_ago, looks)",
    )
    .execute(&mut *transaction)
    .await
    .unwrap();

    let rows: Vec<(String, String, i64)> =
        sqlx::query_as(LOOKS_SPENT.query).fetch_all(&mut *transaction).await.unwrap();

    let spent: Vec<_> =
        BRANDS.map(|brand| ["test", "live"].map(|mode| looks_in(&rows, brand, mode))).concat();
    assert_eq!(spent, [&[Some(3)][..], &[Some(0); 7]].concat(), "{rows:?}");
}

/// Of the one row of a brand and mode.
fn looks_in(rows: &[(String, String, i64)], brand: &str, mode: &str) -> Option<i64> {
    let mut found = rows.iter().filter(|row| (row.0.as_str(), row.1.as_str()) == (brand, mode));
    found.next().map(|row| row.2).filter(|_| found.next().is_none())
}

#[tokio::test]
async fn watch07_all_replicas_spend_of_one_budget() {
    let stage = Stage::with_looks(3).await;
    for day in 0..6 {
        stage.watch(Wish { day, ..wish() }).await;
    }
    let replica = stage.replica();

    let (one, other) = tokio::join!(stage.round(), replica.round());
    let (one, other) = (one, other.unwrap());

    assert_eq!((one.asked + other.asked, one.looked_up + other.looked_up, stage.looks()), (6, 3, 3));
    assert_eq!(stage.spent().await, [(date!(2026 - 03 - 01), 3)]);
}

#[tokio::test]
async fn watch07_a_query_is_looked_up_while_one_of_its_brands_has_looks_left() {
    let stage = Stage::with_looks(1).await;
    for day in 0..2 {
        stage.watch(Wish { day, ..wish() }).await;
    }
    assert_eq!(stage.round().await.looked_up, 1);
    for brand in ["default", "northwind"] {
        for day in 2..4 {
            stage.watch(Wish { brand, day, ..wish() }).await;
        }
    }

    assert_eq!(stage.round().await.looked_up, 1, "one of northwind's, and then neither has any");

    assert_eq!(stage.spent().await, [(date!(2026 - 03 - 01), 2)]);
}

#[tokio::test]
async fn watch07_a_look_that_is_given_back_is_free_again() {
    let stage = Stage::with_looks(1).await;
    stage.watch(wish()).await;
    assert_eq!(stage.round().await.looked_up, 1);
    stage.clock.advance(NEXT_LOOK);
    stage.fakes.travellers_search();
    assert_eq!(stage.round().await.looked_up, 0);

    for day in 1..3 {
        stage.watch(Wish { day, ..wish() }).await;
    }

    assert_eq!(stage.round().await.looked_up, 1, "and no more than one");
}

#[tokio::test]
async fn watch07_a_look_is_given_back_to_the_day_that_it_was_taken_of() {
    let stage = Stage::new().await;
    stage.watch(wish()).await;
    stage.round().await;
    stage.clock.advance(Duration::hours(36) - Duration::SECOND);
    stage.fakes.travellers_search();
    let held = stage.fakes.hold();
    let watcher = stage.replica();
    let round = tokio::spawn(async move { watcher.round().await });
    stage.fakes.until_asked(2).await;

    // To the next day.
    stage.clock.advance(Duration::SECOND);
    drop(held);

    assert_eq!(round.await.unwrap().unwrap().looked_up, 0);
    assert_eq!(stage.spent().await, [(date!(2026 - 03 - 01), 1), (date!(2026 - 03 - 02), 0)]);
}

#[tokio::test]
async fn watch07_a_round_that_is_full_is_followed_at_once_by_one_in_the_mode_of_then() {
    let stage = Stage::new().await;
    for day in 0..41 {
        stage.watch(Wish { day, ..wish() }).await;
    }
    stage.watch(Wish { mode: "live", ..wish() }).await;
    let (held, stop) = (stage.fakes.hold(), CancellationToken::new());
    let _stop_on_drop = stop.clone().drop_guard();
    tokio::spawn(stage.replica().run(stop));
    stage.fakes.until_asked(1).await;

    stage.fakes.with(|book| book.mode = Mode::Live);
    drop(held);
    stage.fakes.until_asked(41).await;

    let asked = stage.fakes.with(|book| book.asked.clone());
    assert_eq!(asked, [[Mode::Test; 40].as_slice(), &[Mode::Live]].concat());
}

#[tokio::test]
async fn where_all_pause_nothing_is_asked_in_either_mode_and_nothing_is_overdue() {
    let mut stage = Stage::new().await;
    stage.watch(wish()).await;
    stage.watch(Wish { mode: "live", ..wish() }).await;

    stage.watcher.paused = Paused::All;
    assert_eq!(stage.round().await, Round::default());
    stage.due_for(Duration::minutes(61)).await;
    assert_eq!(stage.overdue().await, 2);
    assert_eq!(stage.round().await, Round::default());

    assert_eq!((stage.overdue().await, stage.fakes.with(|book| book.asked.len())), (0, 0));
}

#[tokio::test]
async fn a_brand_that_pauses_has_no_look_and_no_mail_while_others_go_on() {
    let mut stage = Stage::new().await;
    let shared = [stage.watch(wish()).await, stage.watch(Wish { brand: "northwind", ..wish() }).await];
    stage.watch(Wish { brand: "northwind", day: 1, ..wish() }).await;
    assert_eq!(stage.round().await.looked_up, 2);
    let before = stage.told(shared[1]).await;

    stage.watcher.paused = Paused::Brands(vec!["northwind".to_owned()]);
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 1);
    assert_eq!((stage.told(shared[0]).await, stage.told(shared[1]).await), (Some(FALLEN), before));
    assert_eq!(stage.looks(), 3, "its own query is put by");
    assert_eq!(stage.count("select count(*) from watched_query").await, 2);

    stage.watcher.paused = Paused::Nobody;
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 2, "both of northwind's");
}

#[tokio::test]
async fn fares_go_with_the_last_watch_of_their_trip_and_stay_while_one_pauses() {
    let stage = Stage::new().await;
    let fares = "select count(*) from watched_fare";
    let id = stage.watch(wish()).await;
    let pausing = stage.watch(Wish { email: "bee@traveller.example".to_owned(), ..wish() }).await;
    stage.round().await;
    sqlx::query("update watch set state = 'paused' where id = $1")
        .bind(pausing)
        .execute(&stage.db.pool)
        .await
        .unwrap();

    stage.end(id).await;
    assert_eq!(stage.next_look(Sold::Fare(40_000, "USD")).await, 0);
    assert_eq!((stage.count(fares).await, stage.looks()), (1, 1), "nobody asks for it meanwhile");

    stage.end(pausing).await;
    stage.next_look(Sold::Fare(40_000, "USD")).await;
    assert_eq!(stage.count(fares).await, 0);
    assert_eq!(stage.count("select count(*) from watched_query").await, 0);
}

#[tokio::test]
async fn watch07_without_a_budget_only_travellers_searches_tell_prices() {
    let stage = Stage::with_looks(0).await;
    let id = stage.watch(wish()).await;
    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 0, mails: 0, is_full: false });
    assert_eq!(stage.told(id).await, None);

    stage.clock.advance(Duration::minutes(15));
    stage.fakes.travellers_search();

    assert_eq!(stage.round().await, Round { asked: 1, looked_up: 0, mails: 0, is_full: false });
    assert_eq!((stage.told(id).await, stage.looks()), (Some(AT_FIRST), 0));
}

#[tokio::test]
async fn watch04_a_fall_by_the_brands_own_markup_is_told_like_any_other() {
    let stage = Stage::new().await;
    stage.watch(wish()).await;
    stage.watch(Wish { brand: "northwind", ..wish() }).await;
    stage.round().await;

    sqlx::query("update brand set markup_rate = 0 where key = 'default'")
        .execute(&stage.db.pool)
        .await
        .unwrap();

    assert_eq!(stage.next_look(Sold::Fare(50_000, "USD")).await, 1);
}
