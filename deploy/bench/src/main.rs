//! What a request costs, beside what the same would cost at least on this machine. docs/performance.md says what each
//! row is.

mod bare;
mod cpu;
mod cut_off;
mod goals;
mod hashes;
mod history;
mod idle;
mod load;
mod machine;
mod memory;
mod pgbench;
mod provider;
mod purchases;
mod results;
mod rows;
mod run;
mod stream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::bare::BareArgs;
use crate::run::RunArgs;

/// Measures what requests and purchases cost, and fails where a goal is missed.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the system, measure, print.
    Run(RunArgs),
    /// Serve a page, and read an answer of the provider. `run` starts this.
    Bare(BareArgs),
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    service::install_crypto();
    match Cli::parse().command {
        Command::Run(args) => Box::pin(run::run(&args)).await,
        Command::Bare(args) => bare::serve(&args).await.map(|()| ExitCode::SUCCESS),
    }
}
