//! Two gateways behind a TCP balancer that checks readiness are replaced one after the other: no visitor notices.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use reqwest::Method;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::AbortOnDropHandle;

use crate::harness::{Gateway, PATIENCE, Visitor};

const CHECKED_EVERY: Duration = Duration::from_millis(50);

/// Takes each connection to one of the gateways that were ready when it last asked.
struct Balancer {
    address: SocketAddr,
    gateways: Arc<Mutex<Vec<SocketAddr>>>,
    ready: Arc<Mutex<Vec<SocketAddr>>>,
    _tasks: [AbortOnDropHandle<()>; 2],
}

impl Balancer {
    async fn start() -> Self {
        let (listener, address) = testkit::free_listener().await;
        let (gateways, ready) = <(Arc<Mutex<Vec<_>>>, Arc<Mutex<Vec<_>>>)>::default();
        let checks = check(Arc::clone(&gateways), Arc::clone(&ready));
        let tasks = [tokio::spawn(checks), tokio::spawn(balance(listener, Arc::clone(&ready)))];
        Self { address, gateways, ready, _tasks: tasks.map(AbortOnDropHandle::new) }
    }

    /// Stands before these, and no others, once it has seen who is ready.
    async fn stand_before(&self, gateways: &[&Gateway], ready: &[&Gateway]) {
        *self.gateways.lock().unwrap() = gateways.iter().map(|gateway| gateway.address).collect();
        let expected: Vec<_> = ready.iter().map(|gateway| gateway.address).collect();
        let seen = async {
            while *self.ready.lock().unwrap() != expected {
                tokio::time::sleep(CHECKED_EVERY).await;
            }
        };
        tokio::time::timeout(*PATIENCE, seen).await.expect("the balancer sees who is ready");
    }
}

async fn check(gateways: Arc<Mutex<Vec<SocketAddr>>>, ready: Arc<Mutex<Vec<SocketAddr>>>) {
    loop {
        let known = gateways.lock().unwrap().clone();
        let mut found = Vec::new();
        for address in known {
            // One that has just left refuses the connection.
            let answer = Visitor::new(address).request(Method::GET, "/readyz").send().await;
            if answer.is_ok_and(|answer| answer.status() == StatusCode::OK) {
                found.push(address);
            }
        }
        *ready.lock().unwrap() = found;
        tokio::time::sleep(CHECKED_EVERY).await;
    }
}

async fn balance(listener: TcpListener, ready: Arc<Mutex<Vec<SocketAddr>>>) {
    for turn in 0.. {
        let (mut visitor, _) = listener.accept().await.unwrap();
        let gateway = {
            let ready = ready.lock().unwrap();
            ready[turn % ready.len()]
        };
        tokio::spawn(async move {
            let mut gateway = TcpStream::connect(gateway).await.unwrap();
            copy_bidirectional(&mut visitor, &mut gateway).await
        });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gateways_that_are_replaced_fail_no_call() {
    let (first, second) = (Gateway::start().await, Gateway::start().await);
    let balancer = Balancer::start().await;
    balancer.stand_before(&[&first, &second], &[&first, &second]).await;
    let (calls, is_over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let visitors =
        tokio::spawn(call_again_and_again(balancer.address, Arc::clone(&calls), Arc::clone(&is_over)));

    let mut old = vec![first, second];
    let mut new: Vec<Gateway> = Vec::new();
    while let Some(leaving) = old.pop() {
        new.push(Gateway::start().await);
        let staying: Vec<_> = old.iter().chain(&new).collect();
        let all: Vec<_> = staying.iter().copied().chain([&leaving]).collect();
        balancer.stand_before(&all, &all).await;
        leaving.drain();
        balancer.stand_before(&all, &staying).await;
        balancer.stand_before(&staying, &staying).await;
        leaving.stop();
    }
    let enough = async {
        while calls.load(Ordering::Relaxed) < 500 {
            tokio::time::sleep(CHECKED_EVERY).await;
        }
    };
    tokio::time::timeout(testkit::patience(60), enough).await.expect("calls go on");
    is_over.store(true, Ordering::Relaxed);

    assert_eq!(visitors.await.unwrap(), Vec::<StatusCode>::new());
}

/// Each call on a connection of its own. Answers how calls failed.
async fn call_again_and_again(
    address: SocketAddr,
    calls: Arc<AtomicUsize>,
    is_over: Arc<AtomicBool>,
) -> Vec<StatusCode> {
    let mut failed = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let status = Visitor::new(address).get("/api/system/mode").await.status;
        if status != StatusCode::OK {
            failed.push(status);
        }
        calls.fetch_add(1, Ordering::Relaxed);
    }
    failed
}
