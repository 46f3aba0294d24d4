use std::sync::Arc;
use std::time::Duration;

use events::Nats;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::attention_service_server::AttentionServiceServer;
use proto::payments::v1::payments_service_server::PaymentsServiceServer;
use service::server::Serving;
use service::{ServerArgs, SharedClock, Workers, client, keys, postgres, server};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::config::Config;
use crate::flow::Payments;
use crate::grpc::{ALLOWED, Rpc};
use crate::store::attention;
use crate::{MIGRATOR, worker};

const NAME: &str = "svc-payments";

/// The service, built and not yet serving.
#[derive(Debug)]
pub struct App {
    server: ServerArgs,
    settle_interval: Duration,
    nats: Nats,
    payments: Arc<Payments>,
}

impl App {
    /// Needs none of its dependencies to be up.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        let offers = client::channel("svc-offers", &config.offers_url, &config.server.tls)?;
        let payments = Payments {
            pool: config.database.pool()?,
            clock,
            offers: OffersServiceClient::new(offers),
            stripe: config.stripe.clients()?,
            webhooks: config.webhooks,
            limits: config.limits,
            reconciliation: config.reconciliation,
            hmac_key: keys::decode("HMAC_KEY", &config.hmac_key, config.stripe.live_provider())?,
            accept_raw_live_cards: config.accept_raw_live_cards,
            told: Arc::default(),
            due: Arc::new(Notify::new()),
        };
        Ok(Self {
            server: config.server,
            settle_interval: Duration::from_millis(config.settle_interval_ms),
            nats: events::connect(&config.nats).await?,
            payments: Arc::new(payments),
        })
    }

    /// Serves until `shutdown`, and lets the round of the settler that is under way finish.
    pub async fn run(self, listener: TcpListener, shutdown: CancellationToken) -> anyhow::Result<()> {
        let pool = self.payments.pool.clone();
        let relay = events::relay(
            pool.clone(),
            self.nats,
            crate::events::STREAM,
            self.payments.clock.clone(),
            self.payments.told.clone(),
            shutdown.clone(),
        );
        let mut workers = Workers::new(shutdown.clone());
        workers.spawn("relay", relay);
        workers.spawn("settler", worker::run(self.payments.clone(), self.settle_interval, shutdown.clone()));
        workers.spawn("reconciler", worker::compare(self.payments.clone(), shutdown.clone()));
        let queues = [attention::QUEUES, events::QUEUES].concat();
        workers.spawn("queues", service::queues::watch(NAME, pool.clone(), queues, shutdown.clone()));
        let serving = Serving {
            name: NAME,
            routes: Routes::new(PaymentsServiceServer::new(Rpc(self.payments.clone())))
                .add_service(AttentionServiceServer::new(Rpc(self.payments))),
            allowed: ALLOWED,
            readiness: Box::new(move || Box::pin(postgres::is_ready(pool.clone(), &MIGRATOR))),
        };
        workers.run_with(server::serve(serving, &self.server, listener, shutdown)).await
    }
}
