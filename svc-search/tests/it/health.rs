use std::net::SocketAddr;
use std::time::Duration;

use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use proto::preflight::v1::{CheckRequest, State};
use tokio::process::Command;

use crate::harness::Search;

const PROGRAM: &str = env!("CARGO_BIN_EXE_svc-search");

/// What the program's own health check says of the program with this admin port.
async fn is_ready(admin: SocketAddr) -> bool {
    let asked = Command::new(PROGRAM).args(["healthcheck", "--admin-listen", &admin.to_string()]).output();
    asked.await.unwrap().status.success()
}

#[tokio::test]
async fn a_container_learns_when_its_program_is_ready_and_that_nobody_serves() {
    let [(service, listen), (operators, admin)] =
        [testkit::free_listener().await, testkit::free_listener().await];
    drop((service, operators));
    assert!(!is_ready(admin).await);

    let mut program = Command::new(PROGRAM);
    program.args(["serve", "--internal-plaintext", "--nats-url=nats://127.0.0.1:1", "--drain-seconds=0"]);
    program.args(["--duffel-test-token=duffel_test_1", &format!("--listen={listen}")]);
    program.arg(format!("--admin-listen={admin}"));
    let mut program = program.kill_on_drop(true).spawn().unwrap();
    let ready = async {
        while !is_ready(admin).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(testkit::patience(20), ready).await.expect("ready without its broker");
    program.kill().await.unwrap();

    assert!(!is_ready(admin).await);
}

#[tokio::test]
async fn without_a_live_token_live_mode_has_to_wait() {
    let search = Search::start().await;
    let mut preflight = PreflightServiceClient::connect(format!("http://{}", search.address)).await.unwrap();

    let told = preflight.check(CheckRequest {}).await.unwrap().into_inner().lines;

    let seen: Vec<_> = told.iter().map(|line| (line.code.as_str(), line.state(), line.is_required)).collect();
    assert_eq!(
        seen,
        [
            ("DUFFEL_LIVE_TOKEN", State::Failed, true),
            ("PUBLISHED_SECRETS", State::Passed, true),
            ("SETTINGS", State::Failed, true),
        ]
    );
}
