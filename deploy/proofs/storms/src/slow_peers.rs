//! Peers that hold connections to the site until it closes them: they ask nothing, ask a byte a second, or read no answer.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use futures::future::try_join_all;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

/// Peers that share an address: less than any one address may have.
const OF_ADDRESS: usize = 50;
/// So many connect at once. The next ones wait until the site has accepted these.
const CONNECT_AT_ONCE: usize = 200;
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// State of a listening socket, as proc(5) writes it.
const LISTENING: &str = "0A";
/// A peer that is still connected after this was forgotten.
const PATIENCE: Duration = Duration::from_secs(60);
const BETWEEN_BYTES: Duration = Duration::from_secs(1);
/// The beginning of HTTP/2.
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Length, type, flags and stream of a frame: no settings.
pub const SETTINGS: &[u8] = b"\0\0\0\x04\0\0\0\0\0";
/// The setting INITIAL_WINDOW_SIZE (4) of 0: no byte of an answer may be sent (RFC 9113, 6.5.2).
const NO_WINDOW: &[u8] = b"\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\0\0";
/// Stream 1: GET, http and / of the static table (RFC 7541).
const GET: &[u8] = b"\0\0\x03\x01\x05\0\0\0\x01\x82\x86\x84";

/// What a peer sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Nothing,
    OneByte,
    HalfPreface,
    /// A whole beginning of HTTP/2, and no request.
    NoRequest,
    /// A byte a second of a head.
    SlowHead,
    /// A whole head, and a byte a second of the body.
    SlowBody,
    /// A whole request of HTTP/2 whose answer it never takes. It answers no ping either.
    ReadsNothing,
}

impl Kind {
    pub const SILENT: [Self; 4] = [Self::Nothing, Self::OneByte, Self::HalfPreface, Self::NoRequest];
    pub const SLOW: [Self; 2] = [Self::SlowHead, Self::SlowBody];
    /// They have asked, so that the site may take them for visitors.
    pub const ASKING: [Self; 2] = [Self::SlowBody, Self::ReadsNothing];

    fn begins_with(self) -> Vec<u8> {
        match self {
            Self::Nothing => Vec::new(),
            Self::OneByte => b"P".to_vec(),
            Self::HalfPreface => PREFACE[..12].to_vec(),
            Self::NoRequest => [PREFACE, SETTINGS].concat(),
            Self::SlowHead => b"GET / HTTP/1.1\r\nx: ".to_vec(),
            Self::SlowBody => b"POST /api/flights/search HTTP/1.1\r\nhost: 127.0.0.1\r\n\
                content-type: application/json\r\ncontent-length: 1000\r\n\r\n"
                .to_vec(),
            Self::ReadsNothing => [PREFACE, NO_WINDOW, GET].concat(),
        }
    }

    fn goes_on(self) -> bool {
        Self::SLOW.contains(&self)
    }
}

/// What came of the peers.
#[derive(Debug, Default)]
pub struct Held {
    /// How long each was connected.
    pub connected: Vec<Duration>,
    /// So many were connected at the same time.
    pub most_at_once: usize,
}

#[derive(Debug, Default)]
struct Open {
    now: AtomicUsize,
    most: AtomicUsize,
}

/// Connects so many peers of these kinds in turn, and waits until the site has closed all of them.
///
/// No peer connects while others wait to be accepted. Linux would answer it with a SYN cookie once its queue is full, and
/// drop the end of the handshake: a peer that sends nothing would hold a connection that the site never had.
pub async fn hold(site: SocketAddr, kinds: &'static [Kind], count: usize) -> anyhow::Result<Held> {
    let open = Arc::<Open>::default();
    let mut peers = Vec::with_capacity(count);
    for first in (0..count).step_by(CONNECT_AT_ONCE) {
        let numbers = first..count.min(first + CONNECT_AT_ONCE);
        let connecting = numbers.clone().map(|number| async move { connect(address(number)?, site).await });
        for (number, stream) in numbers.zip(try_join_all(connecting).await?) {
            let (kind, open) = (kinds[number % kinds.len()], Arc::clone(&open));
            peers.push(tokio::spawn(async move { be_closed(stream, kind, &open).await }));
        }
        while unaccepted(site.port())? > 0 {
            sleep(BETWEEN_LOOKS).await;
        }
    }
    let connected = try_join_all(peers).await?.into_iter().collect::<anyhow::Result<_>>()?;
    Ok(Held { connected, most_at_once: open.most.load(Ordering::Relaxed) })
}

