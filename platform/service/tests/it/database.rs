//! What a failed statement is told as.

use service::postgres::{problem, readiness};
use sqlx::migrate::Migrator;
use testkit::TestDb;
use tonic::Code;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

#[tokio::test]
async fn a_database_that_stops_in_mid_statement_is_unavailable_and_a_bad_statement_is_our_fault() {
    let db = TestDb::create(&NO_MIGRATIONS).await;

    for (statement, expected) in [
        ("select pg_terminate_backend(pg_backend_pid())", Code::Unavailable),
        ("set statement_timeout = 1; select pg_sleep(1)", Code::Unavailable),
        ("select * from nowhere", Code::Internal),
    ] {
        let error = sqlx::raw_sql(statement).execute(&db.pool).await.unwrap_err();

        assert_eq!(problem(&error).grpc, expected, "{statement}");
    }
}

#[tokio::test]
async fn a_service_is_ready_while_its_database_answers_and_not_while_it_hangs_or_is_gone() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    let answers = readiness(db.pool.clone(), &NO_MIGRATIONS).await;
    let mut lock = db.pool.begin().await.unwrap();
    sqlx::raw_sql("lock table _sqlx_migrations").execute(&mut *lock).await.unwrap();

    let started = tokio::time::Instant::now();
    let hangs = readiness(db.pool.clone(), &NO_MIGRATIONS).await;
    let waited = started.elapsed();
    lock.rollback().await.unwrap();
    let again = readiness(db.pool.clone(), &NO_MIGRATIONS).await;
    db.pool.close().await;
    let gone = readiness(db.pool.clone(), &NO_MIGRATIONS).await;

    assert_eq!((answers, again), (Ok(()), Ok(())));
    assert_eq!(hangs, Err("the database does not answer in time"));
    assert_eq!(gone, Err("the database does not answer"));
    assert!(waited < testkit::patience(4), "{waited:?}");
}
