//! Where a service is, and how a connection to one of its replicas is made.

use std::net::SocketAddr;
use std::sync::Arc;
use std::{fmt, io};

use anyhow::Context;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::uri::{Authority, Scheme};
use http::{Request, Uri};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tonic::body::Body;

use super::{CONNECT, Lookup, PING_INTERVAL, PING_TIMEOUT};
use crate::tls::{Current, TlsArgs};

/// What a replica may send of one answer that its reader does not take.
const STREAM_WINDOW: u32 = 256 << 10;
/// The same of all answers on a connection: the most that HTTP/2 allows (RFC 9113, 6.9.1). Memory is bounded by the
/// streams alone. With less, some slow readers would hold up all other answers of the replica.
const CONNECTION_WINDOW: u32 = (1 << 31) - 1;

/// A connection that stands: what sends on it, and what ends when it takes no more calls, with the reason.
pub type Connected = (SendRequest<Body>, BoxFuture<'static, hyper::Result<()>>);

/// A service: what a connection to any of its replicas needs.
pub struct Target {
    pub name: &'static str,
    scheme: Scheme,
    authority: Authority,
    tls: Option<(Current, ServerName<'static>)>,
}

impl Target {
    pub fn new(name: &'static str, tls: &TlsArgs) -> anyhow::Result<Self> {
        let tls = tls.current().with_context(|| format!("TLS for {name}"))?;
        let tls = tls.map(|current| anyhow::Ok((current, ServerName::try_from(name)?))).transpose()?;
        let scheme = if tls.is_some() { Scheme::HTTPS } else { Scheme::HTTP };
        Ok(Self { name, scheme, authority: Authority::from_static(name), tls })
    }

    /// Connects to the replica at `address`, with TLS and all, within two seconds.
    pub async fn connect(&self, address: SocketAddr) -> io::Result<Connected> {
        let connected = timeout(CONNECT, async {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            match &self.tls {
                Some((current, name)) => {
                    let tls = TlsConnector::from(Arc::clone(&current.borrow().client));
                    speak_http(tls.connect(name.clone(), stream).await?).await
                }
                None => speak_http(stream).await,
            }
        });
        connected.await.unwrap_or_else(|_elapsed| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Completes the request's address. gRPC clients know its path alone.
    pub fn address(&self, request: &mut Request<Body>) {
        let mut parts = std::mem::take(request.uri_mut()).into_parts();
        parts.scheme = Some(self.scheme.clone());
        parts.authority = Some(self.authority.clone());
        *request.uri_mut() = Uri::from_parts(parts).expect("a gRPC method is a path");
    }
}

async fn speak_http(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) -> io::Result<Connected> {
    let handshake = Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_TIMEOUT)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .handshake(TokioIo::new(stream));
    let (sender, connection) = handshake.await.map_err(io::Error::other)?;
    Ok((sender, connection.boxed()))
}

/// Asks the system's resolver for the host of `url`, or of `host:port`.
pub fn lookup(url: &str) -> anyhow::Result<Lookup> {
    let url = url.trim_start_matches("http://").trim_start_matches("https://").trim_end_matches('/');
    let authority: Authority = url.parse()?;
    let port = authority.port_u16().context("it has no port")?;
    let host: Arc<str> = authority.host().trim_matches(['[', ']']).into();
    Ok(Box::new(move || {
        let host = Arc::clone(&host);
        async move { Ok(tokio::net::lookup_host((&*host, port)).await?.collect()) }.boxed()
    }))
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_host_and_a_port_are_found_in_every_form() {
        for (url, found) in [
            ("http://127.0.0.1:50051", "127.0.0.1:50051"),
            ("https://127.0.0.1:50051/", "127.0.0.1:50051"),
            ("127.0.0.1:50051", "127.0.0.1:50051"),
            ("http://[::1]:50051", "[::1]:50051"),
        ] {
            assert_eq!(lookup(url).unwrap()().await.unwrap(), [found.parse().unwrap()], "{url}");
        }
        for url in ["", "http://svc-search", "http://svc search:50051"] {
            assert!(lookup(url).is_err(), "{url}");
        }
    }
}
