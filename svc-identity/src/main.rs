//! The program svc-identity.

use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use service::postgres::MigrateArgs;
use service::{AdminArgs, Job, Lifecycle, SystemClock, announce, launch, parse_command_line};
use svc_identity::{AccountArgs, App, Config, CreateAdminArgs, MIGRATOR, RekeyArgs, SeedDemoArgs};

const NAME: &str = "svc-identity";

/// Keeps accounts, sessions and the mode of the system.
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
    /// Make an administrator, with the password from standard input.
    CreateAdmin(Job<CreateAdminArgs>),
    /// End all sessions of a user.
    EndSessions(Job<AccountArgs>),
    /// Remove the second factor of an administrator who has lost it, and end their sessions.
    RemoveSecondFactor(Job<AccountArgs>),
    /// Close an account for good, as its user can.
    CloseAccount(Job<AccountArgs>),
    /// Make the accounts demo and admin. For demonstrations.
    SeedDemo(Job<SeedDemoArgs>),
    /// Encrypt stored secrets anew by the first key of SECOND_FACTOR_KEY. Runs beside the service, and may be stopped and
    /// begun anew.
    Rekey(Job<RekeyArgs>),
    /// Ask the service on this machine whether it is ready.
    Healthcheck(AdminArgs),
}

#[tokio::main]
async fn main() -> ExitCode {
    match parse_command_line::<Cli>().command {
        Command::Serve(config) => launch(NAME, &config.telemetry.clone(), Box::pin(serve(*config))).await,
        Command::Migrate(Job { args, telemetry }) => launch(NAME, &telemetry, args.migrate(&MIGRATOR)).await,
        Command::CreateAdmin(Job { args, telemetry }) => {
            launch(NAME, &telemetry, args.run(&SystemClock, std::io::stdin().lock(), std::io::stdout())).await
        }
        Command::EndSessions(Job { args, telemetry }) => {
            launch(NAME, &telemetry, args.end_sessions(std::io::stdout())).await
        }
        Command::RemoveSecondFactor(Job { args, telemetry }) => {
            launch(NAME, &telemetry, args.remove_second_factor(&SystemClock, std::io::stdout())).await
        }
        Command::CloseAccount(Job { args, telemetry }) => {
            launch(NAME, &telemetry, args.close(&SystemClock, std::io::stdout())).await
        }
        Command::SeedDemo(Job { args, telemetry }) => launch(NAME, &telemetry, args.run(&SystemClock)).await,
        Command::Rekey(Job { args, telemetry }) => launch(NAME, &telemetry, args.run()).await,
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
