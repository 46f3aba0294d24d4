use std::path::PathBuf;

use clap::Parser;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use secrecy::SecretString;
use svc_brand::{App, Config, MIGRATOR};
use testkit::{MockClock, TestDb};
use time::macros::datetime;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::transport::Channel;

pub struct Harness {
    pub client: BrandServiceClient<Channel>,
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
        Self { client: BrandServiceClient::new(channel), db, _stop_on_drop: stop.drop_guard() }
    }
}

pub fn seeds_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../seeds")
}
