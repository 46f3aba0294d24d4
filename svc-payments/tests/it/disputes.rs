//! Disputed charges: of payments of ours, of nobody's, and of other sellers'.

use proto::payments::v1::AttentionAction;
use testkit::Log;

use crate::attention::{NOTE, compared, decide, listed, only_item, resolve};
use crate::harness::{Shop, TEST_SECRET, Traveller, usd};
use crate::webhooks::deliver;

/// An event of a dispute; `created` is when the provider made it, in Unix seconds.
#[derive(Clone, Copy)]
struct DisputeEvent {
    id: &'static str,
    dispute: &'static str,
    what: &'static str,
    status: &'static str,
    created: i64,
}

const INQUIRY: DisputeEvent = DisputeEvent {
    id: "evt_1",
    dispute: "dp_1",
    what: "created",
    status: "warning_needs_response",
    created: 1_772_366_000,
};

/// The bank takes the money back, after it had only asked.
const CHARGEBACK: DisputeEvent = DisputeEvent {
    id: "evt_3",
    what: "updated",
    status: "needs_response",
    created: INQUIRY.created + 60,
    ..INQUIRY
};

/// Has a cardholder dispute what `intent` has paid, and says so twice.
pub async fn dispute(shop: &Shop, intent: &str) {
    for id in ["evt_1", "evt_2"] {
        send_dispute(shop, intent, DisputeEvent { id, ..INQUIRY }).await;
    }
}

/// Has the bank take the money back.
pub async fn become_chargeback(shop: &Shop, intent: &str) {
    send_dispute(shop, intent, CHARGEBACK).await;
}

async fn send_dispute(shop: &Shop, intent: &str, event: DisputeEvent) {
    let DisputeEvent { id, dispute, what, status, created } = event;
    let object = format!(
        r#"{{"id":"{dispute}","object":"dispute","charge":"ch_1","amount":9010,"currency":"usd",
        "reason":"fraudulent","status":"{status}","payment_intent":{intent},"evidence_details":{{"due_by":1772800000}}}}"#
    );
    let before = r#"{"status":"warning_needs_response"}"#;
    let body = format!(
        r#"{{"id":"{id}","type":"charge.dispute.{what}","livemode":false,"created":{created},
        "data":{{"object":{object},"previous_attributes":{before}}}}}"#
    );
    deliver(shop, TEST_SECRET, &body).await.unwrap();
}

/// The only intent there is, as JSON.
pub fn own_intent(shop: &Shop) -> String {
    format!("\"{}\"", shop.stripe.intent_id(0))
}

const DISPUTE: &str = "dp_1 of charge ch_1, 90.10 USD, fraudulent, an inquiry: no money was taken back, \
     to be answered by 6 March 2026, 12:26 UTC";

#[tokio::test]
async fn a_dispute_of_a_payment_tells_on_its_card_what_the_answer_needs() {
    let shop = Shop::open().await;
    shop.captured(&Traveller::new()).await;

    dispute(&shop, &own_intent(&shop)).await;

    let listed = listed(&shop).await;
    assert!(listed.differences.is_empty(), "{:?}", listed.differences);
    let told = format!("charge.dispute.created: {DISPUTE}");
    assert_eq!(listed.items[0].history.iter().filter(|it| it.what == told).count(), 2);
}

#[tokio::test]
async fn a_dispute_of_no_known_payment_stays_until_a_person_resolves_it() {
    for intent in ["null", "\"pi_unknown\""] {
        let shop = Shop::open_with(&["--reconcile-interval-s=60"]).await;

        dispute(&shop, intent).await;
        compared(&shop).await;

        let mut found = listed(&shop).await;
        assert_eq!(
            (found.items.len(), found.differences.len(), found.differences_total),
            (0, 1, 1),
            "{intent}"
        );
        let stray = found.differences.remove(0);
        assert_eq!((stray.object_id.as_str(), stray.what.clone()), ("dp_1", format!("disputed: {DISPUTE}")));
        assert_eq!((stray.ours.clone(), stray.theirs.clone()), (Some(usd(0)), Some(usd(9_010))));
        assert_eq!(resolve(&shop, &stray, NOTE).await, Ok(()));
        assert!(listed(&shop).await.differences.is_empty());

        send_dispute(&shop, intent, CHARGEBACK).await;

        let again = listed(&shop).await.differences;
        assert!(again[0].what.contains("fraudulent, the money was taken back"), "{again:?}");
    }
}

