//! All replicas of a service: who they are, which of them gets a call, and their connections.

use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock, Weak};
use std::time::Duration;

use futures::future::{BoxFuture, join_all};
use http::{HeaderMap, Request, Response};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;
use tonic::body::Body;

use super::replica::{Connection, Direct, Failure, Replica};
use super::target::Target;
use super::{AFFINITY, CONNECT, Lookup, Pace, hash};

/// Rounds are at least this far apart, however many calls wait for one.
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
/// A connection that ends earlier is not made again at once: the peer takes and then refuses it, because of our
/// certificate perhaps.
const SHORT_LIVED: Duration = Duration::from_secs(1);

type Candidate = (Arc<Replica>, Arc<Connection>);

/// The replicas of one service, and the task that keeps them connected as long as this lives.
pub struct Replicas {
    shared: Arc<Shared>,
    _keeper: AbortOnDropHandle<()>,
}

struct Shared {
    target: Arc<Target>,
    pace: Pace,
    known: RwLock<Arc<[Arc<Replica>]>>,
    /// Moves on with each call, so that equal replicas take turns.
    turn: AtomicUsize,
    /// How many rounds are over. In a round the addresses are looked up, and all that are away are tried. Also wakes when
    /// one of them is connected.
    rounds: watch::Sender<u64>,
    /// Has the next round begin.
    wanted: Notify,
}

impl Replicas {
    /// Looks them up and connects, in the background.
    pub fn start(target: Target, lookup: Lookup, pace: Pace) -> Self {
        let shared = Arc::new(Shared {
            target: Arc::new(target),
            pace,
            known: RwLock::new([].into()),
            turn: AtomicUsize::new(0),
            rounds: watch::Sender::new(0),
            wanted: Notify::new(),
        });
        let keeper = tokio::spawn(keep_connected(Arc::clone(&shared), lookup));
        Self { shared, _keeper: AbortOnDropHandle::new(keeper) }
    }

    /// Calls one of them; another one only where the first cannot have received the request.
    pub async fn call(&self, mut request: Request<Body>) -> Result<Response<Body>, Status> {
        let affinity = affinity(request.headers());
        self.shared.target.address(&mut request);
        loop {
            let (replica, connection) = self.shared.candidate(affinity).await?;
            match connection.send(replica, request).await {
                Ok(answer) => return Ok(answer),
                Err(Failure::Unsent(unsent)) => request = *unsent,
                Err(Failure::Lost(status)) => return Err(status),
            }
        }
    }

    /// The way to each that is connected.
    pub fn each(&self) -> Vec<Direct> {
        let known = self.shared.known();
        known.iter().filter_map(|it| Some(it.connection()?.direct(&self.shared.target))).collect()
    }
}

fn affinity(headers: &HeaderMap) -> Option<u64> {
    headers.get(AFFINITY)?.to_str().ok()?.parse().ok()
}

impl Drop for Replicas {
    fn drop(&mut self) {
        // Their connections end with them.
        self.shared.update(&[]);
    }
}

impl fmt::Debug for Replicas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replicas").field("service", &self.shared.target.name).finish_non_exhaustive()
    }
}

/// Round after round: at once where one is wanted, soon where a replica is away.
async fn keep_connected(shared: Arc<Shared>, lookup: Lookup) {
    let mut was_found = true;
    loop {
        was_found = shared.look_up(&lookup, was_found).await;
        let known = shared.known();
        join_all(known.iter().filter(|it| it.connection().is_none()).map(|it| shared.connect(it))).await;
        shared.rounds.send_modify(|rounds| *rounds += 1);
        sleep(SHORTEST_PAUSE).await;
        let is_complete = was_found && known.iter().all(|it| it.connection().is_some());
        let pause = if is_complete { shared.pace.lookup } else { shared.pace.retry };
        drop(known);
        let _wanted = timeout(pause, shared.wanted.notified()).await;
    }
}

impl Shared {
    fn known(&self) -> Arc<[Arc<Replica>]> {
        Arc::clone(&self.known.read().expect("nothing panics under this lock"))
    }

