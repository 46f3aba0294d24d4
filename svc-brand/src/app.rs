use std::sync::Arc;

use events::Nats;
use proto::brand::v1::brand_admin_service_server::BrandAdminServiceServer;
use proto::brand::v1::brand_service_server::BrandServiceServer;
use proto::brand::v1::enquiry_service_server::EnquiryServiceServer;
use service::server::{Serving, serve};
use service::{Allow, SharedClock, Workers};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::grpc::{Brands, Enquiries};
use crate::{Config, MIGRATOR, events as told, mails, sweeper};

const ALLOWED: [Allow; 3] = [
    Allow { methods: "/fareway.brand.v1.BrandService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.BrandAdminService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.EnquiryService/", callers: &["gateway"] },
];

/// The service, built and not yet listening.
pub struct App {
    config: Config,
    clock: SharedClock,
    pool: PgPool,
    nats: Nats,
}

impl App {
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        let pool = config.database.pool()?;
        let nats = events::connect(&config.nats).await?;
        Ok(Self { config, clock, pool, nats })
    }

    /// Serves until `shutdown`; then calls under way are finished.
    pub async fn run(self, listener: TcpListener, shutdown: CancellationToken) -> anyhow::Result<()> {
        let Self { config, clock, pool, nats } = self;
        let (wake, wake_sender) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let relay = events::relay(
            pool.clone(),
            nats,
            told::STREAM,
            Arc::clone(&clock),
            Arc::clone(&wake),
            shutdown.clone(),
        );
        let sender = mail::sender(
            pool.clone(),
            config.mail,
            mails::SEAL,
            Arc::clone(&clock),
            Arc::clone(&wake_sender),
            shutdown.clone(),
        );
        let mut workers = Workers::new(shutdown.clone());
        workers.spawn("relay", relay);
        workers.spawn("mail sender", sender);
        let kept = time::Duration::days(config.messages_kept_days.into());
        let sweeping = sweeper::run(pool.clone(), Arc::clone(&clock), kept, shutdown.clone());
        workers.spawn("sweeper", sweeping);
        let queues = [::events::QUEUES, mail::QUEUES].concat();
        workers.spawn("queues", service::queues::watch("svc-brand", pool.clone(), queues, shutdown.clone()));
        let enquiries = Enquiries { pool: pool.clone(), clock: Arc::clone(&clock), wake_sender };
        let brands = Brands { pool: pool.clone(), clock, system_url: config.system_url, wake };
        let serving = Serving {
            name: "svc-brand",
            routes: Routes::new(BrandServiceServer::new(brands.clone()))
                .add_service(BrandAdminServiceServer::new(brands))
                .add_service(EnquiryServiceServer::new(enquiries)),
            allowed: &ALLOWED,
            readiness: Box::new(move || Box::pin(service::postgres::is_ready(pool.clone(), &MIGRATOR))),
        };
        workers.run_with(serve(serving, &config.server, listener, shutdown)).await
    }
}
