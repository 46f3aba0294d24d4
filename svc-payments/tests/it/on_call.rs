//! The person on duty is mailed when a payment needs a decision.

use proto::payments::v1::AttentionAction;
use service::Clock;
use time::Duration;

use crate::attention::{decide, only_item};
use crate::disputes::{become_chargeback, dispute, own_intent};
use crate::harness::{Shop, Traveller, eventually};

const ADDRESS: &str = "person@on-call.example";

async fn calls(shop: &Shop) -> Vec<(String, String, String)> {
    let query = "select recipient, subject, body_text from mail_outbox order by created_at, id";
    sqlx::query_as(query).fetch_all(&shop.db.pool).await.unwrap()
}

async fn open_cases(shop: &Shop) -> i64 {
    sqlx::query_scalar("select count(*) from on_call_case").fetch_one(&shop.db.pool).await.unwrap()
}

#[tokio::test]
async fn a_payment_that_needs_a_person_calls_them_once_and_again_after_an_hour_until_it_is_resolved() {
    let on_call = format!("--on-call-email={ADDRESS}");
    let shop = Shop::open_with(&[&on_call, "--system-url=https://fly.example/"]).await;
    let (payment, _) = shop.captured(&Traveller::new()).await;
    dispute(&shop, &own_intent(&shop)).await;
    eventually("a call", async || calls(&shop).await.len() == 1).await;

    shop.clock.advance(Duration::hours(1));
    eventually("another one", async || calls(&shop).await.len() == 2).await;
    decide(&shop, &only_item(&shop).await, AttentionAction::SettledByHand).await.unwrap();
    shop.clock.advance(Duration::hours(1));
    eventually("a look after the end", async || open_cases(&shop).await == 0).await;

    let calls = calls(&shop).await;
    assert_eq!(calls.len(), 2, "not after it is resolved");
    let (to, subject, text) = &calls[0];
    assert_eq!((to.as_str(), subject.as_str()), (ADDRESS, "A payment needs a decision"));
    let link = format!("https://fly.example/admin-settings#payment-{}", payment.id);
    let reason = "There is news of a dispute. Its card says what to do.";
    for words in [&*payment.id, reason, "1338.50 USD", &link] {
        assert!(text.contains(words), "{words} in {text}");
    }
    for (_, _, text) in &calls {
        for personal in ["visa", "session:", "ch_1", "dp_1"] {
            assert!(!text.contains(personal), "{personal} in {text}");
        }
    }
}

#[tokio::test]
async fn news_of_a_dispute_that_somebody_has_taken_calls_them_again() {
    let shop = Shop::open_with(&[&format!("--on-call-email={ADDRESS}")]).await;
    shop.captured(&Traveller::new()).await;
    let intent = own_intent(&shop);
    dispute(&shop, &intent).await;
    eventually("a call", async || calls(&shop).await.len() == 1).await;
    decide(&shop, &only_item(&shop).await, AttentionAction::AskAgain).await.unwrap();
    shop.clock.advance(Duration::hours(1));

    become_chargeback(&shop, &intent).await;

    eventually("a call for the news", async || calls(&shop).await.len() == 2).await;
    let (_, _, text) = calls(&shop).await.pop().unwrap();
    assert!(!text.contains("nobody has taken it"), "{text}");
}

#[tokio::test]
async fn what_was_written_is_sent_though_nobody_is_on_duty_any_more() {
    let shop = Shop::open_with(&["--smtp-url=smtp://127.0.0.1:9"]).await;

    let written = "insert into mail_outbox
            (id, recipient, subject, body_text, dedupe_key, created_at, next_attempt_at)
        values (gen_random_uuid(), $1, 'A payment needs a decision', 'Case', 'on-call/1', $2, $2)";
    sqlx::query(written).bind(ADDRESS).bind(shop.clock.now()).execute(&shop.db.pool).await.unwrap();

    let attempts = "select coalesce(max(attempts), 0) from mail_outbox";
    eventually("an attempt to send it", async || {
        sqlx::query_scalar::<_, i32>(attempts).fetch_one(&shop.db.pool).await.unwrap() > 0
    })
    .await;
}
