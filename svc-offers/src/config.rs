use ::events::NatsArgs;
use duffel::DuffelArgs;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};

/// Settings of svc-offers.
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
    /// Whether bags are sold with a booking. Off while programs run that are older than bags are, and before such a
    /// release comes back: they would book without a chosen bag
    #[arg(long, env = "SELL_BAGS", default_value_t = true, action = clap::ArgAction::Set)]
    pub sell_bags: bool,
}
