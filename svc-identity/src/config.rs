use events::{NatsArgs, StreamArgs};
use mail::MailArgs;
use secrecy::SecretString;
use service::postgres::DatabaseArgs;
use service::sealing::Sealer;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};
use url::Url;

/// With what the secrets of second factors, and mails that wait, are encrypted.
#[derive(Debug, Clone, clap::Args)]
pub struct SecondFactorArgs {
    /// Key under which the secrets of administrators' second factors, and mails until they are sent, are encrypted: base64
    /// of 32 bytes. Several, separated by commas: the first encrypts, and all decrypt.
    #[arg(long, env = "SECOND_FACTOR_KEY", value_name = "BASE64", hide_env_values = true)]
    pub second_factor_key: SecretString,
}

impl SecondFactorArgs {
    pub fn sealer(&self) -> anyhow::Result<Sealer> {
        Sealer::new("SECOND_FACTOR_KEY", &self.second_factor_key, None)
    }
}

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
    /// Where links in mails lead when a request does not say where its brand's site is.
    #[arg(long, env = "SYSTEM_URL", default_value = "http://localhost:8080", value_name = "URL")]
    pub system_url: Url,
    #[command(flatten)]
    pub second_factor: SecondFactorArgs,
    /// Whether a new account's password needs 12 characters instead of 6 while the system is live
    #[arg(long, env = "STRICT_LIVE_REGISTRATION", default_value_t = true, action = clap::ArgAction::Set)]
    pub strict_live_registration: bool,
}
