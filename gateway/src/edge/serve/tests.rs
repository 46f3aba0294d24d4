//! Real sockets, and bounds so short that a test waits for what they do.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::routing::{get, post};
use futures::stream;
use http::StatusCode;
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::http2::{Builder as Http2Builder, SendRequest};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_util::task::AbortOnDropHandle;

use super::*;

const SHORT: Duration = Duration::from_millis(100);
const NEVER: Duration = Duration::from_secs(3600);
const OPEN: Bounds = Bounds {
    connections: 100,
    of_address: 100,
    head: NEVER,
    waits: Waits {
        first_request: NEVER,
        body: NEVER,
        piece: NEVER,
        stalled: NEVER,
        idle: NEVER,
        leaving: NEVER,
    },
};
const HELLO: &str = "GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n";
const STREAM: &str = "GET /stream HTTP/1.1\r\nhost: shop.example\r\n\r\n";
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Length, type, flags and stream: no settings.
const SETTINGS: &[u8] = b"\0\0\0\x04\0\0\0\0\0";
/// Takes no byte of any answer: SETTINGS_INITIAL_WINDOW_SIZE is 0 (RFC 9113, 6.5.2).
const NO_WINDOW: &[u8] = b"\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\0\0";
/// Stream 1: GET, http, /, and nothing more (RFC 7541, the static table).
const HELLO_OF_HTTP2: &[u8] = b"\0\0\x03\x01\x05\0\0\0\x01\x82\x86\x84";
/// One byte of a body that has more.
const HALF_A_BODY: &str = "POST /body HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 2\r\n\r\nx";
const LARGE: usize = 1 << 20;
const GOAWAY: u8 = 7;
const DATA: u8 = 0;

struct Shop {
    address: SocketAddr,
    closed: Arc<Mutex<Vec<Cause>>>,
    _server: AbortOnDropHandle<()>,
}

impl Shop {
    /// A peer on this machine counts by its address.
    async fn open(bounds: Bounds) -> Self {
        let router = Router::new()
            .route("/", get("hello"))
            .route("/stream", get(async || ticks()))
            .route("/body", post(async |body: Bytes| body))
            .route("/large", get(async || vec![b'x'; LARGE]))
            .route("/slow", get(slow));
        let proxies = Proxies::new("none".parse().unwrap(), true);
        let (listener, address) = testkit::free_listener().await;
        let closed = Arc::<Mutex<Vec<Cause>>>::default();
        let causes = Arc::clone(&closed);
        let note = move |cause| causes.lock().unwrap_or_else(PoisonError::into_inner).push(cause);
        let server = tokio::spawn(async move {
            serve_within(bounds, router, proxies, listener, Shutdown::new(), note).await.unwrap();
        });
        Self { address, closed, _server: AbortOnDropHandle::new(server) }
    }

    async fn visitor(&self) -> Visitor {
        Visitor(TcpStream::connect(self.address).await.unwrap())
    }

    async fn visitor_who_sends(&self, bytes: impl AsRef<[u8]>) -> Visitor {
        let mut visitor = self.visitor().await;
        visitor.0.write_all(bytes.as_ref()).await.unwrap();
        visitor
    }

    async fn visitor_by_http2(&self) -> Http2 {
        let io = TokioIo::new(TcpStream::connect(self.address).await.unwrap());
        // As small as it may be, so that an answer goes out piece by piece.
        let mut client = Http2Builder::new(TokioExecutor::new());
        client.initial_stream_window_size(16 << 10).initial_connection_window_size((64 << 10) - 1);
        let (requests, connection) = client.handshake(io).await.unwrap();
        Http2 { requests, connection: AbortOnDropHandle::new(tokio::spawn(connection)) }
    }

    /// Waits for the causes of what was closed so far.
    async fn closed(&self, expected: &[Cause]) {
        let all = || self.closed.lock().unwrap().clone();
        let reached = async {
            while all() != expected {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        assert!(soon(reached).await.is_some(), "{:?}", all());
    }
}

/// Takes longer than a connection that has to leave may be idle.
async fn slow() -> &'static str {
    tokio::time::sleep(testkit::patient(4 * SHORT)).await;
    "slow"
}

/// An event stream without an end.
fn ticks() -> Body {
    Body::from_stream(stream::unfold((), async |()| {
        tokio::time::sleep(SHORT / 4).await;
        Some((Ok::<_, io::Error>("tick"), ()))
    }))
}

struct Visitor(TcpStream);

impl Visitor {
    /// Sends a request and reads the status of its answer, with all that comes with it.
    async fn ask(&mut self, request: impl AsRef<[u8]>) -> Option<u16> {
        self.0.write_all(request.as_ref()).await.ok()?;
        self.answer().await
    }

