//! The program svc-search.

use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use service::{AdminArgs, Lifecycle, SystemClock, announce, launch, parse_command_line};
use svc_search::{App, Config};
use tikv_jemallocator::Jemalloc;

const NAME: &str = "svc-search";

/// An answer of the provider is tens of thousands of short texts, and docs/decisions/search-allocator.md says what they cost.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// Finds flight offers.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve gRPC until SIGTERM.
    Serve(Box<Config>),
    /// Ask the service on this machine whether it is ready.
    Healthcheck(AdminArgs),
}

#[tokio::main]
async fn main() -> ExitCode {
    match parse_command_line::<Cli>().command {
        Command::Serve(config) => launch(NAME, &config.telemetry.clone(), Box::pin(serve(*config))).await,
        Command::Healthcheck(admin) => admin.healthcheck(NAME).await,
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    announce::<Cli>(NAME, None);
    config.check.require_safe()?;
    let listener = config.server.bind().await?;
    let lifecycle = Lifecycle::of_process(config.admin, config.server.drain)?;
    let app = App::build(config, Arc::new(SystemClock)).await?;
    app.run(listener, lifecycle).await
}
