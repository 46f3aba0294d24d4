//! Whom the gateway asks, and since when each is there or away: for the person who looks after it, not for routing. One
//! question decides: no card is held while nothing can be booked with it.

use std::sync::Mutex;
use std::time::Duration;

use futures::future::join_all;
use serde::Serialize;
use service::SharedClock;
use service::client::Channel;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::services::Channels;

/// How often each is asked, and how long it may take to answer.
const INTERVAL: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether one of them answers and says itself that it can work.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Dependency {
    name: &'static str,
    ok: bool,
    /// When `ok` became what it is.
    #[serde(with = "time::serde::rfc3339")]
    since: OffsetDateTime,
}

#[derive(Debug)]
pub(crate) struct Dependencies {
    services: Vec<(&'static str, HealthClient<Channel>)>,
    broker: Option<events::Nats>,
    clock: SharedClock,
    /// The services in their order, then the broker where there is one.
    known: Mutex<Vec<Dependency>>,
}

impl Dependencies {
    pub fn new(services: Channels, broker: Option<events::Nats>, clock: SharedClock) -> Self {
        let since = clock.now();
        let names = services.iter().map(|(name, _)| *name).chain(broker.iter().map(|_| "event broker"));
        let known = names.map(|name| Dependency { name, ok: false, since }).collect();
        let services = services.map(|(name, channel)| (name, HealthClient::new(channel))).into();
        Self { services, broker, clock, known: Mutex::new(known) }
    }

    pub fn known(&self) -> Vec<Dependency> {
        self.known.lock().expect("nothing panics under this lock").clone()
    }

    /// Asks one of the services now: for what is not to be begun where it can't be ended.
    pub async fn is_there(&self, name: &str) -> bool {
        match self.services.iter().find(|(known, _)| *known == name) {
            Some((_, client)) => is_serving(client).await,
            None => false,
        }
    }

    /// Asks each again and again until `shutdown`.
    pub async fn watch(&self, shutdown: &CancellationToken) {
        while !shutdown.is_cancelled() {
            let mut answers = join_all(self.services.iter().map(|(_, client)| is_serving(client))).await;
            answers.extend(self.broker.as_ref().map(events::Nats::is_connected));
            self.learn(&answers);
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = shutdown.cancelled() => {}
            }
        }
    }

    fn learn(&self, answers: &[bool]) {
        let now = self.clock.now();
        let mut known = self.known.lock().expect("nothing panics under this lock");
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
