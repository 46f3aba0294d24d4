//! What every service stands on: settings, telemetry, gRPC server and client defaults, deadlines, errors, shutdown.
//!
//! A service that uses `serve` and `channel` differs from the others in nothing but its business.
//! Must not know any business: no offer, booking or brand beyond the request context.

#![warn(missing_docs)]

pub mod admin;
mod auth;
mod bounded;
mod calls;
mod card_numbers;
mod causes;
pub mod client;
mod clock;
mod command_line;
pub mod context;
mod deadline;
mod decimal_digit;
mod email_address;
pub mod error;
pub mod health;
mod hmac_keys;
pub mod keys;
mod lifecycle;
mod line_a_minute;
pub mod metrics;
mod network_prefix;
mod panics;
pub mod postgres;
pub mod preflight;
mod process_metrics;
pub mod queues;
pub mod sealing;
mod secrets;
pub mod security_log;
pub mod server;
pub mod server_certificate;
mod settings_check;
mod shutdown;
mod start;
mod system_url;
pub mod telemetry;
mod tls;
pub mod token;
mod workers;

#[cfg(target_os = "linux")]
use rustix::process::DumpableBehavior;
use rustix::process::{Resource, Rlimit};

pub use admin::AdminArgs;
pub use auth::Allow;
pub use card_numbers::{has_card_number, has_printed_card_number, mask_card_numbers};
pub use clock::{Clock, SharedClock, SystemClock};
pub use command_line::parse_command_line;
pub use context::{Principal, RequestContext, UserRef};
pub use email_address::{RESERVED_DOMAIN, is_email_address};
pub use error::{Fault, FieldErrors, Problem, mode_mismatch};
pub use hmac_keys::HmacKeys;
pub use lifecycle::Lifecycle;
pub use network_prefix::{network_prefix, network_prefix_of};
pub use process_metrics::measure as measure_process;
pub use proto::common::v1::Mode;
pub use server::ServerArgs;
pub use settings_check::{Environment, SettingsCheck};
pub use shutdown::{DrainArgs, Shutdown};
pub use start::announce;
pub use system_url::check_system_url;
pub use telemetry::TelemetryArgs;
pub use tls::{TlsArgs, read_authorities};
pub use workers::Workers;

/// A command of a program, beside serving: what it takes, and where it tells of itself.
#[derive(Debug, clap::Args)]
pub struct Job<A: clap::Args> {
    /// The command's own settings.
    #[command(flatten)]
    pub args: A,
    /// As of every program.
    #[command(flatten)]
    pub telemetry: TelemetryArgs,
}

/// Chooses the process-wide TLS implementation. Called first in every `main` and test; safe to repeat.
pub fn install_crypto() {
    // An error says that a provider is installed already, which is what is wanted.
    let _already_installed = rustls::crypto::ring::default_provider().install_default();
}

/// Keeps what is in memory out of files and debuggers: for a moment that may be a card number (PCI DSS 3.3).
fn keep_memory_private() -> std::io::Result<()> {
    let nothing = Rlimit { current: Some(0), maximum: Some(0) };
    rustix::process::setrlimit(Resource::Core, nothing)?;
    #[cfg(target_os = "linux")]
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    Ok(())
}

/// Runs a program: no core dumps, TLS implementation, telemetry, panics without their text, the work, then the last spans
/// and metrics out, even after a failure.
pub async fn launch<F>(name: &'static str, telemetry: &TelemetryArgs, work: F) -> std::process::ExitCode
where
    F: Future<Output = anyhow::Result<()>>,
{
    install_crypto();
    if let Err(error) = keep_memory_private() {
        eprintln!("{name}: core dumps could not be forbidden: {error}");
        return std::process::ExitCode::FAILURE;
    }
    let guard = match telemetry::init(name, telemetry) {
        Ok(guard) => guard,
        Err(error) => {
            eprintln!("{name}: telemetry could not start: {error:#}");
            return std::process::ExitCode::FAILURE;
        }
    };
    panics::log_without_text();
    tracing::info!(program = name, version = telemetry::VERSION, "started");
    let code = match work.await {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "{name} stopped with an error");
            std::process::ExitCode::FAILURE
        }
    };
    guard.flush();
    code
}
