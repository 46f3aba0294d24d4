//! What is looked at before real tickets are sold.

use std::collections::BTreeMap;
use std::sync::Arc;

use clap::Parser;
use proto::preflight::v1::{CheckRequest, Line, State};
use service::health::Readiness;
use service::{Lifecycle, SystemClock};
use svc_identity::{App, Config};
use tokio_util::sync::CancellationToken;

use crate::harness::{Harness, NO_BROKER, SECOND_FACTOR_KEY};

async fn check(identity: &Harness) -> BTreeMap<String, Line> {
    let answer = identity.preflight.clone().check(CheckRequest {}).await.unwrap();
    answer.into_inner().lines.into_iter().map(|line| (line.code.clone(), line)).collect()
}

#[tokio::test]
async fn a_published_account_stands_in_the_way_until_its_password_is_changed() {
    let identity = Harness::new().await;
    assert_eq!(check(&identity).await["DEMO_ACCOUNTS"].state(), State::Passed, "there is none");

    identity.seed_demo().await;
    let line = check(&identity).await.remove("DEMO_ACCOUNTS").unwrap();
    assert_eq!((line.state(), line.is_required), (State::Failed, true));
    assert_eq!(line.evidence, "With the published password: demo, admin.");
    assert!(!format!("{line:?}").contains("-Fareway-2026"));

    // As `create-admin` and a password's change leave them.
    sqlx::query(
        "update account set password_hash = (select password_hash from account where username = 'demo')",
    )
    .execute(&identity.db.pool)
    .await
    .unwrap();
    let line = check(&identity).await.remove("DEMO_ACCOUNTS").unwrap();
    assert_eq!(line.evidence, "With the published password: demo.");
}

#[tokio::test]
async fn r005_an_administrator_without_a_second_factor_stands_in_the_way() {
    let identity = Harness::new().await;
    assert_eq!(check(&identity).await["SECOND_FACTORS"].state(), State::Passed, "there is none");

    identity.seed_demo().await;
    let line = check(&identity).await.remove("SECOND_FACTORS").unwrap();
    assert_eq!((line.state(), line.is_required), (State::Failed, true));
    assert_eq!(line.evidence, "Without one: admin.");

    sqlx::query(
        "insert into second_factor (account_id, sealed_secret, last_step, enrolled_at)
        select id, '', 0, now() from account where username = 'admin'",
    )
    .execute(&identity.db.pool)
    .await
    .unwrap();
    let line = check(&identity).await.remove("SECOND_FACTORS").unwrap();
    assert_eq!((line.state(), line.evidence.as_str()), (State::Passed, "None is without."));
}

#[tokio::test]
async fn the_password_of_the_repository_stands_in_the_way_at_the_broker_too() {
    let settings = ["--nats-url", NO_BROKER, "--nats-user=svc-identity", "--nats-password=fareway-local"];
    let identity = Harness::with_settings(&settings).await;

    let lines = check(&identity).await;

    assert_eq!(lines["PUBLISHED_SECRETS"].evidence, "Published in the repository: NATS_PASSWORD.");
    assert!(lines.values().all(|line| line.skip_if_sandbox), "over sandboxes none of it matters: {lines:?}");
}

/// A production system with this database.
async fn production(database_url: &str) -> App {
    let production = ["--internal-plaintext", "--environment=production", "--nats-url", NO_BROKER];
    let settings =
        [&["svc-identity", SECOND_FACTOR_KEY, "--database-url", database_url], &production[..]].concat();
    App::build(Config::parse_from(settings), Arc::new(SystemClock)).await.unwrap()
}

#[tokio::test]
async fn a_production_system_stops_while_the_demonstrations_administrator_can_sign_in() {
    let identity = Harness::new().await;
    identity.seed_demo().await;
    let app = production(&identity.db.url).await;
    let (listener, _) = testkit::free_listener().await;

    let running = app.run(listener, CancellationToken::new().into());
    let stopped = tokio::time::timeout(testkit::patience(10), running).await.expect("it stops by itself");

    let told = stopped.unwrap_err().to_string();
    assert!(
        told.starts_with("the demonstration's administrator has the password that is published"),
        "{told}"
    );
}

#[tokio::test]
async fn a_production_system_that_waits_for_its_database_has_started_and_is_not_ready() {
    let app = production("postgres://nobody@127.0.0.1:1/away").await;
    let (listener, _) = testkit::free_listener().await;
    let stopping = CancellationToken::new();
    let lifecycle = Lifecycle::from(stopping.clone());
    let health = lifecycle.health.clone();
    assert!(health.startup().is_err());

    let running = tokio::spawn(app.run(listener, lifecycle));

    let mut changes = health.changes();
    let started = changes.wait_for(|readiness| *readiness != Readiness::Starting);
    tokio::time::timeout(testkit::patience(10), started).await.expect("it starts").unwrap();
    assert!(health.startup().is_ok());
    assert_eq!(health.readiness().unwrap_err(), "not ready: the administrator's password is not known yet");
    stopping.cancel();
    let ended = tokio::time::timeout(testkit::patience(10), running).await.expect("it ends");
    ended.unwrap().unwrap();
}
