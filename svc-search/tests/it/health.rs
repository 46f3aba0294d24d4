use std::net::SocketAddr;
use std::time::Duration;

use tokio::process::Command;

use crate::harness::Search;

/// Whether the program, asked as a container asks it, finds a service ready at this address.
async fn is_ready(address: SocketAddr) -> bool {
    let asked = Command::new(env!("CARGO_BIN_EXE_svc-search"))
        .args(["healthcheck", "--internal-plaintext", "--listen", &address.to_string()])
        .output();
    asked.await.unwrap().status.success()
}

#[tokio::test]
async fn a_container_learns_that_the_service_is_ready() {
    let search = Search::start().await;

    let ready = async {
        while !is_ready(search.address).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };

    tokio::time::timeout(testkit::patience(20), ready).await.expect("ready shortly after the start");
}

#[tokio::test]
async fn a_container_learns_that_nobody_serves() {
    let (listener, address) = testkit::free_listener().await;
    drop(listener);

    assert!(!is_ready(address).await);
}
