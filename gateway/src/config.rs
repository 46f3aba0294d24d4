use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::path::PathBuf;

use anyhow::Context;
use events::NatsArgs;
use service::{AdminArgs, DrainArgs, SettingsCheck, TelemetryArgs, TlsArgs};
use tokio::net::{TcpListener, TcpSocket};

use crate::client::TrustedProxies;

/// New connections that wait to be accepted: as many as Linux grants (`net.core.somaxconn`). A burst of them that Tokio's
/// usual 1,024 would drop is taken up within a second.
const LONGEST_QUEUE: u32 = 4096;

/// Settings of the gateway.
#[derive(Debug, Clone, clap::Parser)]
pub struct Config {
    /// What the settings below say about real sales.
    #[command(flatten)]
    pub check: SettingsCheck,
    /// Address to listen on.
    #[arg(long, env = "LISTEN", default_value = "0.0.0.0:8080", value_name = "ADDR")]
    pub listen: SocketAddr,
    #[command(flatten)]
    pub admin: AdminArgs,
    #[command(flatten)]
    pub drain: DrainArgs,
    #[command(flatten)]
    pub tls: TlsArgs,
    #[command(flatten)]
    pub telemetry: TelemetryArgs,
    #[command(flatten)]
    pub nats: NatsArgs,
    #[command(flatten)]
    pub services: ServiceUrls,
    #[command(flatten)]
    pub site: SiteArgs,
}

/// Settings of the site itself.
#[derive(Debug, Clone, clap::Parser)]
pub struct SiteArgs {
    #[command(flatten)]
    pub card_fields: CardFieldArgs,
    /// Folder of the exported web app, or none where only the API is to be served. A gateway that does not find the web
    /// app there is not ready.
    #[arg(long, env = "WEB_DIR", default_value = "webapp/out", value_name = "DIR")]
    pub web_dir: PathBuf,
    /// Whether browsers reach the site under https: decides the cookies' names and flags.
    #[arg(long, env = "HTTPS", default_value_t = true, action = clap::ArgAction::Set)]
    pub https: bool,
    /// Searches under way at once, plain and streamed; more are told to come back.
    #[arg(long, env = "SEARCHES_AT_ONCE", default_value_t = 1_000, value_name = "N")]
    pub searches_at_once: usize,
    /// Gateways among which the limits a minute of an address and of a session are divided: each allows its part.
    #[arg(long, env = "GATEWAY_REPLICAS", default_value_t = NonZeroU16::MIN, value_name = "N")]
    pub gateway_replicas: NonZeroU16,
    /// Networks of the proxies whose X-Forwarded-For is believed, separated by commas, or none where visitors connect to
    /// the gateway directly. Production has to state it.
    #[arg(long, env = "TRUSTED_PROXIES", default_value = "none", value_name = "NETWORKS")]
    pub trusted_proxies: TrustedProxies,
}

/// Where the services are.
#[derive(Debug, Clone, clap::Args)]
#[expect(clippy::struct_field_names, reason = "clap makes the settings' names from them")]
pub struct ServiceUrls {
    /// svc-search.
    #[arg(long, env = "SEARCH_URL", default_value = "http://127.0.0.1:50051", value_name = "URL")]
    pub search_url: String,
    /// svc-offers.
    #[arg(long, env = "OFFERS_URL", default_value = "http://127.0.0.1:50052", value_name = "URL")]
    pub offers_url: String,
    /// svc-booking.
    #[arg(long, env = "BOOKING_URL", default_value = "http://127.0.0.1:50053", value_name = "URL")]
    pub booking_url: String,
    /// svc-payments.
    #[arg(long, env = "PAYMENTS_URL", default_value = "http://127.0.0.1:50054", value_name = "URL")]
    pub payments_url: String,
    /// svc-identity.
    #[arg(long, env = "IDENTITY_URL", default_value = "http://127.0.0.1:50055", value_name = "URL")]
    pub identity_url: String,
    /// svc-brand.
    #[arg(long, env = "BRAND_URL", default_value = "http://127.0.0.1:50056", value_name = "URL")]
    pub brand_url: String,
}

/// The card provider's own fields on our page, of each mode that has a publishable key.
#[derive(Debug, Clone, clap::Args)]
#[expect(
    clippy::struct_field_names,
    reason = "they name the settings, which stand beside other services' own"
)]
pub struct CardFieldArgs {
    /// Publishable key for test mode; begins with pk_test_. Without it the page takes published test numbers itself.
    #[arg(long, env = "STRIPE_TEST_PUBLISHABLE_KEY", value_name = "KEY")]
    pub stripe_test_publishable_key: Option<String>,
    /// Script that makes the card fields of test mode: the card provider's, of the release that svc-payments speaks, or
    /// the sandbox's.
    #[arg(
        long,
        env = "STRIPE_TEST_SCRIPT_URL",
        default_value = "https://js.stripe.com/endive/stripe.js",
        value_name = "URL"
    )]
    pub stripe_test_script_url: String,
    /// Publishable key for live mode; begins with pk_live_. Without it live mode has no card fields.
    #[arg(long, env = "STRIPE_LIVE_PUBLISHABLE_KEY", value_name = "KEY")]
    pub stripe_live_publishable_key: Option<String>,
    /// Script that makes the card fields of live mode.
    #[arg(
        long,
        env = "STRIPE_LIVE_SCRIPT_URL",
        default_value = "https://js.stripe.com/endive/stripe.js",
        value_name = "URL"
    )]
    pub stripe_live_script_url: String,
    /// What these scripts call from our page beside their own origin, separated by commas.
    #[arg(
        long,
        env = "STRIPE_BROWSER_URLS",
        default_value = "https://api.stripe.com",
        value_delimiter = ',',
        value_name = "URLS"
    )]
    pub stripe_browser_urls: Vec<String>,
}

impl Config {
    /// Binds the configured address. Needs a Tokio runtime.
    pub fn bind(&self) -> anyhow::Result<TcpListener> {
        listen(self.listen).with_context(|| format!("listening on {}", self.listen))
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(LONGEST_QUEUE)
}
