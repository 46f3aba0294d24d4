//! All replicas of a service: where they are, and which of them gets a call.

use std::collections::HashSet;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use http::{HeaderMap, Request, Response};
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;
use tonic::body::Body;

use super::keeper::{Context, keep_connected};
use super::replica::{Connection, Failure, Replica, ReplicaChannel};
use super::target::Target;
use super::{AFFINITY, CONNECT, Lookup, Pace, hash};

type Candidate = (Arc<Replica>, Arc<Connection>);

/// The replicas of one service. They are looked up and kept connected as long as this lives.
pub struct Replicas {
    context: Arc<Context>,
    known: Arc<Known>,
    /// Moves on with each call, so that equal replicas take turns.
    turn: AtomicUsize,
    _lookups: AbortOnDropHandle<()>,
}

/// What the last lookup found.
#[derive(Default)]
struct Known {
    replicas: RwLock<Arc<[Arc<Replica>]>>,
    /// When the last lookup that has ended began.
    looked_up: Mutex<Option<Instant>>,
}

impl Replicas {
    /// Looks them up and connects, in the background.
    pub fn start(target: Target, lookup: Lookup, pace: Pace) -> Self {
        let (changed, wanted) = (watch::Sender::new(()), watch::Sender::new(()));
        let context = Arc::new(Context { target: Arc::new(target), pace, changed, wanted });
        let known = Arc::new(Known::default());
        let lookups = tokio::spawn(keep_looking_up(Arc::clone(&context), Arc::clone(&known), lookup));
        Self { context, known, turn: AtomicUsize::new(0), _lookups: AbortOnDropHandle::new(lookups) }
    }

    /// The service's name.
    pub fn service(&self) -> &'static str {
        self.context.target.name
    }

    /// Calls one of them; another one only where the first cannot have received the request. Waits for a connection two
    /// seconds at most, all tries together.
    pub async fn call(&self, mut request: Request<Body>) -> Result<Response<Body>, Status> {
        let began = Instant::now();
        let affinity = affinity(request.headers());
        self.context.target.address(&mut request);
        loop {
            let (replica, connection) = self.candidate(affinity, began).await?;
            match connection.send(replica, request).await {
                Ok(answer) => return Ok(answer),
                Err(Failure::Unsent(unsent)) if began.elapsed() < CONNECT => request = *unsent,
                Err(Failure::Unsent(_)) => return Err(self.none_is_there()),
                Err(Failure::Lost(status)) => return Err(status),
            }
        }
    }

    /// A channel to each that is healthy; to each that is connected where none is healthy.
    pub fn each(&self) -> Vec<ReplicaChannel> {
        let connected = self.each_connected();
        let healthy: Vec<_> = connected.iter().filter(|it| it.connection.is_healthy()).cloned().collect();
        if healthy.is_empty() { connected } else { healthy }
    }

    /// How many are known.
    pub fn count(&self) -> usize {
        self.known.all().len()
    }

    /// A channel to each that is connected, healthy or not.
    pub fn each_connected(&self) -> Vec<ReplicaChannel> {
        let known = self.known.all();
        let channel = |replica: &Arc<Replica>| {
            let (target, replica) = (Arc::clone(&self.context.target), Arc::clone(replica));
            replica.connection().map(|connection| ReplicaChannel { target, replica, connection })
        };
        known.iter().filter_map(channel).collect()
    }

    /// The best replica that is connected. Where none is, waits until one is, all were tried in vain, or two seconds are
    /// over since the call `began`.
    async fn candidate(&self, affinity: Option<u64>, began: Instant) -> Result<Candidate, Status> {
        let mut changed = self.context.changed.subscribe();
        if let Some(best) = self.best(affinity) {
            return Ok(best);
        }
        let waits_since = Instant::now();
        self.context.wanted.send_replace(());
        let found = async {
            while !self.known.were_tried_since(waits_since) {
                changed.changed().await.ok()?;
                if let Some(best) = self.best(affinity) {
                    return Some(best);
                }
            }
            None
        };
        timeout_at(began + CONNECT, found).await.ok().flatten().ok_or_else(|| self.none_is_there())
    }

    fn none_is_there(&self) -> Status {
        let known = self.known.all();
        let failures = known.iter().filter_map(|it| it.last_failure());
        let causes: Vec<_> = failures.map(|it| it.error.to_string()).collect();
        let service = self.context.target.name;
        Status::unavailable(format!("no replica of {service} can be reached: {}", causes.join("; ")))
    }

    /// Of those that are connected, the healthy ones; of them, the one with the fewest calls, or the one that `affinity`
    /// belongs to. A replica that is not healthy may still answer, so it is better than none.
    fn best(&self, affinity: Option<u64>) -> Option<Candidate> {
        let known = self.known.all();
        let first = self.turn.fetch_add(1, Ordering::Relaxed) % known.len().max(1);
        let (passed, next) = known.split_at(first);
        let connected = next.iter().chain(passed).filter_map(|it| Some((it, it.connection()?)));
        let rank = |replica: &Replica| match affinity {
            // Rendezvous hashing: where a replica comes or goes, only its own keys move.
            Some(key) => hash((key, replica.address)),
            None => replica.calls(),
        };
        let (replica, connection) = connected.min_by_key(|(it, on)| (!on.is_healthy(), rank(it)))?;
        Some((Arc::clone(replica), connection))
    }
}

