use std::sync::Arc;

use events::{Nats, Stream};
use mail::MailArgs;
use proto::brand::v1::brand_admin_service_server::BrandAdminServiceServer;
use proto::brand::v1::brand_service_server::BrandServiceServer;
use proto::brand::v1::enquiry_service_server::EnquiryServiceServer;
use service::server::{Serving, serve};
use service::{Allow, Lifecycle, ServerArgs, SettingsCheck, SharedClock, Workers, preflight};
use time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::events::STREAM;
use crate::grpc::BrandHandlers;
use crate::ops::Brands;
use crate::preflight::Preflight;
use crate::{Config, MIGRATOR, email, sweeper};

const ALLOWED: [Allow; 4] = [
    Allow { methods: "/fareway.brand.v1.BrandService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.BrandAdminService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.EnquiryService/", callers: &["gateway"] },
    preflight::ALLOW,
];

/// The service, built and not yet listening.
pub struct App {
    server: ServerArgs,
    mail: MailArgs,
    nats: Nats,
    stream: Stream,
    brands: Brands,
    messages_kept: Duration,
    check: SettingsCheck,
}

impl App {
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        service::check_system_url(&config.system_url)?;
        let brands = Brands {
            pool: config.database.pool()?,
            clock,
            system_url: config.system_url,
            relay: Arc::new(Notify::new()),
            mail_sender: Arc::new(Notify::new()),
        };
        let nats = events::connect(&config.nats).await?;
        let messages_kept = Duration::days(config.messages_kept_days.into());
        let Config { server, mail, stream, check, .. } = config;
        Ok(Self { server, mail, nats, stream: STREAM.with(stream), brands, messages_kept, check })
    }

    /// Serves until it is to end; then calls under way are finished.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let Self { server, mail, nats, stream, brands, messages_kept, check } = self;
        let checks = Preflight { mail: mail.clone(), system_url: brands.system_url.clone() };
        let Brands { pool, clock, relay, mail_sender, .. } = brands.clone();
        let relay = events::relay(pool.clone(), nats, stream, clock.clone(), relay, stopping.clone());
        let sender = mail::sender(pool.clone(), mail, email::SEAL, clock, mail_sender, stopping.clone());
        let mut workers = Workers::new(stopping.clone());
        workers.spawn("relay", relay);
        workers.spawn("mail sender", sender);
        workers.spawn("sweeper", sweeper::run(brands.clone(), messages_kept, stopping.clone()));
        let queues = [::events::QUEUES, mail::QUEUES].concat();
        let figures = vec![::events::OLDEST];
        let watched = service::queues::watch("svc-brand", pool.clone(), queues, figures, stopping.clone());
        workers.spawn("queues", watched);
        let handlers = BrandHandlers(brands);
        let serving = Serving {
            name: "svc-brand",
            routes: Routes::new(BrandServiceServer::new(handlers.clone()))
                .add_service(BrandAdminServiceServer::new(handlers.clone()))
                .add_service(EnquiryServiceServer::new(handlers))
                .add_service(preflight::server(checks, check)),
            allowed: &ALLOWED,
            readiness: Box::new(move || Box::pin(service::postgres::readiness(pool.clone(), &MIGRATOR))),
        };
        workers.run_with(serve(serving, &server, listener, lifecycle)).await
    }
}
