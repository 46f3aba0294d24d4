//! The listener. Unlike axum's own it can close a connection without an answer, which is a fault worth having.

use std::convert::Infallible;
use std::error::Error;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// How long calls under way may take to end at shutdown.
const GRACE: Duration = Duration::from_secs(3);
/// Out of file handles, for one: the listener is tried again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

type Failure = Box<dyn Error + Send + Sync>;

/// An answer that is none: the connection closes instead.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("cut by a fault")]
pub struct HungUp;

impl IntoResponse for HungUp {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        response.extensions_mut().insert(self);
        response
    }
}

pub async fn serve(listener: TcpListener, router: Router, shutdown: CancellationToken) {
    let open = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => break,
        };
        match accepted {
            Ok((stream, _)) => converse(stream, router.clone(), &open),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(GRACE, open.shutdown()).await.is_err() {
        tracing::info!("calls still under way are cut off");
    }
}

fn converse(stream: TcpStream, router: Router, open: &GracefulShutdown) {
    // Small answers in one piece: waiting for more would add 40 ms to each.
    let _ = stream.set_nodelay(true);
    let connection = open.watch(connection(stream, router));
    tokio::spawn(async move { tell_end(connection.await) });
}

/// Answers what comes in on one connection, until it ends.
pub async fn answer_all<S>(stream: S, router: Router)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    tell_end(connection(stream, router).await);
}

fn connection<S>(stream: S, router: Router) -> impl GracefulConnection<Error = Failure> + Send
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let service = service_fn(move |request: Request<Incoming>| answer(router.clone(), request));
    auto::Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), service).into_owned()
}

fn tell_end(ended: Result<(), Failure>) {
    if let Err(error) = ended {
        tracing::debug!(error, "a connection ended early");
    }
}

async fn answer(router: Router, request: Request<Incoming>) -> Result<Response<Body>, HungUp> {
    let response: Result<_, Infallible> = router.oneshot(request.map(Body::new)).await;
    let Ok(response) = response;
    match response.extensions().get::<HungUp>() {
        Some(cut) => Err(*cut),
        None => Ok(response),
    }
}
