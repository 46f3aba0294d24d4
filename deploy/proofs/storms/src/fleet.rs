//! Every program of the system as a process of its own: each can be killed without warning and started again.
//!
//! Data lie in a folder of their own and are really on disk: what a crash may lose here, it may lose anywhere.

mod processes;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use servers::{Access, Durability, Nats, Postgres, Program};
use service::AdminArgs;
use stack::programs::{CommandLine, built, command_lines};
use stack::{Ports, RunArgs, certificates, database, start_sandbox};

use crate::http;
use crate::last_release::LastRelease;
use crate::until::until;

/// How long a server may take to recover, or the site to open.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long a program may take to end after SIGTERM: what is under way ends first.
const ENDS: Duration = Duration::from_secs(45);
/// Where metrics are posted by OTLP over HTTP.
pub const METRICS_PATH: &str = "/v1/metrics";
/// Settings of svc-payments under which a few cards, and a minute without a comparison, are enough for its alarms.
const SOON_ALARMED: [(&str, &str); 3] =
    [("reconcile-interval-s", "5"), ("declines-per-session", "2"), ("brand-declines-before-work", "40")];
/// The services' ports begin here.
const BASE: u16 = 24_000;
/// An accepted order comes out this many milliseconds later.
const ASYNC_MS: u32 = 1_500;

/// The processes that are no services of ours.
pub const POSTGRES: &str = "postgres";
pub const NATS: &str = "nats-server";
pub const SANDBOX: &str = "sandbox";
pub const GATEWAY: &str = "gateway";
const PAYMENTS: &str = "svc-payments";
const SEARCH: &str = "svc-search";

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    run: RunArgs,
}

/// How many calls the flight provider takes in a window.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    pub calls: u32,
    pub window_s: u32,
}

impl RateLimit {
    /// More than any storm makes.
    pub const NONE: Self = Self { calls: 1_000_000, window_s: 60 };
}

pub struct Fleet {
    args: RunArgs,
    postgres: Option<Postgres>,
    nats: Option<Nats>,
    sandbox: Option<Program>,
    services: BTreeMap<&'static str, Program>,
    lines: Vec<CommandLine>,
    metrics_port: Option<u16>,
}

impl Fleet {
    /// Starts all of them, with an empty database.
    pub async fn start(limit: RateLimit) -> anyhow::Result<Self> {
        Self::prepare(settings(limit)?).await?.without_work().opened().await
    }

    /// Starts all of them, with an empty database. svc-search asks this flight provider in place of the sandbox, and the
    /// gateway trusts the `X-Forwarded-For` of this machine.
    pub async fn searching_at(provider: &str) -> anyhow::Result<Self> {
        let fleet = Self::prepare(settings(RateLimit::NONE)?).await?.without_work().trusting_this_machine();
        fleet.with(SEARCH, "duffel-test-url", provider).opened().await
    }

    /// Starts all of them. The gateway believes what this machine says of a visitor's address, as it would a proxy.
    pub async fn behind_proxy() -> anyhow::Result<Self> {
        Self::prepare(settings(RateLimit::NONE)?).await?.trusting_this_machine().opened().await
    }

    /// Starts all of them. svc-payments compares its ledger with the card provider's every ten seconds.
    pub async fn comparing_often() -> anyhow::Result<Self> {
        let fleet = Self::prepare(settings(RateLimit::NONE)?).await?.without_work();
        fleet.with(PAYMENTS, "reconcile-interval-s", "10").opened().await
    }

    /// Starts all of them. They deliver their metrics each second.
    pub async fn observed() -> anyhow::Result<Self> {
        let metrics_port = free_port()?;
        let endpoint = format!("http://127.0.0.1:{metrics_port}{METRICS_PATH}");
        let mut fleet = Self::prepare(settings(RateLimit::NONE)?).await?;
        fleet.metrics_port = Some(metrics_port);
        for name in fleet.names() {
            fleet = fleet
                .with(name, "otlp-metrics-endpoint", &endpoint)
                .with(name, "otlp-protocol", "http/protobuf")
                .with(name, "metrics-interval-ms", "1000");
        }
        for (setting, value) in SOON_ALARMED {
            fleet = fleet.with(PAYMENTS, setting, value);
        }
        fleet.opened().await
    }

    /// However many cards are at the provider at once, none needs work: k6's travellers can't do it.
    fn without_work(self) -> Self {
        self.with(PAYMENTS, "brand-declines-before-work", "1000000")
    }

    fn trusting_this_machine(self) -> Self {
        self.with(GATEWAY, "trusted-proxies", "127.0.0.1/32")
    }

    /// The same fleet, one of whose programs has a setting of another value.
    fn with(mut self, program: &str, setting: &str, value: &str) -> Self {
        for line in self.lines.iter_mut().filter(|line| line.name == program) {
            *line = line.clone().with(setting, value);
        }
        self
    }

    async fn opened(mut self) -> anyhow::Result<Self> {
        for name in self.names() {
            self.revive(name).await?;
        }
        self.until_open().await?;
        Ok(self)
    }

