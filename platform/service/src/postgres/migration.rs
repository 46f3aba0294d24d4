//! Migrations beside programs that serve: they hold nobody up, and leave alone what a newer release has made.

use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use secrecy::{ExposeSecret, SecretString};
use sqlx::Connection;
use sqlx::error::DatabaseError;
use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};

/// How long a migration waits for a lock. All statements that come after it to the same table wait behind it.
const LOCK_TIMEOUT: &str = "2s";
/// How often it tries, with a pause in between that lets those statements pass.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_secs(2);
/// `lock_not_available`: Postgres, appendix A.
const NO_LOCK: &str = "55P03";

/// The database of a service, as the role that owns its schema.
#[derive(Debug, Clone, clap::Args)]
pub struct MigrateArgs {
    /// postgres:// URL of the owner role.
    #[arg(long, env = "DATABASE_OWNER_URL", value_name = "URL", hide_env_values = true)]
    pub database_owner_url: SecretString,
}

impl MigrateArgs {
    /// Brings the schema up to date. What a newer release has migrated stays as it is, so that one can go back to an
    /// older release while the database stays.
    ///
    /// # Errors
    /// The database is away, a migration fails, a lock is not free after two minutes, or the schema has a migration
    /// that this program should know and does not.
    pub async fn migrate(&self, migrator: &Migrator) -> anyhow::Result<()> {
        let options = PgConnectOptions::from_str(self.database_owner_url.expose_secret())
            .context("DATABASE_OWNER_URL is not a postgres:// URL")?
            .options([("lock_timeout", LOCK_TIMEOUT)]);
        let mut tries = 1;
        loop {
            match bring_up_to_date(&options, migrator).await {
                Err(error) if tries < TRIES && is_locked_out(&error) => {
                    tracing::warn!(%error, tries, "a table is in use: the migration lets its users pass, and tries again");
                    tokio::time::sleep(PAUSE).await;
                    tries += 1;
                }
                done => return done.context("migrating"),
            }
        }
    }
}

/// On a connection of its own: what a failed try has locked ends with it.
async fn bring_up_to_date(options: &PgConnectOptions, migrator: &Migrator) -> Result<(), MigrateError> {
    let mut connection = PgConnection::connect_with(options).await?;
    connection.ensure_migrations_table(&migrator.table_name).await?;
    let applied = connection.list_applied_migrations(&migrator.table_name).await?;
    let unknown: Vec<i64> = applied
        .iter()
        .map(|migration| migration.version)
        .filter(|version| !migrator.version_exists(*version))
        .collect();
    let newest = newest(migrator);
    if let Some(foreign) = unknown.iter().find(|version| **version < newest) {
        return Err(MigrateError::VersionMissing(*foreign));
    }
    if !unknown.is_empty() {
        tracing::info!(?unknown, "a newer release has migrated this schema: its changes stay");
    }
    let mut ours = Migrator::with_migrations(migrator.iter().cloned().collect());
    ours.set_ignore_missing(true);
    ours.run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// The version that a program was built for; 0 without migrations.
pub fn newest(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or_default()
}

fn is_locked_out(error: &MigrateError) -> bool {
    let (MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _)) = error else {
        return false;
    };
    cause.as_database_error().and_then(DatabaseError::code).is_some_and(|code| code == NO_LOCK)
}
