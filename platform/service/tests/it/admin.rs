//! The admin port: what it answers while a service starts, lacks something, drains and hangs.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use proto::brand::v1::brand_service_server::BrandServiceServer;
use service::admin::{self, AdminArgs, ask};
use service::client::channel;
use service::health::Health;
use service::server::{Serving, serve};
use service::{DrainArgs, Lifecycle, ServerArgs, Shutdown, TlsArgs};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::transport::Open;

const STARTUP: &str = "/startupz";
const READINESS: &str = "/readyz";
const LIVENESS: &str = "/livez";
const OK: (u16, &str) = (200, r#"{"ok":true}"#);

fn open(health: &Health) -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    admin::serve(listener, health.clone()).unwrap();
    address
}

async fn told(admin: SocketAddr, path: &str) -> (u16, String) {
    let (status, body) = ask(admin, path).await.unwrap();
    (status.as_u16(), body)
}

/// Waits until a probe answers with this status and such a body.
async fn until(admin: SocketAddr, path: &str, expected: (u16, &str)) {
    let answered = async {
        loop {
            let (status, body) = told(admin, path).await;
            if status == expected.0 && body.contains(expected.1) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let answered = tokio::time::timeout(testkit::patience(20), answered).await;
    answered.unwrap_or_else(|_| panic!("{path} never answers {expected:?}"));
}

fn two_steps() -> Shutdown {
    Shutdown { draining: CancellationToken::new(), stopping: CancellationToken::new() }
}

#[tokio::test]
async fn a_service_without_its_database_is_started_and_alive_and_not_ready() {
    let health = Health::default();
    let admin = open(&health);
    let starting = (503, r#"{"ok":false,"reason":"starting"}"#);
    until(admin, STARTUP, starting).await;
    until(admin, READINESS, starting).await;
    until(admin, LIVENESS, OK).await;

    let (database, draining) = (Arc::new(AtomicBool::new(false)), CancellationToken::new());
    let watching = tokio::spawn({
        let (health, database, draining) = (health.clone(), Arc::clone(&database), draining.clone());
        async move {
            let check = || {
                let answers = database.load(Ordering::Relaxed);
                async move { answers.then_some(()).ok_or("Postgres is away") }
            };
            health.watch(Duration::from_millis(5), &draining, check).await;
        }
    });
    until(admin, READINESS, (503, r#"{"ok":false,"reason":"not ready: Postgres is away"}"#)).await;
    until(admin, STARTUP, OK).await;
    until(admin, LIVENESS, OK).await;

    database.store(true, Ordering::Relaxed);
    until(admin, READINESS, OK).await;
    draining.cancel();
    watching.await.unwrap();
    until(admin, READINESS, (503, r#"{"ok":false,"reason":"stopping"}"#)).await;
    until(admin, STARTUP, OK).await;
    until(admin, LIVENESS, OK).await;
}

#[tokio::test]
async fn a_served_service_is_ready_until_it_drains_and_the_containers_check_says_the_same() {
    service::install_crypto();
    let lifecycle = Lifecycle::from(two_steps());
    let shutdown = lifecycle.shutdown.clone();
    let admin = open(&lifecycle.health);
    let (listener, listen) = testkit::free_listener().await;
    let serving = Serving {
        name: "svc-brand",
        routes: Routes::new(BrandServiceServer::new(Open)),
        allowed: &[],
        readiness: Box::new(|| Box::pin(async { Ok(()) })),
    };
    let args = ServerArgs { listen, tls: TlsArgs::plaintext(), drain: DrainArgs::NONE, reflection: false };
    let probe = AdminArgs { admin_listen: admin };

    let starting = probe.probe().await.unwrap_err();
    let server = tokio::spawn(async move { serve(serving, &args, listener, lifecycle).await });
    until(admin, READINESS, OK).await;
    probe.probe().await.unwrap();
    shutdown.draining.cancel();
    until(admin, READINESS, (503, r#"{"ok":false,"reason":"stopping"}"#)).await;
    let stopping = probe.probe().await.unwrap_err();
    shutdown.stopping.cancel();
    server.await.unwrap().unwrap();

    assert_eq!(starting.to_string(), r#"{"ok":false,"reason":"starting"}"#);
    assert_eq!(stopping.to_string(), r#"{"ok":false,"reason":"stopping"}"#);
}

#[tokio::test]
async fn a_service_that_starts_is_unhealthy_to_its_callers_until_its_first_check_has_ended() {
    service::install_crypto();
    let (listener, listen) = testkit::free_listener().await;
    let stop = CancellationToken::new();
    let is_checked = CancellationToken::new();
    let ended = is_checked.clone();
    let serving = Serving {
        name: "svc-brand",
        routes: Routes::new(BrandServiceServer::new(Open)),
        allowed: &[],
        readiness: Box::new(move || {
            let ended = ended.clone();
            Box::pin(async move {
                ended.cancelled().await;
                Ok(())
            })
        }),
    };
    let args = ServerArgs { listen, tls: TlsArgs::plaintext(), drain: DrainArgs::NONE, reflection: false };
    let stopped = stop.clone();
    let server = tokio::spawn(async move { serve(serving, &args, listener, stopped.into()).await });
    let channel = channel("svc-brand", &format!("http://{listen}"), &TlsArgs::plaintext()).unwrap();
    let mut caller = HealthClient::new(channel);
    let mut ask = async || caller.check(HealthCheckRequest::default()).await.unwrap().into_inner().status();

    let at_first = ask().await;
    is_checked.cancel();
    let becomes_healthy = async {
        while ask().await != ServingStatus::Serving {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(testkit::patience(20), becomes_healthy).await.expect("it becomes healthy");
    stop.cancel();
    server.await.unwrap().unwrap();

    assert_eq!(at_first, ServingStatus::NotServing);
}

#[tokio::test]
async fn a_runtime_that_hangs_is_not_alive_and_is_alive_again_once_it_goes_on() {
    let health = Health::with_longest_silence(Duration::from_millis(300));
    let admin = open(&health);
    let program = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    program.spawn(health.clone().give_signs_of_life());
    program.spawn(async move {
        let draining = CancellationToken::new();
        health.watch(Duration::from_millis(5), &draining, || async { Ok(()) }).await;
    });
    until(admin, READINESS, OK).await;
    until(admin, LIVENESS, OK).await;

    let (goes_on, wait) = std::sync::mpsc::channel::<()>();
    program.spawn(async move { wait.recv() });
    let hangs = (503, "hangs: no sign of life for");
    until(admin, LIVENESS, hangs).await;
    until(admin, READINESS, hangs).await;

    drop(goes_on);
    until(admin, LIVENESS, OK).await;
    until(admin, READINESS, OK).await;
    program.shutdown_background();
}

#[tokio::test]
async fn an_admin_port_that_nobody_opened_is_not_ready() {
    let (listener, admin_listen) = testkit::free_listener().await;
    drop(listener);

    assert!(AdminArgs { admin_listen }.probe().await.is_err());
}
