//! Connections to the server whose callers have shown a certificate of ours.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::{Stream, StreamExt, future};
use rustls::ServerConfig;
use tokio::io::{AsyncWriteExt, copy, sink};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tokio_util::task::AbortOnDropHandle;
use tonic::transport::server::TcpIncoming;
use tracing::field::display;

use super::renewal::Current;
use crate::causes::with_causes;
use crate::line_a_minute::LineAMinute;

/// A caller that has not shown its certificate by then is let go. Ours give up after two seconds.
const LONGEST: Duration = Duration::from_secs(3);
/// A caller that was refused has this long to read why.
const FAREWELL: Duration = Duration::from_secs(1);
/// So many at once. Further callers wait in the kernel's queue.
const MOST_AT_ONCE: usize = 256;

type Secured = TlsStream<TcpStream>;

/// The connections that came about, each by what was current when it came in. One that is slow holds up no other.
pub(crate) fn handshakes(
    incoming: TcpIncoming,
    current: Current,
) -> impl Stream<Item = io::Result<Secured>> + Send {
    let failures = Arc::new(Failures::default());
    incoming
        .map(move |accepted| {
            let config = Arc::clone(&current.borrow().server);
            secure(accepted, config, Arc::clone(&failures))
        })
        .buffer_unordered(MOST_AT_ONCE)
        .filter_map(future::ready)
}

/// In a task of its own, which ends with the stream. None where the handshake failed.
async fn secure(
    accepted: io::Result<TcpStream>,
    config: Arc<ServerConfig>,
    failures: Arc<Failures>,
) -> Option<io::Result<Secured>> {
    match accepted {
        Ok(stream) => {
            let handshake = tokio::spawn(shake_hands(stream, config, failures));
            AbortOnDropHandle::new(handshake).await.ok().flatten().map(Ok)
        }
        Err(error) => Some(Err(error)),
    }
}

async fn shake_hands(
    stream: TcpStream,
    config: Arc<ServerConfig>,
    failures: Arc<Failures>,
) -> Option<Secured> {
    let caller = stream.peer_addr().ok();
    let handshake = TlsAcceptor::from(config).accept(stream).into_fallible();
    match timeout(LONGEST, handshake).await {
        Ok(Ok(secured)) => return Some(secured),
        Ok(Err((error, stream))) => {
            failures.log(caller, &error);
            part_from(stream).await;
        }
        Err(_elapsed) => failures.log(caller, &io::ErrorKind::TimedOut.into()),
    }
    None
}

/// Ends a connection so that its caller can read why. If it were closed while something is unread, it would be reset,
/// and the reason lost.
async fn part_from(mut stream: TcpStream) {
    let read_out = async {
        stream.shutdown().await?;
        copy(&mut stream, &mut sink()).await
    };
    let _reset_at_worst = timeout(FAREWELL, read_out).await;
}

/// Anybody who reaches the port can make them.
#[derive(Debug, Default)]
struct Failures(Mutex<LineAMinute>);

impl Failures {
    fn log(&self, caller: Option<SocketAddr>, error: &io::Error) {
        let allowed = self.0.lock().expect("nothing panics under this lock").allow(Instant::now());
        if let Some(held_back) = allowed {
            let (address, error) = (caller.map(|it| display(it.ip().to_canonical())), with_causes(error));
            tracing::warn!(client.address = address, error, held_back, "a TLS handshake failed");
        }
    }
}
