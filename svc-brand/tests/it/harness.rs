use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use money::MarkupRate;
use proto::brand::v1::brand_admin_service_client::BrandAdminServiceClient;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::enquiry_service_client::EnquiryServiceClient;
use proto::brand::v1::watch_service_client::WatchServiceClient;
use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use secrecy::SecretString;
use service::{Mode, RequestContext, UserRef};
use svc_brand::{App, Config, MIGRATOR};
use testkit::{MockClock, TestDb};
use time::macros::datetime;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Request;
use tonic::transport::Channel;
use uuid::Uuid;

/// The services that watched prices are asked of: none, so that nothing happens to a watch but what a test does.
const NOWHERE: [&str; 4] = ["--search-url", "http://127.0.0.1:1", "--identity-url", "http://127.0.0.1:1"];

pub struct Harness {
    pub client: BrandServiceClient<Channel>,
    pub admin: BrandAdminServiceClient<Channel>,
    pub enquiries: EnquiryServiceClient<Channel>,
    pub watches: WatchServiceClient<Channel>,
    pub preflight: PreflightServiceClient<Channel>,
    pub db: TestDb,
    pub clock: Arc<MockClock>,
    settings: Vec<String>,
    stop_on_drop: Vec<DropGuard>,
}

impl Harness {
    /// The service with the seeded brands, without a broker.
    pub async fn new() -> Self {
        Self::with_broker("nats://127.0.0.1:1").await
    }

    pub async fn with_broker(nats_url: &str) -> Self {
        Self::with_settings(&["--nats-url", nats_url]).await
    }

    pub async fn with_settings(settings: &[&str]) -> Self {
        let settings: Vec<_> = settings.iter().map(ToString::to_string).collect();
        let db = TestDb::create(&MIGRATOR).await;
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        svc_brand::seed(&SecretString::from(db.url.clone()), &seeds_dir(), clock.as_ref()).await.unwrap();
        let (channel, stop) = serve(&db.url, &clock, &settings).await;
        Self {
            client: BrandServiceClient::new(channel.clone()),
            admin: BrandAdminServiceClient::new(channel.clone()),
            enquiries: EnquiryServiceClient::new(channel.clone()),
            watches: WatchServiceClient::new(channel.clone()),
            preflight: PreflightServiceClient::new(channel),
            db,
            clock,
            settings,
            stop_on_drop: vec![stop],
        }
    }

    /// A second replica, which sweeps when it starts.
    pub async fn start_another(&mut self) {
        let (_, stop) = serve(&self.db.url, &self.clock, &self.settings).await;
        self.stop_on_drop.push(stop);
    }
}

async fn serve(database_url: &str, clock: &Arc<MockClock>, settings: &[String]) -> (Channel, DropGuard) {
    let (listener, address) = testkit::free_listener().await;
    let usual = ["svc-brand", "--internal-plaintext", "--database-url", database_url];
    let line = usual.into_iter().chain(NOWHERE).chain(settings.iter().map(String::as_str));
    let stop = CancellationToken::new();
    let app = App::build(Config::parse_from(line), clock.clone()).await.unwrap();
    tokio::spawn(app.run(listener, stop.clone().into()));
    (Channel::from_shared(format!("http://{address}")).unwrap().connect_lazy(), stop.drop_guard())
}

/// Who the gateway says is asking.
#[derive(Debug, Clone, Copy)]
pub enum Person {
    Guest,
    Traveller,
    Admin,
}

impl Person {
    pub fn asks<T>(self, message: T) -> Request<T> {
        let user = |is_admin| Some(UserRef { id: Uuid::from_u128(7), is_admin });
        let user = match self {
            Self::Guest => None,
            Self::Traveller => user(false),
            Self::Admin => user(true),
        };
        Visitor { brand: "default", mode: Mode::Test, user }.asks(message)
    }
}

/// Where somebody is, and who they are.
#[derive(Debug, Clone, Copy)]
pub struct Visitor {
    pub brand: &'static str,
    pub mode: Mode,
    /// Nothing for a guest.
    pub user: Option<UserRef>,
}

impl Visitor {
    pub fn asks<T>(self, message: T) -> Request<T> {
        let markup = MarkupRate::parse(MarkupRate::DEFAULT).unwrap();
        let mut context = RequestContext::new("r1".into(), self.mode, self.brand.into(), markup);
        context.user = self.user;
        context.request(message)
    }
}

pub fn seeds_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../seeds")
}
