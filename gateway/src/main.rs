//! The program gateway.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use gateway::{App, Config};
use service::{AdminArgs, Lifecycle, SystemClock, announce, launch, parse_command_line};

const NAME: &str = "gateway";

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
    /// Check what has to be right before live mode, as a gateway with these settings sees it. Fails where a required
    /// line failed.
    Preflight(Box<PreflightArgs>),
    /// Ask the gateway on this machine whether it is ready.
    Healthcheck(AdminArgs),
}

#[derive(Debug, clap::Args)]
struct PreflightArgs {
    #[command(flatten)]
    config: Config,
    /// Print the document that `POST /api/admin/preflight` answers with.
    #[arg(long)]
    json: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    match parse_command_line::<Cli>().command {
        Command::Serve(config) => {
            let telemetry = config.telemetry.clone();
            launch(NAME, &telemetry, Box::pin(serve(*config))).await
        }
        Command::Openapi => {
            println!("{}", gateway::openapi_json());
            ExitCode::SUCCESS
        }
        Command::Preflight(args) => match preflight(&args).await {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("{error:#}");
                ExitCode::FAILURE
            }
        },
        Command::Healthcheck(admin) => admin.healthcheck(NAME).await,
    }
}

/// Prints what was found. Says whether live mode may be switched on.
async fn preflight(args: &PreflightArgs) -> anyhow::Result<bool> {
    let report = gateway::preflight(&args.config).await?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        println!("{report}");
    }
    Ok(report.is_ready())
}

async fn serve(config: Config) -> anyhow::Result<()> {
    announce::<Cli>(NAME, None);
    config.check.require_safe()?;
    let listener = config.bind()?;
    let lifecycle = Lifecycle::of_process(config.admin, config.drain)?;
    let app = App::build(config, Arc::new(SystemClock)).await?;
    // Boxed: all that the gateway knows is one large future.
    Box::pin(app.run(listener, lifecycle)).await
}
