//! A canary in every path a card can take: none of it may turn up in logs, errors or the database.

use proto::payments::v1::AuthorisePaymentResponse;
use service::{Mode, Problem};
use testkit::Log;

use crate::harness::{CHALLENGED, DECLINED, Order, Shop, Traveller};
use crate::stripe::Fault;

/// Numbers as typed, and what else stands around a card: the security code's field and the holder's name. The code
/// itself is too short to be looked for among ids and times.
const CANARIES: [&str; 9] = [
    "4242424242424242",
    "4000 0566 5566 5556",
    DECLINED,
    CHALLENGED,
    "4111111111111111",
    "4000000000000000",
    "378282246310005",
    "cvc",
    "Earhart",
];
const NUMBERS: usize = 7;

#[tokio::test]
async fn r008_no_card_reaches_a_log_an_error_or_the_database() {
    let log = Log::default();
    tracing::subscriber::set_global_default(log.subscriber(tracing::Level::TRACE)).unwrap();
    let shop = Shop::open_with(&["--accept-raw-live-cards"]).await;
    let faults =
        [None, Some(Fault::LostAnswer), Some(Fault::LostRequest), Some(Fault::Failed), Some(Fault::Html)];
    let mut answers = Vec::new();

    for fault in faults {
        for number in CANARIES.into_iter().take(NUMBERS) {
            // Each mode has a provider of its own.
            let (test, live) = tokio::join!(
                pay(&shop, Traveller::new(), number, fault),
                pay(&shop, Traveller::new().live(), number, fault),
            );
            answers.extend([test, live]);
        }
    }

    let logged = log.text();
    assert!(logged.contains("nobody knows what the card provider did"), "the log was listened to");
    let answers = format!("{answers:?}");
    let stored = dump(&shop).await;
    for canary in CANARIES {
        assert!(!logged.contains(canary), "{canary} is in the log: {}", around(&logged, canary));
        assert!(!answers.contains(canary), "{canary} is in an answer");
        assert!(!stored.contains(canary), "{canary} is in the database");
    }
}

async fn pay(
    shop: &Shop,
    traveller: Traveller,
    number: &str,
    fault: Option<Fault>,
) -> Result<AuthorisePaymentResponse, Problem> {
    let provider = if traveller.mode == Mode::Live { &shop.live_stripe } else { &shop.stripe };
    if let Some(fault) = fault {
        provider.fail("confirm", fault);
    }
    let cvv = if number.starts_with('3') { "9876" } else { "987" };
    shop.authorise(&traveller, Order { cvv: cvv.into(), ..Order::with_card(number) }).await
}

fn around(text: &str, needle: &str) -> String {
    let at = text.find(needle).unwrap_or_default();
    text.chars().skip(at.saturating_sub(200)).take(400).collect()
}

async fn dump(shop: &Shop) -> String {
    let rows: Vec<String> = sqlx::query_scalar(
        "select p::text from payment p
         union all select a::text from payment_attempt a
         union all select e::text from payment_event e
         union all select encode(o.payload, 'escape') from outbox o",
    )
    .fetch_all(&shop.db.pool)
    .await
    .unwrap();
    rows.join("\n")
}