    async fn answer(&mut self) -> Option<u16> {
        let mut read = [0; 4096];
        let length = soon(self.0.read(&mut read)).await?.ok()?;
        let head = String::from_utf8_lossy(&read[..length]);
        head.split(' ').nth(1)?.parse().ok()
    }

    /// Reads frames of HTTP/2 up to one of this type, and returns its payload.
    async fn frame(&mut self, wanted: u8) -> Option<Vec<u8>> {
        let frames = async {
            loop {
                let mut header = [0; 9];
                self.0.read_exact(&mut header).await.ok()?;
                let [high, middle, low, kind, ..] = header;
                let mut payload = vec![0; u32::from_be_bytes([0, high, middle, low]) as usize];
                self.0.read_exact(&mut payload).await.ok()?;
                if kind == wanted {
                    return Some(payload);
                }
            }
        };
        soon(frames).await?
    }

    /// Reads until the gateway closes the connection.
    async fn is_closed(&mut self) -> bool {
        soon(async { while self.0.read(&mut [0; 4096]).await.is_ok_and(|length| length > 0) {} })
            .await
            .is_some()
    }

    /// Sends a byte and another, as long as anybody reads them.
    async fn sends_a_head_without_end(&mut self) {
        let end = async {
            while self.0.write_all(b"x").await.is_ok() {
                tokio::time::sleep(SHORT / 10).await;
            }
        };
        soon(end).await.expect("the connection is closed");
    }
}

struct Http2 {
    requests: SendRequest<Empty<Bytes>>,
    connection: AbortOnDropHandle<hyper::Result<()>>,
}

impl Http2 {
    async fn ask(&mut self, path: &str, header: &str) -> Response<Incoming> {
        let request = Request::get(format!("http://shop.example{path}")).header("x-header", header);
        let answer = self.requests.send_request(request.body(Empty::new()).unwrap());
        soon(answer).await.expect("there is an answer").unwrap()
    }

    async fn ask_and_read(&mut self) -> StatusCode {
        let answer = self.ask("/", "").await;
        let status = answer.status();
        answer.into_body().collect().await.unwrap();
        status
    }

