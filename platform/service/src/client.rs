//! Connections to other services: calls are spread over all replicas of a service, with bounds on every wait.

mod counted;
mod keeper;
mod replica;
mod replicas;
mod target;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use anyhow::Context;
use futures::future::BoxFuture;
use http::{Request, Response};
use opentelemetry::KeyValue;
use opentelemetry::metrics::Histogram;
use tokio::time::{Instant, timeout_at};
use tonic::body::Body;
use tonic::transport::{self, Endpoint};
use tonic::{Code, Status};
use tower::{Service, ServiceExt};
use tracing::{Instrument, Span};

use self::replica::ReplicaChannel;
use self::replicas::Replicas;
use self::target::Target;
use crate::bounded::{Bounded, too_late};
use crate::calls::{HEALTH_CHECK, code_of};
use crate::deadline;
use crate::metrics::{code_name, rpc_client_duration, rpc_labels};
use crate::telemetry::{inject, mark_failed};
use crate::tls::TlsArgs;

/// To be connected: TCP, TLS and all.
const CONNECT: Duration = Duration::from_secs(2);
/// A connection is given up when a ping after this much silence stays unanswered for `PING_TIMEOUT`.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// The header that holds the key by which a call chooses its replica.
const AFFINITY: &str = "fareway-affinity";

/// Finds the addresses of a service's replicas.
pub type Lookup = Box<dyn Fn() -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync>;

/// How often a channel looks after the replicas of its service.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Between two lookups of their addresses. A replica whose connection is lost is looked for at once.
    pub lookup: Duration,
    /// Between two attempts to connect to those that are away.
    pub retry: Duration,
    /// Between two health checks of a replica; also what it may take to answer one.
    pub health_check: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            lookup: Duration::from_secs(10),
            retry: Duration::from_secs(1),
            health_check: Duration::from_secs(1),
        }
    }
}

/// A connection to each replica of another service. A call goes to the healthy replica with the fewest calls under way,
/// and to a second one only if the first cannot have received it. It ends by its own deadline, whatever the connections
/// do meanwhile.
#[derive(Debug, Clone)]
pub struct Channel {
    route: Route,
    duration: Histogram<f64>,
}

#[derive(Debug, Clone)]
enum Route {
    Replicas(Arc<Replicas>),
    Replica(ReplicaChannel),
    /// Of a caller that brings a network of its own.
    Single(transport::Channel),
}

impl From<transport::Channel> for Channel {
    fn from(channel: transport::Channel) -> Self {
        Self::over(Route::Single(channel))
    }
}

impl Channel {
    fn over(route: Route) -> Self {
        Self { route, duration: rpc_client_duration() }
    }

    /// A channel to each replica that is healthy now, for what only one of them may know.
    pub fn each(&self) -> Vec<Self> {
        self.split(Replicas::each)
    }

    /// A channel to each replica that is connected, for what is to be seen of those that are not healthy too.
    pub fn each_connected(&self) -> Vec<Self> {
        self.split(Replicas::each_connected)
    }

    /// How many addresses the service has, connected or not.
    pub fn replicas(&self) -> usize {
        match &self.route {
            Route::Replicas(replicas) => replicas.count(),
            Route::Replica(_) | Route::Single(_) => 1,
        }
    }

    fn split(&self, choose: impl FnOnce(&Replicas) -> Vec<ReplicaChannel>) -> Vec<Self> {
        match &self.route {
            Route::Replicas(replicas) => {
                let to = |replica| Self { route: Route::Replica(replica), duration: self.duration.clone() };
                choose(replicas).into_iter().map(to).collect()
            }
            Route::Replica(_) | Route::Single(_) => vec![self.clone()],
        }
    }
}

/// Has calls with an equal `key` go to the same replica while that one is healthy, whichever process calls.
pub fn set_affinity<T>(request: &mut tonic::Request<T>, key: impl Hash) {
    request.metadata_mut().insert(AFFINITY, hash(key).into());
}

