//! What is looked at before real money is taken.

use std::collections::BTreeMap;

use proto::preflight::v1::{CheckRequest, Line, State};
use serde_json::{Value, json};
use service::{Clock, SystemClock};

use crate::harness::{LIVE_SECRET, Shop};
use crate::webhooks::{deliver, event};

const VERSION: &str = "2026-10-28.endive";
/// Nobody is there (RFC 2606).
const ADDRESS: &str = "--system-url=https://shop.invalid/";

async fn check(shop: &Shop) -> BTreeMap<String, Line> {
    let answer = shop.preflight.clone().check(CheckRequest::default()).await.unwrap();
    answer.into_inner().lines.into_iter().map(|line| (line.code.clone(), line)).collect()
}

fn balance(livemode: bool) -> Value {
    let available = json!([{ "amount": 123_450, "currency": "usd" }, { "amount": 5, "currency": "isk" }]);
    json!({ "object": "balance", "livemode": livemode, "available": available, "pending": [] })
}

fn endpoint(status: &str, version: &Value) -> Value {
    json!({
        "id": "we_1", "livemode": true, "url": "https://shop.invalid/webhooks/stripe", "status": status,
        "api_version": version, "secret": null,
    })
}

fn endpoints(all: &[Value]) -> Value {
    json!({ "object": "list", "has_more": false, "data": all })
}

/// A shop that is right but for what its test changes.
async fn ready() -> Shop {
    let shop = Shop::open_elsewhere(&[ADDRESS]).await;
    shop.live_stripe.tells("balance", 200, balance(true));
    let other = json!({ "url": "https://elsewhere.example/hook", "status": "enabled", "api_version": null });
    let ours = endpoint("enabled", &VERSION.into());
    shop.live_stripe.tells("webhook_endpoints", 200, endpoints(&[other, ours]));
    shop
}

#[tokio::test]
async fn a_live_account_that_is_right_passes_and_no_secret_is_told() {
    let shop = ready().await;
    deliver(&shop, LIVE_SECRET, &event("evt_1", "pi_1", true)).await.unwrap();
    shop.clock.advance(SystemClock.now() - shop.clock.now());

    let lines = check(&shop).await;

    for code in ["STRIPE_LIVE_KEY", "STRIPE_LIVE_WEBHOOK", "STRIPE_LIVE_EVENT", "PUBLISHED_SECRETS", "CLOCK"]
    {
        assert_eq!(lines[code].state(), State::Passed, "{:?}", lines[code]);
        assert_eq!(lines[code].remedy, "");
    }
    assert_eq!(lines["STRIPE_LIVE_KEY"].evidence, "The key is of live mode. Balance: 1234.50 USD.");
    assert_eq!(lines["PUBLIC_ADDRESS"].state(), State::Failed, "nobody answers there");
    let told = format!("{lines:?}");
    for secret in ["sk_live_1", LIVE_SECRET, "MDEyMzQ1", "postgres:"] {
        assert!(!told.contains(secret), "{told}");
    }
}

#[tokio::test]
async fn a_key_that_is_dead_or_of_test_mode_stands_in_the_way_and_a_restricted_one_does_not() {
    let shop = ready().await;
    let state = async || {
        let line = check(&shop).await.remove("STRIPE_LIVE_KEY").unwrap();
        assert_ne!(line.remedy, "");
        (line.state(), line.is_required)
    };

    shop.live_stripe.refuses("balance", 401);
    assert_eq!(state().await, (State::Failed, true));
    shop.live_stripe.refuses("balance", 403);
    assert_eq!(state().await, (State::Warning, false));
    shop.live_stripe.tells("balance", 200, balance(false));
    assert_eq!(state().await, (State::Failed, true));
    shop.live_stripe.tells("balance", 500, json!("<html>"));
    assert_eq!(state().await, (State::Failed, true));
}

#[tokio::test]
async fn the_webhook_must_be_enabled_and_speak_our_version() {
    let shop = ready().await;
    let state = async |found: &[Value]| {
        shop.live_stripe.tells("webhook_endpoints", 200, endpoints(found));
        check(&shop).await["STRIPE_LIVE_WEBHOOK"].state()
    };

    assert_eq!(state(&[]).await, State::Failed);
    assert_eq!(state(&[endpoint("disabled", &VERSION.into())]).await, State::Failed);
    assert_eq!(state(&[endpoint("enabled", &Value::Null)]).await, State::Failed);
    assert_eq!(state(&[endpoint("enabled", &"2026-09-30.dahlia".into())]).await, State::Failed);
    shop.live_stripe.refuses("webhook_endpoints", 403);
    let lines = check(&shop).await;
    assert_eq!(lines["STRIPE_LIVE_WEBHOOK"].state(), State::Warning);
    assert_eq!(lines["STRIPE_LIVE_EVENT"].state(), State::Warning, "none has come");
    assert_eq!(lines["CLOCK"].state(), State::Failed, "the test's clock stands months before the provider's");
}

#[tokio::test]
async fn of_a_sandbox_only_the_key_is_asked() {
    let shop = Shop::open().await;
    shop.live_stripe.tells("balance", 200, balance(true));

    let lines = check(&shop).await;

    assert_eq!(lines["STRIPE_LIVE_KEY"].state(), State::Passed);
    for (code, line) in lines.iter().filter(|(code, _)| *code != "STRIPE_LIVE_KEY") {
        assert_eq!(line.state(), State::Skipped, "{code}");
    }
}
