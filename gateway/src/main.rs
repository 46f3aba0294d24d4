//! The program gateway.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use gateway::{App, Config};
use service::SystemClock;

/// The storefront: the web app's files and the /api surface in front of the services.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Serve HTTP until SIGTERM.
    Serve(Box<Config>),
    /// Print the OpenAPI document.
    Openapi,
    /// Check what has to be right before live mode, as a gateway with these settings sees it. Fails where a required line
    /// failed.
    Preflight(Box<Config>),
    /// Succeed when the gateway that listens with these settings is ready.
    Healthcheck(Box<Config>),
}

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Serve(config) => {
            let telemetry = config.telemetry.clone();
            Box::pin(service::launch("gateway", &telemetry, serve(*config))).await
        }
        Command::Openapi => {
            println!("{}", gateway::openapi_json());
            ExitCode::SUCCESS
        }
        Command::Preflight(config) => match gateway::preflight(&config).await {
            Ok((list, is_ready)) => {
                println!("{list}");
                if is_ready { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
            Err(error) => {
                eprintln!("{error:#}");
                ExitCode::FAILURE
            }
        },
        Command::Healthcheck(config) => match gateway::probe(&config).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error:#}");
                ExitCode::FAILURE
            }
        },
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let listener = config.bind().await?;
    let shutdown = config.drain.shutdown_signal();
    let app = App::build(config, Arc::new(SystemClock)).await?;
    app.run(listener, shutdown).await
}
