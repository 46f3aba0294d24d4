//! What is looked at before real money is taken.

use std::collections::BTreeMap;

use proto::preflight::v1::{CheckRequest, CheckResponse, Line, Provider, State};
use serde_json::{Value, json};
use service::{Clock, SystemClock};

use crate::harness::{LIVE_SECRET, Shop};
use crate::webhooks::{deliver, event};

const VERSION: &str = "2026-10-28.endive";
/// Nobody is there (RFC 2606).
const ADDRESS: &str = "--system-url=https://shop.invalid/";

async fn ask(shop: &Shop) -> CheckResponse {
    shop.preflight.clone().check(CheckRequest {}).await.unwrap().into_inner()
}

async fn check(shop: &Shop) -> BTreeMap<String, Line> {
    ask(shop).await.lines.into_iter().map(|line| (line.code.clone(), line)).collect()
}

fn balance(livemode: bool) -> Value {
    let available = json!([{ "amount": 123_450, "currency": "usd" }, { "amount": 5, "currency": "isk" }]);
    json!({ "object": "balance", "livemode": livemode, "available": available, "pending": [] })
}

fn endpoint(status: &str, version: &Value) -> Value {
    json!({
        "id": "we_1", "livemode": true, "url": "https://shop.invalid/webhooks/stripe", "status": status,
        "api_version": version, "enabled_events": ["*"], "secret": null,
    })
}

fn endpoints(all: &[Value]) -> Value {
    json!({ "object": "list", "has_more": false, "data": all })
}

/// A shop that is right but for what its test changes.
async fn ready() -> Shop {
    let shop = Shop::open_elsewhere(&[ADDRESS]).await;
    shop.live_stripe.tells("balance", 200, balance(true));
    let other = json!({ "url": "https://elsewhere.example/hook", "status": "enabled", "api_version": null, "enabled_events": [] });
    let ours = endpoint("enabled", &VERSION.into());
    shop.live_stripe.tells("webhook_endpoints", 200, endpoints(&[other, ours]));
    shop
}

#[tokio::test]
async fn a_live_account_that_is_right_passes_and_no_secret_is_told() {
    let shop = ready().await;
    shop.clock.advance(SystemClock.now() - shop.clock.now());
    deliver(&shop, LIVE_SECRET, &event("evt_1", "pi_1", true)).await.unwrap();

    let lines = check(&shop).await;

    for code in [
        "STRIPE_LIVE_KEY",
        "STRIPE_LIVE_RIGHTS",
        "STRIPE_LIVE_WEBHOOK",
        "STRIPE_LIVE_EVENT",
        "PUBLISHED_SECRETS",
        "CLOCK",
    ] {
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
async fn a_restricted_key_that_may_not_read_payments_or_refunds_stands_in_the_way() {
    for hidden in ["payment_intents", "refunds"] {
        let shop = ready().await;
        shop.live_stripe.refuses(hidden, 403);

        let line = check(&shop).await.remove("STRIPE_LIVE_RIGHTS").unwrap();

        assert_eq!((line.state(), line.is_required), (State::Failed, true), "{hidden}");
        assert!(line.remedy.contains("PaymentIntents and Refunds"), "{}", line.remedy);
    }
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
    let broken = endpoint("disabled", &Value::Null);
    assert_eq!(state(&[broken, endpoint("enabled", &VERSION.into())]).await, State::Passed);
    shop.live_stripe.refuses("webhook_endpoints", 403);
    let lines = check(&shop).await;
    assert_eq!(lines["STRIPE_LIVE_WEBHOOK"].state(), State::Warning);
    assert_eq!(lines["STRIPE_LIVE_EVENT"].state(), State::Warning, "none has come");
    assert_eq!(lines["CLOCK"].state(), State::Failed, "the test's clock stands months before the provider's");
}

#[tokio::test]
async fn a_webhook_that_sends_too_little_or_elsewhere_stands_in_the_way_and_says_so() {
    let shop = ready().await;
    let evidence = async |change: Value| {
        let mut found = endpoint("enabled", &VERSION.into());
        found.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        shop.live_stripe.tells("webhook_endpoints", 200, endpoints(&[found]));
        let line = check(&shop).await.remove("STRIPE_LIVE_WEBHOOK").unwrap();
        assert_eq!((line.state(), line.is_required), (State::Failed, true));
        line.evidence
    };

    let other = evidence(json!({ "url": "https://staging.invalid/webhooks/stripe" })).await;
    assert!(other.starts_with("Registered at https://staging.invalid/webhooks/stripe,"), "{other}");
    let few = evidence(json!({ "enabled_events": [
        "payment_intent.amount_capturable_updated", "payment_intent.succeeded", "payment_intent.payment_failed",
        "payment_intent.canceled", "refund.created", "refund.updated",
    ] }))
    .await;
    assert!(few.ends_with("is not sent refund.failed, charge.dispute.created, charge.dispute.updated, charge.dispute.closed."), "{few}");
}

#[tokio::test]
async fn the_live_provider_is_told_and_over_a_sandbox_its_key_alone_counts() {
    let shop = Shop::open().await;
    shop.live_stripe.tells("balance", 200, balance(true));

    let told = ask(&shop).await;

    assert_eq!(told.live_provider(), Provider::Sandbox);
    assert_eq!(ask(&ready().await).await.live_provider(), Provider::Elsewhere);
    let counted: Vec<_> = told
        .lines
        .iter()
        .filter(|line| !line.skip_if_sandbox)
        .map(|line| (&*line.code, line.state()))
        .collect();
    assert_eq!(counted, [("STRIPE_LIVE_KEY", State::Passed)]);
}

#[tokio::test]
async fn mail_is_looked_at_where_somebody_is_on_duty() {
    let on_call = Shop::open_with(&["--on-call-email=person@on-call.example"]).await;

    assert!(check(&on_call).await["MAIL"].evidence.contains("SMTP_URL is not set"));
    assert!(!check(&Shop::open().await).await.contains_key("MAIL"));
}
