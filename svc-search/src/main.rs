//! The program svc-search.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use service::{ServerArgs, SystemClock, TelemetryArgs, launch};
use svc_search::{App, Config};

const NAME: &str = "svc-search";

/// Finds flight offers.
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
    /// Ask the service on this machine whether it is ready.
    Healthcheck {
        #[command(flatten)]
        server: ServerArgs,
        #[command(flatten)]
        telemetry: TelemetryArgs,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Serve(config) => {
            let telemetry = config.telemetry.clone();
            launch(NAME, &telemetry, Box::pin(serve(*config))).await
        }
        Command::Healthcheck { server, telemetry } => {
            launch(NAME, &telemetry, service::health::probe(NAME, &server)).await
        }
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let listener = config.server.bind().await?;
    let app = App::build(config, Arc::new(SystemClock)).await?;
    app.run(listener, service::shutdown_signal()).await
}
