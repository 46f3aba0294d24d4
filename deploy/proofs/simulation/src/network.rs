//! gRPC and HTTP over simulated connections: the same endpoints and servers as in production, on other streams.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::Stream;
use hyper_util::rt::TokioIo;
use service::client::{Channel, endpoint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tonic::transport::Uri;
use tonic::transport::server::Connected;
use turmoil::net::{TcpListener, TcpStream};

use crate::dice::Dice;

/// Where each host listens.
pub const PORT: u16 = 9000;

/// A channel to a host, with production's timeouts and keep-alives.
pub fn channel(host: &'static str) -> anyhow::Result<Channel> {
    channel_by(host, move || host)
}

/// A channel to a service that does not take part.
pub fn channel_to_nobody() -> anyhow::Result<Channel> {
    let endpoint = endpoint("nobody", &format!("nobody:{PORT}"))?;
    let refused =
        async |_: Uri| Err::<TokioIo<TcpStream>, _>(io::Error::from(io::ErrorKind::ConnectionRefused));
    Ok(endpoint.connect_with_connector_lazy(tower::service_fn(refused)).into())
}

/// A channel to replicas behind one name: each connection goes to one of them.
pub fn channel_to(replicas: &'static [&'static str], dice: &Dice) -> anyhow::Result<Channel> {
    let dice = dice.clone();
    channel_by("replicas", move || *dice.pick(replicas))
}

fn channel_by(
    name: &'static str,
    host: impl Fn() -> &'static str + Send + 'static,
) -> anyhow::Result<Channel> {
    let endpoint = endpoint(name, &format!("{name}:{PORT}"))?;
    let connect = move |_: Uri| {
        let host = host();
        async move {
            let stream = TcpStream::connect((host, PORT)).await?;
            Ok::<_, io::Error>(TokioIo::new(stream))
        }
    };
    Ok(endpoint.connect_with_connector_lazy(tower::service_fn(connect)).into())
}

/// Connections as they come in, for a tonic server.
pub async fn incoming() -> io::Result<impl Stream<Item = io::Result<Incoming>>> {
    let listener = listen().await?;
    Ok(futures::stream::unfold(listener, async |listener| {
        let accepted = listener.accept().await.map(|(stream, _)| Incoming(stream));
        Some((accepted, listener))
    }))
}

pub async fn listen() -> io::Result<TcpListener> {
    TcpListener::bind(("0.0.0.0", PORT)).await
}

/// Where the gateway's visitors come in.
pub struct Front(TcpListener);

impl Front {
    pub async fn open() -> io::Result<Self> {
        listen().await.map(Self)
    }
}

impl axum::serve::Listener for Front {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            match self.0.accept().await {
                Ok(accepted) => return accepted,
                Err(error) => tracing::warn!(%error, "a connection could not be accepted"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A simulated stream, of which tonic asks nothing.
pub struct Incoming(TcpStream);

impl Connected for Incoming {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Incoming {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Incoming {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
