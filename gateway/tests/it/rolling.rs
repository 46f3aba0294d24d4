//! Two gateways behind a TCP balancer that checks readiness are replaced one after the other: no visitor notices.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::join_all;
use http::StatusCode;
use reqwest::Method;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::harness::{Gateway, PATIENCE, Visitor};

const CHECKED_EVERY: Duration = Duration::from_secs(1);
/// As `DRAIN_SECONDS`.
const DRAIN_S: u64 = 5;
/// Between two looks at what the balancer knows.
const LOOK: Duration = Duration::from_millis(20);
const VISITORS: usize = 4;
/// Between two calls of a visitor, whose connection is idle meanwhile.
const THINKS: Duration = Duration::from_millis(40);

/// Takes each connection to one of the gateways that were ready when it last asked.
struct Balancer {
    address: SocketAddr,
    known: Arc<Mutex<Known>>,
    _tasks: [AbortOnDropHandle<()>; 2],
}

#[derive(Default)]
struct Known {
    gateways: Vec<SocketAddr>,
    ready: Vec<SocketAddr>,
    /// The gateway of each connection that is open.
    connections: Vec<SocketAddr>,
}

impl Balancer {
    async fn start() -> Self {
        let (listener, address) = testkit::free_listener().await;
        let known = Arc::<Mutex<Known>>::default();
        let tasks =
            [tokio::spawn(check(Arc::clone(&known))), tokio::spawn(balance(listener, Arc::clone(&known)))];
        Self { address, known, _tasks: tasks.map(AbortOnDropHandle::new) }
    }

    /// Stands before these, and no others, once it has seen that all are ready.
    async fn stand_before(&self, gateways: &[&Gateway]) {
        let expected: Vec<_> = gateways.iter().map(|gateway| gateway.address).collect();
        self.known.lock().unwrap().gateways.clone_from(&expected);
        self.until(*PATIENCE, |known| known.ready == expected, "the balancer sees who is ready").await;
    }

    /// Waits until it takes no connections to this gateway, and all that it took there have ended.
    async fn has_left(&self, gateway: &Gateway) {
        let has_left = |known: &Known| {
            ![&known.ready, &known.connections].iter().any(|it| it.contains(&gateway.address))
        };
        self.until(testkit::patience(DRAIN_S), has_left, "every visitor leaves while the gateway drains")
            .await;
    }

    async fn until(&self, bound: Duration, holds: impl Fn(&Known) -> bool, what: &str) {
        let reached = async {
            while !holds(&self.known.lock().unwrap()) {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::time::timeout(bound, reached).await.expect(what);
    }
}

async fn check(known: Arc<Mutex<Known>>) {
    loop {
        let gateways = known.lock().unwrap().gateways.clone();
        let mut found = Vec::new();
        for address in gateways {
            // One that has just left refuses the connection.
            let answer = Visitor::new(address).request(Method::GET, "/readyz").send().await;
            if answer.is_ok_and(|answer| answer.status() == StatusCode::OK) {
                found.push(address);
            }
        }
        known.lock().unwrap().ready = found;
        tokio::time::sleep(CHECKED_EVERY).await;
    }
}

async fn balance(listener: TcpListener, known: Arc<Mutex<Known>>) {
    for turn in 0.. {
        let (mut visitor, _) = listener.accept().await.unwrap();
        let connection = Connection::begin(&known, turn);
        tokio::spawn(async move {
            let mut gateway = TcpStream::connect(connection.gateway).await.unwrap();
            copy_bidirectional(&mut visitor, &mut gateway).await
        });
    }
}

/// Counts as open until it is dropped.
struct Connection {
    gateway: SocketAddr,
    known: Arc<Mutex<Known>>,
}

impl Connection {
    fn begin(known: &Arc<Mutex<Known>>, turn: usize) -> Self {
        let mut locked = known.lock().unwrap();
        let gateway = locked.ready[turn % locked.ready.len()];
        locked.connections.push(gateway);
        Self { gateway, known: Arc::clone(known) }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.connections.iter().position(|it| *it == self.gateway);
        known.connections.swap_remove(at.expect("an open connection is known"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gateways_that_are_replaced_fail_no_call() {
    let (first, second) = (Gateway::start().await, Gateway::start().await);
    let balancer = Balancer::start().await;
    balancer.stand_before(&[&first, &second]).await;
    let (calls, is_over) = (Arc::new(AtomicUsize::new(0)), CancellationToken::new());
    let visitors: Vec<_> = (0..VISITORS)
        .map(|_| tokio::spawn(call_again_and_again(balancer.address, Arc::clone(&calls), is_over.clone())))
        .collect();

    let mut old = vec![first, second];
    let mut new: Vec<Gateway> = Vec::new();
    while let Some(leaving) = old.pop() {
        new.push(Gateway::start().await);
        let staying: Vec<_> = old.iter().chain(&new).collect();
        let all: Vec<_> = staying.iter().copied().chain([&leaving]).collect();
        balancer.stand_before(&all).await;
        leaving.drain();
        balancer.has_left(&leaving).await;
        leaving.stop();
        balancer.stand_before(&staying).await;
    }
    balancer.until(testkit::patience(60), |_| calls.load(Ordering::Relaxed) >= 500, "calls go on").await;
    is_over.cancel();

    for failed in join_all(visitors).await {
        assert_eq!(failed.unwrap(), Vec::<StatusCode>::new());
    }
}

/// Calls over a connection that is kept as long as it stands. Answers how calls failed; one without an answer panics.
async fn call_again_and_again(
    address: SocketAddr,
    calls: Arc<AtomicUsize>,
    is_over: CancellationToken,
) -> Vec<StatusCode> {
    let (mut visitor, mut failed) = (Visitor::new(address), Vec::new());
    while !is_over.is_cancelled() {
        let status = visitor.get("/api/system/mode").await.status;
        if status != StatusCode::OK {
            failed.push(status);
        }
        calls.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(THINKS).await;
    }
    failed
}
