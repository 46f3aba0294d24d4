//! Accepts connections and bounds them: how many in all and from one address, how long a head may take, how many
//! streams one may carry, how long a silent one is kept.
//!
//! `axum::serve` has no such bounds, and a peer that sends a byte a second would hold a connection for ever.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::serve::Listener;
use http::header::CONNECTION;
use http::{HeaderValue, Request, Response, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use service::Shutdown;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::client::{Peer, Proxies};
use crate::services::LONGEST_BOOKING;
use crate::shares::Shares;

const MOST_CONNECTIONS: usize = 10_000;
/// An address may be an office or a mobile carrier's.
const MOST_OF_ADDRESS: usize = 500;
const LONGEST_HEAD: Duration = Duration::from_secs(10);
const STREAMS_A_CONNECTION: u32 = 100;
/// An HTTP/2 peer is asked whether it is still there this often, and has this long to answer.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// Requests under way when the gateway stops have this long: no booking is cut off, as its answer alone tells of a new
/// account. A supervisor waits longer still before it kills the process (deploy/compose.yaml: `stop_grace_period`).
const GRACE: Duration = Duration::from_secs(LONGEST_BOOKING.as_secs() + 6);

/// Serves until it is to stop, then lets the requests under way finish. From the beginning of the draining on, each
/// HTTP/1 answer asks its client to connect anew: a balancer keeps connections open, and one that is idle when the gateway
/// stops would close under a request just sent. HTTP/2 tells which requests were not read (GOAWAY; RFC 9113, 6.8).
pub(crate) async fn serve(
    router: Router,
    proxies: Proxies,
    mut listener: impl Listener<Addr = SocketAddr>,
    Shutdown { draining, stopping }: Shutdown,
) -> anyhow::Result<()> {
    let slots = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let shares = Shares::new(MOST_OF_ADDRESS);
    let graceful = GracefulShutdown::new();
    let builder = bounded();

    tracing::info!(address = %listener.local_addr()?, "serving");
    while let Some(slot) = free_slot(&slots, &stopping).await {
        let accepted = stopping.run_until_cancelled(listener.accept()).await;
        let Some((stream, peer)) = accepted else { break };
        let Ok(share) = shares.take(proxies.holder(peer.ip())) else { continue };
        let (router, draining) = (router.clone(), draining.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer.ip()));
            answer(router.clone(), request, draining.clone())
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A peer that goes away or breaks the protocol is no failure of ours.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop((slot, share));
        });
    }
    // The kernel would go on accepting for us, and nobody would answer.
    drop(listener);
    if tokio::time::timeout(GRACE, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were still under way after the grace period");
    }
    Ok(())
}

async fn answer(
    router: Router,
    request: Request<Body>,
    draining: CancellationToken,
) -> Result<Response<Body>, Infallible> {
    let is_http1 = request.version() < Version::HTTP_2;
    let mut answer = router.oneshot(request).await?;
    if is_http1 && draining.is_cancelled() {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(answer)
}

fn bounded() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(LONGEST_HEAD);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS_A_CONNECTION)
        .keep_alive_interval(KEEP_ALIVE)
        .keep_alive_timeout(KEEP_ALIVE);
    builder
}

async fn free_slot(
    slots: &Arc<Semaphore>,
    stopping: &CancellationToken,
) -> Option<tokio::sync::OwnedSemaphorePermit> {
    tokio::select! {
        slot = Arc::clone(slots).acquire_owned() => slot.ok(),
        () = stopping.cancelled() => None,
    }
}
