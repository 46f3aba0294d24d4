//! Whom the gateway asks, and since when each is there or away: for the person who looks after it, not for routing. One
//! question decides: no card is held while nothing can be booked with it.

use std::time::Duration;

use futures::future::join_all;
use service::SharedClock;
use service::client::Channel;
use service::health::{Dependency, Health};
use tokio_util::sync::CancellationToken;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::services::Channels;

/// How often each is asked, and how long it may take to answer.
const INTERVAL: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(crate) struct Dependencies {
    services: Vec<(&'static str, HealthClient<Channel>)>,
    broker: Option<events::Nats>,
    clock: SharedClock,
}

impl Dependencies {
    pub fn new(services: Channels, broker: Option<events::Nats>, clock: SharedClock) -> Self {
        let services = services.map(|(name, channel)| (name, HealthClient::new(channel))).into();
        Self { services, broker, clock }
    }

    /// Asks one of the services now: for what is not to be begun where it can't be ended.
    pub async fn is_there(&self, name: &str) -> bool {
        match self.services.iter().find(|(known, _)| *known == name) {
            Some((_, client)) => is_serving(client).await,
            None => false,
        }
    }

    /// Asks each again and again until `shutdown`, and keeps in `health` what it learns.
    pub async fn watch(&self, health: &Health, shutdown: &CancellationToken) {
        let mut known = self.not_asked_yet();
        health.set_dependencies(&known);
        while !shutdown.is_cancelled() {
            let mut answers = join_all(self.services.iter().map(|(_, client)| is_serving(client))).await;
            answers.extend(self.broker.as_ref().map(events::Nats::is_connected));
            self.learn(&mut known, &answers);
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
        let services = self.services.iter().map(|(name, _)| *name);
        let names = services.chain(self.broker.iter().map(|_| "event broker"));
        names.map(|name| Dependency { name, ok: false, since }).collect()
    }

    fn learn(&self, known: &mut [Dependency], answers: &[bool]) {
        let now = self.clock.now();
        for (dependency, ok) in known.iter_mut().zip(answers.iter().copied()) {
            if dependency.ok != ok {
                tracing::info!(dependency = dependency.name, ok, "a dependency came or went");
                (dependency.ok, dependency.since) = (ok, now);
            }
        }
    }
}

async fn is_serving(client: &HealthClient<Channel>) -> bool {
    let mut request = tonic::Request::new(HealthCheckRequest::default());
    request.set_timeout(PATIENCE);
    let answer = client.clone().check(request).await;
    answer.is_ok_and(|answer| answer.into_inner().status() == ServingStatus::Serving)
}
