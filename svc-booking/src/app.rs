use std::sync::Arc;
use std::time::Duration;

use ::events::Nats;
use mail::on_call::OnCall;
use proto::booking::v1::attention_service_server::AttentionServiceServer;
use proto::booking::v1::booking_service_server::BookingServiceServer;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use service::client::channel;
use service::sealing::KeyCheck;
use service::server::{Serving, serve};
use service::{Allow, HmacKeys, Lifecycle, SharedClock, Workers, preflight};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::ops::{BookingCases, Bookings, LocalState};
use crate::preflight::Preflight;
use crate::store::booking::Store;
use crate::store::queue;
use crate::store::sealed::Passengers;
use crate::upstreams::Upstreams;
use crate::worker::{Pace, Worker};
use crate::{Config, MIGRATOR, consumers, events, sweeper, ticketing};

/// Who may call what.
pub const ALLOWED: &[Allow] = &[
    Allow { methods: "/fareway.booking.v1.BookingService/", callers: &["gateway"] },
    Allow { methods: "/fareway.booking.v1.AttentionService/", callers: &["gateway"] },
    preflight::ALLOW,
];

/// The service, built and not yet listening.
pub struct App {
    config: Config,
    bookings: Arc<Bookings>,
    nats: Nats,
}

impl App {
    /// Succeeds with every dependency away.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        service::check_system_url(&config.system_url)?;
        let live = config.duffel.live_provider();
        let store = Store::new(config.database.pool()?, config.pii.sealer(live)?);
        let tls = &config.server.tls;
        let upstreams = Upstreams {
            offers: OffersServiceClient::new(channel("svc-offers", &config.offers_url, tls)?),
            payments: PaymentsServiceClient::new(channel("svc-payments", &config.payments_url, tls)?),
            identity: IdentityServiceClient::new(channel("svc-identity", &config.identity_url, tls)?),
        };
        let bookings = Bookings {
            store,
            clock,
            upstreams,
            duffel: config.duffel.clients(&config.check)?,
            webhooks: config.webhooks.clone(),
            hmac_keys: HmacKeys::decode("HMAC_KEY", &config.hmac_key, live)?,
            system_url: config.system_url.clone(),
            local: LocalState::default(),
        };
        let nats = ::events::connect(&config.nats).await?;
        Ok(Self { config, bookings: Arc::new(bookings), nats })
    }

    /// Serves and drives bookings until it is to end; then calls under way are finished. Works in the background only once
    /// it was ready: with wrong keys it would erase passengers and use up the attempts of mails.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let stopping = lifecycle.shutdown.stopping.clone();
        let bookings = &self.bookings;
        let pace = Pace {
            at_once: self.config.bookings_at_once,
            poll: Duration::from_millis(self.config.due_interval_ms),
        };
        let workers = Workers::once_ready(stopping.clone(), &lifecycle.health);
        let mut workers = self.background(workers, &stopping);
        workers.spawn("driver", Worker::new(bookings.clone()).run(pace, stopping.clone()));
        let pool = bookings.store.pool.clone();
        let live = bookings.duffel.live.clone();
        let checks = Preflight::new(&self.config, live, pool.clone(), bookings.clock.clone());
        let keys = Arc::new(KeyCheck::new(Passengers(pool.clone()), bookings.store.cipher.0.clone()));
        let serving = Serving {
            name: "svc-booking",
            routes: Routes::new(BookingServiceServer::from_arc(bookings.clone()))
                .add_service(AttentionServiceServer::from_arc(bookings.clone()))
                .add_service(preflight::server(checks, self.config.check.clone())),
            allowed: ALLOWED,
            readiness: Box::new(move || Box::pin(readiness(pool.clone(), keys.clone()))),
        };
        workers.run_with(serve(serving, &self.config.server, listener, lifecycle)).await
    }

    /// Background tasks: event relay, consumers, mail, clean-up.
    fn background(&self, mut workers: Workers, shutdown: &CancellationToken) -> Workers {
        let Bookings { store, clock, local, .. } = &*self.bookings;
        let relay = ::events::relay(
            store.pool.clone(),
            self.nats.clone(),
            events::STREAM.with(self.config.stream),
            clock.clone(),
            local.relay.clone(),
            shutdown.clone(),
        );
        workers.spawn("relay", relay);
        let consumers = consumers::run(self.nats.clone(), store.clone(), clock.clone(), shutdown.clone());
        workers.spawn("consumers", consumers);
        let sender = mail::sender(
            store.pool.clone(),
            self.config.mail.clone(),
            store.cipher.of_mails(),
            clock.clone(),
            local.mail.clone(),
            shutdown.clone(),
        );
        workers.spawn("mail", sender);
        self.mail_on_call(&mut workers, shutdown);
        let queues = [queue::QUEUES, ::events::QUEUES, mail::QUEUES].concat();
        let figures = vec![queue::UNFINISHED, ::events::OLDEST];
        let watched =
            service::queues::watch("svc-booking", store.pool.clone(), queues, figures, shutdown.clone());
        workers.spawn("queues", watched);
        let ticketing = ticketing::run(self.bookings.clone(), shutdown.clone());
        workers.spawn("ticketing", ticketing);
        workers.spawn("sweeper", sweeper::run(store.clone(), clock.clone(), shutdown.clone()));
        workers
    }

    /// Mails the person on duty, where somebody is.
    fn mail_on_call(&self, workers: &mut Workers, shutdown: &CancellationToken) {
        let Some(address) = self.config.on_call.address() else { return };
        let Bookings { store, clock, local, .. } = &*self.bookings;
        let on_call = OnCall {
            cases: BookingCases,
            pool: store.pool.clone(),
            address: address.to_owned(),
            system_url: self.config.system_url.clone(),
            seal: store.cipher.of_mails(),
            clock: clock.clone(),
            wake: local.mail.clone(),
        };
        workers.spawn("on call", on_call.run(shutdown.clone()));
    }
}

/// Ready means: the database is, and the keys open the travellers in it.
async fn readiness(pool: PgPool, keys: Arc<KeyCheck<Passengers>>) -> Result<(), &'static str> {
    service::postgres::readiness(pool, &MIGRATOR).await?;
    keys.readiness().await
}
