//! Storms: whole systems of real processes under load and faults, and the books compared when they are over.
//!
//! A storm prints what it counted and fails on a single disagreement, a cent or a booking.

mod backup;
mod balancer;
mod broker;
mod cluster;
mod day;
mod sandbox;
mod slow_peers;
mod storm;
mod strangers;
mod travellers;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use storms::{books, fleet, http, last_release, report, shop, shopper, trips, until};

use crate::fleet::{Fleet, RateLimit};
use crate::report::Report;
use crate::storm::crash_matrix::Part;
use crate::storm::under_load::Load;

/// Proves that no booking is lost, doubled or half paid.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    storm: Storm,
    /// How much of it: offers, kills, bookings, rounds. Each storm has a usual size.
    n: Option<usize>,
    #[command(flatten)]
    part: Part,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Storm {
    /// Many submits of one purchase at once, N offers.
    DoubleSubmit,
    /// Postgres is killed N times under booking load.
    KillPostgres,
    /// N bookings meet a fault of a provider each.
    #[value(name = "sandbox-storm")]
    FaultyProviders,
    /// Every process is killed N times, and timed until the next good booking.
    RecoveryTime,
    /// The broker loses its whole store N times under booking load.
    BrokerRecovery,
    /// Every event and webhook of N purchases comes five times.
    Redeliver,
    /// A program is stopped at a point, and it or what it talks to is killed there: the first N cases.
    CrashMatrix,
    /// N purchases, one visitor who searches without end, and a flight provider that takes few calls.
    RateLimit,
    /// Two of everything and three of svc-search: N of the replicas are killed, frozen and rolled in turn.
    Replicas,
    /// Keys and webhook secrets are replaced while travellers come; N bookings of before are read all the time.
    Rotation,
    /// Certificates between programs, and their authority, are replaced while travellers come; N bookings are read.
    Certificates,
    /// N purchases by each mix of our programs with those of the last release, on this release's schema.
    #[value(name = "older")]
    OlderPrograms,
    /// The database is lost and restored from a backup that was taken in the middle of 2 N purchases.
    Restore,
    /// N peers hold connections and ask nothing, then others ask a byte a second, while travellers book.
    Slowloris,
    /// N stolen cards are tried, by guests and throwaway accounts from 500 addresses, while honest travellers pay.
    Carding,
    /// From 500 addresses strangers guess the passwords of an owner and an administrator, who sign in, for N seconds.
    Lockout,
    /// N reads of offers by visitors without a cookie: the sessions that they leave end within an hour.
    Sessions,
    /// N seconds without a fault, in which no alarm is heard; then faults, each of which sets off its alarms until it ends.
    Alarms,
    /// Travellers come at a rate that has to be held, for N seconds.
    Soak,
    /// Five times as many travellers come, for N seconds.
    Overload,
}

impl Storm {
    fn usual_size(self) -> usize {
        match self {
            Self::DoubleSubmit => 1_000,
            Self::KillPostgres | Self::Redeliver => 100,
            Self::FaultyProviders | Self::Carding | Self::Sessions => 10_000,
            Self::CrashMatrix | Self::Replicas => usize::MAX,
            Self::Soak => 600,
            Self::Overload | Self::Lockout => 60,
            Self::RecoveryTime | Self::BrokerRecovery => 10,
            Self::Alarms => 45,
            Self::RateLimit | Self::Restore | Self::Rotation | Self::Certificates => 20,
            Self::OlderPrograms => 2,
            // More than the gateway has room for.
            Self::Slowloris => 10_050,
        }
    }

    fn rate_limit(self) -> RateLimit {
        match self {
            Self::RateLimit => storm::rate_limit::LIMIT,
            _ => RateLimit::NONE,
        }
    }

    async fn run(self, fleet: &mut Fleet, n: usize, part: &Part, report: &mut Report) -> anyhow::Result<()> {
        match self {
            Self::DoubleSubmit => storm::double_submit::run(fleet, n, report).await,
            Self::KillPostgres => storm::kill_postgres::run(fleet, n, report).await,
            Self::FaultyProviders => storm::sandbox_storm::run(fleet, n, report).await,
            Self::RecoveryTime => storm::recovery_time::run(fleet, n, report).await,
            Self::BrokerRecovery => storm::broker_recovery::run(fleet, n, report).await,
            Self::CrashMatrix => storm::crash_matrix::run(fleet, n, part, report).await,
            Self::Replicas => storm::replicas::run(fleet, n, report).await,
            Self::Rotation => storm::rotation::run(fleet, n, report).await,
            Self::Certificates => storm::certificates::run(fleet, n, report).await,
            Self::OlderPrograms => storm::older_programs::run(fleet, n, report).await,
            Self::Alarms => storm::alarms::run(fleet, n as u64, report).await,
            Self::Soak => storm::under_load::run(fleet, Load::Held, n as u64, report).await,
            Self::Overload => storm::under_load::run(fleet, Load::TooMuch, n as u64, report).await,
            Self::RateLimit => storm::rate_limit::run(fleet, n, report).await,
            Self::Restore => storm::restore::run(fleet, n, report).await,
            Self::Slowloris => storm::slowloris::run(fleet, n, report).await,
            Self::Carding => storm::carding::run(fleet, n, report).await,
            Self::Lockout => storm::lockout::run(fleet, n as u64, report).await,
            Self::Sessions => storm::sessions::run(fleet, n, report).await,
            Self::Redeliver => storm::redeliver::run(fleet, n, report).await,
        }
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let cli = Cli::parse();
    service::install_crypto();
    let mut report = Report::default();
    let mut fleet = match cli.storm {
        Storm::Replicas | Storm::Rotation | Storm::Certificates => Fleet::servers().await?,
        Storm::Carding | Storm::Lockout => Fleet::behind_proxy().await?,
        Storm::Alarms => Fleet::observed().await?,
        Storm::Restore => Fleet::comparing_often().await?,
        storm => Fleet::start(storm.rate_limit()).await?,
    };
    let n = cli.n.unwrap_or_else(|| cli.storm.usual_size());
    if let Err(error) = Box::pin(cli.storm.run(&mut fleet, n, &cli.part, &mut report)).await {
        report.miss(format!("{error:#}"));
    }
    println!("{:?}\n{report}", cli.storm);
    if let Some(logs) = fleet.stop(!report.is_good()).await? {
        println!("  logs: {}", logs.display());
    }
    Ok(report.code())
}
