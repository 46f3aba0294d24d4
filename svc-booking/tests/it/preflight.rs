//! What is looked at before real tickets are sold.

use std::collections::BTreeMap;

use proto::preflight::v1::{CheckRequest, Line, State};
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

async fn check(world: &World) -> BTreeMap<String, Line> {
    let replica = world.start().await;
    let answer = replica.preflight.clone().check(CheckRequest::default()).await.unwrap();
    answer.into_inner().lines.into_iter().map(|line| (line.code.clone(), line)).collect()
}

fn webhook(active: bool, live_mode: bool) -> Value {
    json!({
        "id": "end_1", "url": "https://shop.invalid/webhooks/duffel", "active": active, "live_mode": live_mode,
        "events": ["order.created"],
    })
}

const WITH_SECRET: &str = "--duffel-live-webhook-secret=a_live_secret";

#[tokio::test]
async fn a_live_account_that_is_right_passes_and_no_secret_is_told() {
    let world = elsewhere(&[WITH_SECRET]).await;
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
    assert_eq!(lines["PUBLIC_ADDRESS"].state(), State::Failed, "localhost is nowhere");
    let told = format!("{lines:?}");
    for secret in [SECRET, "duffel_live_a", "MDEyMzQ1", "postgres:"] {
        assert!(!told.contains(secret), "{told}");
    }
}

#[tokio::test]
async fn a_webhook_without_secret_registration_or_life_stands_in_the_way() {
    let state = async |world: &World| check(world).await["DUFFEL_LIVE_WEBHOOK"].state();

    let bare = elsewhere(&[]).await;
    bare.airline.registers(vec![webhook(true, true)]);
    assert_eq!(state(&bare).await, State::Failed);
    let world = elsewhere(&[WITH_SECRET]).await;
    assert_eq!(state(&world).await, State::Failed, "the token is refused");
    for registered in [vec![], vec![webhook(false, true)], vec![webhook(true, false)]] {
        world.airline.registers(registered);
        assert_eq!(state(&world).await, State::Failed);
    }
    assert_eq!(check(&world).await["DUFFEL_LIVE_EVENT"].state(), State::Warning, "none has come");
}

#[tokio::test]
async fn secrets_of_the_repository_stand_in_the_way() {
    let world = elsewhere(&["--duffel-live-webhook-secret=c2FuZGJveC1saXZlLTAxMjM="]).await;

    let line = check(&world).await.remove("PUBLISHED_SECRETS").unwrap();

    assert_eq!(line.state(), State::Failed);
    assert_eq!(line.evidence, "Published in the repository: DUFFEL_LIVE_WEBHOOK_SECRET.");
}

#[tokio::test]
async fn of_a_sandbox_only_the_token_is_asked() {
    let world = World::new().await;
    world.airline.registers(vec![]);

    let lines = check(&world).await;

    assert_eq!(lines["DUFFEL_LIVE_TOKEN"].state(), State::Passed);
    for (code, line) in lines.iter().filter(|(code, _)| *code != "DUFFEL_LIVE_TOKEN") {
        assert_eq!(line.state(), State::Skipped, "{code}");
    }
}
