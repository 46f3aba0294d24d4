use ::events::NatsArgs;
use duffel::DuffelArgs;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};

/// Settings of svc-search.
#[derive(Debug, Clone, clap::Parser)]
pub struct Config {
    /// What the settings below say about real sales.
    #[command(flatten)]
    pub check: SettingsCheck,
    #[command(flatten)]
    pub server: ServerArgs,
    #[command(flatten)]
    pub admin: AdminArgs,
    #[command(flatten)]
    pub telemetry: TelemetryArgs,
    #[command(flatten)]
    pub nats: NatsArgs,
    #[command(flatten)]
    pub duffel: DuffelArgs,
    /// Memory for cached answers and pages, in MiB.
    #[arg(long, env = "CACHE_MIB", default_value_t = 128, value_name = "MIB")]
    pub cache_mib: u64,
    /// What one hour of the whole party counts in the order "best", in percent of the median price of a search.
    #[arg(
        long, env = "BEST_HOUR_PERCENT", default_value_t = 4, value_name = "PERCENT",
        value_parser = clap::value_parser!(u8).range(1..=100)
    )]
    pub best_hour_percent: u8,
}