impl fmt::Debug for Replicas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replicas").field("service", &self.context.target.name).finish_non_exhaustive()
    }
}

impl Known {
    fn all(&self) -> Arc<[Arc<Replica>]> {
        Arc::clone(&self.replicas.read().expect("nothing panics under this lock"))
    }

    /// Whether the addresses were looked up, and a connection to each was tried in vain, all from `since` on.
    fn were_tried_since(&self, since: Instant) -> bool {
        let looked_up = *self.looked_up.lock().expect("nothing panics under this lock");
        let has_failed = |it: &Arc<Replica>| it.last_failure().is_some_and(|failed| failed.began >= since);
        looked_up.is_some_and(|began| began >= since) && self.all().iter().all(has_failed)
    }

    /// Keeps those at `addresses`, adds the new ones and forgets the others, whose calls end undisturbed.
    fn update(&self, addresses: HashSet<SocketAddr>, context: &Arc<Context>) {
        let known = self.all();
        let replica = |address: SocketAddr| {
            let found = known.iter().find(|it| it.address == address);
            found.map_or_else(|| added(address, context), Arc::clone)
        };
        let replicas = addresses.into_iter().map(replica).collect();
        *self.replicas.write().expect("nothing panics under this lock") = replicas;
    }
}

fn added(address: SocketAddr, context: &Arc<Context>) -> Arc<Replica> {
    let replica = Arc::new(Replica::at(address));
    tokio::spawn(keep_connected(Arc::clone(context), Arc::downgrade(&replica)));
    replica
}

fn affinity(headers: &HeaderMap) -> Option<u64> {
    headers.get(AFFINITY)?.to_str().ok()?.parse().ok()
}

/// Looks the addresses up at intervals, and when a call finds no replica.
async fn keep_looking_up(context: Arc<Context>, known: Arc<Known>, lookup: Lookup) {
    let mut wanted = context.wanted.subscribe();
    let mut was_found = true;
    loop {
        wanted.mark_unchanged();
        let began = Instant::now();
        let outcome = look_up(&lookup).await;
        let is_found = outcome.is_ok();
        match outcome {
            Ok(addresses) => known.update(addresses, &context),
            // Those that are known stay.
            Err(error) if was_found => {
                tracing::warn!(service = context.target.name, error, "a service's name can't be looked up");
            }
            Err(_told) => {}
        }
        was_found = is_found;
        *known.looked_up.lock().expect("nothing panics under this lock") = Some(began);
        context.changed.send_replace(());
        let longest: Duration = if is_found { context.pace.lookup } else { context.pace.retry };
        context.pause(longest, &mut wanted).await;
    }
}

/// The addresses, each once; an error if there is none.
async fn look_up(lookup: &Lookup) -> Result<HashSet<SocketAddr>, String> {
    let found = timeout(CONNECT, lookup()).await.unwrap_or_else(|elapsed| Err(elapsed.into()));
    match found {
        Ok(addresses) if addresses.is_empty() => Err("it has no address".to_owned()),
        Ok(addresses) => Ok(addresses.into_iter().collect()),
        Err(error) => Err(error.to_string()),
    }
}
