//! What the system does while nobody asks anything.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Executor};
use storms::fleet::Fleet;
use tokio::time::sleep;

use crate::cpu::{self, Spent};
use crate::results::Results;

pub const STATEMENTS: &str = "idle statements a second";
const CPU: &str = "idle CPU, % of a core";

/// Until nothing follows any more of what was asked before.
const SETTLES: Duration = Duration::from_secs(10);
/// Until every connection of Postgres has its new settings.
const TAKEN_OVER: Duration = Duration::from_secs(1);
/// Log each statement with its role.
const LOGGING: [&str; 3] = [
    "alter system set log_statement = 'all'",
    "alter system set log_line_prefix = '%u '",
    "select pg_reload_conf()",
];
const NOT_LOGGING: [&str; 3] =
    ["alter system reset log_statement", "alter system reset log_line_prefix", "select pg_reload_conf()"];

/// Watches for so long, and adds the statements of the services and the CPU of all.
pub async fn measure(fleet: &Fleet, length: Duration, results: &mut Results) -> anyhow::Result<()> {
    let log = StatementLog::begin(fleet).await?;
    sleep(SETTLES).await;
    let before = log.count()?;
    let spent = cpu_a_second(&fleet.processes(), length).await?;
    let statements = log.count()? - before;
    log.end().await?;
    ensure!(statements > 0, "Postgres' log has no statement of a service");
    results.add_figure(STATEMENTS, f64::from(statements) / length.as_secs_f64());
    results.add_figure(CPU, spent.values().sum::<f64>() * 100.0);
    Ok(())
}

/// CPU seconds a second, by process.
pub async fn cpu_a_second(processes: &[(&'static str, u32)], length: Duration) -> anyhow::Result<Spent> {
    let before = cpu::spent(processes)?;
    sleep(length).await;
    let spent = cpu::since(&before, &cpu::spent(processes)?);
    Ok(spent.into_iter().map(|(name, seconds)| (name, seconds / length.as_secs_f64())).collect())
}

/// Postgres' log, while it has every statement.
struct StatementLog {
    database: PgConnection,
    file: PathBuf,
}

impl StatementLog {
    async fn begin(fleet: &Fleet) -> anyhow::Result<Self> {
        let database = PgConnection::connect(&fleet.database()).await?;
        let mut log = Self { database, file: fleet.folder().join("postgres/postgres.log") };
        log.set(LOGGING).await?;
        Ok(log)
    }

    async fn end(mut self) -> anyhow::Result<()> {
        self.set(NOT_LOGGING).await?;
        Ok(self.database.close().await?)
    }

    async fn set(&mut self, settings: [&'static str; 3]) -> anyhow::Result<()> {
        for statement in settings {
            self.database.execute(statement).await?;
        }
        sleep(TAKEN_OVER).await;
        Ok(())
    }

    fn count(&self) -> anyhow::Result<u32> {
        let log = std::fs::read(&self.file)?;
        Ok(u32::try_from(executed(&String::from_utf8_lossy(&log)))?)
    }
}

/// How many statements the services have executed, begin and commit included.
fn executed(log: &str) -> usize {
    let is_executed = |line: &&str| {
        line.split_once(" LOG:  ").is_some_and(|(role, said)| {
            role.starts_with("svc_") && (said.starts_with("execute ") || said.starts_with("statement: "))
        })
    };
    log.lines().filter(is_executed).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_of_services_are_counted_and_no_others() {
        let log = "\
svc_booking LOG:  statement: BEGIN
svc_booking LOG:  execute sqlx_s_1: update booking
\tset state = 'svc_booking LOG:  execute'
svc_payments LOG:  execute <unnamed>: select 1
svc_payments ERROR:  canceling statement due to statement timeout
postgres LOG:  statement: select pg_reload_conf()
 LOG:  checkpoint starting: time
";

        assert_eq!(executed(log), 3);
    }
}
