//! What a failed statement is told as.

use service::postgres::problem;
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
