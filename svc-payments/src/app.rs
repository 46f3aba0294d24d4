use std::sync::Arc;
use std::time::Duration;

use events::{Nats, Stream};
use mail::on_call::{OnCall, OnCallArgs};
use mail::{MailArgs, Seal};
use proto::offers::v1::offers_service_client::OffersServiceClient;
use service::server::Serving;
use service::{
    HmacKeys, Lifecycle, ServerArgs, SettingsCheck, SharedClock, Workers, client, postgres, preflight, server,
};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::config::Config;
use crate::grpc::{ALLOWED, payments_server, review_server};
use crate::ops::{PaymentCases, Payments, ReviewService};
use crate::preflight::Preflight;
use crate::store::repository::Store;
use crate::store::review_queue;
use crate::{MIGRATOR, worker};

const NAME: &str = "svc-payments";
/// The only mails are to the person on duty, and name nobody.
const SEAL: Seal = Seal::InClear;

/// The service, built and not yet serving.
pub struct App {
    server: ServerArgs,
    finish_interval: Duration,
    nats: Nats,
    stream: Stream,
    payments: Arc<Payments>,
    review: Arc<ReviewService>,
    preflight: Preflight,
    mail: MailArgs,
    on_call: OnCallArgs,
    check: SettingsCheck,
}

impl App {
    /// Needs none of its dependencies to be up.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        service::check_system_url(&config.system_url)?;
        let offers = client::channel("svc-offers", &config.offers_url, &config.server.tls)?;
        let pool = config.database.pool()?;
        let stripe = config.stripe.clients(&config.check)?;
        let preflight = Preflight::new(&config, &stripe, pool.clone(), clock.clone());
        let payments = Arc::new(Payments {
            store: Arc::new(Store::new(pool.clone())),
            clock,
            offers: OffersServiceClient::new(offers),
            stripe,
            webhooks: config.webhooks,
            limits: config.limits,
            hmac_keys: HmacKeys::decode("HMAC_KEY", &config.hmac_key, config.stripe.live_provider())?,
            accept_raw_live_cards: config.accept_raw_live_cards,
            system_url: config.system_url,
            relay: Arc::default(),
            finisher: Arc::default(),
        });
        Ok(Self {
            server: config.server,
            finish_interval: Duration::from_millis(config.settle_interval_ms),
            nats: events::connect(&config.nats).await?,
            stream: crate::events::STREAM.with(config.stream),
            payments: payments.clone(),
            review: Arc::new(ReviewService { payments, pool, reconciliation: config.reconciliation }),
            preflight,
            mail: config.mail,
            on_call: config.on_call,
            check: config.check,
        })
    }

    /// Serves until the shutdown, and lets the finisher end the round that is under way.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let mut workers = Workers::new(stopping.clone());
        self.mail_on_call(&mut workers, &stopping);
        let pool = self.review.pool.clone();
        let payments = self.payments;
        let relay = events::relay(
            pool.clone(),
            self.nats,
            self.stream,
            payments.clock.clone(),
            payments.relay.clone(),
            stopping.clone(),
        );
        workers.spawn("relay", relay);
        let finisher = worker::finish_and_sweep(payments.clone(), self.finish_interval, stopping.clone());
        workers.spawn("finisher", finisher);
        let forgetting = worker::forget(payments.clone(), self.finish_interval, stopping.clone());
        workers.spawn("forgetting", forgetting);
        workers.spawn("reconciler", worker::reconcile(self.review.clone(), stopping.clone()));
        let queues = review_queue::queues(self.review.reconciliation.reconcile_interval_s);
        let queues = [&queues[..], &events::QUEUES[..], &mail::QUEUES[..]].concat();
        let figures = vec![review_queue::HELD, events::OLDEST];
        let watched = service::queues::watch(NAME, pool.clone(), queues, figures, stopping.clone());
        workers.spawn("queues", watched);
        let serving = Serving {
            name: NAME,
            routes: Routes::new(payments_server(payments))
                .add_service(review_server(self.review))
                .add_service(preflight::server(self.preflight, self.check)),
            allowed: ALLOWED,
            readiness: Box::new(move || Box::pin(postgres::readiness(pool.clone(), &MIGRATOR))),
        };
        workers.run_with(server::serve(serving, &self.server, listener, lifecycle)).await
    }

    /// Mails the person on duty, where somebody is. What was written is sent in any case.
    fn mail_on_call(&self, workers: &mut Workers, stopping: &CancellationToken) {
        let Payments { clock, system_url, .. } = &*self.payments;
        let (pool, wake) = (self.review.pool.clone(), Arc::new(Notify::new()));
        let (mail, shutdown) = (self.mail.clone(), stopping.clone());
        let sender = mail::sender(pool.clone(), mail, SEAL, clock.clone(), wake.clone(), shutdown);
        workers.spawn("mail", sender);
        let Some(address) = self.on_call.address() else { return };
        let on_call = OnCall {
            cases: PaymentCases,
            pool,
            address: address.to_owned(),
            system_url: system_url.clone(),
            seal: SEAL,
            clock: clock.clone(),
            wake,
        };
        workers.spawn("on call", on_call.run(stopping.clone()));
    }
}
