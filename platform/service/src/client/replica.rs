//! One replica of a service: its connection, its health, and the calls under way on it.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use futures::future::BoxFuture;
use http::{Request, Response};
use hyper::client::conn::http2::SendRequest;
use tokio::time::Instant;
use tonic::Status;
use tonic::body::Body;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tower::{Service, service_fn};

use super::counted::CountedBody;
use super::target::Target;

/// Health checks in a row that may fail before calls avoid the replica: a busy one is late now and then.
const MISSES: u32 = 2;

/// A replica at one address. Its connection lasts as long as something holds it.
#[derive(Debug)]
pub struct Replica {
    pub address: SocketAddr,
    connection: Mutex<Option<Arc<Connection>>>,
    calls: AtomicU64,
    last_failure: Mutex<Option<FailedAttempt>>,
}

/// An attempt to connect that failed.
#[derive(Debug, Clone)]
pub struct FailedAttempt {
    pub began: Instant,
    pub error: Arc<io::Error>,
}

/// A connection that was made to a replica.
#[derive(Debug)]
pub struct Connection {
    sender: SendRequest<Body>,
    /// Health checks that failed, one after the other. `MISSES` until the first one is answered.
    misses: AtomicU32,
    /// Whether the last check that was answered said that the replica takes no work.
    has_left: AtomicBool,
}

/// Why there is no answer.
pub enum Failure {
    /// The replica cannot have received the request: here it is again.
    Unsent(Box<Request<Body>>),
    /// The replica may have received it.
    Lost(Status),
}

impl Replica {
    pub fn at(address: SocketAddr) -> Self {
        let (connection, last_failure) = (Mutex::new(None), Mutex::new(None));
        Self { address, connection, calls: AtomicU64::new(0), last_failure }
    }

    /// The connection, unless it takes no more calls.
    pub fn connection(&self) -> Option<Arc<Connection>> {
        let connection = self.connection.lock().expect("nothing panics under this lock");
        connection.as_ref().filter(|it| !it.sender.is_closed()).cloned()
    }

    /// Calls whose answer is not complete.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// The last attempt to connect that failed.
    pub fn last_failure(&self) -> Option<FailedAttempt> {
        self.last_failure.lock().expect("nothing panics under this lock").clone()
    }

    pub fn failed(&self, attempt: FailedAttempt) {
        *self.last_failure.lock().expect("nothing panics under this lock") = Some(attempt);
    }

    /// From now on calls go over this connection.
    pub fn use_connection(&self, connection: Arc<Connection>) {
        *self.connection.lock().expect("nothing panics under this lock") = Some(connection);
    }
}

impl Connection {
    pub fn new(sender: SendRequest<Body>) -> Self {
        Self { sender, misses: AtomicU32::new(MISSES), has_left: AtomicBool::new(false) }
    }

    /// Whether the replica said last that it takes no work.
    pub fn has_left(&self) -> bool {
        self.has_left.load(Ordering::Relaxed)
    }

    pub fn is_healthy(&self) -> bool {
        self.misses.load(Ordering::Relaxed) < MISSES
    }

    /// Sends `request`. The call counts as one of `replica` until its answer is complete.
    pub async fn send(
        &self,
        replica: Arc<Replica>,
        request: Request<Body>,
    ) -> Result<Response<Body>, Failure> {
        let guard = CallGuard::of(replica);
        match self.sender.clone().try_send_request(request).await {
            Ok(answer) => Ok(answer.map(|body| Body::new(CountedBody::new(body, guard)))),
            Err(mut error) => Err(match error.take_message() {
                Some(request) => Failure::Unsent(Box::new(request)),
                None => Failure::Lost(Status::from_error(error.into_error().into())),
            }),
        }
    }

    /// Asks for the health once. A replica that says it cannot work is believed at once.
    pub async fn check_health(&self, target: &Target, within: Duration) -> Check {
        let was_healthy = self.is_healthy();
        let mut client = HealthClient::new(service_fn(|mut request| {
            target.address(&mut request);
            self.sender.clone().send_request(request)
        }));
        let answer = tokio::time::timeout(within, client.check(HealthCheckRequest::default())).await;
        let status = answer.ok().and_then(Result::ok).map(|answer| answer.into_inner().status());
        if let Some(status) = status {
            self.has_left.store(status != ServingStatus::Serving, Ordering::Relaxed);
        }
        match status {
            Some(ServingStatus::Serving) => self.misses.store(0, Ordering::Relaxed),
            Some(_) => self.misses.store(MISSES, Ordering::Relaxed),
            None => _ = self.misses.fetch_add(1, Ordering::Relaxed),
        }
        Check { is_answered: status.is_some(), has_changed: self.is_healthy() != was_healthy }
    }
}

/// What a health check came to.
pub struct Check {
    pub is_answered: bool,
    /// Whether calls were sent here before and are not now, or the other way round.
    pub has_changed: bool,
}

/// A call under way on a replica, until this is dropped.
pub struct CallGuard(Arc<Replica>);

impl CallGuard {
    fn of(replica: Arc<Replica>) -> Self {
        replica.calls.fetch_add(1, Ordering::Relaxed);
        Self(replica)
    }
}

impl Drop for CallGuard {
    fn drop(&mut self) {
        self.0.calls.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Calls one replica and no other, over the connection that it had when this was given out.
#[derive(Debug, Clone)]
pub struct ReplicaChannel {
    pub target: Arc<Target>,
    /// Held, so that the connection takes calls though the service's name has lost the address.
    pub replica: Arc<Replica>,
    pub connection: Arc<Connection>,
}

impl Service<Request<Body>> for ReplicaChannel {
    type Response = Response<Body>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<Response<Body>, Status>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        self.target.address(&mut request);
        let Self { replica, connection, .. } = self.clone();
        Box::pin(async move {
            connection.send(replica, request).await.map_err(|failure| match failure {
                Failure::Unsent(_) => Status::unavailable("this replica takes no more calls"),
                Failure::Lost(status) => status,
            })
        })
    }
}
