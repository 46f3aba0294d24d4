//! Live updates over JetStream's subjects, and what they change.

use std::time::Duration;

use async_nats::HeaderMap;
use futures::StreamExt;
use prost::Message;
use proto::booking::v1::{BookingChanged, BookingStatus};
use proto::brand::v1::{BrandUpdated, GetBrandRequest};
use proto::identity::v1::ModeChanged;
use reqwest::Method;
use service::Mode;
use testkit::TestNats;
use uuid::Uuid;

use crate::fakes::Fakes;
use crate::harness::{GUEST_TOKEN, Gateway, PATIENCE, USER_TOKEN, with_mode, with_sessions};
use crate::samples::{self, BOOKING};

struct Shop {
    gateway: Gateway,
    broker: async_nats::Client,
    _nats: TestNats,
}

impl Shop {
    async fn open() -> Self {
        let nats = testkit::nats().await;
        let fakes = Fakes::default();
        with_sessions(&fakes);
        with_mode(&fakes, Mode::Test);
        fakes.on(samples::find_brand);
        let gateway = Gateway::in_front_of(fakes, &["--nats-url", &nats.url]).await;
        gateway.until_ready().await;
        let broker = async_nats::connect(&nats.url).await.unwrap();
        Self { gateway, broker, _nats: nats }
    }

    async fn publish(&self, subject: &'static str, event: &impl Message) {
        let mut headers = HeaderMap::new();
        headers.insert(async_nats::header::NATS_MESSAGE_ID, Uuid::now_v7().to_string().as_str());
        self.broker.publish_with_headers(subject, headers, event.encode_to_vec().into()).await.unwrap();
        self.broker.flush().await.unwrap();
    }

    /// Follows a session's events as a browser does: opens the stream again where it ends, as it does when the gateway
    /// reaches the broker. The gateway hears events once `mode` comes through it.
    async fn follow(&self, token: &str) -> Following {
        let mut following = self.open_stream(token).await;
        let heard = async {
            while !following.heard.contains("event: mode") {
                self.publish("system.mode", &mode(Mode::Test, 1)).await;
                if !following.listen(Duration::from_millis(50)).await {
                    following = self.open_stream(token).await;
                }
            }
        };
        tokio::time::timeout(*PATIENCE, heard).await.expect("the gateway hears events");
        following
    }

    async fn open_stream(&self, token: &str) -> Following {
        let request = self.gateway.visitor_with(token).request(Method::GET, "/api/events");
        let response = request.header("accept-encoding", "gzip").send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(
            !response.headers().contains_key("content-encoding"),
            "an event must not wait in a compressor"
        );
        Following { body: Box::pin(response.bytes_stream()), heard: String::new() }
    }
}

struct Following {
    body: std::pin::Pin<Box<dyn futures::Stream<Item = reqwest::Result<bytes::Bytes>> + Send>>,
    heard: String,
}

impl Following {
    /// Says whether the stream goes on.
    async fn listen(&mut self, patience: Duration) -> bool {
        match tokio::time::timeout(patience, self.body.next()).await {
            Ok(Some(Ok(chunk))) => self.heard.push_str(std::str::from_utf8(&chunk).unwrap()),
            Ok(_) => return false,
            Err(_) => {}
        }
        true
    }

    async fn until(&mut self, text: &str) {
        let heard = async {
            while !self.heard.contains(text) {
                assert!(self.listen(*PATIENCE).await, "the stream ended: {}", self.heard);
            }
        };
        tokio::time::timeout(*PATIENCE, heard).await.expect("the event comes through");
    }

    /// Whether the stream ends.
    async fn ends(mut self) -> bool {
        let ended = async { while self.body.next().await.is_some_and(|chunk| chunk.is_ok()) {} };
        tokio::time::timeout(*PATIENCE, ended).await.is_ok()
    }
}

fn mode(mode: Mode, version: i64) -> ModeChanged {
    ModeChanged { mode: mode.into(), version }
}

