//! What a guest's purchase costs in statements, transactions, WAL, rows, and calls to the providers. These are counted,
//! not timed, so a build that isn't optimised gives the same numbers.
//!
//! The test has a system of its own, because the shared one's Postgres runs without fsync and then counts no syncs.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;
use sqlx::{Connection, Executor, PgConnection};
use tokio::time::Instant;

use crate::processes::{Program, folder};
use crate::system::{Addresses, arguments, run_args};
use crate::traveller::{GOOD_CARD, Traveller};

/// What a purchase cost when it was last measured. The search before it is not counted.
const MEASURED: [(&str, i64); 11] = [
    ("statements, with begin and commit", 201),
    ("transactions, single reads included", 68),
    ("bytes of WAL", 95_000),
    ("syncs of WAL", 40),
    ("rows of booking_event", 6),
    ("updates of booking", 11),
    ("updates of booking that write its indexes", 10),
    ("updates of payment", 8),
    ("updates of payment that write its indexes", 8),
    ("calls to the flight provider", 4),
    ("calls to the card provider", 3),
];
/// What is the same each time, of `MEASURED`.
const EXACT: [&str; 3] =
    ["rows of booking_event", "calls to the flight provider", "calls to the card provider"];
/// Bounds of the others. There is a lower one because a gain that is not written into `MEASURED` can be lost unseen.
const MOST_PERCENT: i64 = 130;
const LEAST_PERCENT: i64 = 50;

/// In the order of `MEASURED`.
type Counts = [i64; MEASURED.len()];

const ROUNDS: usize = 3;
const PURCHASES: i64 = 4;
/// An idle connection publishes its statistics after at most so long (Postgres, PGSTAT_IDLE_INTERVAL).
const UNTIL_PUBLISHED: Duration = Duration::from_secs(10);
/// What a purchase's events, webhooks and mails take at most.
const FOLLOWS_S: u64 = 2;

/// Logs every statement with its role and its virtual transaction id. Keeps vacuum and, for five minutes, a checkpoint
/// from adding WAL.
const PREPARATION: [&str; 6] = [
    "alter system set log_statement = 'all'",
    "alter system set log_line_prefix = '%u %v '",
    "alter system set log_parameter_max_length = 0",
    "alter system set autovacuum = off",
    "select pg_reload_conf()",
    "checkpoint",
];
const STATISTICS: &str = "
    select array[
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint,
        booking_event.n_tup_ins,
        booking.n_tup_upd,
        booking.n_tup_upd - booking.n_tup_hot_upd,
        payment.n_tup_upd,
        payment.n_tup_upd - payment.n_tup_hot_upd
    ]
    from pg_stat_user_tables booking_event, pg_stat_user_tables booking, pg_stat_user_tables payment
    where booking_event.relid = 'booking.booking_event'::regclass
        and booking.relid = 'booking.booking'::regclass
        and payment.relid = 'payments.payment'::regclass";
const VERSION: &str = "select current_setting('server_version_num')::int";
const SYNCS: &str = "select wal_sync from pg_stat_wal";
const SYNCS_SINCE_18: &str =
    "select sum(fsyncs)::bigint from pg_stat_io where object = 'wal' and context = 'normal'";

async fn counts(visitor: &Traveller, log: &Path) -> Counts {
    let [statements, transactions] = executed(&String::from_utf8_lossy(&std::fs::read(log).unwrap()));
    let mut database = PgConnection::connect(&visitor.at.database).await.unwrap();
    let version: i32 = sqlx::query_scalar(VERSION).fetch_one(&mut database).await.unwrap();
    let syncs = if version < 180_000 { SYNCS } else { SYNCS_SINCE_18 };
    let syncs: i64 = sqlx::query_scalar(syncs).fetch_one(&mut database).await.unwrap();
    let [wal, events, booking, booking_indexes, payment, payment_indexes]: [i64; 6] =
        sqlx::query_scalar(STATISTICS).fetch_one(&mut database).await.unwrap();
    let asked = visitor.sandbox("/_control/requests").await;
    let (flights, cards) = (calls(&asked, "duffel."), calls(&asked, "stripe."));
    [
        statements,
        transactions,
        wal,
        syncs,
        events,
        booking,
        booking_indexes,
        payment,
        payment_indexes,
        flights,
        cards,
    ]
}

