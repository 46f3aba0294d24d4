//! One replica of a service: its connection, its health, and the calls under way on it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use futures::future::BoxFuture;
use http::{Request, Response};
use hyper::client::conn::http2::SendRequest;
use tonic::Status;
use tonic::body::Body;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tower::Service;

use super::counted::Counted;
use super::target::Target;

/// A replica at one address.
pub struct Replica {
    pub address: SocketAddr,
    connection: Mutex<Option<Arc<Connection>>>,
    calls: AtomicU64,
}

/// A connection that was made to a replica.
pub struct Connection {
    sender: SendRequest<Body>,
    /// Whether the last health check was answered with SERVING. False until the first one is.
    is_healthy: AtomicBool,
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
        Self { address, connection: Mutex::new(None), calls: AtomicU64::new(0) }
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

    /// From now on calls go over this connection.
    pub fn use_connection(&self, sender: SendRequest<Body>) -> Arc<Connection> {
        let connection = Arc::new(Connection { sender, is_healthy: AtomicBool::new(false) });
        *self.connection.lock().expect("nothing panics under this lock") = Some(Arc::clone(&connection));
        connection
    }
}

impl Connection {
    pub fn is_healthy(&self) -> bool {
        self.is_healthy.load(Ordering::Relaxed)
    }

    /// Sends `request`. The call counts as one of `replica` until its answer is complete.
    pub async fn send(
        &self,
        replica: Arc<Replica>,
        request: Request<Body>,
    ) -> Result<Response<Body>, Failure> {
        let busy = Busy::on(replica);
        match self.sender.clone().try_send_request(request).await {
            Ok(answer) => Ok(answer.map(|body| Body::new(Counted::new(body, busy)))),
            Err(mut error) => Err(match error.take_message() {
                Some(request) => Failure::Unsent(Box::new(request)),
                None => Failure::Lost(Status::from_error(error.into_error().into())),
            }),
        }
    }

    /// The way over this connection, for calls that do not count.
    pub fn direct(&self, target: &Arc<Target>) -> Direct {
        Direct { target: Arc::clone(target), sender: self.sender.clone() }
    }

    /// Asks for the health once. Answers whether it is another one than before.
    pub async fn check_health(&self, target: &Arc<Target>, within: Duration) -> bool {
        let mut client = HealthClient::new(self.direct(target));
        let answer = tokio::time::timeout(within, client.check(HealthCheckRequest::default())).await;
        let status = answer.ok().and_then(Result::ok).map(|answer| answer.into_inner().status());
        let is_healthy = status == Some(ServingStatus::Serving);
        self.is_healthy.swap(is_healthy, Ordering::Relaxed) != is_healthy
    }
}

/// A call under way on a replica, until this is dropped.
pub struct Busy(Arc<Replica>);

impl Busy {
    fn on(replica: Arc<Replica>) -> Self {
        replica.calls.fetch_add(1, Ordering::Relaxed);
        Self(replica)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.calls.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The way to one replica and no other.
#[derive(Debug, Clone)]
pub struct Direct {
    target: Arc<Target>,
    sender: SendRequest<Body>,
}

impl Service<Request<Body>> for Direct {
    type Response = Response<Body>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<Response<Body>, Status>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        self.target.address(&mut request);
        let answer = self.sender.send_request(request);
        Box::pin(async move {
            let answer = answer.await.map_err(|error| Status::from_error(error.into()))?;
            Ok(answer.map(Body::new))
        })
    }
}