fn changed(session: u128, brand: &str) -> BookingChanged {
    BookingChanged {
        booking_id: BOOKING.to_owned(),
        version: 4,
        status: BookingStatus::Confirmed.into(),
        mode: Mode::Test.into(),
        brand: brand.to_owned(),
        principal: format!("session:{}", Uuid::from_u128(session)),
        ..BookingChanged::default()
    }
}

#[tokio::test]
async fn a_page_hears_of_its_own_bookings_and_of_nobody_elses() {
    let shop = Shop::open().await;
    let mut following = shop.follow(GUEST_TOKEN).await;

    shop.publish("booking.confirmed", &changed(2, "default")).await;
    shop.publish("booking.confirmed", &changed(1, "blue")).await;
    let live = BookingChanged { mode: Mode::Live.into(), ..changed(1, "default") };
    shop.publish("booking.confirmed", &live).await;
    shop.publish("booking.confirmed", &changed(1, "default")).await;
    following.until("event: booking").await;
    shop.publish("system.mode", &mode(Mode::Live, 9)).await;
    following.until("\"version\":9").await;

    let told =
        format!("event: booking\ndata: {{\"id\":\"{BOOKING}\",\"version\":4,\"status\":\"confirmed\"}}");
    assert!(following.heard.contains(&told), "{}", following.heard);
    assert_eq!(following.heard.matches("event: booking").count(), 1);
    assert!(following.heard.contains("event: mode\ndata: {\"mode\":\"live\",\"version\":9}"));
}

#[tokio::test]
async fn r010_a_booking_is_followed_by_all_who_may_read_it() {
    let shop = Shop::open().await;
    let account = format!("user:{}", Uuid::from_u128(100));
    let link = format!("session:{}", Uuid::from_u128(1));

    for (token, reader) in [(USER_TOKEN, account), (GUEST_TOKEN, link)] {
        let mut following = shop.follow(token).await;
        shop.publish("booking.cancelled", &changed(9, "default")).await;
        let theirs = BookingChanged { version: 5, other_readers: vec![reader], ..changed(9, "default") };
        shop.publish("booking.cancelled", &theirs).await;
        following.until("event: booking").await;

        assert!(following.heard.contains("\"version\":5"), "{token}: {}", following.heard);
        assert!(!following.heard.contains("\"version\":4"), "{token}: {}", following.heard);
    }
}

#[tokio::test]
async fn a_changed_mode_is_known_at_once() {
    let shop = Shop::open().await;
    let mut following = shop.follow(GUEST_TOKEN).await;

    shop.publish("system.mode", &mode(Mode::Live, 5)).await;
    following.until("\"live\"").await;
    let answer = shop.gateway.visitor().get("/api/system/mode").await;

    assert_eq!(answer.body["mode"], "live");
}

#[tokio::test]
async fn a_changed_brand_is_read_again_and_told_to_its_pages() {
    let shop = Shop::open().await;
    let mut following = shop.follow(GUEST_TOKEN).await;
    let asked = || {
        let calls = shop.gateway.fakes.calls::<GetBrandRequest>();
        calls.iter().filter(|(_, request)| request.key == "default").count()
    };
    let before = asked();

    shop.publish("brand.updated", &BrandUpdated { key: "blue".to_owned(), version: 8 }).await;
    shop.publish("brand.updated", &BrandUpdated { key: "default".to_owned(), version: 9 }).await;
    following.until("event: brand").await;
    shop.gateway.visitor().get("/api/brands/default").await;

    assert!(following.heard.contains("event: brand\ndata: {\"version\":9}"), "{}", following.heard);
    assert!(!following.heard.contains("\"version\":8"));
    assert_eq!(asked(), before + 1);
}

#[tokio::test]
async fn open_streams_end_when_the_gateway_stops() {
    let shop = Shop::open().await;
    let following = shop.follow(GUEST_TOKEN).await;

    shop.gateway.stop();

    assert!(following.ends().await);
}
