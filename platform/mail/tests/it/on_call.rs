//! The person on duty is mailed once a case, and again each hour until somebody has taken it.

use std::sync::{Arc, Mutex};

use clap::Parser;
use mail::Seal;
use mail::on_call::{Cases, OnCall, OnCallArgs, OpenCase};
use service::{Clock, Mode};
use sqlx::PgConnection;
use sqlx::postgres::{PgConnectOptions, PgPool};
use testkit::{Log, MockClock, TestDb};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::outbox::MIGRATOR;

const FIRST: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);

/// The cases that are open, as a test wants them.
#[derive(Clone, Default)]
struct Open(Arc<Mutex<Vec<OpenCase>>>);

impl Cases for Open {
    const KIND: &'static str = "booking";

    fn open(
        &self,
        _connection: &mut PgConnection,
    ) -> impl Future<Output = anyhow::Result<Vec<OpenCase>>> + Send {
        std::future::ready(Ok(self.0.lock().unwrap().clone()))
    }

    fn subject(&self, count: usize) -> String {
        format!("{count} open")
    }
}

/// A service with cases, and the person that it calls.
struct Setup {
    db: TestDb,
    clock: Arc<MockClock>,
    open: Open,
    on_call: OnCall<Open>,
}

impl Setup {
    async fn new() -> Self {
        let db = TestDb::create(&MIGRATOR).await;
        let (clock, open) = (MockClock::new(datetime!(2026-03-01 12:00 UTC)), Open::default());
        let on_call = OnCall {
            cases: open.clone(),
            pool: db.pool.clone(),
            address: "person@on-call.example".into(),
            system_url: "https://fly.example/?brand=blue".parse().unwrap(),
            seal: Seal::InClear,
            clock: clock.clone(),
            wake: Arc::new(Notify::new()),
        };
        Self { db, clock, open, on_call }
    }

    fn opens(&self, id: Uuid) {
        let mode = if id == FIRST { Mode::Live } else { Mode::Test };
        self.open.0.lock().unwrap().push(OpenCase {
            id,
            mode,
            code: "order_unknown".into(),
            reason: "The order is not known.".into(),
            sum: "$645".into(),
            decided_at: None,
            news_at: None,
            fault: None,
        });
    }

    /// A case needs a decision for another reason than before.
    fn becomes(&self, id: Uuid, code: &str, reason: &str) {
        self.change(id, |case| (case.code, case.reason) = (code.to_owned(), reason.to_owned()));
    }

    /// Another release words the reason of a case.
    fn is_worded(&self, id: Uuid, reason: &str) {
        self.change(id, |case| reason.clone_into(&mut case.reason));
    }

    async fn execute(&self, statement: &'static str) {
        sqlx::query(statement).execute(&self.db.pool).await.unwrap();
    }

    fn change(&self, id: Uuid, change: impl Fn(&mut OpenCase)) {
        self.open.0.lock().unwrap().iter_mut().filter(|case| case.id == id).for_each(change);
    }

    /// An administrator decides; the case stays open.
    fn is_taken(&self, id: Uuid) {
        let now = self.clock.now();
        self.change(id, |case| case.decided_at = Some(now));
    }

    fn ends(&self, id: Uuid) {
        self.open.0.lock().unwrap().retain(|case| case.id != id);
    }

    /// What is mailed after a while, one number of cases for each of so many looks.
    async fn after(&self, minutes: i64) -> [usize; 2] {
        self.clock.advance(Duration::minutes(minutes));
        [self.on_call.look().await.unwrap(), self.on_call.look().await.unwrap()]
    }

    async fn mails(&self) -> Vec<(String, String, String)> {
        let query = "select recipient, subject, body_text from mail_outbox order by created_at, id";
        sqlx::query_as(query).fetch_all(&self.db.pool).await.unwrap()
    }
}

#[tokio::test]
async fn a_case_is_mailed_once_and_again_each_hour_while_nobody_takes_it() {
    let setup = Setup::new().await;
    assert_eq!(setup.after(0).await, [0, 0]);

    setup.opens(FIRST);

    assert_eq!(setup.after(0).await, [1, 0]);
    assert_eq!(setup.after(59).await, [0, 0]);
    assert_eq!(setup.after(1).await, [1, 0]);
    assert_eq!(setup.after(60).await, [1, 0]);
    assert_eq!(setup.mails().await.len(), 3);
}