/// Connections to an IPv4 port of this machine that wait to be accepted: the receive queue of its listening socket.
fn unaccepted(port: u16) -> anyhow::Result<u64> {
    let local_port = format!(":{port:04X}");
    for row in BufReader::new(File::open("/proc/net/tcp")?).lines() {
        let row = row?;
        let mut fields = row.split_whitespace().skip(1);
        let (Some(local), Some(_remote), Some(state), Some(queues)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        if state == LISTENING && local.ends_with(&local_port) {
            let (_sending, receiving) = queues.split_once(':').context("a row of /proc/net/tcp")?;
            return Ok(u64::from_str_radix(receiving, 16)?);
        }
    }
    bail!("nothing listens on port {port}")
}

/// An address of this machine's own network 127.0.0.0/8.
fn address(number: usize) -> anyhow::Result<Ipv4Addr> {
    let network = u16::try_from(number / OF_ADDRESS).context("too many peers")?;
    let [high, low] = network.to_be_bytes();
    Ok(Ipv4Addr::new(127, 1, high, low))
}

async fn connect(from: Ipv4Addr, site: SocketAddr) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4().context("no more files may be open (ulimit -n)")?;
    socket.bind((from, 0).into())?;
    Ok(socket.connect(site).await?)
}

async fn be_closed(stream: TcpStream, kind: Kind, open: &Open) -> anyhow::Result<Duration> {
    let connected = Instant::now();
    open.most.fetch_max(open.now.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
    let (reader, mut writer) = stream.into_split();
    let sending = async {
        // It may be closed while it is being opened.
        let _is_closed = writer.write_all(&kind.begins_with()).await;
        if kind.goes_on() {
            dribble(&mut writer).await;
        }
        std::future::pending::<()>().await;
    };
    let closed = async {
        tokio::select! {
            () = read_to_the_end(reader) => {}
            () = sending => {}
        }
    };
    let has_closed = timeout(PATIENCE, closed).await.is_ok();
    open.now.fetch_sub(1, Ordering::Relaxed);
    if !has_closed {
        bail!("a peer of kind {kind:?} was still connected after {} s", PATIENCE.as_secs());
    }
    Ok(connected.elapsed())
}

async fn dribble(writer: &mut (impl AsyncWrite + Unpin)) {
    while writer.write_all(b"x").await.is_ok() {
        sleep(BETWEEN_BYTES).await;
    }
}

async fn read_to_the_end(mut reader: impl AsyncRead + Unpin) {
    let mut read = [0; 256];
    while reader.read(&mut read).await.is_ok_and(|length| length > 0) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_until_they_are_accepted() {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let site = listener.local_addr().unwrap();
        let peers = [(); 3].map(|()| std::net::TcpStream::connect(site).unwrap());
        assert_eq!(unaccepted(site.port()).unwrap(), 3);
        let accepted = listener.accept().unwrap();
        assert_eq!(unaccepted(site.port()).unwrap(), 2);
        drop((peers, accepted, listener));
        unaccepted(site.port()).unwrap_err();
    }

    #[test]
    fn peers_have_many_addresses_of_this_machine() {
        assert_eq!(address(0).unwrap(), Ipv4Addr::new(127, 1, 0, 0));
        assert_eq!(address(49).unwrap(), Ipv4Addr::new(127, 1, 0, 0));
        assert_eq!(address(10_049).unwrap(), Ipv4Addr::new(127, 1, 0, 200));
    }
}
