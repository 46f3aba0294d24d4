use std::path::PathBuf;

use clap::Parser;
use money::MarkupRate;
use proto::brand::v1::brand_admin_service_client::BrandAdminServiceClient;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::enquiry_service_client::EnquiryServiceClient;
use secrecy::SecretString;
use service::{Mode, RequestContext, UserRef};
use svc_brand::{App, Config, MIGRATOR};
use testkit::{MockClock, TestDb};
use time::macros::datetime;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Request;
use tonic::transport::Channel;
use uuid::Uuid;

pub struct Harness {
    pub client: BrandServiceClient<Channel>,
    pub admin: BrandAdminServiceClient<Channel>,
    pub enquiries: EnquiryServiceClient<Channel>,
    pub db: TestDb,
    _stop_on_drop: DropGuard,
}

impl Harness {
    /// The service with the seeded brands, without a broker.
    pub async fn new() -> Self {
        Self::with_broker("nats://127.0.0.1:1").await
    }

    pub async fn with_broker(nats_url: &str) -> Self {
        let db = TestDb::create(&MIGRATOR).await;
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        svc_brand::seed(&SecretString::from(db.url.clone()), &seeds_dir(), clock.as_ref()).await.unwrap();
        let (listener, address) = testkit::free_listener().await;
        let config = Config::parse_from([
            "svc-brand",
            "--internal-plaintext",
            "--database-url",
            &db.url,
            "--nats-url",
            nats_url,
        ]);
        let stop = CancellationToken::new();
        let app = App::build(config, clock).await.unwrap();
        tokio::spawn(app.run(listener, stop.clone()));
        let channel = Channel::from_shared(format!("http://{address}")).unwrap().connect_lazy();
        Self {
            client: BrandServiceClient::new(channel.clone()),
            admin: BrandAdminServiceClient::new(channel.clone()),
            enquiries: EnquiryServiceClient::new(channel),
            db,
            _stop_on_drop: stop.drop_guard(),
        }
    }
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
        let markup = MarkupRate::parse(MarkupRate::DEFAULT).unwrap();
        let mut context = RequestContext::new("r1".into(), Mode::Test, "default".into(), markup);
        let user = |is_admin| Some(UserRef { id: Uuid::from_u128(7), is_admin });
        context.user = match self {
            Self::Guest => None,
            Self::Traveller => user(false),
            Self::Admin => user(true),
        };
        context.request(message)
    }
}

pub fn seeds_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../seeds")
}