    /// Starts the servers and no services: there will be several of each, which find each other by name.
    pub async fn servers() -> anyhow::Result<Self> {
        let args = RunArgs { found_by_name: true, ..settings(RateLimit::NONE)? };
        Ok(Self::prepare(args).await?.without_work())
    }

    async fn prepare(args: RunArgs) -> anyhow::Result<Self> {
        std::fs::create_dir_all(&args.dir)?;
        std::fs::create_dir_all(args.dir.join("failpoints"))?;
        let lines = command_lines(&args);
        let mut fleet = Self {
            args,
            postgres: None,
            nats: None,
            sandbox: None,
            services: BTreeMap::new(),
            lines,
            metrics_port: None,
        };
        certificates::make(&fleet.certificates(), Some(&fleet.authority()))?;
        fleet.revive(POSTGRES).await?;
        let superuser =
            database::url(fleet.args.ports.postgres_port, "postgres").replace("/fareway", "/postgres");
        database::prepare(&fleet.args, &superuser).await?;
        fleet.revive(NATS).await?;
        fleet.revive(SANDBOX).await?;
        Ok(fleet)
    }

    /// The services and the gateway.
    pub fn names(&self) -> Vec<&'static str> {
        self.lines.iter().map(|line| line.name).collect()
    }

    /// How the services and the gateway are started.
    pub fn command_lines(&self) -> &[CommandLine] {
        &self.lines
    }

    /// The port to which the programs deliver their metrics, where they do.
    pub fn metrics_port(&self) -> Option<u16> {
        self.metrics_port
    }

    /// The port of the site, on every address that serves it.
    pub fn site_port(&self) -> u16 {
        self.args.ports.port
    }

    /// A service's own name.
    pub fn name_of(&self, program: &str) -> anyhow::Result<&'static str> {
        let known = self.names().into_iter().find(|name| *name == program);
        known.with_context(|| format!("{program} is no service of ours"))
    }

    /// SIGKILL.
    pub async fn kill(&mut self, name: &'static str) -> anyhow::Result<()> {
        let running = "it was running";
        match name {
            POSTGRES => self.postgres.take().context(running)?.kill().await,
            NATS => self.nats.take().context(running)?.kill().await,
            SANDBOX => self.sandbox.take().context(running)?.kill().await,
            service => self.services.remove(service).context(running)?.kill().await,
        }
    }

    /// Starts a process that is down, on the data it left.
    pub async fn revive(&mut self, name: &'static str) -> anyhow::Result<()> {
        let dir = &self.args.dir;
        match name {
            POSTGRES => self.postgres = Some(self.recovered_postgres().await?),
            NATS => {
                let store = dir.join("nats");
                self.nats = Some(
                    Nats::start(&store, self.args.ports.nats_port, Durability::Full, Access::Users).await?,
                );
            }
            SANDBOX => self.sandbox = Some(start_sandbox(&self.args).await?),
            service => {
                let program = self.start_service(service).await?;
                self.services.insert(service, program);
            }
        }
        Ok(())
    }

    /// Sessions of a killed Postgres end by themselves a moment later; until then its shared memory is taken.
    async fn recovered_postgres(&self) -> anyhow::Result<Postgres> {
        let (dir, port) = (self.args.dir.join("postgres"), self.args.ports.postgres_port);
        until("Postgres recovers", PATIENCE, async || {
            Postgres::start(&dir, port, Durability::Full).await.map_err(|error| error.to_string())
        })
        .await
    }

    async fn start_service(&self, name: &'static str) -> anyhow::Result<Program> {
        self.start_line(self.line(name)?).await
    }

    async fn start_line(&self, line: &CommandLine) -> anyhow::Result<Program> {
        let program = built(line.name)?.display().to_string();
        self.start_program(line, [program].into_iter().chain(line.arguments.iter().cloned())).await
    }

    /// Starts a service that is down, with a setting of another value until it is revived.
    pub async fn revive_with(
        &mut self,
        name: &'static str,
        setting: &str,
        value: &str,
    ) -> anyhow::Result<()> {
        let line = self.line(name)?.clone().with(setting, value);
        let program = self.start_line(&line).await?;
        self.services.insert(name, program);
        self.until_ready(name).await
    }

    fn line(&self, name: &str) -> anyhow::Result<&CommandLine> {
        self.lines.iter().find(|line| line.name == name).context("a service of ours")
    }

    /// `command` is what env(1) runs, its variables first.
    async fn start_program(
        &self,
        line: &CommandLine,
        command: impl IntoIterator<Item = String>,
    ) -> anyhow::Result<Program> {
        let log = self.args.dir.join(format!("{}.log", line.name));
        let failpoints = format!("FAREWAY_FAILPOINTS={}", self.failpoints().display());
        let arguments = [failpoints].into_iter().chain(command);
        Program::start(line.name, Path::new("/usr/bin/env"), arguments, log, line.address()).await
    }

    /// Ends a program, and starts the last release's in its place, or ours again.
    pub async fn exchange(
        &mut self,
        name: &'static str,
        release: Option<&LastRelease>,
    ) -> anyhow::Result<()> {
        if let Some(running) = self.services.remove(name) {
            running.end(ENDS).await?;
        }
        let program = match release {
            Some(release) => {
                let line = self.line(name)?;
                self.start_program(line, release.command(line)?).await?
            }
            None => self.start_service(name).await?,
        };
        self.services.insert(name, program);
        self.until_ready(name).await
    }

    pub async fn until_ready(&self, name: &str) -> anyhow::Result<()> {
        let address = self.line(name)?.setting("admin-listen").context("it has an admin port")?;
        let admin = AdminArgs { admin_listen: address.parse()? };
        until(&format!("{name} is ready"), PATIENCE, async || {
            admin.probe().await.map_err(|error| format!("{error:#}"))
        })
        .await
    }

    /// None may end by itself, whatever happens to the others.
    pub fn check_alive(&mut self) -> anyhow::Result<()> {
        self.services.values_mut().try_for_each(Program::check_alive)
    }

    /// Loses all that the broker has, as a disk that dies would. It must be down.
    pub fn forget_events(&self) -> anyhow::Result<()> {
        Ok(std::fs::remove_dir_all(self.args.dir.join("nats/store"))?)
    }

    pub async fn until_open(&self) -> anyhow::Result<()> {
        let site = self.site();
        // A connection for each question, as from one visitor after another.
        let client = http::client().pool_max_idle_per_host(0).build()?;
        until("the site opens", PATIENCE, async || {
            let ready =
                client.get(format!("{site}/readyz")).send().await.map_err(|error| error.to_string())?;
            let mode = client.get(format!("{site}/api/system/mode")).send().await;
            let mode = mode.map_err(|error| error.to_string())?.text().await.unwrap_or_default();
            let is_open = ready.status().is_success() && mode.contains("\"known\":true");
            if is_open { Ok(()) } else { Err(format!("{} {mode}", ready.status())) }
        })
        .await
    }

    pub fn site(&self) -> String {
        format!("http://127.0.0.1:{}", self.args.ports.port)
    }

    pub fn sandbox(&self) -> String {
        format!("http://127.0.0.1:{}", self.args.ports.sandbox_port)
    }

    /// Where everything is that belongs to this fleet.
    pub fn folder(&self) -> &Path {
        &self.args.dir
    }

    /// Where the programs read their certificates, each in a folder of its own.
    pub fn certificates(&self) -> PathBuf {
        self.args.dir.join("certificates")
    }

    /// Where the authority of these certificates is kept.
    pub fn authority(&self) -> PathBuf {
        self.args.dir.join("authority")
    }

    /// The most memory that each service has had so far, MiB.
    pub fn memory_peaks(&self) -> anyhow::Result<Vec<(&'static str, u64)>> {
        let peaks = self.services.iter().map(|(name, program)| Ok((*name, program.memory_peak()? >> 20)));
        peaks.collect()
    }

    /// A file here, with the name of a point, stops the program that reaches the point.
    pub fn failpoints(&self) -> PathBuf {
        self.args.dir.join("failpoints")
    }

    pub fn broker(&self) -> String {
        format!("nats://127.0.0.1:{}", self.args.ports.nats_port)
    }

    /// All schemas, as the superuser.
    pub fn database(&self) -> String {
        database::url(self.args.ports.postgres_port, "postgres")
    }

    /// A service's schema, as the role that owns it.
    pub fn owner_url(&self, service: &str) -> String {
        database::url(self.args.ports.postgres_port, &format!("{}_owner", service.replace('-', "_")))
    }

    /// Stops everything, callers first. The folder with the logs remains where `keep` says so.
    pub async fn stop(mut self, keep: bool) -> anyhow::Result<Option<PathBuf>> {
        for line in self.lines.iter().rev() {
            if let Some(program) = self.services.remove(line.name) {
                program.stop().await;
            }
        }
        if let Some(sandbox) = self.sandbox.take() {
            sandbox.stop().await;
        }
        if let Some(nats) = self.nats.take() {
            nats.stop().await;
        }
        if let Some(postgres) = self.postgres.take() {
            postgres.stop().await;
        }
        if keep {
            return Ok(Some(self.args.dir));
        }
        std::fs::remove_dir_all(&self.args.dir)?;
        Ok(None)
    }
}

/// A port for something beside the fleet.
pub fn free_port() -> io::Result<u16> {
    Ok(Ports::free(BASE)?.port)
}

/// A folder that Postgres' own user may enter, and ports that are free.
fn settings(limit: RateLimit) -> anyhow::Result<RunArgs> {
    let dir = std::env::temp_dir().join(format!("fareway-storm-{}", std::process::id()));
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../seeds");
    let run = Cli::try_parse_from([
        "storms".to_owned(),
        format!("--dir={}", dir.display()),
        format!("--seeds={}", seeds.display()),
        "--sandbox-delay=0".to_owned(),
        format!("--sandbox-async-ms={ASYNC_MS}"),
        format!("--sandbox-rate-limit={}", limit.calls),
        format!("--sandbox-rate-window-s={}", limit.window_s),
    ])?
    .run;
    Ok(RunArgs { ports: Ports::free(BASE)?, ..run })
}