/// Counts the statements that the services have executed, and their transactions.
fn executed(log: &str) -> [i64; 2] {
    let mut statements = 0;
    let mut transactions = HashSet::new();
    for (transaction, message) in log.lines().filter_map(|line| line.split_once(" LOG:  ")) {
        let is_statement = message.starts_with("execute ") || message.starts_with("statement: ");
        if is_statement && transaction.starts_with("svc_") {
            statements += 1;
            transactions.insert(transaction);
        }
    }
    [statements, i64::try_from(transactions.len()).unwrap()]
}

/// Counts the calls to a provider so far, without searches.
fn calls(asked: &Value, provider: &str) -> i64 {
    let operations = asked.as_object().unwrap().iter();
    operations
        .filter(|(name, _)| name.starts_with(provider) && !name.contains("offer_requests"))
        .map(|(_, times)| times.as_i64().unwrap())
        .sum()
}

/// Guests, each with an offer of a search of their own.
async fn guests(at: &Addresses) -> Vec<(Traveller, Value)> {
    let mut guests = Vec::new();
    for _ in 0..PURCHASES {
        let mut guest = Traveller::arrive(at);
        let offer = guest.search("SFO", "NRT").await.remove(0);
        guests.push((guest, offer));
    }
    guests
}

/// Buys for one guest after the other, and waits until all that follows is counted.
async fn buy(guests: Vec<(Traveller, Value)>) {
    for (mut guest, offer) in guests {
        let paid = guest.pay(&offer, GOOD_CARD).await;
        let booked = guest.book(&offer, &paid.body["paymentId"]).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
    }
    tokio::time::sleep(UNTIL_PUBLISHED + testkit::patience(FOLLOWS_S)).await;
}

/// The cost of one purchase: what was counted during several, less what an idle system counts in the same time.
async fn round(visitor: &Traveller, log: &Path) -> Counts {
    let guests = guests(&visitor.at).await;
    let before = counts(visitor, log).await;
    let begun = Instant::now();
    buy(guests).await;
    let length = begun.elapsed();
    let between = counts(visitor, log).await;
    tokio::time::sleep(length).await;
    let after = counts(visitor, log).await;
    std::array::from_fn(|n| ((between[n] - before[n]) - (after[n] - between[n])) / PURCHASES)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purchase_costs_the_statements_commits_rows_and_calls_that_it_was_measured_to() {
    service::install_crypto();
    let dir = folder("cost");
    let mut arguments = arguments(&dir, 26_000);
    arguments.retain(|argument| argument != "--ephemeral");
    let at = Addresses::of(&run_args(arguments.clone()));
    let log = dir.join("postgres/postgres.log");
    let mut stack = Program::start(&dir, &arguments);
    stack.until_open();
    let mut visitor = Traveller::arrive(&at);
    visitor.until_open().await;
    let mut database = PgConnection::connect(&at.database).await.unwrap();
    for statement in PREPARATION {
        database.execute(statement).await.unwrap();
    }
    buy(guests(&at).await).await;

    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push(round(&visitor, &log).await);
    }

    assert_eq!(stack.end_by("INT", "stack"), Some(0), "{}", stack.said());
    let mut strays = Vec::new();
    for (n, (name, measured)) in MEASURED.into_iter().enumerate() {
        let mut costs: Vec<_> = rounds.iter().map(|round| round[n]).collect();
        costs.sort_unstable();
        let median = costs[ROUNDS / 2];
        eprintln!("purchase: {name}: {median} ({measured} before), of {costs:?}");
        let [least, most] = if EXACT.contains(&name) { [100; 2] } else { [LEAST_PERCENT, MOST_PERCENT] };
        if !(measured * least / 100..=measured * most / 100).contains(&median) {
            strays.push(format!("{name}: {median}, and MEASURED says {measured}"));
        }
    }
    assert!(strays.is_empty(), "{strays:?}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn statements_of_services_are_counted_and_those_between_begin_and_commit_are_one_transaction() {
    let log = "\
svc_booking 5/7 LOG:  statement: BEGIN
svc_booking 5/7 LOG:  execute sqlx_s_1: update booking
\tset state = 'svc_booking 9/9 LOG:  execute'
svc_booking 5/7 LOG:  statement: COMMIT
svc_payments 6/7 LOG:  execute <unnamed>: select 1
svc_payments 6/8 LOG:  execute sqlx_s_2: select 2
svc_payments 6/9 ERROR:  canceling statement due to statement timeout
postgres 7/1 LOG:  statement: checkpoint
 0/0 LOG:  checkpoint starting: immediate force wait
";

    assert_eq!(executed(log), [5, 3]);
}
