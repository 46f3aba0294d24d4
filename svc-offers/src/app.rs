use std::sync::Arc;

use ::events::{Nats, connect, live};
use duffel::{Clients, LiveProvider};
use proto::offers::v1::offers_service_server::{OffersService, OffersServiceServer};
use service::server::{Serving, serve};
use service::{Allow, Lifecycle, ServerArgs, SettingsCheck, SharedClock, Workers, preflight};
use tokio::net::TcpListener;
use tonic::service::Routes;

use crate::Config;
use crate::events::{HEARD, remember_what_is_taken};
use crate::grpc::Offers;
use crate::lookup::Lookup;

/// Who may call what.
pub const ALLOWED: &[Allow] = &[
    Allow {
        methods: "/fareway.offers.v1.OffersService/",
        callers: &["gateway", "svc-booking", "svc-payments"],
    },
    preflight::ALLOW,
];

/// The calls alone, for a caller that brings its own network and providers.
pub fn calls(clients: Clients, clock: SharedClock) -> impl OffersService {
    Offers::new(Arc::new(Lookup::new(clients, clock, true)))
}

/// The service, ready to run.
#[derive(Debug)]
pub struct App {
    server: ServerArgs,
    lookup: Arc<Lookup>,
    live: LiveProvider,
    check: SettingsCheck,
    nats: Nats,
}

impl App {
    /// Succeeds with every dependency away.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        let clients = config.duffel.clients(&config.check)?;
        Ok(Self {
            live: LiveProvider::new(&config.duffel, clients.live.clone(), clock.clone()),
            lookup: Arc::new(Lookup::new(clients, clock, config.sell_bags)),
            nats: connect(&config.nats).await?,
            server: config.server,
            check: config.check,
        })
    }

    /// Serves until it is to end.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let news = live(self.nats, HEARD, stopping.clone()).await?;
        let mut workers = Workers::new(stopping.clone());
        workers.spawn("listener", remember_what_is_taken(news, self.lookup.clone()));
        let serving = Serving {
            name: "svc-offers",
            routes: Routes::new(OffersServiceServer::new(Offers::new(self.lookup)))
                .add_service(preflight::server(self.live, self.check)),
            allowed: ALLOWED,
            // Nothing of its own can be missing; a provider that is away is told in each answer.
            readiness: Box::new(|| Box::pin(async { Ok(()) })),
        };
        workers.run_with(serve(serving, &self.server, listener, lifecycle)).await
    }
}