#[tokio::test]
async fn a_case_that_somebody_has_taken_is_not_mailed_again_while_it_is_open() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    setup.opens(OTHER);
    assert_eq!(setup.after(0).await, [2, 0]);

    setup.is_taken(FIRST);

    assert_eq!(setup.after(60).await, [1, 0]);
    let (_, _, text) = setup.mails().await.pop().unwrap();
    assert!(text.contains(&OTHER.to_string()) && !text.contains(&FIRST.to_string()), "{text}");
}

#[tokio::test]
async fn a_case_that_was_settled_is_not_mailed_again_unless_it_opens_anew() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);

    setup.is_taken(FIRST);
    setup.ends(FIRST);
    assert_eq!(setup.after(60).await, [0, 0]);

    setup.opens(FIRST);
    assert_eq!(setup.after(1).await, [1, 0]);
    assert_eq!(setup.mails().await.len(), 2);
}

#[tokio::test]
async fn a_taken_case_that_has_another_problem_is_mailed_as_a_new_one_and_has_to_be_taken_again() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    setup.is_taken(FIRST);
    assert_eq!(setup.after(60).await, [0, 0]);

    setup.becomes(FIRST, "refund_failed", "The refund failed.");

    assert_eq!(setup.after(0).await, [1, 0]);
    let (_, _, text) = setup.mails().await.pop().unwrap();
    assert!(text.contains("The refund failed.") && !text.contains("Open since"), "{text}");
    assert_eq!(setup.after(60).await, [1, 0]);
    let (_, _, text) = setup.mails().await.pop().unwrap();
    assert!(text.contains("Open since 2026-03-01 13:00 UTC"), "{text}");
    setup.is_taken(FIRST);
    assert_eq!(setup.after(60).await, [0, 0]);
}

#[tokio::test]
async fn what_a_case_looks_like_while_a_decision_is_carried_out_is_not_mailed() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    setup.opens(OTHER);
    assert_eq!(setup.after(0).await, [2, 0]);
    setup.clock.advance(Duration::minutes(10));

    for id in [FIRST, OTHER] {
        setup.is_taken(id);
        setup.becomes(id, "void_sent", "The money goes back.");
    }

    assert_eq!(setup.after(0).await, [0, 0]);
    setup.ends(FIRST);
    assert_eq!(setup.after(2).await, [1, 0], "the other one is stuck in it");
}

#[tokio::test]
async fn news_of_a_taken_case_is_mailed_once_though_the_reason_is_the_same() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    setup.is_taken(FIRST);
    assert_eq!(setup.after(60).await, [0, 0]);

    let now = setup.clock.now();
    setup.change(FIRST, |case| case.news_at = Some(now));

    assert_eq!(setup.after(1).await, [1, 0]);
    setup.is_taken(FIRST);
    assert_eq!(setup.after(60).await, [0, 0]);
    assert_eq!(setup.mails().await.len(), 2);
}

#[tokio::test]
async fn news_counts_once_its_time_has_come() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    setup.is_taken(FIRST);

    let later = setup.clock.now() + Duration::minutes(30);
    setup.change(FIRST, |case| case.news_at = Some(later));

    assert_eq!(setup.after(10).await, [0, 0]);
    assert_eq!(setup.after(20).await, [1, 0]);
    assert_eq!(setup.after(2).await, [0, 0]);
}

#[tokio::test]
async fn a_release_that_words_a_reason_otherwise_mails_no_case_anew() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    setup.opens(OTHER);
    assert_eq!(setup.after(0).await, [2, 0]);
    setup.is_taken(FIRST);

    for id in [FIRST, OTHER] {
        setup.is_worded(id, "Nobody knows of an order.");
    }

    assert_eq!(setup.after(2).await, [0, 0]);
    assert_eq!(setup.after(58).await, [1, 0], "the one that nobody has taken, an hour later");
    let (_, _, text) = setup.mails().await.pop().unwrap();
    assert!(text.contains("Nobody knows of an order.") && text.contains("Open since"), "{text}");
}

