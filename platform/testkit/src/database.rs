use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor};
use uuid::Uuid;

/// The server that tests use, where the environment names no other.
const DEFAULT_SERVER: &str = "postgres://postgres@127.0.0.1:54329/postgres";

/// A migrated database for one test, dropped after it.
#[derive(Debug)]
pub struct TestDb {
    /// Connections to it.
    pub pool: PgPool,
    /// For a program under test.
    pub url: String,
    name: String,
}

impl TestDb {
    /// Makes a database and migrates it.
    pub async fn create(migrator: &'static Migrator) -> Self {
        let name = format!("test_{}", Uuid::now_v7().simple());
        let mut server = superuser().await;
        server
            .execute(sqlx::raw_sql(statement(format!("create database {name}"))))
            .await
            .expect("a new database");
        let options = server_options().database(&name);
        let url = options.to_url_lossy().to_string();
        let pool =
            PgPoolOptions::new().max_connections(8).connect_with(options).await.expect("connecting to it");
        migrator.run(&pool).await.expect("the migrations run");
        Self { pool, url, name }
    }
}

impl Drop for TestDb {
    fn drop(&mut self) {
        let name = std::mem::take(&mut self.name);
        // A thread with a runtime of its own: drop can't wait, and the test's runtime is about to end.
        let dropping = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let mut server = superuser().await;
                let drop = statement(format!("drop database if exists {name} with (force)"));
                server.execute(sqlx::raw_sql(drop)).await.expect("the test's database is dropped");
            });
        });
        dropping.join().expect("dropping the test's database");
    }
}

fn server_options() -> PgConnectOptions {
    let url = std::env::var("FAREWAY_TEST_POSTGRES").unwrap_or_else(|_| DEFAULT_SERVER.to_owned());
    url.parse().expect("FAREWAY_TEST_POSTGRES is a postgres:// URL")
}

async fn superuser() -> PgConnection {
    PgConnection::connect_with(&server_options())
        .await
        .expect("tests need the Postgres that `make test` starts, or FAREWAY_TEST_POSTGRES")
}

/// A database's name cannot be a parameter; this one is made of hexadecimal digits above.
#[expect(clippy::disallowed_types, reason = "the only run-time SQL: creating and dropping test databases")]
fn statement(sql: String) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(sql)
}
