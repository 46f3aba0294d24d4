use std::sync::Arc;

use ::events::{Nats, connect, live};
use duffel::{Clients, LiveProvider};
use proto::search::v1::search_service_server::SearchServiceServer;
use service::server::{Serving, serve};
use service::{Allow, Lifecycle, ServerArgs, SettingsCheck, SharedClock, Workers, preflight};
use tokio::net::TcpListener;
use tonic::service::Routes;

use crate::Config;
use crate::cache::Cache;
use crate::events::{HEARD, forget_what_is_taken};
use crate::grpc::Search;
use crate::searches::Searches;

const ALLOWED: &[Allow] =
    &[Allow { methods: "/fareway.search.v1.SearchService/", callers: &["gateway"] }, preflight::ALLOW];

/// The service, ready to run.
#[derive(Debug)]
pub struct App {
    server: ServerArgs,
    clients: Clients,
    live: LiveProvider,
    check: SettingsCheck,
    cache: Arc<Cache>,
    nats: Nats,
    clock: SharedClock,
    hour_percent: u8,
}

impl App {
    /// Succeeds with every dependency away.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        let clients = config.duffel.clients()?;
        Ok(Self {
            live: LiveProvider::new(&config.duffel, clients.live.clone(), clock.clone()),
            clients,
            cache: Arc::new(Cache::new(config.cache_mib << 20, clock.clone())),
            nats: connect(&config.nats).await?,
            server: config.server,
            check: config.check,
            hour_percent: config.best_hour_percent,
            clock,
        })
    }

    /// Serves until it is to end.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let update = live(self.nats, HEARD, stopping.clone()).await?;
        let mut workers = Workers::new(stopping.clone());
        workers.spawn("listener", forget_what_is_taken(update, self.cache.clone()));
        let searches = Searches::new(self.clients, self.cache.clone(), self.clock.clone());
        let search = Search {
            searches: Arc::new(searches),
            cache: self.cache,
            clock: self.clock,
            hour_percent: self.hour_percent,
        };
        let serving = Serving {
            name: "svc-search",
            routes: Routes::new(SearchServiceServer::new(search))
                .add_service(preflight::server(self.live, self.check)),
            allowed: ALLOWED,
            // Nothing of its own can be missing: without the provider the cache still answers.
            readiness: Box::new(|| Box::pin(async { Ok(()) })),
        };
        workers.run_with(serve(serving, &self.server, listener, lifecycle)).await
    }
}
