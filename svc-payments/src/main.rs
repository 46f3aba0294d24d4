use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use service::postgres::MigrateArgs;
use service::{SystemClock, TelemetryArgs, shutdown_signal};
use svc_payments::{App, Config, MIGRATOR};

const NAME: &str = "svc-payments";

/// Authorises, captures, voids and refunds card payments.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve until stopped.
    Serve(Box<Config>),
    /// Bring the database schema up to date, as its owner.
    Migrate {
        #[command(flatten)]
        migrate: MigrateArgs,
        #[command(flatten)]
        telemetry: TelemetryArgs,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Serve(config) => {
            let telemetry = config.telemetry.clone();
            service::launch(NAME, &telemetry, Box::pin(serve(*config))).await
        }
        Command::Migrate { migrate, telemetry } => {
            service::launch(NAME, &telemetry, migrate.migrate(&MIGRATOR)).await
        }
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let listener = config.server.bind().await?;
    App::build(config, Arc::new(SystemClock)).await?.run(listener, shutdown_signal()).await
}
