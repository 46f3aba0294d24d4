//! Every setting, as flag and as environment variable.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use jiff::SignedDuration;
use url::Url;

/// A stand-in for Duffel and Stripe that speaks their wire APIs.
#[derive(Debug, Clone, Parser)]
#[command(version)]
pub struct Config {
    /// Address for both APIs, the control calls and the mailbox; port 0 takes a free one and prints it
    #[arg(long, env = "SANDBOX_LISTEN", default_value = "127.0.0.1:8090")]
    pub listen: SocketAddr,
    /// Folder that holds airports.json and airlines.json
    #[arg(long, env = "SANDBOX_SEEDS", default_value = "seeds")]
    pub seeds: PathBuf,
    /// File that orders, payments and idempotency keys survive in; without it they live in memory
    #[arg(long, env = "SANDBOX_JOURNAL")]
    pub journal: Option<PathBuf>,
    /// Multiplies every pause a real airline or bank would make; 0 answers at once
    #[arg(long, env = "SANDBOX_DELAY_FACTOR", default_value_t = 1.0)]
    pub delay_factor: f64,
    /// Currency that flights are sold in
    #[arg(long, env = "SANDBOX_CURRENCY", default_value = "USD")]
    pub currency: String,
    /// Airlines that sell in another currency, as in AF=EUR,BA=GBP
    #[arg(long, env = "SANDBOX_AIRLINE_CURRENCIES", value_delimiter = ',', value_parser = airline_currency)]
    pub airline_currencies: Vec<AirlineCurrency>,
    /// After how long an order answered with 200 or 202 appears or fails, in milliseconds
    #[arg(long, env = "SANDBOX_ASYNC_ORDER_DELAY_MS", default_value_t = 30_000)]
    pub async_order_delay_ms: u32,
    /// After how long a changed payment is found by search, in milliseconds
    #[arg(long, env = "SANDBOX_SEARCH_LAG_MS", default_value_t = 20_000)]
    pub search_lag_ms: u32,
    /// Duffel calls allowed in a window, for each token
    #[arg(long, env = "SANDBOX_DUFFEL_RATE_LIMIT", default_value_t = 1_000_000)]
    pub duffel_rate_limit: u32,
    /// Length of that window, in seconds
    #[arg(long, env = "SANDBOX_DUFFEL_RATE_WINDOW_S", default_value_t = 60)]
    pub duffel_rate_window_s: u32,
    /// Stripe calls allowed in a second, for each key
    #[arg(long, env = "SANDBOX_STRIPE_RATE_LIMIT", default_value_t = 100_000)]
    pub stripe_rate_limit: u32,
    /// Where a browser reaches this process, for the 3-D Secure page [default: the bound address]
    #[arg(long, env = "SANDBOX_PUBLIC_URL")]
    pub public_url: Option<Url>,
    /// Receiver of Duffel's test-mode events, as URL,SECRET
    #[arg(long, env = "SANDBOX_DUFFEL_WEBHOOK_TEST", value_parser = receiver)]
    pub duffel_webhook_test: Option<Receiver>,
    /// Receiver of Duffel's live-mode events, as URL,SECRET
    #[arg(long, env = "SANDBOX_DUFFEL_WEBHOOK_LIVE", value_parser = receiver)]
    pub duffel_webhook_live: Option<Receiver>,
    /// Receiver of Stripe's test-mode events, as URL,SECRET
    #[arg(long, env = "SANDBOX_STRIPE_WEBHOOK_TEST", value_parser = receiver)]
    pub stripe_webhook_test: Option<Receiver>,
    /// Receiver of Stripe's live-mode events, as URL,SECRET
    #[arg(long, env = "SANDBOX_STRIPE_WEBHOOK_LIVE", value_parser = receiver)]
    pub stripe_webhook_live: Option<Receiver>,
    /// Address of the mailbox's SMTP server; without it there is none
    #[arg(long, env = "SANDBOX_SMTP_LISTEN")]
    pub smtp_listen: Option<SocketAddr>,
    /// How log lines are written
    #[arg(long, env = "SANDBOX_LOG_FORMAT", value_enum, default_value_t = LogFormat::Pretty)]
    pub log_format: LogFormat,
}

/// Where a webhook is sent and what it is signed with.
#[derive(Clone)]
pub struct Receiver {
    pub url: Url,
    pub secret: String,
}

impl std::fmt::Debug for Receiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Receiver").field("url", &self.url.as_str()).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Pretty,
    Json,
}

/// An airline by IATA code, and what it sells in.
#[derive(Debug, Clone)]
pub struct AirlineCurrency {
    pub airline: String,
    pub currency: String,
}

impl Config {
    /// What an airline sells its flights in.
    pub fn currency_of(&self, airline: &str) -> &str {
        let own = self.airline_currencies.iter().find(|own| own.airline == airline);
        own.map_or(&self.currency, |own| &own.currency)
    }

    /// How long a pause of `ms` at the real provider takes here.
    pub fn pace(&self, ms: u32) -> Duration {
        Duration::from_millis(ms.into()).mul_f64(self.delay_factor.max(0.0))
    }

    /// The time in which Duffel's calls are counted.
    pub fn duffel_rate_window(&self) -> SignedDuration {
        SignedDuration::from_secs(self.duffel_rate_window_s.into())
    }
}

fn airline_currency(text: &str) -> Result<AirlineCurrency, String> {
    let (airline, currency) = text.split_once('=').ok_or("expected AIRLINE=CURRENCY")?;
    Ok(AirlineCurrency { airline: airline.into(), currency: currency.into() })
}

fn receiver(text: &str) -> Result<Receiver, String> {
    let (url, secret) = text.split_once(',').ok_or("expected URL,SECRET")?;
    let url = url.parse().map_err(|error| format!("{url}: {error}"))?;
    if secret.is_empty() {
        return Err("the secret is empty".into());
    }
    Ok(Receiver { url, secret: secret.into() })
}
