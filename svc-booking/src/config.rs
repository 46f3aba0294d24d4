use duffel::{DuffelArgs, WebhookArgs};
use events::{NatsArgs, StreamArgs};
use mail::MailArgs;
use mail::on_call::OnCallArgs;
use secrecy::SecretString;
use service::postgres::DatabaseArgs;
use service::sealing::Sealer;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};
use url::Url;

/// With what travellers' personal data are encrypted.
#[derive(Debug, Clone, clap::Args)]
pub struct PiiArgs {
    /// Key under which travellers' personal data are encrypted: base64 of 32 bytes. Several, separated by commas: the first
    /// encrypts, and all decrypt.
    #[arg(long, env = "PII_KEY", value_name = "BASE64", hide_env_values = true)]
    pub pii_key: SecretString,
}

impl PiiArgs {
    /// `live_provider`: where real tickets are bought, if they are.
    pub fn sealer(&self, live_provider: Option<&str>) -> anyhow::Result<Sealer> {
        Sealer::new("PII_KEY", &self.pii_key, live_provider)
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
    pub duffel: DuffelArgs,
    #[command(flatten)]
    pub webhooks: WebhookArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    #[command(flatten)]
    pub on_call: OnCallArgs,
    /// Where links in mails lead when a request does not say where its brand's site is.
    #[arg(long, env = "SYSTEM_URL", default_value = "http://localhost:8080", value_name = "URL")]
    pub system_url: Url,
    /// svc-offers, which says what a booking costs.
    #[arg(long, env = "OFFERS_URL", default_value = "http://127.0.0.1:50052", value_name = "URL")]
    pub offers_url: String,
    /// svc-payments, which holds and takes the money.
    #[arg(long, env = "PAYMENTS_URL", default_value = "http://127.0.0.1:50054", value_name = "URL")]
    pub payments_url: String,
    /// svc-identity, which makes the accounts of guests.
    #[arg(long, env = "IDENTITY_URL", default_value = "http://127.0.0.1:50055", value_name = "URL")]
    pub identity_url: String,
    #[command(flatten)]
    pub pii: PiiArgs,
    /// Key of the HMACs by which repeated requests are known: base64 of at least 32 bytes. Several are separated by commas:
    /// the first makes new ones, and all of them recognise their own.
    #[arg(long, env = "HMAC_KEY", value_name = "BASE64", hide_env_values = true)]
    pub hmac_key: SecretString,
    /// Bookings that this process drives at once.
    #[arg(long, env = "BOOKINGS_AT_ONCE", default_value_t = 64, value_name = "N")]
    pub bookings_at_once: usize,
    /// Milliseconds between two looks for bookings that are due.
    #[arg(long, env = "DUE_INTERVAL_MS", default_value_t = 500, value_name = "MS")]
    pub due_interval_ms: u64,
}
