use hmac::{Hmac, Mac};
use proto::payments::v1::{Outcome, ReceiveWebhookRequest};
use service::{Clock, Problem};
use sha2::Sha256;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{LIVE_SECRET, Shop, TEST_SECRET, Traveller, eventually};
use crate::stripe::Fault;

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

/// Delivers an event of a kind about the first intent.
async fn report(shop: &Shop, kind: &str) {
    let of_cancellation = event(&format!("evt_{kind}"), &shop.stripe.intent_id(0), false);
    let body = of_cancellation.replace("payment_intent.canceled", kind);
    deliver(shop, TEST_SECRET, &body).await.unwrap();
}

/// Whether the finisher has looked at the only payment since it changed, or is to do so.
async fn is_looked_at(shop: &Shop) -> bool {
    sqlx::query_scalar("select settle_tries > 0 or settle_at is not null from payment")
        .fetch_one(&shop.db.pool)
        .await
        .unwrap()
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
async fn a_webhook_that_tells_nothing_new_is_stored_and_has_nobody_asked() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
    let reads = shop.stripe.intent_reads();

    for kind in ["payment_intent.created", "payment_intent.amount_capturable_updated", "charge.succeeded"] {
        report(&shop, kind).await;
        assert!(!is_looked_at(&shop).await, "{kind}");
    }
    shop.claim(&traveller, &payment.id, booking).await.unwrap();
    let capture = shop.capture(&traveller, &payment.id, booking).await.unwrap();
    assert_eq!(capture.outcome(), Outcome::Done);
    for kind in ["charge.captured", "payment_intent.succeeded"] {
        report(&shop, kind).await;
        assert!(!is_looked_at(&shop).await, "{kind}");
    }

    assert_eq!((stored(&shop).await, shop.stripe.intent_reads()), (5, reads));
}

#[tokio::test]
async fn a_webhook_tells_of_a_capture_whose_answer_was_lost() {
    for kind in ["payment_intent.succeeded", "charge.captured"] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
        shop.claim(&traveller, &payment.id, booking).await.unwrap();
        shop.stripe.fail("capture", Fault::FailedAfter);
        shop.stripe.fail_reads(true);
        let capture = shop.capture(&traveller, &payment.id, booking).await.unwrap();
        assert_eq!(capture.outcome(), Outcome::Unknown, "{kind}");
        shop.stripe.fail_reads(false);

        report(&shop, kind).await;

        eventually(kind, async || shop.stored_status(&payment.id).await == "captured").await;
    }
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
