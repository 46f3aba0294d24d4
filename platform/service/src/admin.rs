//! The admin port of a program: startup, readiness and liveness over plain HTTP, for what runs it and not for the public.
//!
//! A thread of its own answers, so that a program whose runtime hangs still says so.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use bytes::Bytes;
use http::{StatusCode, Uri};
use http_body_util::{BodyExt, Empty};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde::Serialize;

use crate::health::{Dependency, Finding, Health};

/// How long the container's health check waits for an answer.
const PROBE_PATIENCE: Duration = Duration::from_secs(2);

/// Where a program says how it is.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct AdminArgs {
    /// Address of the admin port, which answers /startupz, /readyz and /livez in plain HTTP. Not for the public.
    #[arg(long, env = "ADMIN_LISTEN", default_value = "0.0.0.0:8081", value_name = "ADDR")]
    pub admin_listen: SocketAddr,
}

impl AdminArgs {
    /// Opens the admin port for as long as the process lives.
    pub fn open(&self, health: Health) -> anyhow::Result<()> {
        let listener = TcpListener::bind(self.admin_listen)
            .with_context(|| format!("listening on {} (ADMIN_LISTEN)", self.admin_listen))?;
        serve(listener, health)
    }

    /// The container's health check. A failure is written to standard error, where the container engine reads it, and not
    /// to the log: it is no alarm.
    pub async fn healthcheck(&self, name: &str) -> ExitCode {
        match self.probe().await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{name} is not ready: {error:#}");
                ExitCode::FAILURE
            }
        }
    }

    /// Succeeds when the program with this admin port says within two seconds that it is ready.
    pub async fn probe(&self) -> anyhow::Result<()> {
        let mut address = self.admin_listen;
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        let answer = tokio::time::timeout(PROBE_PATIENCE, ask(address, "/readyz"));
        let (status, body) = answer.await.context("no answer in time")??;
        ensure!(status == StatusCode::OK, "{body}");
        Ok(())
    }
}

/// Answers for `health` from a thread that lives as long as the process.
pub fn serve(listener: TcpListener, health: Health) -> anyhow::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, router(health)).await
    };
    std::thread::Builder::new().name("admin".to_owned()).spawn(move || {
        if let Err(error) = runtime.block_on(answer) {
            tracing::error!(%error, "the admin port is closed");
        }
    })?;
    Ok(())
}

/// What an admin port answers to a GET of this path: status and body.
pub async fn ask(address: SocketAddr, path: &str) -> anyhow::Result<(StatusCode, String)> {
    let uri: Uri = format!("http://{address}{path}").parse()?;
    let client = Client::builder(TokioExecutor::new()).build_http::<Empty<Bytes>>();
    let answer = client.get(uri).await.with_context(|| format!("nobody answers at {address}"))?;
    let status = answer.status();
    let body = answer.into_body().collect().await?.to_bytes();
    Ok((status, String::from_utf8_lossy(&body).into_owned()))
}

/// What a probe answers with, beside its status.
#[derive(Debug, Serialize)]
struct Answer {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dependencies: Vec<Dependency>,
}

fn router(health: Health) -> Router {
    Router::new()
        .route("/startupz", get(async |State(health): State<Health>| answer(health.startup(), Vec::new())))
        .route(
            "/readyz",
            get(async |State(health): State<Health>| answer(health.readiness(), health.dependencies())),
        )
        .route("/livez", get(async |State(health): State<Health>| answer(health.liveness(), Vec::new())))
        .with_state(health)
}

fn answer(found: Finding, dependencies: Vec<Dependency>) -> (StatusCode, Json<Answer>) {
    let reason = found.err();
    let status = if reason.is_none() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Answer { ok: reason.is_none(), reason, dependencies }))
}
