//! Connections to other services: lazy, so that start order does not matter, with bounds on every wait.

use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use anyhow::Context;
use futures::future::BoxFuture;
use http::{Request, Response};
use hyper_util::client::legacy::connect::HttpConnector;
use tokio::time::{Instant, timeout_at};
use tonic::Status;
use tonic::body::Body;
use tonic::transport::{self, Endpoint};
use tower::{Service, ServiceExt};

use crate::bounded::{Bounded, too_late};
use crate::deadline;
use crate::tls::TlsArgs;

/// To be connected: TCP, TLS and all.
const CONNECT: Duration = Duration::from_secs(2);

/// A connection to another service. A call on it ends by its own deadline, whatever the connection does meanwhile:
/// tonic's own clock starts when the connection stands, and stops at the first byte of the answer.
#[derive(Debug, Clone)]
pub struct Channel(transport::Channel);

impl From<transport::Channel> for Channel {
    fn from(channel: transport::Channel) -> Self {
        Self(channel)
    }
}

impl Service<Request<Body>> for Channel {
    type Response = Response<Body>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<Response<Body>, Status>>;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<Result<(), Status>> {
        // To wait for the connection is a part of the call.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let deadline = deadline::of(request.headers());
        let mut channel = self.0.clone();
        let call = async move {
            let answer: Result<_, transport::Error> =
                async { channel.ready().await?.call(request).await }.await;
            answer.map_err(|error| Status::from_error(error.into()))
        };
        Box::pin(async move {
            let Some(deadline) = deadline else { return call.await };
            match timeout_at(deadline, call).await {
                Ok(Ok(answer)) => Ok(answer.map(|body| Body::new(Bounded::new(body, deadline)))),
                Ok(Err(error)) if Instant::now() < deadline => Err(error),
                _ => Err(too_late()),
            }
        })
    }
}

/// A channel to the service `name` at `url` (`http://host:port`; TLS follows from `tls`, not from the scheme).
///
/// Connects on first use and again after a loss. A service that is away fails a call within two seconds; so does one that
/// accepts and never speaks, where TLS is on.
pub fn channel(name: &'static str, url: &str, tls: &TlsArgs) -> anyhow::Result<Channel> {
    // The endpoint's own way to connect bounds TCP alone; a connector given to it is bounded with its TLS handshake.
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    Ok(endpoint(name, url, tls)?.connect_with_connector_lazy(tcp).into())
}

/// The same service, for a caller that brings a network of its own.
pub fn endpoint(name: &'static str, url: &str, tls: &TlsArgs) -> anyhow::Result<Endpoint> {
    let scheme_free = url.trim_start_matches("http://").trim_start_matches("https://");
    let config = tls.client(name)?;
    let scheme = if config.is_some() { "https" } else { "http" };
    let endpoint = Endpoint::from_shared(format!("{scheme}://{scheme_free}"))
        .with_context(|| format!("the address of {name} is not a URL"))?
        .connect_timeout(CONNECT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(Duration::from_secs(15))
        .keep_alive_timeout(Duration::from_secs(5));
    match config {
        Some(config) => endpoint.tls_config(config).with_context(|| format!("TLS for {name}")),
        None => Ok(endpoint),
    }
}
