use std::net::SocketAddr;
use std::time::Duration;

use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use proto::preflight::v1::{CheckRequest, State};
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

#[tokio::test]
async fn without_a_live_token_live_mode_has_to_wait() {
    let search = Search::start().await;
    let mut preflight = PreflightServiceClient::connect(format!("http://{}", search.address)).await.unwrap();

    let told = preflight.check(CheckRequest {}).await.unwrap().into_inner().lines;

    let seen: Vec<_> = told.iter().map(|line| (line.code.as_str(), line.state(), line.is_required)).collect();
    assert_eq!(
        seen,
        [("DUFFEL_LIVE_TOKEN", State::Failed, true), ("PUBLISHED_SECRETS", State::Passed, true)]
    );
}