#[tokio::test]
async fn an_inquiry_that_becomes_a_chargeback_calls_a_person_again() {
    let shop = Shop::open().await;
    shop.captured(&Traveller::new()).await;
    let intent = own_intent(&shop);
    dispute(&shop, &intent).await;
    decide(&shop, &only_item(&shop).await, AttentionAction::SettledByHand).await.unwrap();
    assert!(listed(&shop).await.items.is_empty());

    send_dispute(&shop, &intent, CHARGEBACK).await;

    let item = only_item(&shop).await;
    let told = |it: &str| it.starts_with("charge.dispute.updated") && it.contains("the money was taken back");
    assert!(item.history.iter().any(|it| told(&it.what)), "{:?}", item.history);
}

#[tokio::test]
async fn an_event_of_a_dispute_that_comes_late_reopens_nothing_and_stands_at_its_own_time() {
    for created in [INQUIRY.created, CHARGEBACK.created] {
        let shop = Shop::open().await;
        shop.captured(&Traveller::new()).await;
        let intent = own_intent(&shop);
        send_dispute(&shop, &intent, CHARGEBACK).await;
        decide(&shop, &only_item(&shop).await, AttentionAction::SettledByHand).await.unwrap();

        send_dispute(&shop, &intent, DisputeEvent { created, ..INQUIRY }).await;
        assert!(listed(&shop).await.items.is_empty(), "{created}");

        send_dispute(&shop, &intent, DisputeEvent { id: "evt_4", dispute: "dp_2", ..INQUIRY }).await;
        let history = only_item(&shop).await.history;
        let of_first: Vec<_> =
            history.iter().filter(|it| it.what.contains(": dp_1 ")).map(|it| &it.what).collect();
        assert!(of_first[0].contains("no money was taken back"), "{of_first:?}");
        assert!(of_first[1].contains("fraudulent, the money was taken back"), "{of_first:?}");
    }
}

#[tokio::test]
async fn a_dispute_of_no_known_payment_stands_as_its_latest_event_says() {
    let shop = Shop::open().await;
    send_dispute(&shop, "null", CHARGEBACK).await;

    send_dispute(&shop, "null", INQUIRY).await;

    let stray = listed(&shop).await.differences.remove(0);
    assert!(stray.what.contains("fraudulent, the money was taken back"), "{stray:?}");
    resolve(&shop, &stray, NOTE).await.unwrap();
    send_dispute(&shop, "null", DisputeEvent { id: "evt_4", ..INQUIRY }).await;
    assert!(listed(&shop).await.differences.is_empty());
}

#[tokio::test]
async fn a_dispute_of_a_payment_of_ours_calls_a_person_whatever_its_metadata_says() {
    let shop = Shop::open().await;
    shop.captured(&Traveller::new()).await;
    shop.stripe.edit_metadata(0);

    dispute(&shop, &own_intent(&shop)).await;

    assert!(only_item(&shop).await.history.iter().any(|it| it.what.ends_with(DISPUTE)));
}

#[tokio::test]
async fn a_charge_that_the_provider_is_silent_about_may_be_ours() {
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::WARN));
    let shop = Shop::open().await;
    let foreign = shop.stripe.take_foreign(9_010);
    shop.stripe.fail_reads(true);

    dispute(&shop, &format!("\"{foreign}\"")).await;

    assert_eq!(listed(&shop).await.differences_total, 1);
    let logged = log.text();
    assert!(logged.contains("whose charge is disputed is not known"), "{logged}");
    assert!(logged.contains("payment_intents.get: api_error (status 500)"), "{logged}");
}

#[tokio::test]
async fn a_dispute_of_another_sellers_charge_calls_nobody() {
    let shop = Shop::open_with(&["--reconcile-interval-s=60"]).await;
    let foreign = shop.stripe.take_foreign(9_010);

    dispute(&shop, &format!("\"{foreign}\"")).await;
    compared(&shop).await;

    let listed = listed(&shop).await;
    assert!(listed.items.is_empty() && listed.differences.is_empty(), "{:?}", listed.differences);
}
