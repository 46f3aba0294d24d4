use ::events::NatsArgs;
use duffel::DuffelArgs;
use service::{ServerArgs, TelemetryArgs};

/// Settings of svc-offers.
#[derive(Debug, Clone, clap::Parser)]
pub struct Config {
    #[command(flatten)]
    pub server: ServerArgs,
    #[command(flatten)]
    pub telemetry: TelemetryArgs,
    #[command(flatten)]
    pub nats: NatsArgs,
    #[command(flatten)]
    pub duffel: DuffelArgs,
}
