//! Accepts connections and bounds them: how many in all and from one address, how long a head may take and how large it
//! may be, how many streams one may carry, how long a silent one is kept.
//!
//! `axum::serve` has no such bounds, and a peer that sends a byte a second would hold a connection for ever.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::serve::Listener;
use http::header::CONNECTION;
use http::{HeaderValue, Request, Response, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use service::Shutdown;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::connection::{Cause, Closed, Waits, drive};
use super::pieces::{AnswerBody, LARGEST_PIECE, RequestBody};
use super::slots::{Requests, Slots};
use crate::client::{Peer, Proxies};
use crate::services::LONGEST_BOOKING;

/// TCP sends what was lost again after 1, 3 and 7 s (RFC 6298): a head that is lost three times still comes in time. It
/// is counted from the acceptance of a connection for its first head, and from the end of an answer for the next of HTTP/1.
const LONGEST_HEAD: Duration = Duration::from_secs(10);
/// Bytes of a request line and its headers. Node.js takes as much (`--max-http-header-size`).
const LARGEST_HEAD: u16 = 16 << 10;
const STREAMS_A_CONNECTION: u32 = 100;
/// An HTTP/2 peer is asked whether it is still there this often, and has this long to answer.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// Requests under way when the gateway stops have this long: no booking is cut off, as its answer alone tells of a new
/// account. A supervisor waits longer still before it kills the process (deploy/compose.yaml: `stop_grace_period`).
const GRACE: Duration = Duration::from_secs(LONGEST_BOOKING.as_secs() + 6);

/// What connections may take, together and each.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    connections: usize,
    of_address: usize,
    /// For a further head of HTTP/1.
    head: Duration,
    waits: Waits,
}

impl Bounds {
    const USUAL: Self = Self {
        connections: 10_000,
        // An address may be an office or a mobile carrier's.
        of_address: 500,
        head: LONGEST_HEAD,
        waits: Waits {
            first_request: LONGEST_HEAD,
            // `hold_body` refuses a body sooner; this is for one after the other of HTTP/2.
            body: Duration::from_secs(20),
            // What TCP has lost twice still comes. It ends nothing as long as there is room.
            piece: Duration::from_secs(5),
            stalled: Duration::from_secs(60),
            // Of HTTP/2: `head` ends an idle HTTP/1 connection. To connect anew costs a visitor one round trip.
            idle: Duration::from_secs(60),
            // As long as a peer that is lost goes unnoticed.
            leaving: Duration::from_secs(2 * KEEP_ALIVE.as_secs()),
        },
    };
}

/// Serves until it is to stop, then lets the requests under way finish. From the beginning of the draining on, each
/// HTTP/1 answer asks its client to connect anew: a balancer keeps connections open, and one that is idle when the gateway
/// stops would close under a request just sent. HTTP/2 tells which requests were not read (GOAWAY; RFC 9113, 6.8).
pub(crate) async fn serve(
    router: Router,
    proxies: Proxies,
    listener: impl Listener<Addr = SocketAddr>,
    shutdown: Shutdown,
) -> anyhow::Result<()> {
    let closed = Closed::new();
    let count = move |cause| closed.count(cause);
    serve_within(Bounds::USUAL, router, proxies, listener, shutdown, count).await
}

/// Calls `closed` with the cause of each connection that is closed within these bounds.
async fn serve_within(
    bounds: Bounds,
    router: Router,
    proxies: Proxies,
    mut listener: impl Listener<Addr = SocketAddr>,
    Shutdown { draining, stopping }: Shutdown,
    closed: impl Fn(Cause) + Clone + Send + 'static,
) -> anyhow::Result<()> {
    let slots = Slots::new(bounds.connections, bounds.of_address);
    let open = TaskTracker::new();
    let builder = builder(bounds);

    tracing::info!(address = %listener.local_addr()?, "serving");
    while let Some((stream, peer)) = stopping.run_until_cancelled(listener.accept()).await {
        let taken = stopping.run_until_cancelled(slots.take(proxies.holder(peer.ip()))).await;
        let Some(taken) = taken else { break };
        let Ok(slot) = taken else {
            closed(Cause::AddressFull);
            continue;
        };
        let (router, draining, requests) = (router.clone(), draining.clone(), slot.requests());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            answer(router.clone(), request, draining.clone(), requests.clone())
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let (stopping, closed) = (stopping.clone(), closed.clone());
        open.spawn(async move {
            if let Some(cause) = drive(connection, slot, bounds.waits, &stopping).await {
                closed(cause);
            }
        });
    }
    // The kernel would go on accepting for us, and nobody would answer.
    drop(listener);
    open.close();
    if tokio::time::timeout(GRACE, open.wait()).await.is_err() {
        tracing::warn!("requests were still under way after the grace period");
    }
    Ok(())
}

/// The connection was closed for another just as a request came: the request was not begun.
#[derive(Debug, thiserror::Error)]
#[error("the connection made room for another")]
struct Replaced;

async fn answer(
    router: Router,
    request: Request<Incoming>,
    draining: CancellationToken,
    requests: Requests,
) -> Result<Response<Body>, Replaced> {
    let open = requests.begin(request.body().is_end_stream()).ok_or(Replaced)?;
    let is_http1 = request.version() < Version::HTTP_2;
    let request = request.map(|body| Body::new(RequestBody::new(body, open.progress().clone())));
    let Ok(mut answer) = router.oneshot(request).await;
    if is_http1 && draining.is_cancelled() {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    open.progress().is_sending();
    Ok(answer.map(|body| Body::new(AnswerBody::new(body, open))))
}

fn builder(bounds: Bounds) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head)
        // It bounds a head, as there is no setting of its own: a body is read in such pieces, and sent in a few more.
        .max_buf_size(LARGEST_HEAD.into());
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(LARGEST_HEAD.into())
        .max_concurrent_streams(STREAMS_A_CONNECTION)
        // What waits here counts as sent.
        .max_send_buf_size(LARGEST_PIECE)
        .keep_alive_interval(KEEP_ALIVE)
        .keep_alive_timeout(KEEP_ALIVE);
    builder
}

#[cfg(test)]
mod tests;
