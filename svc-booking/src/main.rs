//! The program svc-booking.

use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use service::postgres::MigrateArgs;
use service::{AdminArgs, Job, Lifecycle, SystemClock, announce, launch, parse_command_line};
use svc_booking::{App, Config, MIGRATOR, RekeyArgs};

const NAME: &str = "svc-booking";

/// Keeps bookings and drives them to their end.
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
    /// Bring the schema up to date.
    Migrate(Job<MigrateArgs>),
    /// Encrypt stored data anew by the first key of PII_KEY. Runs beside the service, and may be stopped and begun anew.
    Rekey(Job<RekeyArgs>),
    /// Ask the service on this machine whether it is ready.
    Healthcheck(AdminArgs),
}

#[tokio::main]
async fn main() -> ExitCode {
    match parse_command_line::<Cli>().command {
        Command::Serve(config) => launch(NAME, &config.telemetry.clone(), Box::pin(serve(*config))).await,
        Command::Migrate(job) => launch(NAME, &job.telemetry, job.args.migrate(&MIGRATOR)).await,
        Command::Rekey(job) => launch(NAME, &job.telemetry, job.args.run()).await,
        Command::Healthcheck(admin) => admin.healthcheck(NAME).await,
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    announce::<Cli>(NAME, Some(&MIGRATOR));
    config.check.require_safe()?;
    let listener = config.server.bind().await?;
    let lifecycle = Lifecycle::of_process(config.admin, config.server.drain)?;
    let app = App::build(config, Arc::new(SystemClock)).await?;
    app.run(listener, lifecycle).await
}
