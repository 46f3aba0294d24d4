//! What tests stand on: a database of their own, a broker of their own, a clock that is told the time.
//!
//! Panics where production code would return an error: a test that cannot be set up has failed.

#![warn(missing_docs)]

mod clock;
mod database;
mod patience;
mod queries;

use std::net::SocketAddr;
use std::path::PathBuf;

use servers::{Access, Durability, Nats};
use tokio::net::TcpListener;
use uuid::Uuid;

pub use clock::MockClock;
pub use database::TestDb;
pub use patience::{patience, patient};
pub use queries::expect_fresh_queries;

/// A listener on a free loopback port.
pub async fn free_listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free loopback port");
    let address = listener.local_addr().expect("a bound listener has an address");
    (listener, address)
}

/// A nats-server of the test's own. Its store is removed when the value is dropped.
#[derive(Debug)]
pub struct TestNats {
    /// Where clients connect.
    pub url: String,
    _server: Nats,
    dir: PathBuf,
}

/// Starts a broker for one test.
pub async fn nats() -> TestNats {
    let (listener, address) = free_listener().await;
    drop(listener);
    let dir = std::env::temp_dir().join(format!("fareway-nats-{}", Uuid::now_v7()));
    let server = Nats::start(&dir, address.port(), Durability::None, Access::Anyone)
        .await
        .expect("nats-server starts");
    TestNats { url: server.url.clone(), _server: server, dir }
}

impl Drop for TestNats {
    fn drop(&mut self) {
        // Left behind at worst: it is a temporary folder.
        let _removed = std::fs::remove_dir_all(&self.dir);
    }
}
