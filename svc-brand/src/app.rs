use std::sync::Arc;

use events::Nats;
use proto::brand::v1::brand_admin_service_server::BrandAdminServiceServer;
use proto::brand::v1::brand_service_server::BrandServiceServer;
use proto::brand::v1::enquiry_service_server::EnquiryServiceServer;
use service::server::{Serving, serve};
use service::{Allow, Lifecycle, SharedClock, Workers, preflight};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::grpc::{Brands, Enquiries};
use crate::preflight::Preflight;
use crate::{Config, MIGRATOR, events as told, mails, sweeper};

const ALLOWED: [Allow; 4] = [
    Allow { methods: "/fareway.brand.v1.BrandService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.BrandAdminService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.EnquiryService/", callers: &["gateway"] },
    preflight::ALLOW,
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
        service::check_system_url(&config.system_url)?;
        let pool = config.database.pool()?;
        let nats = events::connect(&config.nats).await?;
        Ok(Self { config, clock, pool, nats })
    }

    /// Serves until it is to end; then calls under way are finished.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let Self { config, clock, pool, nats } = self;
        let (wake, wake_sender) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let relay = events::relay(
            pool.clone(),
            nats,
            told::STREAM.with(config.stream),
            Arc::clone(&clock),
            Arc::clone(&wake),
            stopping.clone(),
        );
        let checks = Preflight { mail: config.mail.clone(), system_url: config.system_url.clone() };
        let sender = mail::sender(
            pool.clone(),
            config.mail,
            mails::SEAL,
            Arc::clone(&clock),
            Arc::clone(&wake_sender),
            stopping.clone(),
        );
        let mut workers = Workers::new(stopping.clone());
        workers.spawn("relay", relay);
        workers.spawn("mail sender", sender);
        let kept = time::Duration::days(config.messages_kept_days.into());
        let sweeping = sweeper::run(pool.clone(), Arc::clone(&clock), kept, stopping.clone());
        workers.spawn("sweeper", sweeping);
        let queues = [::events::QUEUES, mail::QUEUES].concat();
        workers.spawn("queues", service::queues::watch("svc-brand", pool.clone(), queues, stopping.clone()));
        let enquiries = Enquiries { pool: pool.clone(), clock: Arc::clone(&clock), wake_sender };
        let brands = Brands { pool: pool.clone(), clock, system_url: config.system_url, wake };
        let serving = Serving {
            name: "svc-brand",
            routes: Routes::new(BrandServiceServer::new(brands.clone()))
                .add_service(BrandAdminServiceServer::new(brands))
                .add_service(EnquiryServiceServer::new(enquiries))
                .add_service(preflight::server(checks, config.secrets)),
            allowed: &ALLOWED,
            readiness: Box::new(move || Box::pin(service::postgres::readiness(pool.clone(), &MIGRATOR))),
        };
        workers.run_with(serve(serving, &config.server, listener, lifecycle)).await
    }
}
