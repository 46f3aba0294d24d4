use hmac::{Hmac, Mac};
use proto::payments::v1::ReceiveWebhookRequest;
use service::{Clock, Problem};
use sha2::Sha256;
use tonic::Code;

use crate::harness::{LIVE_SECRET, Shop, TEST_SECRET, Traveller, eventually};

pub fn event(id: &str, intent_id: &str, livemode: bool) -> String {
    format!(
        r#"{{"id":"{id}","object":"event","type":"payment_intent.canceled","livemode":{livemode},"data":{{"object":{{"id":"{intent_id}","object":"payment_intent","status":"succeeded"}}}}}}"#
    )
}

fn signature(secret: &str, body: &str, at: i64) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{at}.{body}").as_bytes());
    format!("t={at},v1={}", hex::encode(mac.finalize().into_bytes()))
}

pub async fn deliver(shop: &Shop, secret: &str, body: &str) -> Result<(), Problem> {
    let signature = signature(secret, body, shop.clock.now().unix_timestamp());
    deliver_as(shop, signature, body).await
}

async fn deliver_as(shop: &Shop, signature: String, body: &str) -> Result<(), Problem> {
    let request = ReceiveWebhookRequest { body: body.into(), signature };
    let answer = shop.client.clone().receive_webhook(request).await;
    answer.map(|_| ()).map_err(|status| Problem::from_status(&status))
}

async fn stored(shop: &Shop) -> i64 {
    sqlx::query_scalar("select count(*) from webhook").fetch_one(&shop.db.pool).await.unwrap()
}

#[tokio::test]
async fn what_can_not_be_kept_is_refused() {
    let shop = Shop::open().await;
    let nul = "\\u0000";
    let long = "e".repeat(256);
    let dispute = |reason: &str| {
        format!(
            r#"{{"id":"e","type":"charge.dispute.created","data":{{"object":{{"id":"dp_1","reason":"{reason}"}}}}}}"#
        )
    };

    for body in [
        event(&format!("evt_{nul}"), "pi_1", false),
        event("evt_1", &format!("pi_{nul}"), false),
        event(&long, "pi_1", false),
        event("evt_1", "pi_1", false).replace("payment_intent.canceled", nul),
        dispute(nul),
    ] {
        let refused = deliver(&shop, TEST_SECRET, &body).await.unwrap_err();
        assert_eq!(refused.grpc, Code::InvalidArgument, "{body}");
    }
    assert_eq!(stored(&shop).await, 0);
    deliver(&shop, TEST_SECRET, &dispute("fraudulent")).await.unwrap();
}

#[tokio::test]
async fn a_webhook_has_the_provider_asked_and_is_not_believed_itself() {
    let shop = Shop::open().await;
    let payment = shop.authorised(&Traveller::new()).await;
    shop.stripe.expire(0);

    deliver(&shop, TEST_SECRET, &event("evt_1", &shop.stripe.intent_id(0), false)).await.unwrap();

    // The event says "succeeded"; the provider says that the hold is gone.
    eventually("it is voided", async || shop.stored_status(&payment.id).await == "voided").await;
}

#[tokio::test]
async fn a_webhook_delivered_again_is_stored_once() {
    let shop = Shop::open().await;
    let body = event("evt_1", "pi_1", false);

    deliver(&shop, TEST_SECRET, &body).await.unwrap();
    deliver(&shop, TEST_SECRET, &body).await.unwrap();

    assert_eq!(stored(&shop).await, 1);
}

#[tokio::test]
async fn an_event_about_nothing_of_ours_is_accepted() {
    let shop = Shop::open().await;
    let body = r#"{"id":"evt_9","object":"event","type":"customer.created","livemode":true,"data":{"object":{"id":"cus_1"}}}"#;

    deliver(&shop, LIVE_SECRET, body).await.unwrap();

    assert_eq!(stored(&shop).await, 1);
}

#[tokio::test]
async fn a_webhook_that_cannot_be_believed_is_not_stored() {
    let shop = Shop::open().await;
    let now = shop.clock.now().unix_timestamp();
    let (test, live) = (event("evt_1", "pi_1", false), event("evt_1", "pi_1", true));
    let forgeries = [
        (signature("whsec_other", &test, now), &test),
        (signature(TEST_SECRET, &test, now), &live),
        (signature(TEST_SECRET, &live, now), &live),
        (signature(LIVE_SECRET, &test, now), &test),
        (signature(TEST_SECRET, &test, now - 301), &test),
        (String::new(), &test),
    ];

    for (signature, body) in forgeries {
        let problem = deliver_as(&shop, signature, body).await.unwrap_err();

        assert_eq!((problem.code.as_str(), problem.grpc), ("INVALID_SIGNATURE", Code::InvalidArgument));
    }
    assert_eq!(stored(&shop).await, 0);
}