    /// The best replica that is connected. Where none is, waits for one round: two seconds at most.
    async fn candidate(&self, affinity: Option<u64>) -> Result<Candidate, Status> {
        let mut rounds = self.rounds.subscribe();
        if let Some(best) = self.best(affinity) {
            return Ok(best);
        }
        self.wanted.notify_one();
        let found = timeout(CONNECT, self.first_connected(affinity, &mut rounds)).await.ok().flatten();
        found.ok_or_else(|| Status::unavailable(format!("no replica of {} can be reached", self.target.name)))
    }

    /// The first replica that gets connected; none if all were tried in vain.
    async fn first_connected(
        &self,
        affinity: Option<u64>,
        rounds: &mut watch::Receiver<u64>,
    ) -> Option<Candidate> {
        let before = *rounds.borrow();
        while rounds.changed().await.is_ok() {
            let best = self.best(affinity);
            if best.is_some() || *rounds.borrow_and_update() > before {
                return best;
            }
        }
        None
    }

    /// Of those that are connected, the healthy ones; of them, the one with the fewest calls, or the one that `affinity`
    /// belongs to. A replica that is not healthy may still answer, so it is better than none.
    fn best(&self, affinity: Option<u64>) -> Option<Candidate> {
        let known = self.known();
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

    /// Keeps those at `addresses`, adds the new ones and forgets the others, whose calls end undisturbed.
    fn update(&self, addresses: &[SocketAddr]) {
        let known = self.known();
        let replica = |address: &SocketAddr| {
            let found = known.iter().find(|it| it.address == *address);
            found.map_or_else(|| Arc::new(Replica::at(*address)), Arc::clone)
        };
        *self.known.write().expect("nothing panics under this lock") =
            addresses.iter().map(replica).collect();
    }

    /// Looks the addresses up, and keeps the known ones where that fails. Answers whether it did not.
    async fn look_up(&self, lookup: &Lookup, was_found: bool) -> bool {
        let found = timeout(CONNECT, lookup()).await.unwrap_or_else(|elapsed| Err(elapsed.into()));
        match found {
            Ok(addresses) if !addresses.is_empty() => {
                self.update(&addresses);
                true
            }
            other => {
                let error = other.err().map_or_else(|| "no address".to_owned(), |error| error.to_string());
                if was_found {
                    tracing::warn!(service = self.target.name, error, "a service's name can't be looked up");
                }
                false
            }
        }
    }

    /// Connects to the replica, and wakes the calls that wait for it.
    async fn connect(self: &Arc<Self>, replica: &Arc<Replica>) {
        let (service, address) = (self.target.name, replica.address);
        match self.target.connect(address).await {
            Ok((sender, closed)) => {
                tracing::debug!(service, %address, "connected to a replica");
                let connection = replica.use_connection(sender);
                self.rounds.send_modify(|_| {});
                tokio::spawn(watch_connection(Arc::clone(self), Arc::downgrade(replica), connection, closed));
            }
            Err(error) => tracing::debug!(service, %address, %error, "a replica is away"),
        }
    }
}

/// Checks the health until the connection is closed, or nobody uses the replica any more.
async fn watch_connection(
    shared: Arc<Shared>,
    replica: Weak<Replica>,
    connection: Arc<Connection>,
    closed: BoxFuture<'static, ()>,
) {
    let began = Instant::now();
    tokio::select! {
        () = check_health(&shared, &replica, &connection) => {}
        () = closed => {}
    }
    let Some(replica) = replica.upgrade() else { return };
    tracing::info!(service = shared.target.name, address = %replica.address, "lost the connection to a replica");
    if began.elapsed() < SHORT_LIVED {
        sleep(shared.pace.retry).await;
    }
    shared.wanted.notify_one();
}

async fn check_health(shared: &Shared, replica: &Weak<Replica>, connection: &Connection) {
    let every = shared.pace.health_check;
    while let Some(replica) = replica.upgrade() {
        if connection.check_health(&shared.target, every).await {
            let (service, is_healthy) = (shared.target.name, connection.is_healthy());
            tracing::info!(service, address = %replica.address, is_healthy, "a replica's health changed");
        }
        drop(replica);
        sleep(every).await;
    }
}