    /// Whether the gateway ends the connection as the protocol has it.
    async fn ends(self) -> bool {
        soon(self.connection).await.is_some_and(|ended| ended.unwrap().is_ok())
    }
}

async fn soon<T>(what: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(testkit::patience(10), what).await.ok()
}

fn bounds(waits: impl FnOnce(&mut Waits)) -> Bounds {
    let mut bounds = OPEN;
    waits(&mut bounds.waits);
    bounds
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed_whatever_it_has_sent() {
    let shop = Shop::open(bounds(|waits| waits.first_request = SHORT)).await;
    let begun =
        [&[][..], b"P", &PREFACE[..12], PREFACE, &[PREFACE, SETTINGS].concat(), &HELLO.as_bytes()[..9]];

    let mut silent = Vec::new();
    for sent in begun {
        silent.push(shop.visitor_who_sends(sent).await);
    }
    for (mut silent, sent) in silent.into_iter().zip(begun) {
        assert!(silent.is_closed().await, "{}", String::from_utf8_lossy(sent));
    }
    shop.visitor_who_sends("GET / HTTP/1.1\r\nx: ").await.sends_a_head_without_end().await;

    shop.closed(&[Cause::NoRequest; 7]).await;
}

#[tokio::test]
async fn a_connection_that_has_sent_a_request_in_time_remains() {
    let shop = Shop::open(bounds(|waits| waits.first_request = testkit::patient(4 * SHORT))).await;
    let (mut first, mut second) = (shop.visitor().await, shop.visitor_by_http2().await);
    assert_eq!((first.ask(HELLO).await, second.ask_and_read().await), (Some(200), StatusCode::OK));
    let silent = [shop.visitor().await, shop.visitor().await];

    for mut silent in silent {
        assert!(silent.is_closed().await);
    }

    assert_eq!((first.ask(HELLO).await, second.ask_and_read().await), (Some(200), StatusCode::OK));
}

#[tokio::test]
async fn a_further_head_of_http1_ends_in_time_too() {
    let shop = Shop::open(Bounds { head: SHORT, ..OPEN }).await;
    let mut visitor = shop.visitor().await;

    assert_eq!(visitor.ask(HELLO).await, Some(200));
    visitor.sends_a_head_without_end().await;

    shop.closed(&[Cause::Idle]).await;
}

#[tokio::test]
async fn an_idle_http2_connection_ends_and_an_open_stream_lives_on() {
    let shop = Shop::open(bounds(|waits| waits.idle = SHORT)).await;
    let (mut following, mut idle) = (shop.visitor_by_http2().await, shop.visitor_by_http2().await);
    let mut stream = following.ask("/stream", "").await.into_body();

    assert_eq!(idle.ask_and_read().await, StatusCode::OK);
    assert!(idle.ends().await, "it is told to go (GOAWAY)");
    for _ in 0..8 {
        let tick = soon(stream.frame()).await.flatten().expect("a tick").unwrap();
        assert_eq!(tick.into_data().unwrap(), "tick");
    }

    shop.closed(&[Cause::Idle]).await;
    drop(stream);
    assert!(following.ends().await, "without its stream it is idle");
}

#[tokio::test]
async fn a_peer_that_does_not_leave_when_it_is_idle_is_cut_off() {
    let shop = Shop::open(bounds(|waits| (waits.idle, waits.leaving) = (SHORT, SHORT))).await;
    // It answers no ping.
    let mut visitor = shop.visitor_who_sends([PREFACE, SETTINGS, HELLO_OF_HTTP2].concat()).await;

    assert!(visitor.is_closed().await);

    shop.closed(&[Cause::Idle]).await;
}

/// A request whose head has so many bytes.
fn request_of(bytes: usize) -> String {
    let (begin, end) = ("GET / HTTP/1.1\r\nhost: shop.example\r\nx: ", "\r\n\r\n");
    format!("{begin}{}{end}", "x".repeat(bytes - begin.len() - end.len()))
}

#[tokio::test]
async fn a_head_of_more_than_16_kib_is_refused() {
    let shop = Shop::open(OPEN).await;

    assert_eq!(shop.visitor().await.ask(request_of(16 << 10)).await, Some(200));
    assert_eq!(shop.visitor().await.ask(request_of((16 << 10) + 1)).await, Some(431));
    shop.closed(&[Cause::LargeHead]).await;
}

#[tokio::test]
async fn http2_refuses_a_head_of_more_than_16_kib_and_answers_the_next() {
    let shop = Shop::open(OPEN).await;
    let mut visitor = shop.visitor_by_http2().await;

    let (most, more) = ("x".repeat(16_000), "x".repeat(16 << 10));

    assert_eq!(visitor.ask("/", &most).await.status(), StatusCode::OK);
    assert_eq!(visitor.ask("/", &more).await.status(), StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
    assert_eq!(visitor.ask("/", "").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn the_oldest_connection_without_a_request_makes_room() {
    let shop = Shop::open(Bounds { connections: 3, ..OPEN }).await;
    let mut idle = shop.visitor().await;
    assert_eq!(idle.ask(HELLO).await, Some(200));
    let mut older = shop.visitor_who_sends("P").await;
    let mut younger = shop.visitor_who_sends("P").await;

    let mut newcomer = shop.visitor().await;

    assert_eq!(newcomer.ask(HELLO).await, Some(200));
    assert!(older.is_closed().await);
    shop.closed(&[Cause::Replaced]).await;
    assert_eq!(
        (younger.ask("UT / HTTP/1.1\r\nhost: shop.example\r\n\r\n").await, idle.ask(HELLO).await),
        (Some(405), Some(200)),
        "both remain"
    );
}

#[tokio::test]
async fn a_connection_that_streams_makes_no_room_and_a_newcomer_gets_it_later() {
    let shop = Shop::open(Bounds { connections: 1, ..OPEN }).await;
    let mut following = shop.visitor().await;
    assert_eq!(following.ask(STREAM).await, Some(200));

    let mut newcomer = shop.visitor_who_sends(HELLO).await;
    for _ in 0..8 {
        assert!(following.0.read(&mut [0; 4096]).await.unwrap() > 0, "it is not closed for another");
    }
    drop(following);

    assert_eq!(newcomer.answer().await, Some(200));
    assert!(shop.closed.lock().unwrap().is_empty());
}

#[tokio::test]
async fn an_address_with_its_whole_share_of_streams_is_refused_another_connection() {
    let shop = Shop::open(Bounds { of_address: 2, ..OPEN }).await;
    let mut following = shop.visitor().await;
    assert_eq!(following.ask(STREAM).await, Some(200));
    let mut silent = shop.visitor().await;

    let mut second = shop.visitor().await;
    assert_eq!(second.ask(STREAM).await, Some(200), "the silent one makes room");
    assert!(silent.is_closed().await);
    assert!(shop.visitor().await.is_closed().await);

    shop.closed(&[Cause::Replaced, Cause::AddressFull]).await;
}

#[tokio::test]
async fn a_peer_that_sends_no_body_or_takes_no_answer_makes_room() {
    let shop = Shop::open(Bounds { connections: 2, ..bounds(|waits| waits.piece = SHORT) }).await;
    let mut sends_no_body = shop.visitor_who_sends(HALF_A_BODY).await;
    let mut takes_nothing = shop.visitor_who_sends([PREFACE, NO_WINDOW, HELLO_OF_HTTP2].concat()).await;

    let mut first = shop.visitor().await;
    assert_eq!(first.ask(STREAM).await, Some(200));
    let mut second = shop.visitor().await;
    assert_eq!(second.ask(STREAM).await, Some(200));

    assert!(sends_no_body.is_closed().await && takes_nothing.is_closed().await);
    shop.closed(&[Cause::Replaced; 2]).await;
}

#[tokio::test]
async fn a_peer_that_sends_no_body_or_takes_no_answer_is_closed_in_time() {
    let shop = Shop::open(bounds(|waits| waits.body = SHORT)).await;
    assert!(shop.visitor_who_sends(HALF_A_BODY).await.is_closed().await);
    let shop_of_pieces = Shop::open(bounds(|waits| (waits.piece, waits.stalled) = (SHORT, SHORT))).await;
    let takes_nothing = [PREFACE, NO_WINDOW, HELLO_OF_HTTP2].concat();
    assert!(shop_of_pieces.visitor_who_sends(takes_nothing).await.is_closed().await);

    shop.closed(&[Cause::NoBody]).await;
    shop_of_pieces.closed(&[Cause::Stalled]).await;
}

#[tokio::test]
async fn a_large_answer_is_sent_to_its_end_however_slowly_it_is_taken() {
    let piece = testkit::patience(1);
    let limits = |waits: &mut Waits| {
        (waits.piece, waits.stalled, waits.idle, waits.leaving) = (piece, SHORT, SHORT, SHORT);
    };
    let shop = Shop::open(bounds(limits)).await;
    let mut visitor = shop.visitor_by_http2().await;

    let mut body = visitor.ask("/large", "").await.into_body();
    let mut taken = 0;
    while let Some(frame) = soon(body.frame()).await.expect("there is more") {
        taken += frame.unwrap().into_data().unwrap().len();
        tokio::time::sleep(SHORT / 10).await;
    }

    assert_eq!(taken, LARGE);
    shop.closed(&[Cause::Idle]).await;
}

#[tokio::test]
async fn a_request_that_crosses_the_goodbye_is_answered_however_long_it_takes() {
    let leaving = testkit::patient(2 * SHORT);
    let shop = Shop::open(bounds(|waits| (waits.idle, waits.leaving) = (SHORT, leaving))).await;
    let mut visitor = shop.visitor_who_sends([PREFACE, SETTINGS, HELLO_OF_HTTP2].concat()).await;
    visitor.frame(GOAWAY).await.expect("it is told to go");

    // Stream 3: GET, http, and the path written out.
    visitor.0.write_all(b"\0\0\x09\x01\x05\0\0\0\x03\x82\x86\x04\x05/slow").await.unwrap();

    assert_eq!(visitor.frame(DATA).await.as_deref(), Some(&b"slow"[..]));
    assert!(visitor.is_closed().await);
    shop.closed(&[Cause::Idle]).await;
}
