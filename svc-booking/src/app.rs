use std::sync::Arc;
use std::time::Duration;

use ::events::Nats;
use duffel::Clients;
use proto::booking::v1::attention_service_server::AttentionServiceServer;
use proto::booking::v1::booking_service_server::BookingServiceServer;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use secrecy::SecretSlice;
use service::client::channel;
use service::server::{Serving, serve};
use service::{Allow, Lifecycle, SharedClock, Workers, keys, preflight};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::abandoning::Abandoning;
use crate::attention::ReviewQueue;
use crate::claims::Claims;
use crate::door::Door;
use crate::engine::{Engine, Parts};
use crate::grpc::Bookings;
use crate::guest_links::GuestLinks;
use crate::preflight::Preflight;
use crate::store::booking::Store;
use crate::store::queue;
use crate::upstreams::Upstreams;
use crate::worker::{Pace, Worker};
use crate::{Config, MIGRATOR, consumers, events, sweeper, ticketing};

const ALLOWED: &[Allow] = &[
    Allow { methods: "/fareway.booking.v1.BookingService/", callers: &["gateway"] },
    Allow { methods: "/fareway.booking.v1.AttentionService/", callers: &["gateway"] },
    preflight::ALLOW,
];

/// The service, built and not yet listening.
pub struct App {
    config: Config,
    clock: SharedClock,
    store: Store,
    upstreams: Upstreams,
    duffel: Clients,
    hmac_key: SecretSlice<u8>,
    nats: Nats,
}

impl App {
    /// Succeeds with every dependency away.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        service::check_system_url(&config.system_url)?;
        let live = config.duffel.live_provider();
        let pii_key = keys::decode("PII_KEY", &config.pii_key, live)?;
        let store = Store::new(config.database.pool()?, &pii_key)?;
        let tls = &config.server.tls;
        let upstreams = Upstreams {
            offers: OffersServiceClient::new(channel("svc-offers", &config.offers_url, tls)?),
            payments: PaymentsServiceClient::new(channel("svc-payments", &config.payments_url, tls)?),
            identity: IdentityServiceClient::new(channel("svc-identity", &config.identity_url, tls)?),
        };
        Ok(Self {
            duffel: config.duffel.clients()?,
            hmac_key: keys::decode("HMAC_KEY", &config.hmac_key, live)?,
            nats: ::events::connect(&config.nats).await?,
            store,
            upstreams,
            clock,
            config,
        })
    }

    /// Serves and drives bookings until it is to end; then calls under way are finished.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let Engine { worker, door } = Engine::new(self.parts());
        let bookings = self.bookings(&worker, door);
        let attention = self.attention(&worker);
        let pace = Pace {
            at_once: self.config.bookings_at_once,
            poll: Duration::from_millis(self.config.due_interval_ms),
        };
        let mut workers = self.background(&worker, &stopping);
        workers.spawn("driver", worker.run(pace, stopping.clone()));
        let pool = self.store.pool.clone();
        let checks = Preflight::new(&self.config, self.duffel.live.clone(), pool.clone(), self.clock.clone());
        let serving = Serving {
            name: "svc-booking",
            routes: Routes::new(BookingServiceServer::new(bookings))
                .add_service(AttentionServiceServer::new(attention))
                .add_service(preflight::server(checks, self.config.secrets.clone())),
            allowed: ALLOWED,
            readiness: Box::new(move || Box::pin(service::postgres::readiness(pool.clone(), &MIGRATOR))),
        };
        workers.run_with(serve(serving, &self.config.server, listener, lifecycle)).await
    }

    /// Background tasks: event relay, consumers, mail, clean-up.
    fn background(&self, worker: &Worker, shutdown: &CancellationToken) -> Workers {
        let (store, clock) = (&self.store, &self.clock);
        let mut workers = Workers::new(shutdown.clone());
        let relay = ::events::relay(
            store.pool.clone(),
            self.nats.clone(),
            events::STREAM.with(self.config.stream),
            clock.clone(),
            worker.told.clone(),
            shutdown.clone(),
        );
        workers.spawn("relay", relay);
        let consumers = consumers::run(self.nats.clone(), store.clone(), clock.clone(), shutdown.clone());
        workers.spawn("hearing", consumers);
        let sender = mail::sender(
            store.pool.clone(),
            self.config.mail.clone(),
            store.cipher.of_mails(),
            clock.clone(),
            worker.posted.clone(),
            shutdown.clone(),
        );
        workers.spawn("mail", sender);
        let queues = [queue::QUEUES, ::events::QUEUES, mail::QUEUES].concat();
        let watched = service::queues::watch("svc-booking", store.pool.clone(), queues, shutdown.clone());
        workers.spawn("queues", watched);
        let ticketing = ticketing::run(store.clone(), self.duffel.clone(), clock.clone(), shutdown.clone());
        workers.spawn("ticketing", ticketing);
        workers.spawn("sweeper", sweeper::run(store.clone(), clock.clone(), shutdown.clone()));
        workers
    }

    fn parts(&self) -> Parts {
        Parts {
            store: Arc::new(self.store.clone()),
            clock: self.clock.clone(),
            upstreams: self.upstreams.clone(),
            duffel: self.duffel.clone(),
            webhooks: self.config.webhooks.clone(),
            hmac_key: self.hmac_key.clone(),
            system_url: self.config.system_url.clone(),
        }
    }

    fn attention(&self, worker: &Worker) -> ReviewQueue {
        ReviewQueue {
            store: self.store.clone(),
            clock: self.clock.clone(),
            duffel: self.duffel.clone(),
            wake: worker.wake.clone(),
            told: worker.told.clone(),
        }
    }

    fn bookings(&self, worker: &Worker, door: Arc<Door>) -> Bookings {
        let Worker { told, posted, notifier, wake, .. } = worker;
        Bookings {
            store: self.store.clone(),
            clock: self.clock.clone(),
            door,
            abandoning: Abandoning {
                store: self.store.clone(),
                clock: self.clock.clone(),
                notifier: notifier.clone(),
                wake: wake.clone(),
            },
            guest_links: GuestLinks {
                store: self.store.clone(),
                clock: self.clock.clone(),
                posted: posted.clone(),
            },
            claims: Claims {
                store: self.store.clone(),
                clock: self.clock.clone(),
                identity: self.upstreams.identity.clone(),
                told: told.clone(),
            },
        }
    }
}
