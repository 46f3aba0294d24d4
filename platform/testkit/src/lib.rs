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

use std::net::SocketAddr;

use servers::{Access, Durability, Nats};
use tokio::net::TcpListener;

pub use clock::MockClock;
pub use database::{OWN_CONNECTION, TestDb};
pub use log::Log;
pub use patience::{patience, patient};
pub use queries::expect_fresh_queries;
pub use scans::{Small, expect_no_scans};
pub use temporary_folder::TemporaryFolder;
pub use trace::has_trace_of;

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
    let [port] = free_ports().await;
    let folder = TemporaryFolder::new("nats");
    let server = Nats::start(folder.path(), port, Durability::None, Access::Anyone).await;
    let server = server.expect("nats-server starts");
    TestNats { url: server.url.clone(), _servers: vec![server], _folder: folder }
}

/// Starts a cluster of three brokers for one test. They need a moment to find each other: until then streams are refused.
pub async fn nats_cluster() -> TestNats {
    let folder = TemporaryFolder::new("nats");
    let servers = Nats::start_cluster(folder.path(), free_ports().await).await.expect("nats-servers start");
    TestNats { url: servers[0].url.clone(), _servers: servers, _folder: folder }
}

/// Ports that are free now.
async fn free_ports<const N: usize>() -> [u16; N] {
    let mut held = Vec::new();
    for _ in 0..N {
        held.push(free_listener().await);
    }
    std::array::from_fn(|n| held[n].1.port())
}
