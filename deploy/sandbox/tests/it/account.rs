use serde_json::json;

use crate::harness::{sandbox, sandbox_with};

#[tokio::test]
async fn the_balance_is_what_was_taken_and_not_paid_back() {
    let sandbox = sandbox().await;
    assert_eq!(sandbox.payment("/balance").await.body["available"], json!([]));
    let payment = sandbox.authorised("pm_card_visa").await.body;
    let id = payment["id"].as_str().unwrap();
    assert_eq!(sandbox.charge(&format!("/payment_intents/{id}/capture"), &[]).await.status, 200);
    assert_eq!(sandbox.charge("/refunds", &[("payment_intent", id), ("amount", "100")]).await.status, 200);

    let balance = sandbox.payment("/balance").await.body;

    let left = payment["amount"].as_i64().unwrap() - 100;
    assert_eq!(balance["livemode"], false);
    assert_eq!(balance["available"][0]["amount"], left, "{balance}");
    assert_eq!(balance["available"][0]["currency"], payment["currency"]);
}

#[tokio::test]
async fn the_receiver_of_a_mode_is_its_webhook_endpoint() {
    let sandbox =
        sandbox_with(&["--stripe-webhook-test", "https://shop.example/webhooks/stripe,whsec_1"]).await;

    let listed = sandbox.payment("/webhook_endpoints?limit=100").await;
    let odd = sandbox.payment("/webhook_endpoints?status=enabled").await;

    let endpoint = &listed.body["data"][0];
    assert_eq!(endpoint["url"], "https://shop.example/webhooks/stripe");
    assert_eq!((endpoint["status"].as_str(), endpoint["livemode"].as_bool()), (Some("enabled"), Some(false)));
    assert!(!listed.body.to_string().contains("whsec_1"), "the secret is told at creation alone");
    assert_eq!((odd.status, odd.code()), (400, "parameter_unknown"));
}
