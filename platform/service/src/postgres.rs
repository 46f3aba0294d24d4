//! Postgres: settings, a pool with bounds on every wait, migrations, readiness.

mod migration;

use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use opentelemetry::KeyValue;
use secrecy::{ExposeSecret, SecretString};
use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgSslMode};
use time::OffsetDateTime;
use tokio::time::timeout;

use crate::Problem;
use crate::metrics::meter;
use crate::server_certificate::{self, Server};
use migration::newest;

pub use migration::{MigrateArgs, newest as schema_version};

/// A server that hangs is as good as none.
const READINESS_PATIENCE: Duration = Duration::from_secs(2);
/// A connection that was in order this short a time ago is used without asking it first: one message less for nearly
/// each use under load. Postgres takes longer to start. So when it is back, every connection that ended with it is
/// asked and replaced, and fails no statement.
const TRUSTED: Duration = Duration::from_millis(20);
/// What holds for each connection. A statement is planned once, for whatever values may come, by indexes, also where the
/// table was small at that time: tests look at plans made under these settings (`testkit::PLANNER`).
const SETTINGS: [(&str, &str); 7] = [
    ("statement_timeout", "10s"),
    ("idle_in_transaction_session_timeout", "30s"),
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
];

/// The database of a service, as its runtime role.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseArgs {
    /// postgres:// URL of the runtime role, which reads and writes rows and no more. A production system takes
    /// ?sslmode=verify-full alone, with sslrootcert=FILE for an authority of one's own; a server on its own machine needs
    /// no TLS.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: SecretString,
    /// Connections at most.
    #[arg(long, env = "DATABASE_CONNECTIONS", default_value_t = 16, value_name = "N")]
    pub database_connections: u32,
}

impl DatabaseArgs {
    /// A pool that connects on first use, so that a service starts while its database is away.
    pub fn pool(&self) -> anyhow::Result<PgPool> {
        let options = PgConnectOptions::from_str(self.database_url.expose_secret())
            .context("DATABASE_URL is not a postgres:// URL")?
            .options(SETTINGS);
        Ok(PgPoolOptions::new()
            .max_connections(self.database_connections)
            .acquire_timeout(Duration::from_secs(3))
            .test_before_acquire(false)
            .before_acquire(|connection, state| Box::pin(is_usable(connection, state.idle_for)))
            .connect_lazy_with(options))
    }
}

/// False: the pool opens another connection. One that fails while it is used is dropped by the pool itself, which asks
/// each that is given back.
async fn is_usable(connection: &mut PgConnection, idle_for: Duration) -> sqlx::Result<bool> {
    if idle_for < TRUSTED {
        return Ok(true);
    }
    let answer = connection.ping().await;
    if let Err(error) = &answer {
        tracing::info!(%error, "a connection to the database has ended: another one is opened");
    }
    Ok(answer.is_ok())
}

/// When this database was restored from a backup, if it was: `deploy/scripts/backup` notes it at the role of each service.
pub async fn restored_at(pool: &PgPool) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar("select nullif(current_setting('fareway.restored_at', true), '')::timestamptz")
        .fetch_one(pool)
        .await
}

/// The error of a failed statement: UNAVAILABLE if the database is away, else INTERNAL.
pub fn problem(error: &sqlx::Error) -> Problem {
    match error {
        error if is_away(error) => {
            let message = "This service is not available right now. Please try again shortly.";
            Problem::unavailable("SERVICE_UNAVAILABLE", message, error)
        }
        _ => Problem::internal(error),
    }
}

/// Nothing is wrong with the statement: the server can't be reached, or doesn't serve it now.
fn is_away(error: &sqlx::Error) -> bool {
    // Connection exception, insufficient resources, operator intervention (a restart, a timeout): Postgres, appendix A.
    const CLASSES: [&str; 3] = ["08", "53", "57"];
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Tls(_) => {
            true
        }
        sqlx::Error::Database(told) => {
            told.code().is_some_and(|code| CLASSES.iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}

/// Measures how a pool's connections are used and, where they have TLS, how long the server's certificate is good. As
/// long as the process lives.
pub(crate) fn measure(pool: &PgPool, service: &'static str) {
    let server = pool.connect_options();
    if matches!(server.get_ssl_mode(), PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull) {
        server_certificate::measure(Server::Postgres, server.get_host(), server.get_port());
    }
    let label = KeyValue::new("service", service);
    let (used, bound, most) = (pool.clone(), label.clone(), pool.options().get_max_connections());
    meter()
        .u64_observable_gauge("db.client.connection.count")
        .with_unit("{connection}")
        .with_description("Connections of the pool, by state")
        .with_callback(move |gauge| {
            let idle = u64::try_from(used.num_idle()).unwrap_or_default();
            for (state, count) in [("idle", idle), ("used", u64::from(used.size()).saturating_sub(idle))] {
                gauge.observe(count, &[label.clone(), KeyValue::new("db.client.connection.state", state)]);
            }
        })
        .build();
    meter()
        .u64_observable_gauge("db.client.connection.max")
        .with_unit("{connection}")
        .with_description("The most connections of the pool")
        .with_callback(move |gauge| gauge.observe(most.into(), std::slice::from_ref(&bound)))
        .build();
}

/// Ready means: Postgres answers within two seconds, and its schema is the one this program was built for.
pub async fn readiness(pool: PgPool, migrator: &'static Migrator) -> Result<(), &'static str> {
    let query =
        sqlx::query_scalar::<_, Option<i64>>("select max(version) from _sqlx_migrations where success");
    let version = answer(query.fetch_one(&pool)).await?;
    if version.unwrap_or_default() < newest(migrator) {
        return Err("the database's schema is older than this program");
    }
    Ok(())
}

/// What a query for readiness finds within two seconds.
pub(crate) async fn answer<T>(query: impl Future<Output = sqlx::Result<T>>) -> Result<T, &'static str> {
    match timeout(READINESS_PATIENCE, query).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the database does not answer");
            Err("the database does not answer")
        }
        Err(_elapsed) => {
            tracing::warn!("the database does not answer in time");
            Err("the database does not answer in time")
        }
    }
}
