use std::sync::Arc;

use events::{Nats, Stream};
use mail::MailArgs;
use proto::brand::v1::brand_admin_service_server::BrandAdminServiceServer;
use proto::brand::v1::brand_service_server::BrandServiceServer;
use proto::brand::v1::enquiry_service_server::EnquiryServiceServer;
use proto::brand::v1::watch_service_server::WatchServiceServer;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::search::v1::search_service_client::SearchServiceClient;
use service::client::channel;
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
use crate::upstreams::Upstreams;
use crate::watcher::{LooksADay, Watcher};
use crate::{Config, MIGRATOR, consumers, sweeper, watcher};

/// Who may call what.
pub const ALLOWED: &[Allow] = &[
    Allow { methods: "/fareway.brand.v1.BrandService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.BrandAdminService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.EnquiryService/", callers: &["gateway"] },
    Allow { methods: "/fareway.brand.v1.WatchService/", callers: &["gateway"] },
    preflight::ALLOW,
];

/// The service, built and not yet listening.
pub struct App {
    server: ServerArgs,
    mail: MailArgs,
    nats: Nats,
    stream: Stream,
    brands: Brands,
    watcher: Watcher,
    messages_kept: Duration,
    check: SettingsCheck,
}

impl App {
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        service::check_system_url(&config.system_url)?;
        let brands = Brands {
            pool: config.database.pool()?,
            clock,
            seal: config.seal()?,
            system_url: config.system_url.clone(),
            relay: Arc::new(Notify::new()),
            mail_sender: Arc::new(Notify::new()),
        };
        let watcher = watcher(&config, &brands)?;
        let nats = events::connect(&config.nats).await?;
        let messages_kept = Duration::days(config.messages_kept_days.into());
        let Config { server, mail, stream, check, .. } = config;
        Ok(Self { server, mail, nats, stream: STREAM.with(stream), brands, watcher, messages_kept, check })
    }

    /// Serves until it is to end; then calls under way are finished.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let Self { server, mail, nats, stream, brands, watcher, messages_kept, check } = self;
        let checks = Preflight { mail: mail.clone(), system_url: brands.system_url.clone() };
        let Brands { pool, clock, seal, relay, mail_sender, .. } = brands.clone();
        let users = consumers::run(nats.clone(), pool.clone(), stopping.clone());
        let relay = events::relay(pool.clone(), nats, stream, clock.clone(), relay, stopping.clone());
        let sender = mail::sender(pool.clone(), mail, seal, clock, mail_sender, stopping.clone());
        let mut workers = Workers::new(stopping.clone());
        workers.spawn("relay", relay);
        workers.spawn("mail sender", sender);
        workers.spawn("user listener", users);
        workers.spawn("watcher", watcher.run(stopping.clone()));
        workers.spawn("sweeper", sweeper::run(brands.clone(), messages_kept, stopping.clone()));
        let queues = [&::events::QUEUES[..], &mail::QUEUES, &watcher::QUEUES].concat();
        let figures = vec![watcher::LOOKS_SPENT, ::events::OLDEST];
        let watched = service::queues::watch("svc-brand", pool.clone(), queues, figures, stopping.clone());
        workers.spawn("queues", watched);
        let handlers = BrandHandlers(brands);
        let serving = Serving {
            name: "svc-brand",
            routes: Routes::new(BrandServiceServer::new(handlers.clone()))
                .add_service(BrandAdminServiceServer::new(handlers.clone()))
                .add_service(EnquiryServiceServer::new(handlers.clone()))
                .add_service(WatchServiceServer::new(handlers))
                .add_service(preflight::server(checks, check)),
            allowed: ALLOWED,
            readiness: Box::new(move || Box::pin(service::postgres::readiness(pool.clone(), &MIGRATOR))),
        };
        workers.run_with(serve(serving, &server, listener, lifecycle)).await
    }
}

/// What looks at the watched prices.
fn watcher(config: &Config, brands: &Brands) -> anyhow::Result<Watcher> {
    let tls = &config.server.tls;
    let upstreams = Upstreams {
        search: SearchServiceClient::new(channel("svc-search", &config.search_url, tls)?),
        identity: IdentityServiceClient::new(channel("svc-identity", &config.identity_url, tls)?),
    };
    Ok(Watcher {
        pool: brands.pool.clone(),
        clock: brands.clock.clone(),
        seal: brands.seal.clone(),
        system_url: brands.system_url.clone(),
        upstreams,
        looks: LooksADay { test: config.watch_looks_a_day_test, live: config.watch_looks_a_day_live },
        paused: config.watches_paused.clone().unwrap_or_default(),
        mail_sender: brands.mail_sender.clone(),
        period: std::time::Duration::from_millis(config.watch_interval_ms),
    })
}
