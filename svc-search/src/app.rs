use std::sync::Arc;

use ::events::{Bucket, Nats, connect, live, watch};
use duffel::{Clients, LiveProvider};
use proto::search::v1::search_service_server::SearchServiceServer;
use service::server::{Serving, serve};
use service::{Allow, Lifecycle, ServerArgs, SettingsCheck, SharedClock, Workers, preflight};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::Config;
use crate::cache::Cache;
use crate::config::FareDatesArgs;
use crate::events::{HEARD, forget_what_is_taken};
use crate::fares_seen::{FARE_LOG, FARES, FaresSeen, tell};
use crate::grpc::Search;
use crate::look_ups::LookUps;
use crate::searches::Searches;

/// Who may call what.
pub const ALLOWED: &[Allow] = &[
    Allow { methods: "/fareway.search.v1.SearchService/", callers: &["gateway"] },
    Allow { methods: "/fareway.search.v1.SearchService/GetWatchedFare", callers: &["svc-brand"] },
    preflight::ALLOW,
];

/// The service, ready to run.
#[derive(Debug)]
pub struct App {
    server: ServerArgs,
    clients: Clients,
    live: LiveProvider,
    check: SettingsCheck,
    cache: Arc<Cache>,
    fares: Arc<FaresSeen>,
    nats: Nats,
    clock: SharedClock,
    hour_percent: u8,
    fare_dates: FareDatesArgs,
}

impl App {
    /// Succeeds with every dependency away.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        let clients = config.duffel.clients(&config.check)?;
        Ok(Self {
            live: LiveProvider::new(&config.duffel, clients.live.clone(), clock.clone()),
            clients,
            cache: Arc::new(Cache::new(config.cache_mib << 20, clock.clone())),
            fares: Arc::new(FaresSeen::new(clock.clone(), config.fare_dates.fare_dates)),
            nats: connect(&config.nats).await?,
            server: config.server,
            check: config.check,
            hour_percent: config.best_hour_percent,
            fare_dates: config.fare_dates,
            clock,
        })
    }

    /// Serves until it is to end.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let workers = self.workers(&lifecycle.shutdown.stopping).await?;
        let search = self.search();
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

    fn search(&self) -> Search {
        let (cache, fares, clock) = (self.cache.clone(), self.fares.clone(), self.clock.clone());
        let searches = Searches::new(self.clients.clone(), cache.clone(), fares.clone(), clock.clone());
        let searches = Arc::new(searches);
        let allowances = self.fare_dates.allowances();
        Search {
            look_ups: Arc::new(LookUps::new(searches.clone(), fares.clone(), allowances, clock.clone())),
            searches,
            cache,
            fares,
            clock,
            hour_percent: self.hour_percent,
            fare_dates: self.fare_dates.fare_dates,
        }
    }

    async fn workers(&self, stopping: &CancellationToken) -> anyhow::Result<Workers> {
        let update = live(self.nats.clone(), HEARD, stopping.clone()).await?;
        let mut workers = Workers::new(stopping.clone());
        let forgetting = forget_what_is_taken(update, self.cache.clone(), self.fares.clone());
        workers.spawn("listener", forgetting);
        if self.fare_dates.fare_dates {
            workers.spawn("fares told", tell(self.fares.clone(), self.nats.clone(), stopping.clone()));
            workers.spawn("fares heard", self.hear(FARES, FaresSeen::hear, stopping));
            workers.spawn("fare log heard", self.hear(FARE_LOG, FaresSeen::hear_of_a_day, stopping));
        }
        Ok(workers)
    }

    /// Hands over to the memory what other replicas tell.
    fn hear(
        &self,
        bucket: Bucket,
        take: fn(&FaresSeen, &str, &[u8]),
        stopping: &CancellationToken,
    ) -> impl Future<Output = ()> + Send + use<> {
        let fares = self.fares.clone();
        watch(self.nats.clone(), bucket, stopping.clone(), move |key, value| take(&fares, key, value))
    }
}
