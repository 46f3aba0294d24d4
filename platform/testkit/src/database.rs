use std::hash::{DefaultHasher, Hash, Hasher};

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor};
use uuid::Uuid;

/// The server that tests use, where the environment names no other.
const DEFAULT_SERVER: &str = "postgres://postgres@127.0.0.1:54329/postgres";

/// What the connections of a test itself are called, in `pg_stat_activity`: those of a program under test are not.
pub const OWN_CONNECTION: &str = "test";

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
    /// Makes a migrated database: a copy of one that is migrated once for all tests on this server.
    pub async fn create(migrator: &'static Migrator) -> Self {
        show_warnings();
        let name = format!("test_{}", Uuid::now_v7().simple());
        let mut server = superuser().await;
        let template = template(&mut server, migrator).await;
        execute(&mut server, format!("create database {name} template {template}")).await;
        let options = server_options().database(&name);
        let url = options.to_url_lossy().to_string();
        let own = options.application_name(OWN_CONNECTION);
        let pool = PgPoolOptions::new().max_connections(8).connect_with(own).await.expect("connecting to it");
        Self { pool, url, name }
    }
}

/// What is tested warns on stderr, which the runner shows where the test fails. A test that listens itself comes first.
fn show_warnings() {
    let lines = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_test_writer();
    let _somebody_listens = lines.try_init();
}

/// The name of the migrated database that is copied, which is made by the first who asks.
async fn template(server: &mut PgConnection, migrator: &Migrator) -> String {
    let fingerprint = fingerprint(migrator);
    let name = format!("template_{:016x}", fingerprint.cast_unsigned());
    if is_template(server, &name).await {
        return name;
    }
    sqlx::query("select pg_advisory_lock($1)").bind(fingerprint).execute(&mut *server).await.expect("a turn");
    if !is_template(server, &name).await {
        // What was left by a test that ended half-way.
        execute(server, format!("drop database if exists {name}")).await;
        execute(server, format!("create database {name}")).await;
        migrate(&name, migrator).await;
        execute(server, format!("alter database {name} with is_template true")).await;
    }
    sqlx::query("select pg_advisory_unlock($1)")
        .bind(fingerprint)
        .execute(server)
        .await
        .expect("the turn ends");
    name
}

/// Another one for other migrations.
fn fingerprint(migrator: &Migrator) -> i64 {
    let mut hasher = DefaultHasher::new();
    for migration in migrator.iter() {
        migration.checksum.hash(&mut hasher);
    }
    hasher.finish().cast_signed()
}

async fn is_template(server: &mut PgConnection, name: &str) -> bool {
    sqlx::query_scalar("select exists (select from pg_database where datname = $1 and datistemplate)")
        .bind(name)
        .fetch_one(server)
        .await
        .expect("a list of databases")
}

/// By a connection of its own, which has ended when this returns: a database that is in use is not copied.
async fn migrate(database: &str, migrator: &Migrator) {
    let options = server_options().database(database);
    let mut connection = PgConnection::connect_with(&options).await.expect("connecting to the template");
    migrator.run(&mut connection).await.expect("the migrations run");
    connection.close().await.expect("the connection ends");
}

async fn execute(server: &mut PgConnection, sql: String) {
    server.execute(sqlx::raw_sql(statement(sql))).await.expect("the superuser may");
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
                execute(&mut server, format!("drop database if exists {name} with (force)")).await;
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

/// A database's name cannot be a parameter; those here are made of hexadecimal digits. Queries that are only described
/// come from the sources.
#[expect(clippy::disallowed_types, reason = "the only run-time SQL: test databases, and queries to describe")]
pub(crate) fn statement(sql: String) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(sql)
}
