//! The gRPC server every service runs: mutual TLS, callers checked, deadlines, health, reflection, a graceful stop.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic::transport::server::{Server, TcpIncoming};
use tonic_health::ServingStatus;

use crate::auth::{Allow, CallerLayer};
use crate::calls::CallLayer;
use crate::health::Readiness;
use crate::lifecycle::Lifecycle;
use crate::security_log::SecurityLog;
use crate::shutdown::{DrainArgs, Shutdown};
use crate::tls::{TlsArgs, handshakes};

/// How often readiness is asked again.
const READINESS_INTERVAL: Duration = Duration::from_secs(2);
/// No call may take longer, whatever its caller says. An airline may take 40 s, and svc-offers gives up after 41 s: its
/// own answer says why. A booking waits 25 s.
const LONGEST_CALL: Duration = Duration::from_secs(42);
/// Calls under way when a service stops have this long: the longest call, and a little for its answer. One whose reader
/// takes nothing would never end. An operator kills the process later than that (docs/scaling.md).
const GRACE: Duration = Duration::from_secs(LONGEST_CALL.as_secs() + 2);

/// Where and how a service listens.
#[derive(Debug, Clone, clap::Args)]
pub struct ServerArgs {
    /// Address to listen on.
    #[arg(long, env = "LISTEN", default_value = "0.0.0.0:50051", value_name = "ADDR")]
    pub listen: SocketAddr,
    /// Certificates, or plaintext.
    #[command(flatten)]
    pub tls: TlsArgs,
    /// How it ends.
    #[command(flatten)]
    pub drain: DrainArgs,
    /// Answer gRPC reflection. For development.
    #[arg(id = "grpc_reflection", long = "reflection", env = "GRPC_REFLECTION", default_value_t = false)]
    pub reflection: bool,
}

/// Whether a service can answer now, or what it lacks. Asked every two seconds.
pub type ReadinessCheck = Box<dyn Fn() -> BoxFuture<'static, Result<(), &'static str>> + Send + Sync>;

/// What a service hands over to be served.
pub struct Serving {
    /// The service's name, as in its certificate.
    pub name: &'static str,
    /// The business.
    pub routes: Routes,
    /// Who may call what.
    pub allowed: &'static [Allow],
    /// What health checks answer.
    pub readiness: ReadinessCheck,
}

impl ServerArgs {
    /// Binds the configured address.
    pub async fn bind(&self) -> anyhow::Result<TcpListener> {
        TcpListener::bind(self.listen).await.with_context(|| format!("listening on {}", self.listen))
    }
}

/// Serves until the program is to end, then lets the calls under way finish, up to 44 seconds. Is not ready from the
/// beginning of the shutdown on.
pub async fn serve(
    serving: Serving,
    args: &ServerArgs,
    listener: TcpListener,
    lifecycle: Lifecycle,
) -> anyhow::Result<()> {
    serve_with_grace(GRACE, serving, args, listener, lifecycle).await
}

/// The same with another bound on the calls under way at the end; for tests.
pub async fn serve_with_grace(
    grace: Duration,
    serving: Serving,
    args: &ServerArgs,
    listener: TcpListener,
    lifecycle: Lifecycle,
) -> anyhow::Result<()> {
    let Shutdown { draining, stopping } = lifecycle.shutdown;
    lifecycle.health.measure(serving.name);
    args.tls.measure(serving.name)?;
    let (reporter, health) = tonic_health::server::health_reporter();
    // The reporter begins with SERVING, and callers may ask before the first check has ended.
    reporter.set_service_status("", ServingStatus::NotServing).await;
    let reporting = report(serving.name, lifecycle.health.changes(), reporter);
    let watcher = tokio::spawn(async move {
        let watching = lifecycle.health.watch(READINESS_INTERVAL, &draining, serving.readiness);
        tokio::join!(watching, reporting)
    });

    let callers = CallerLayer {
        allowed: serving.allowed,
        enforced: !args.tls.is_plaintext(),
        log: SecurityLog::default(),
    };
    let mut routes = serving.routes.add_service(health);
    if args.reflection {
        let descriptors = tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(proto::FILE_DESCRIPTOR_SET);
        routes = routes.add_service(descriptors.build_v1()?);
    }
    tracing::info!(service = serving.name, address = %listener.local_addr()?, "serving");
    let builder = Server::builder()
        .timeout(LONGEST_CALL)
        .http2_keepalive_interval(Some(Duration::from_secs(20)))
        .layer(CallLayer::new(serving.name))
        .layer(callers)
        .add_routes(routes);
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let stopped = stopping.clone().cancelled_owned();
    let server = match args.tls.current()? {
        Some(current) => builder.serve_with_incoming_shutdown(handshakes(incoming, current), stopped).boxed(),
        None => builder.serve_with_incoming_shutdown(incoming, stopped).boxed(),
    };
    tokio::select! {
        ended = server => ended?,
        () = over(&stopping, grace) => {
            tracing::warn!(service = serving.name, grace_s = grace.as_secs(), "calls still under way were cut off");
        }
    }
    watcher.abort();
    Ok(())
}

/// Waits until `grace` has passed since `stopping`.
async fn over(stopping: &CancellationToken, grace: Duration) {
    stopping.cancelled().await;
    tokio::time::sleep(grace).await;
}

/// Tells each change of readiness in the log and in gRPC's own health service.
async fn report(
    name: &'static str,
    mut changes: watch::Receiver<Readiness>,
    reporter: tonic_health::server::HealthReporter,
) {
    while changes.changed().await.is_ok() {
        let readiness = *changes.borrow_and_update();
        let ready = readiness == Readiness::Ready;
        tracing::info!(service = name, ready, ?readiness, "readiness changed");
        let status = if ready { ServingStatus::Serving } else { ServingStatus::NotServing };
        reporter.set_service_status("", status).await;
    }
}
