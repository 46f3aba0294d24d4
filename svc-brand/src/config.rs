use events::{NatsArgs, StreamArgs};
use mail::MailArgs;
use service::postgres::DatabaseArgs;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};
use url::Url;

/// Settings of the serving process.
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
    pub database: DatabaseArgs,
    #[command(flatten)]
    pub nats: NatsArgs,
    #[command(flatten)]
    pub stream: StreamArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    /// Address of the system itself: the default brand's site. Other brands' addresses follow from it.
    #[arg(long, env = "SYSTEM_URL", default_value = "http://localhost:8080", value_name = "URL")]
    pub system_url: Url,
    /// Days that messages of visitors are kept. The privacy policy names the default: change both together
    #[arg(
        long,
        env = "MESSAGES_KEPT_DAYS",
        default_value_t = 365,
        value_parser = clap::value_parser!(u16).range(1..),
        value_name = "DAYS"
    )]
    pub messages_kept_days: u16,
}
