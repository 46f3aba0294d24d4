use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::ensure;
use clap::builder::PossibleValuesParser;
use secrecy::{ExposeSecret, SecretString};
use service::TelemetryArgs;

use crate::certificates::NAMES;

/// The services' six ports, seven admin ports, and those of the site, the servers and the sandbox.
const ROW: u16 = 18;
/// Rows that are looked at from a base on: fewer than reach the kernel's own ports.
const ROWS: u32 = 370;

/// Where things listen on the loopback address.
#[derive(Debug, Clone, clap::Args)]
pub struct Ports {
    /// The web site.
    #[arg(long, env = "FAREWAY_PORT", default_value_t = 8080)]
    pub port: u16,
    /// The first of six: search, offers, booking, payments, identity, brand. As processes of their own they and the
    /// gateway have their admin ports on the next seven.
    #[arg(long, env = "FAREWAY_SERVICES_PORT", default_value_t = 50051)]
    pub services_port: u16,
    /// The private Postgres.
    #[arg(long, env = "FAREWAY_POSTGRES_PORT", default_value_t = 54320)]
    pub postgres_port: u16,
    /// The private event broker.
    #[arg(long, env = "FAREWAY_NATS_PORT", default_value_t = 42220)]
    pub nats_port: u16,
    /// The stand-in for the flight and card providers, and the mailbox's page.
    #[arg(long, env = "FAREWAY_SANDBOX_PORT", default_value_t = 12111)]
    pub sandbox_port: u16,
    /// The mailbox's SMTP port.
    #[arg(long, env = "FAREWAY_SMTP_PORT", default_value_t = 12125)]
    pub smtp_port: u16,
}

impl Ports {
    /// Free ones, in a row from `base` on, below what the kernel gives to outgoing connections and to who asks for any
    /// port: they are not held until they are used, nor between two starts.
    pub fn free(base: u16) -> std::io::Result<Self> {
        let services_port = free_row(base)?;
        let [port, postgres_port, nats_port, sandbox_port, smtp_port] =
            [13, 14, 15, 16, 17].map(|place| services_port + place);
        Ok(Self { port, services_port, postgres_port, nats_port, sandbox_port, smtp_port })
    }
}

/// The first port of a free row. Each call begins to look at another row, and each process elsewhere: the ports are not
/// held, so two that look at once must not find the same.
fn free_row(base: u16) -> std::io::Result<u16> {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    first_free_row(base, std::process::id().wrapping_add(CALLS.fetch_add(1, Ordering::Relaxed)))
}

fn first_free_row(base: u16, begin: u32) -> std::io::Result<u16> {
    let place = |row: u32| u16::try_from(begin.wrapping_add(row) % ROWS).unwrap_or_default();
    let mut rows = (0..ROWS).map(|row| base + place(row) * ROW);
    let is_free = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    rows.find(|row| (*row..row + ROW).all(is_free)).ok_or_else(|| ErrorKind::AddrInUse.into())
}

/// Keys of the real providers' test modes. A provider without a key is played by the sandbox.
///
/// Taken as they are and checked afterwards: the parser's refusal of a value repeats it on the terminal.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct TestKeys {
    /// Duffel's token; begins with duffel_test_. With it flights come from Duffel.
    #[arg(long, env = "DUFFEL_TEST_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub duffel_test_token: Option<SecretString>,
    /// Stripe's secret key; begins with sk_test_ or rk_test_. With it cards are taken by Stripe.
    #[arg(
        long,
        env = "STRIPE_TEST_KEY",
        value_name = "KEY",
        hide_env_values = true,
        requires = "stripe_test_publishable_key"
    )]
    pub stripe_test_key: Option<SecretString>,
    /// Stripe's publishable key; begins with pk_test_. Cards are typed into Stripe's own fields.
    #[arg(
        long,
        env = "STRIPE_TEST_PUBLISHABLE_KEY",
        value_name = "KEY",
        hide_env_values = true,
        requires = "stripe_test_key"
    )]
    pub stripe_test_publishable_key: Option<SecretString>,
}

