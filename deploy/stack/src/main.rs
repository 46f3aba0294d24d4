use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use service::{DrainArgs, TelemetryArgs, announce, launch, parse_command_line};
use stack::certificates::Made;
use stack::{RunArgs, ServersArgs};
use tokio_util::sync::CancellationToken;

const NAME: &str = "stack";

/// Fareway in one process, for development and tests.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run everything: servers, sandbox, services, gateway.
    Run(Box<RunArgs>),
    /// Run only the Postgres that tests use, until stopped.
    Servers {
        #[command(flatten)]
        servers: ServersArgs,
        #[command(flatten)]
        telemetry: TelemetryArgs,
    },
    /// Make the certificates for mutual TLS between the services, and those of the event broker and of Postgres.
    Certificates {
        /// Where to put a folder for each.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Keep the authority in this folder, and have it sign again. No program may see it. Else its key is thrown away.
        #[arg(long, value_name = "DIR")]
        authority: Option<PathBuf>,
    },
    /// Print every setting of every program as Markdown.
    Settings,
}

/// Nobody is to turn elsewhere before this ends.
fn interrupted() -> CancellationToken {
    DrainArgs::NONE.shutdown_signal().stopping
}

#[tokio::main]
async fn main() -> ExitCode {
    match parse_command_line::<Cli>().command {
        Command::Run(args) => {
            let telemetry = args.telemetry.clone();
            // Boxed: the whole system is one large future.
            let work = async {
                announce::<Cli>(NAME, None);
                stack::run(*args, interrupted()).await
            };
            launch(NAME, &telemetry, Box::pin(work)).await
        }
        Command::Servers { servers, telemetry } => {
            launch(NAME, &telemetry, async { stack::servers_only(servers, interrupted()).await }).await
        }
        Command::Settings => {
            print!("{}", stack::inventory::settings());
            ExitCode::SUCCESS
        }
        Command::Certificates { out, authority } => {
            match stack::certificates::make(&out, authority.as_deref()) {
                Ok(made) => {
                    tell(made, &out);
                    ExitCode::SUCCESS
                }
                Err(error) => {
                    eprintln!("{error:#}");
                    ExitCode::FAILURE
                }
            }
        }
    }
}

fn tell(made: Made, folder: &Path) {
    let folder = folder.display();
    match made {
        Made::Nothing => {}
        Made::Certificates => {
            println!(
                "made new certificates in {folder}: programs that read this folder take them within ten seconds"
            );
        }
        Made::Authority => println!(
            "made a new authority and its certificates in {folder}: programs that run do not trust it and have to start \
             again, all together"
        ),
    }
}
