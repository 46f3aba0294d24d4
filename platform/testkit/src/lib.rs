//! What tests stand on: a database of their own, a broker of their own, a clock that is told the time,
//! a log to read, a folder.
//!
//! Panics where production code would return an error: a test that cannot be set up has failed.

#![warn(missing_docs)]

mod backup;
mod clock;
mod database;
mod log;
mod patience;
mod queries;
mod scans;
mod temporary_folder;
mod trace;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};

use servers::{Access, Durability, Nats};
use tokio::net::TcpListener;

pub use clock::MockClock;
pub use database::{OWN_CONNECTION, TestDb};
pub use log::Log;
pub use patience::{patience, patient};
pub use queries::expect_fresh_queries;
pub use scans::{PLANNER, Small, expect_no_scans, plan_of};
pub use temporary_folder::TemporaryFolder;
pub use trace::has_trace_of;

/// Ports for servers of tests: below those of whole systems, which are below those that the kernel gives away.
const FIRST_PORT: u16 = 10_100;
const PORTS: u32 = 3_800;
/// Takes processes that follow one another to ports far from each other.
const SPREAD: u32 = 7_919;

/// A listener on a free loopback port.
pub async fn free_listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free loopback port");
    let address = listener.local_addr().expect("a bound listener has an address");
    (listener, address)
}

/// One or more nats-servers of the test's own. Their store is removed when the value is dropped.
#[derive(Debug)]
pub struct TestNats {
    /// Where clients connect.
    pub url: String,
    _servers: Vec<Nats>,
    _folder: TemporaryFolder,
}

/// Starts a broker for one test.
pub async fn nats() -> TestNats {
    let port = free_port();
    let folder = TemporaryFolder::new("nats");
    let server = Nats::start(folder.path(), port, Durability::None, Access::Anyone).await;
    let server = server.expect("nats-server starts");
    TestNats { url: server.url.clone(), _servers: vec![server], _folder: folder }
}

/// Starts a cluster of three brokers for one test. They need a moment to find each other: until then streams are refused.
pub async fn nats_cluster() -> TestNats {
    let folder = TemporaryFolder::new("nats");
    let ports = std::array::from_fn(|_| free_port());
    let servers = Nats::start_cluster(folder.path(), ports).await.expect("nats-servers start");
    TestNats { url: servers[0].url.clone(), _servers: servers, _folder: folder }
}

/// A loopback port that is free now, for a server that is told where to listen. Nobody who asks the kernel for any port
/// gets it before that server starts, or between two of its starts.
pub fn free_port() -> u16 {
    static LOOKS: AtomicU32 = AtomicU32::new(0);
    let begin = std::process::id().wrapping_mul(SPREAD);
    let place = || begin.wrapping_add(LOOKS.fetch_add(1, Ordering::Relaxed)) % PORTS;
    let mut ports = (0..PORTS).map(|_| FIRST_PORT + u16::try_from(place()).expect("PORTS is below 65,536"));
    let is_free = |port: &u16| std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    ports.find(is_free).expect("a free loopback port")
}