#[tokio::test]
async fn a_case_that_a_release_without_codes_mailed_is_known_by_its_words_once_and_then_by_its_code() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    setup.opens(OTHER);
    assert_eq!(setup.after(0).await, [2, 0]);
    for id in [FIRST, OTHER] {
        setup.is_taken(id);
    }
    setup.execute("update on_call_case set code = null").await;

    setup.is_worded(OTHER, "Nobody knows of an order.");
    assert_eq!(setup.after(2).await, [1, 0], "of the other one nothing is the same");
    setup.is_taken(OTHER);
    setup.is_worded(FIRST, "Nobody knows of an order.");

    assert_eq!(setup.after(60).await, [0, 0]);
}

#[tokio::test]
async fn a_code_that_a_release_without_codes_left_as_it_was_makes_no_case_a_new_one() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    setup.is_taken(FIRST);
    setup.execute("update on_call_case set code = 'refund_failed'").await;

    assert_eq!(setup.after(2).await, [0, 0], "the words are the same");
    setup.is_worded(FIRST, "Nobody knows of an order.");

    assert_eq!(setup.after(60).await, [0, 0], "the code is right again");
}

#[tokio::test]
async fn a_mail_that_is_noted_a_moment_ahead_is_known() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    setup.execute("update on_call_case set mailed_at = clock_timestamp() + interval '50 seconds'").await;

    assert_eq!(setup.after(1).await, [0, 0]);
}

#[tokio::test]
async fn a_clock_that_ran_ahead_silences_nobody() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    setup.execute("update on_call_case set mailed_at = clock_timestamp() + interval '7 days'").await;

    setup.opens(OTHER);

    assert_eq!(setup.after(1).await, [2, 0], "nobody knows when the first one was mailed");
    assert_eq!(setup.after(59).await, [0, 0]);
    assert_eq!(setup.after(1).await, [2, 0]);
    assert_eq!(setup.mails().await.len(), 3);
}

#[tokio::test]
async fn a_process_whose_clock_is_ahead_goes_by_the_database() {
    let mut setup = Setup::new().await;
    let ahead = "select clock_timestamp() + interval '7 days'";
    let ahead = sqlx::query_scalar::<_, OffsetDateTime>(ahead).fetch_one(&setup.db.pool).await.unwrap();
    setup.clock = MockClock::new(ahead);
    setup.on_call.clock = setup.clock.clone();
    setup.opens(FIRST);

    assert_eq!(setup.after(0).await, [1, 0]);
    let useless = "select useless_after from mail_outbox";
    let useless = sqlx::query_scalar::<_, OffsetDateTime>(useless).fetch_one(&setup.db.pool).await.unwrap();
    assert!(useless > setup.clock.now(), "{useless}");
    assert_eq!(setup.after(60).await, [0, 0], "for the database it is a moment later");

    let later = "select count(*) from on_call_case where mailed_at > clock_timestamp()";
    assert_eq!(sqlx::query_scalar::<_, i64>(later).fetch_one(&setup.db.pool).await.unwrap(), 0);
}

#[tokio::test]
async fn cases_that_open_within_a_minute_of_a_mail_share_the_next_one() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);

    (2..=4).for_each(|id| setup.opens(Uuid::from_u128(id)));

    assert_eq!(setup.after(0).await, [0, 0]);
    assert_eq!(setup.after(1).await, [3, 0]);
}

#[tokio::test]
async fn a_mail_also_tells_of_what_is_due_within_the_next_five_minutes() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    setup.opens(OTHER);
    assert_eq!(setup.after(5).await, [1, 0]);
    setup.opens(Uuid::from_u128(3));
    assert_eq!(setup.after(6).await, [1, 0]);

    assert_eq!(setup.after(49).await, [2, 0], "the third is due eleven minutes later");
    assert_eq!(setup.after(11).await, [1, 0]);
    assert_eq!(setup.after(49).await, [2, 0], "together from then on");
}

#[tokio::test]
async fn a_case_that_cannot_be_read_is_mailed_and_logged_with_its_cause() {
    let log = Log::default();
    let _listens = tracing::subscriber::set_default(log.subscriber(tracing::Level::ERROR));
    let setup = Setup::new().await;
    setup.opens(FIRST);
    setup.opens(OTHER);
    setup.change(OTHER, |case| case.fault = Some("an unknown state".to_owned()));

    assert_eq!(setup.after(0).await, [2, 0]);

    let told = log.text();
    assert_eq!(told.matches("a case could not be read").count(), 1, "{told}");
    assert!(told.contains(&OTHER.to_string()) && told.contains("an unknown state"), "{told}");
}

