use events::{NatsArgs, StreamArgs};
use mail::{MailArgs, Seal};
use secrecy::SecretString;
use service::postgres::DatabaseArgs;
use service::sealing::Sealer;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};
use url::Url;

use crate::domain::watch::Paused;

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
    /// Key under which mails are encrypted until they are sent: base64 of 32 bytes. Several, separated by commas: the first
    /// encrypts, and all decrypt. Not set: mails wait in clear
    #[arg(long, env = "MAIL_KEY", value_name = "BASE64", hide_env_values = true)]
    pub mail_key: Option<SecretString>,
    /// Address of the system itself: the default brand's site. Other brands' addresses follow from it.
    #[arg(long, env = "SYSTEM_URL", default_value = "http://localhost:8080", value_name = "URL")]
    pub system_url: Url,
    /// svc-search, which looks at the prices that are watched
    #[arg(long, env = "SEARCH_URL", default_value = "http://127.0.0.1:50051", value_name = "URL")]
    pub search_url: String,
    /// svc-identity, which knows the mode
    #[arg(long, env = "IDENTITY_URL", default_value = "http://127.0.0.1:50055", value_name = "URL")]
    pub identity_url: String,
    /// Milliseconds between two rounds through the watched prices that are due
    #[arg(
        long,
        env = "WATCH_INTERVAL_MS",
        default_value_t = 60_000,
        value_parser = clap::value_parser!(u64).range(100..),
        value_name = "MS"
    )]
    pub watch_interval_ms: u64,
    /// Searches that the watched prices of a brand may send in a day in test mode. Beyond it each is looked at less often.
    /// 0: none, and what travellers search is all that is known
    #[arg(long, env = "WATCH_LOOKS_A_DAY_TEST", default_value_t = 2_000, value_name = "SEARCHES")]
    pub watch_looks_a_day_test: u32,
    /// The same in live mode: there the provider charges for searches beyond 1,500 an order
    #[arg(long, env = "WATCH_LOOKS_A_DAY_LIVE", default_value_t = 500, value_name = "SEARCHES")]
    pub watch_looks_a_day_live: u32,
    /// Watched prices that pause: nobody looks at them, and no mail about a fall is written. The keys of brands, separated by
    /// commas, or all. Not set: none
    #[arg(long, env = "WATCHES_PAUSED", value_name = "BRANDS")]
    pub watches_paused: Option<Paused>,
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

impl Config {
    /// How mails are kept until they are sent: in clear where there is no key, as by releases from before it.
    ///
    /// # Errors
    /// A key that is none.
    pub fn seal(&self) -> anyhow::Result<Seal> {
        let keys = self.mail_key.as_ref().map(|key| Sealer::new("MAIL_KEY", key, None)).transpose()?;
        Ok(keys.map_or(Seal::InClear, Seal::under))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn a_pause_of_what_is_no_brand_is_refused_at_the_start_with_a_sentence() {
        let refused =
            Config::try_parse_from(["svc-brand", "--watches-paused", "Blue"]).unwrap_err().to_string();

        for part in ["--watches-paused", "name the keys of brands, separated by commas, or all"] {
            assert!(refused.contains(part), "{refused}");
        }
    }
}
