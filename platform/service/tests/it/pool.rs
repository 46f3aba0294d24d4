//! Connections that are kept: those that ended fail no statement, and those in use are not asked whether they live.
//! Each plans a statement once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::try_join_all;
use service::postgres::DatabaseArgs;
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use testkit::{OWN_CONNECTION, PLANNER, TestDb};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use url::Url;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;
const STATEMENTS: usize = 20;

fn pool(url: &str, connections: u32) -> PgPool {
    DatabaseArgs { database_url: url.into(), database_connections: connections }.pool().unwrap()
}

/// Statements at once: each has a connection of its own.
async fn at_once(pool: &PgPool, count: usize) -> sqlx::Result<()> {
    let statements = (0..count).map(|_| sqlx::query("select pg_sleep(0.1)").execute(pool));
    try_join_all(statements).await.map(drop)
}

/// Ends the connections of the pool under test, as a Postgres that dies does, and answers once they have ended and
/// longer ago than Postgres could be back.
async fn end_connections(db: &TestDb) {
    let ended = Instant::now();
    let end = "select count(pg_terminate_backend(pid))
        from pg_stat_activity
        where datname = current_database() and application_name <> $1";
    let left = || sqlx::query_scalar::<_, i64>(end).bind(OWN_CONNECTION).fetch_one(&db.pool);
    while left().await.unwrap() > 0 || ended.elapsed() < Duration::from_millis(100) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn connections_that_ended_with_their_postgres_fail_no_statement_once_it_is_back() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    let pool = pool(&db.url, 4);
    at_once(&pool, 4).await.unwrap();

    end_connections(&db).await;

    at_once(&pool, 4).await.unwrap();
}

/// Passes connections on to Postgres, and counts what is sent to it.
async fn counting(listener: TcpListener, postgres: (String, u16), sent: Arc<AtomicUsize>) {
    while let Ok((client, _)) = listener.accept().await {
        let server = TcpStream::connect((postgres.0.as_str(), postgres.1)).await.unwrap();
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_server, mut to_server) = server.into_split();
        let sent = sent.clone();
        tokio::spawn(async move { copy(&mut from_server, &mut to_client).await });
        tokio::spawn(async move {
            let mut buffer = [0; 8192];
            while let Ok(length @ 1..) = from_client.read(&mut buffer).await {
                sent.fetch_add(1, Ordering::Relaxed);
                to_server.write_all(&buffer[..length]).await.unwrap();
            }
        });
    }
}

#[tokio::test]
async fn a_connection_in_frequent_use_is_not_asked_before_each_statement() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    let mut url: Url = db.url.parse().unwrap();
    let postgres = (url.host_str().unwrap().to_owned(), url.port().unwrap());
    let (listener, address) = testkit::free_listener().await;
    let sent = Arc::new(AtomicUsize::new(0));
    tokio::spawn(counting(listener, postgres, sent.clone()));
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(address.port())).unwrap();
    let pool = pool(url.as_str(), 1);
    let statement = || sqlx::query("select 1").execute(&pool);
    statement().await.unwrap();

    let before = sent.load(Ordering::Relaxed);
    for _ in 0..STATEMENTS {
        statement().await.unwrap();
    }
    let messages = sent.load(Ordering::Relaxed) - before;

    // Each sends one, and one more when its connection is given back.
    assert!(messages < 3 * STATEMENTS, "{messages} messages for {STATEMENTS} statements");
}

#[tokio::test]
async fn statements_are_planned_as_the_tests_of_them_expect() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    let pool = pool(&db.url, 1);

    let setting = |name| sqlx::query_scalar::<_, String>("select current_setting($1)").bind(name);
    for (name, value) in PLANNER {
        assert_eq!(setting(name).fetch_one(&pool).await.unwrap(), value, "{name}");
    }
}

#[tokio::test]
async fn a_statement_is_planned_once_for_all_values() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    sqlx::raw_sql("create table seat (row integer primary key)").execute(&db.pool).await.unwrap();
    let pool = pool(&db.url, 1);

    for row in 0..STATEMENTS {
        let row = i32::try_from(row).unwrap();
        sqlx::query("select from seat where row = $1").bind(row).execute(&pool).await.unwrap();
    }

    let plans: (i64, i64) = sqlx::query_as(
        "select generic_plans, custom_plans from pg_prepared_statements where statement like 'select from seat%'",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(plans, (i64::try_from(STATEMENTS).unwrap(), 0));
}