#[tokio::test]
async fn a_look_that_finds_nothing_new_writes_nothing() {
    let mut setup = Setup::new().await;
    setup.opens(FIRST);
    assert_eq!(setup.after(0).await, [1, 0]);
    let options: PgConnectOptions = setup.db.url.parse().unwrap();
    let options = options.options([("default_transaction_read_only", "on")]);
    setup.on_call.pool = PgPool::connect_with(options).await.unwrap();

    assert_eq!(setup.after(10).await, [0, 0]);

    setup.ends(FIRST);
    assert!(setup.on_call.look().await.is_err(), "what has ended is deleted");
}

#[tokio::test]
async fn several_processes_mail_a_case_once() {
    let setup = Setup::new().await;
    setup.opens(FIRST);

    let looks = (0..4).map(|_| setup.on_call.look());
    let mailed: usize = futures::future::try_join_all(looks).await.unwrap().into_iter().sum();

    assert_eq!((mailed, setup.mails().await.len()), (1, 1));
}

#[tokio::test]
async fn cases_that_open_together_share_a_mail_of_a_hundred_at_most_and_the_others_follow() {
    let setup = Setup::new().await;
    (1..=101).for_each(|id| setup.opens(Uuid::from_u128(id)));

    assert_eq!(setup.after(0).await, [100, 0]);
    assert_eq!(setup.after(1).await, [1, 0]);
    let subjects: Vec<_> = setup.mails().await.into_iter().map(|(_, subject, _)| subject).collect();
    assert_eq!(subjects, ["100 open", "1 open"]);
}

#[tokio::test]
async fn a_mail_names_case_reason_sum_and_link_and_how_long_nobody_came() {
    let setup = Setup::new().await;
    setup.opens(FIRST);
    setup.opens(OTHER);
    setup.after(0).await;
    setup.after(60).await;

    let mails = setup.mails().await;

    let [(to, subject, first), (_, _, again)] = mails.as_slice() else { panic!("two mails: {mails:?}") };
    assert_eq!((to.as_str(), subject.as_str()), ("person@on-call.example", "2 open"));
    let lines = [
        format!("Case {FIRST}"),
        "The order is not known.".to_owned(),
        "Sum: $645".to_owned(),
        format!("https://fly.example/admin-settings?brand=blue#booking-{FIRST}"),
    ];
    assert!(first.contains(&lines.join("\n")), "{first}");
    assert!(first.contains("Sum: $645, in test mode: no real money"), "{first}");
    assert!(!first.contains("Open since"), "{first}");
    assert_eq!(
        again.matches("Open since 2026-03-01 12:00 UTC, and nobody has taken it.").count(),
        2,
        "{again}"
    );
    let useless = "select count(*) from mail_outbox where useless_after = created_at + interval '1 hour'";
    assert_eq!(sqlx::query_scalar::<_, i64>(useless).fetch_one(&setup.db.pool).await.unwrap(), 2);
}

#[derive(Parser)]
struct Settings {
    #[command(flatten)]
    on_call: OnCallArgs,
}

#[test]
fn nobody_is_on_call_where_the_address_is_empty_and_what_is_none_is_refused() {
    let parse = |arguments: &[&str]| Settings::try_parse_from([&["mail"], arguments].concat());
    let address = |arguments: &[&str]| parse(arguments).unwrap().on_call.address().map(str::to_owned);

    assert_eq!(address(&[]), None);
    assert_eq!(address(&["--on-call-email="]), None);
    assert_eq!(address(&["--on-call-email=me@fly.example"]), Some("me@fly.example".to_owned()));
    assert!(parse(&["--on-call-email=me"]).is_err());
}

#[test]
fn the_tests_use_the_table_that_services_copy() {
    let table = include_str!("../migrations/20261126120600_create_on_call_case.sql");
    let code = include_str!("../migrations/20261126140000_add_code_to_on_call_case.sql");

    assert_eq!(table, include_str!("../../on_call.sql"));
    assert_eq!(code, include_str!("../../on_call_code.sql"));
}