impl TestKeys {
    /// Refuses a key of live mode, and one that was put in the place of another, without repeating it.
    pub fn check(&self) -> anyhow::Result<()> {
        let keys = [
            ("DUFFEL_TEST_TOKEN", &self.duffel_test_token, &["duffel_test_"][..]),
            ("STRIPE_TEST_KEY", &self.stripe_test_key, &["sk_test_", "rk_test_"]),
            ("STRIPE_TEST_PUBLISHABLE_KEY", &self.stripe_test_publishable_key, &["pk_test_"]),
        ];
        for (name, key, prefixes) in keys {
            let Some(key) = key else { continue };
            let is_test = prefixes.iter().any(|prefix| key.expose_secret().starts_with(prefix));
            ensure!(
                is_test,
                "make run takes keys of test mode: {name} must begin with {}",
                prefixes.join(" or ")
            );
        }
        Ok(())
    }
}

/// The whole system in one process.
#[derive(Debug, Clone, clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub keys: TestKeys,
    #[command(flatten)]
    pub ports: Ports,
    #[command(flatten)]
    pub telemetry: TelemetryArgs,
    /// Where data, certificates and logs lie.
    #[arg(long, env = "FAREWAY_DIR", default_value = ".fareway")]
    pub dir: PathBuf,
    /// The exported web app.
    #[arg(long, env = "FAREWAY_WEB_DIR", default_value = "webapp/out")]
    pub web_dir: PathBuf,
    /// Data the system starts with.
    #[arg(long, env = "FAREWAY_SEEDS", default_value = "seeds")]
    pub seeds: PathBuf,
    /// Configure live mode too, against the sandbox's live side, so that the mode switch can be tried.
    #[arg(long, env = "FAREWAY_LIVE_SANDBOX", default_value_t = false)]
    pub live_sandbox: bool,
    /// How slowly the sandbox's airlines answer: 1 is their own pace, 0 is at once.
    #[arg(long, env = "FAREWAY_SANDBOX_DELAY", default_value_t = 1.0)]
    pub sandbox_delay: f64,
    /// Milliseconds until an order the sandbox accepted comes to its end.
    #[arg(long, env = "FAREWAY_SANDBOX_ASYNC_MS", default_value_t = 30_000)]
    pub sandbox_async_ms: u64,
    /// Calls that the sandbox's flight provider takes in a window. A real account begins with 60 a minute.
    #[arg(long, env = "FAREWAY_SANDBOX_RATE_LIMIT", default_value_t = 600)]
    pub sandbox_rate_limit: u32,
    /// Length of that window, in seconds.
    #[arg(long, env = "FAREWAY_SANDBOX_RATE_WINDOW_S", default_value_t = 60)]
    pub sandbox_rate_window_s: u32,
    /// Dates that a brand may have looked up within an hour, in test mode. svc-search's own default unless it is set.
    #[arg(long, env = "FAREWAY_LOOK_UPS_AN_HOUR")]
    pub look_ups_an_hour: Option<u32>,
    /// Leave a service out, to run it by itself or to see what its absence does.
    #[arg(long, value_name = "SERVICE", value_parser = PossibleValuesParser::new(NAMES))]
    pub without: Vec<String>,
    /// Commits need not reach the disk. For tests, whose data dies with them.
    #[arg(long, env = "FAREWAY_EPHEMERAL", default_value_t = false)]
    pub ephemeral: bool,
    /// Services find each other by name, not at the loopback address: there may be several of each.
    #[arg(skip)]
    pub found_by_name: bool,
}

impl RunArgs {
    /// Whether the exported web app is there.
    pub(crate) fn web_is_built(&self) -> bool {
        self.web_dir.join("index.html").is_file()
    }
}

/// Postgres and the broker alone, for tests.
#[derive(Debug, Clone, clap::Args)]
pub struct ServersArgs {
    #[arg(long, default_value = ".fareway/test")]
    pub dir: PathBuf,
    #[arg(long, env = "FAREWAY_TEST_POSTGRES_PORT", default_value_t = 54329)]
    pub postgres_port: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_a_taken_port_is_passed_over() {
        let row = first_free_row(6_000, 7).unwrap();
        let _taken = TcpListener::bind((Ipv4Addr::LOCALHOST, row + ROW - 1)).unwrap();

        let other = first_free_row(6_000, 7).unwrap();

        assert!(other.abs_diff(row) >= ROW, "{row} and {other}");
    }
}
