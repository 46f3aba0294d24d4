//! Whom the gateway asks, and since when each is there or away: for the person who looks after it, not for routing. One
//! question decides: no card is held while nothing can be booked with it.

use std::future::ready;
use std::time::Duration;

use futures::StreamExt;
use futures::future::join_all;
use futures::stream::FuturesUnordered;
use service::SharedClock;
use service::client::Channel;
use service::health::{Dependency, Health};
use tokio_util::sync::CancellationToken;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::services::{Channels, Service};

/// How often each is asked, and how long it may take to answer.
const INTERVAL: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(crate) struct Dependencies {
    channels: Channels,
    broker: Option<events::Nats>,
    clock: SharedClock,
}

impl Dependencies {
    pub fn new(channels: Channels, broker: Option<events::Nats>, clock: SharedClock) -> Self {
        Self { channels, broker, clock }
    }

    /// Asks one of the services now: for what is not to be begun where it can't be ended.
    pub async fn is_there(&self, service: Service) -> bool {
        is_serving(self.channels.to(service)).await
    }

    /// Asks each again and again until `shutdown`, and keeps in `health` what it learns.
    pub async fn watch(&self, health: &Health, shutdown: &CancellationToken) {
        let mut known = self.not_asked_yet();
        health.set_dependencies(&known);
        while !shutdown.is_cancelled() {
            let mut seen = join_all(Service::ALL.map(|service| look_at(self.channels.to(service)))).await;
            seen.extend(self.broker.as_ref().map(look_at_broker));
            self.learn(&mut known, &seen);
            health.set_dependencies(&known);
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = shutdown.cancelled() => {}
            }
        }
    }

    /// The services in their order, then the broker where there is one.
    fn not_asked_yet(&self) -> Vec<Dependency> {
        let since = self.clock.now();
        let services = Service::ALL.into_iter().map(Service::name);
        let names = services.chain(self.broker.iter().map(|_| "event broker"));
        names.map(|name| Dependency { name, ok: false, serving: 0, replicas: 0, since }).collect()
    }

    fn learn(&self, known: &mut [Dependency], seen: &[Seen]) {
        let now = self.clock.now();
        for (dependency, &Seen { serving, replicas }) in known.iter_mut().zip(seen) {
            let ok = serving > 0;
            if (dependency.serving, dependency.replicas) != (serving, replicas) {
                tracing::info!(dependency = dependency.name, ok, serving, replicas, "a dependency changed");
                (dependency.serving, dependency.replicas) = (serving, replicas);
            }
            if dependency.ok != ok {
                (dependency.ok, dependency.since) = (ok, now);
            }
        }
    }
}

/// How many replicas there are, and how many of them say that they can work.
#[derive(Debug, Clone, Copy)]
struct Seen {
    serving: usize,
    replicas: usize,
}

async fn look_at(service: &Channel) -> Seen {
    let serving = ask_replicas(service).filter(|serves| ready(*serves)).count().await;
    Seen { serving, replicas: service.replicas().max(serving) }
}

fn look_at_broker(broker: &events::Nats) -> Seen {
    Seen { serving: broker.is_connected().into(), replicas: 1 }
}

/// Whether a replica says that it can work. One that drains or hangs does not speak for the others.
async fn is_serving(service: &Channel) -> bool {
    ask_replicas(service).any(ready).await
}

/// Their answers, the quickest first.
fn ask_replicas(service: &Channel) -> FuturesUnordered<impl Future<Output = bool>> {
    let connected = service.each_connected();
    let asked = if connected.is_empty() { vec![service.clone()] } else { connected };
    asked.into_iter().map(says_that_it_serves).collect()
}

async fn says_that_it_serves(replica: Channel) -> bool {
    let mut request = tonic::Request::new(HealthCheckRequest::default());
    request.set_timeout(PATIENCE);
    let answer = HealthClient::new(replica).check(request).await;
    answer.is_ok_and(|answer| answer.into_inner().status() == ServingStatus::Serving)
}
