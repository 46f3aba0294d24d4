//! The program svc-offers.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use service::SystemClock;
use svc_offers::{App, Config};

/// Knows single flight offers.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Serve gRPC until SIGTERM.
    Serve(Box<Config>),
}

#[tokio::main]
async fn main() -> ExitCode {
    let Command::Serve(config) = Cli::parse().command;
    let telemetry = config.telemetry.clone();
    service::launch("svc-offers", &telemetry, Box::pin(serve(*config))).await
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let listener = config.server.bind().await?;
    let app = App::build(config, Arc::new(SystemClock)).await?;
    app.run(listener, service::shutdown_signal()).await
}
