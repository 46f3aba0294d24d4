//! What is looked at before real tickets are sold.

use std::collections::BTreeMap;

use proto::preflight::v1::{CheckRequest, CheckResponse, Line, Provider, State};
use serde_json::{Value, json};

use crate::harness::World;

const SECRET: &str = "a_live_secret";

/// A world whose live airline is not known to be on this machine.
async fn elsewhere(more: &[&str]) -> World {
    let mut world = World::new().await;
    world.live_url = world.airline.url.replace("127.0.0.1", "0.0.0.0");
    world.more = more.iter().map(ToString::to_string).collect();
    world
}

async fn ask(world: &World) -> CheckResponse {
    let replica = world.start().await;
    replica.preflight.clone().check(CheckRequest {}).await.unwrap().into_inner()
}

async fn check(world: &World) -> BTreeMap<String, Line> {
    ask(world).await.lines.into_iter().map(|line| (line.code.clone(), line)).collect()
}

fn webhook(active: bool, live_mode: bool) -> Value {
    json!({
        "id": "end_1", "url": "https://shop.invalid/webhooks/duffel", "active": active, "live_mode": live_mode,
        "events": [
            "order.created", "order.creation_failed", "order.airline_initiated_change_detected",
            "order_cancellation.confirmed", "air.airline_credit.created",
        ],
    })
}

const WITH_SECRET: &str = "--duffel-live-webhook-secret=a_live_secret";
/// Nobody is there (RFC 2606).
const ADDRESS: &str = "--system-url=https://shop.invalid/";

#[tokio::test]
async fn a_live_account_that_is_right_passes_and_no_secret_is_told() {
    let world = elsewhere(&[WITH_SECRET, ADDRESS]).await;
    world.airline.registers(vec![webhook(true, true)]);
    sqlx::query(
        "insert into webhook (provider, mode, event_id, kind, received_at)
        values ('duffel', 'live', 'wev_1', 'ping.triggered', '2026-02-28T12:00:00Z')",
    )
    .execute(&world.db.pool)
    .await
    .unwrap();

    let lines = check(&world).await;

    for code in ["DUFFEL_LIVE_TOKEN", "DUFFEL_LIVE_WEBHOOK", "DUFFEL_LIVE_EVENT", "PUBLISHED_SECRETS"] {
        assert_eq!(lines[code].state(), State::Passed, "{:?}", lines[code]);
    }
    assert_eq!(lines["DUFFEL_LIVE_EVENT"].evidence, "The last one came on 2026-02-28.");
    assert_eq!(lines["CLOCK"].state(), State::Failed, "the test's clock stands months before the provider's");
    assert_eq!(lines["MAIL"].state(), State::Failed, "no mail server is set");
    assert_eq!(lines["PUBLIC_ADDRESS"].state(), State::Failed, "nobody answers there");
    let own = "Own secrets: DATABASE_URL, DUFFEL_LIVE_TOKEN, DUFFEL_LIVE_WEBHOOK_SECRET, DUFFEL_TEST_TOKEN, \
               DUFFEL_TEST_WEBHOOK_SECRET, HMAC_KEY, PII_KEY.";
    assert_eq!(lines["PUBLISHED_SECRETS"].evidence, own);
    let told = format!("{lines:?}");
    for secret in [SECRET, "duffel_live_a", "MDEyMzQ1", "postgres:"] {
        assert!(!told.contains(secret), "{told}");
    }
}

#[tokio::test]
async fn a_webhook_without_secret_registration_or_life_stands_in_the_way() {
    let state = async |world: &World| check(world).await["DUFFEL_LIVE_WEBHOOK"].state();

    let bare = elsewhere(&[ADDRESS]).await;
    bare.airline.registers(vec![webhook(true, true)]);
    assert_eq!(state(&bare).await, State::Failed);
    let world = elsewhere(&[WITH_SECRET, ADDRESS]).await;
    assert_eq!(state(&world).await, State::Failed, "the token is refused");
    for registered in [vec![], vec![webhook(false, true)], vec![webhook(true, false)]] {
        world.airline.registers(registered);
        assert_eq!(state(&world).await, State::Failed);
    }
    assert_eq!(check(&world).await["DUFFEL_LIVE_EVENT"].state(), State::Warning, "none has come");
    world.airline.registers(vec![webhook(false, true), webhook(true, true)]);
    assert_eq!(state(&world).await, State::Passed, "any active one will do");
}

#[tokio::test]
async fn a_webhook_that_sends_too_little_or_elsewhere_stands_in_the_way_and_says_so() {
    let world = elsewhere(&[WITH_SECRET, ADDRESS]).await;
    let evidence = async |change: Value| {
        let mut found = webhook(true, true);
        found.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        world.airline.registers(vec![found]);
        check(&world).await.remove("DUFFEL_LIVE_WEBHOOK").unwrap().evidence
    };

    let other = evidence(json!({ "url": "https://staging.invalid/webhooks/duffel" })).await;
    assert!(other.starts_with("Registered at https://staging.invalid/webhooks/duffel,"), "{other}");
    let few = evidence(json!({ "events": ["order.created", "order_cancellation.confirmed"] })).await;
    let missing =
        "order.creation_failed, order.airline_initiated_change_detected, air.airline_credit.created";
    assert!(few.ends_with(&format!("is not sent {missing}.")), "{few}");
}

#[tokio::test]
async fn secrets_of_the_repository_stand_in_the_way() {
    let world = elsewhere(&[
        "--duffel-live-webhook-secret=c2FuZGJveC1saXZlLTAxMjM=",
        "--nats-user=svc-booking",
        "--nats-password=fareway-local",
    ])
    .await;

    let line = check(&world).await.remove("PUBLISHED_SECRETS").unwrap();

    assert_eq!(line.state(), State::Failed);
    assert_eq!(line.evidence, "Published in the repository: DUFFEL_LIVE_WEBHOOK_SECRET, NATS_PASSWORD.");
}

#[tokio::test]
async fn the_live_provider_is_told_and_over_a_sandbox_its_token_alone_counts() {
    let world = World::new().await;
    world.airline.registers(vec![]);

    let told = ask(&world).await;

    assert_eq!(told.live_provider(), Provider::Sandbox);
    assert_eq!(ask(&elsewhere(&[]).await).await.live_provider(), Provider::Elsewhere);
    let counted: Vec<_> = told
        .lines
        .iter()
        .filter(|line| !line.skip_if_sandbox)
        .map(|line| (&*line.code, line.state()))
        .collect();
    assert_eq!(counted, [("DUFFEL_LIVE_TOKEN", State::Passed)]);
}
