//! The sandbox as a process of its own.

use std::io::Write;

use anyhow::Context;
use clap::Parser;
use sandbox::config::LogFormat;
use sandbox::{Config, Sandbox};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config = Config::parse();
    log(config.log_format);
    let shutdown = stop_on_signal()?;
    let listen = config.listen;
    let sandbox = Sandbox::build(config)?;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("listening on {listen}"))?;
    // The parent process reads the port from here.
    writeln!(std::io::stdout(), "listening on http://{}", listener.local_addr()?)?;
    sandbox.run(listener, shutdown).await
}

fn log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Pretty => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
}

fn stop_on_signal() -> anyhow::Result<CancellationToken> {
    let shutdown = CancellationToken::new();
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let told = shutdown.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        told.cancel();
    });
    Ok(shutdown)
}