/// The same in every process of a version of ours.
fn hash(key: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

impl Route {
    /// The service that is called. A caller with a network of its own knows no name.
    fn server(&self) -> &'static str {
        match self {
            Self::Replicas(replicas) => replicas.service(),
            Self::Replica(replica) => replica.target.name,
            Self::Single(_) => "",
        }
    }

    async fn call(self, request: Request<Body>) -> Result<Response<Body>, Status> {
        match self {
            Self::Replicas(replicas) => replicas.call(request).await,
            Self::Replica(mut replica) => replica.call(request).await,
            Self::Single(mut channel) => {
                let answer: Result<_, transport::Error> =
                    async { channel.ready().await?.call(request).await }.await;
                answer.map_err(|error| Status::from_error(error.into()))
            }
        }
    }
}

impl Service<Request<Body>> for Channel {
    type Response = Response<Body>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<Response<Body>, Status>>;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<Result<(), Status>> {
        // To wait for a connection is a part of the call.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let deadline = deadline::of(request.headers());
        let method = request.uri().path().trim_start_matches('/').to_owned();
        if method.starts_with(HEALTH_CHECK) {
            return Box::pin(within(deadline, self.route.clone().call(request)));
        }
        let (server, duration) = (self.route.server(), self.duration.clone());
        let span = span_of(server, &method);
        inject(&span, request.headers_mut());
        let call = self.route.clone().call(request);
        Box::pin(async move {
            let began = Instant::now();
            let answer = within(deadline, call).instrument(span.clone()).await;
            let code = answer.as_ref().map_or_else(Status::code, |answer| code_of(answer.headers()));
            finish(&span, code);
            let labels = rpc_labels(KeyValue::new("server", server), method, code, code != Code::Ok);
            duration.record(began.elapsed().as_secs_f64(), &labels);
            answer
        })
    }
}

/// Our side of a call: from its beginning, with the wait for a connection, to the head of its answer.
fn span_of(server: &'static str, method: &str) -> Span {
    tracing::info_span!(
        "grpc.client",
        otel.name = method,
        otel.kind = "client",
        server,
        rpc.method = method,
        rpc.status = tracing::field::Empty,
    )
}

/// To its caller every error is a failure (semantic conventions for gRPC).
fn finish(span: &Span, code: Code) {
    span.record("rpc.status", tracing::field::debug(code));
    if code != Code::Ok {
        mark_failed(span, code_name(code));
    }
}

/// What a call is answered with until its deadline.
async fn within(
    deadline: Option<Instant>,
    call: impl Future<Output = Result<Response<Body>, Status>>,
) -> Result<Response<Body>, Status> {
    let Some(deadline) = deadline else { return call.await };
    match timeout_at(deadline, call).await {
        Ok(Ok(answer)) => Ok(answer.map(|body| Body::new(Bounded::new(body, deadline)))),
        Ok(Err(error)) if Instant::now() < deadline => Err(error),
        _ => Err(too_late()),
    }
}

/// A channel to the service `name` at `url` (`http://host:port`; TLS follows from `tls`, not from the scheme). Every
/// address that the host's name resolves to is a replica.
///
/// Start order does not matter: connects in the background, and again after a loss. A service that is away fails a call
/// within two seconds; so does one that accepts and never speaks, where TLS is on.
pub fn channel(name: &'static str, url: &str, tls: &TlsArgs) -> anyhow::Result<Channel> {
    let lookup = target::lookup(url).with_context(|| format!("the address of {name} is not a URL"))?;
    channel_over(name, lookup, tls, Pace::default())
}

/// A channel to the replicas that `lookup` finds.
pub fn channel_over(
    name: &'static str,
    lookup: Lookup,
    tls: &TlsArgs,
    pace: Pace,
) -> anyhow::Result<Channel> {
    let target = Target::new(name, tls)?;
    Ok(Channel::over(Route::Replicas(Arc::new(Replicas::start(target, lookup, pace)))))
}

/// The service `name` in plaintext, for a caller that brings a network of its own.
pub fn endpoint(name: &'static str, address: &str) -> anyhow::Result<Endpoint> {
    let endpoint = Endpoint::from_shared(format!("http://{address}"))
        .with_context(|| format!("the address of {name} is not a URL"))?
        .connect_timeout(CONNECT)
        .http2_keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_TIMEOUT);
    Ok(endpoint)
}
