use std::sync::Arc;

use clap::Parser;
use duffel::{DuffelArgs, LiveProvider};
use proto::preflight::v1::{Line, Provider, State};
use serde_json::json;
use service::preflight::Checks;
use service::{Clock, SettingsCheck, SharedClock, SystemClock};
use time::OffsetDateTime;
use time::macros::datetime;
use wiremock::matchers::path;
use wiremock::{MockServer, ResponseTemplate};

use crate::harness::{answer, data, html, refusal};

const AIRLINES: &str = "/air/airlines";

#[derive(Parser)]
struct Settings {
    #[command(flatten)]
    duffel: DuffelArgs,
}

#[derive(Debug)]
struct Stopped(OffsetDateTime);

impl Clock for Stopped {
    fn now(&self) -> OffsetDateTime {
        self.0
    }
}

/// Checks a live provider that answers so. On `host` 0.0.0.0 it is not known to be on this machine.
async fn check(with: ResponseTemplate, host: &str, clock: SharedClock) -> (Provider, Vec<Line>) {
    service::install_crypto();
    let server = MockServer::start().await;
    answer(&server, path(AIRLINES), with).await;
    let url = server.uri().replace("127.0.0.1", host);
    let settings = Settings::parse_from([
        "test",
        "--duffel-test-token=duffel_test_a",
        "--duffel-live-token=duffel_live_secret",
        "--duffel-live-url",
        &url,
    ]);
    let client = settings.duffel.clients(&SettingsCheck::default()).unwrap().live;
    let live = LiveProvider::new(&settings.duffel, client, clock);
    (live.live_provider(), live.check().await)
}

fn seen(lines: &[Line]) -> Vec<(&str, State)> {
    lines.iter().map(|line| (line.code.as_str(), line.state())).collect()
}

#[tokio::test]
async fn a_live_token_that_is_taken_passes_and_tells_the_time() {
    let airline = || data(200, &json!([{ "id": "arl_1" }]));

    let (provider, now) = check(airline(), "0.0.0.0", Arc::new(SystemClock)).await;
    let (_, months_off) =
        check(airline(), "0.0.0.0", Arc::new(Stopped(datetime!(2020-03-01 12:00 UTC)))).await;
    let (sandbox, _) = check(airline(), "127.0.0.1", Arc::new(SystemClock)).await;

    assert_eq!(seen(&now), [("DUFFEL_LIVE_TOKEN", State::Passed), ("CLOCK", State::Passed)]);
    assert_eq!(seen(&months_off), [("DUFFEL_LIVE_TOKEN", State::Passed), ("CLOCK", State::Failed)]);
    assert_eq!([provider, sandbox], [Provider::Elsewhere, Provider::Sandbox]);
    let skip_if_sandbox: Vec<_> = now.iter().map(|line| line.skip_if_sandbox).collect();
    assert_eq!(skip_if_sandbox, [false, true], "a sandbox's clock is nobody's");
}

#[tokio::test]
async fn a_live_token_that_is_refused_or_not_answered_stands_in_the_way_and_is_not_told() {
    for (with, expected) in [
        (refusal(401, &["access_token_not_found"]), "Duffel refuses the token: "),
        (refusal(403, &["insufficient_permissions"]), "Duffel refuses the token: "),
        (html(502), "Duffel did not answer as it should: "),
    ] {
        let (_, lines) = check(with, "0.0.0.0", Arc::new(SystemClock)).await;

        assert_eq!(seen(&lines), [("DUFFEL_LIVE_TOKEN", State::Failed)]);
        assert!(lines[0].is_required && !lines[0].remedy.is_empty());
        assert!(lines[0].evidence.starts_with(expected), "{}", lines[0].evidence);
        assert!(!format!("{lines:?}").contains("duffel_live_"));
    }
}
