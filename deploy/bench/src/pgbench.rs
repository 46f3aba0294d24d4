//! A booking as five statements, by pgbench, in the same Postgres: the least that the design could ask of it.

mod output;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use servers::Postgres;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};
use storms::fleet::{Fleet, POSTGRES};
use tokio::process::Command;
use tokio::time::sleep;

use self::output::transactions;
use crate::cpu;
use crate::results::Sample;

const SCHEMA: &str = include_str!("pgbench/schema.sql");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pgbench/five.sql");
const DATABASE: &str = "bench";
const CLIENTS: &str = "16";
const WARM_UP: Duration = Duration::from_secs(1);
/// Until Postgres has waited for the processes of closed connections.
const REAPED: Duration = Duration::from_millis(300);

pub struct Pgbench {
    program: PathBuf,
    port: u16,
    postgres: (&'static str, u32),
}

impl Pgbench {
    /// Makes a database of its own for it.
    pub async fn prepare(fleet: &Fleet) -> anyhow::Result<Self> {
        let program = Postgres::tool("pgbench")?;
        let postgres = fleet.processes().into_iter().find(|(name, _)| *name == POSTGRES);
        let options: PgConnectOptions = fleet.database().parse()?;
        let port = options.get_port();
        let mut server = PgConnection::connect_with(&options).await?;
        server.execute("create database bench").await?;
        server.close().await?;
        let mut database = PgConnection::connect_with(&options.database(DATABASE)).await?;
        database.execute(sqlx::raw_sql(SCHEMA)).await?;
        database.close().await?;
        Ok(Self { program, port, postgres: postgres.context("Postgres runs")? })
    }

    /// Runs it for so long. Only what Postgres spends is counted.
    pub async fn measure(&self, length: Duration) -> anyhow::Result<Sample> {
        self.run(WARM_UP).await?;
        let before = cpu::spent(&[self.postgres])?;
        let done = self.run(length).await?;
        let after = cpu::spent(&[self.postgres])?;
        Sample::of(&cpu::since(&before, &after), done, length)
    }

    /// How many transactions it made.
    async fn run(&self, length: Duration) -> anyhow::Result<u32> {
        let mut command = Command::new(&self.program);
        command.args(["--no-vacuum", "--client", CLIENTS, "--jobs", "2", "--file", SCRIPT]);
        command.args(["--time", &length.as_secs().to_string()]);
        command.args(["--host", "127.0.0.1", "--port", &self.port.to_string()]);
        let ended = command.args(["--username", "postgres", DATABASE]).output().await?;
        let said = String::from_utf8_lossy(&ended.stdout);
        ensure!(ended.status.success(), "pgbench: {said}{}", String::from_utf8_lossy(&ended.stderr));
        sleep(REAPED).await;
        transactions(&said).with_context(|| format!("pgbench did not say how many: {said}"))
    }
}
