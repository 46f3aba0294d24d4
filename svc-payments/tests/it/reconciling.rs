//! Our ledger against the provider's: what only one of them has is found, told once, and moves nothing.

use service::Clock;
use testkit::Log;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::harness::{PRICE, Shop, TEST_SECRET, Traveller, eventually};
use crate::stripe::Fault;
use crate::webhooks::deliver;

type Difference = (String, String, i64, i64, bool);

async fn shop() -> Shop {
    Shop::open_with(&["--reconcile-interval-s=1"]).await
}

/// What was found: the provider's id, what, ours, theirs, and whether it is resolved.
async fn found(shop: &Shop) -> Vec<Difference> {
    sqlx::query_as(
        "select object_id, what, ours_minor, theirs_minor, resolved_at is not null
         from reconciliation_difference order by object_id, what",
    )
    .fetch_all(&shop.db.pool)
    .await
    .unwrap()
}

/// Compares the ledgers again, and waits for what is expected of it.
async fn compared(shop: &Shop, expected: &[Difference]) {
    eventually("the ledgers are compared", async || {
        shop.clock.advance(Duration::minutes(3));
        found(shop).await == expected
    })
    .await;
}

fn open(id: &str, what: &str, ours: i64, theirs: i64) -> Difference {
    (id.to_owned(), what.to_owned(), ours, theirs, false)
}

async fn needs_human(shop: &Shop) -> Vec<bool> {
    sqlx::query_scalar("select needs_human from payment order by created_at, id")
        .fetch_all(&shop.db.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_charge_that_our_book_does_not_know_is_found_among_those_it_does() {
    let shop = shop().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();
    shop.captured(&Traveller::new()).await;
    let writes = shop.stripe.writes();

    let unknown = shop.stripe.take_unknown(7_700);

    compared(&shop, &[open(&unknown, "taken", 0, 7_700)]).await;
    assert_eq!(needs_human(&shop).await, [false, false]);
    assert_eq!(shop.stripe.writes(), writes, "no money was moved");
}

#[tokio::test]
async fn money_that_is_not_ours_is_no_difference() {
    let shop = shop().await;
    shop.captured(&Traveller::new()).await;
    let invoice = shop.stripe.take_foreign(12_000);
    shop.stripe.refund_of(&invoice, 2_000);

    let unknown = shop.stripe.take_unknown(7_700);

    compared(&shop, &[open(&unknown, "taken", 0, 7_700)]).await;
}

#[tokio::test]
async fn one_refund_that_can_not_be_read_is_named_and_the_rest_is_compared() {
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::ERROR));
    let shop = shop().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    for key in ["r1", "r2"] {
        shop.refund(&traveller, &payment.id, booking, (key, 5_000)).await.unwrap();
    }

    shop.stripe.garble_refund(0);
    let unknown = shop.stripe.take_unknown(7_700);

    compared(&shop, &[open(&unknown, "taken", 0, 7_700)]).await;
    let logged = log.text();
    assert!(logged.contains("re_1") && !logged.contains("re_2"), "{logged}");
}

#[tokio::test]
async fn a_refund_without_status_metadata_or_intent_stops_no_comparison() {
    let shop = shop().await;
    shop.captured(&Traveller::new()).await;
    shop.stripe.refund_by_hand(0, 5_000);
    shop.stripe.bare_refund(0);

    let unknown = shop.stripe.take_unknown(7_700);

    compared(&shop, &[open(&unknown, "taken", 0, 7_700)]).await;
}

#[tokio::test]
async fn a_refund_made_at_the_providers_own_pages_calls_a_person_to_its_payment() {
    let shop = shop().await;
    shop.captured(&Traveller::new()).await;
    let writes = shop.stripe.writes();

    let refund = shop.stripe.refund_by_hand(0, 4_200);

    compared(&shop, &[open(&refund, "refunded", 0, 4_200)]).await;
    assert_eq!(needs_human(&shop).await, [true]);
    assert_eq!(shop.stripe.writes(), writes, "no money was moved");
}

#[tokio::test]
async fn money_that_the_provider_has_lost_is_found_and_closed_when_it_is_back() {
    let shop = shop().await;
    shop.captured(&Traveller::new()).await;
    let intent = shop.stripe.intent_id(0);

    shop.stripe.set_received(0, 0);
    compared(&shop, &[open(&intent, "taken", PRICE, 0)]).await;
    shop.stripe.set_received(0, PRICE);

    let (object_id, what, ..) = open(&intent, "taken", PRICE, 0);
    compared(&shop, &[(object_id, what, PRICE, 0, true)]).await;
}

/// A shop whose ledgers were compared a moment ago; its traveller, the payment, and its booking.
async fn compared_just_now() -> (Shop, Traveller, String, Uuid) {
    let shop = Shop::open_with(&["--reconcile-interval-s=10"]).await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();
    shop.clock.advance(Duration::minutes(3));
    eventually("the turn is over", async || last_turn(&shop).await == Some(shop.clock.now())).await;
    // A turn that is brought forward is of another time.
    shop.clock.advance(Duration::seconds(5));
    (shop, traveller, payment.id, booking)
}

#[tokio::test]
async fn a_refund_of_ours_that_a_webhook_tells_of_is_compared_before_its_turn() {
    let (shop, ..) = compared_just_now().await;
    let refund = shop.stripe.refund_by_hand(0, 1_000);

    tell(&shop, "evt_1", &shop.stripe.intent_id(0), &refund).await;

    let expected = [open(&refund, "refunded", 0, 1_000)];
    eventually("the ledgers are compared", async || found(&shop).await == expected).await;
}

#[tokio::test]
async fn neither_our_own_refund_nor_one_of_others_brings_a_turn_forward() {
    let (shop, ..) = compared_just_now().await;
    let turn = last_turn(&shop).await;
    let invoice = shop.stripe.take_foreign(12_000);
    let of_others = shop.stripe.refund_of(&invoice, 2_000);

    tell(&shop, "evt_1", &shop.stripe.intent_id(0), &shop.stripe.refund_id(0)).await;
    assert_eq!(last_turn(&shop).await, turn, "our own");
    tell(&shop, "evt_2", &invoice, &of_others).await;
    assert_eq!(last_turn(&shop).await, turn, "of others");
}

#[tokio::test]
async fn a_webhook_that_overtakes_the_answer_to_our_refund_brings_no_turn_forward() {
    let (shop, traveller, payment, booking) = compared_just_now().await;
    let turn = last_turn(&shop).await;
    shop.stripe.fail("refund", Fault::LostAnswer);
    shop.refund(&traveller, &payment, booking, ("unanswered", 1_000)).await.unwrap();

    tell(&shop, "evt_1", &shop.stripe.intent_id(0), &shop.stripe.refund_id(1)).await;

    assert_eq!(last_turn(&shop).await, turn);
}

/// When the last turn of test mode began, while none is under way.
async fn last_turn(shop: &Shop) -> Option<OffsetDateTime> {
    let query = "select began_at from reconciliation_run where mode = 'test' and began_at = ended_at";
    sqlx::query_scalar(query).fetch_optional(&shop.db.pool).await.unwrap()
}

/// The provider tells of a refund.
async fn tell(shop: &Shop, event_id: &str, intent_id: &str, refund_id: &str) {
    let body = format!(
        r#"{{"id":"{event_id}","type":"refund.created","livemode":false,"data":{{"object":{{"id":"{refund_id}","payment_intent":"{intent_id}"}}}}}}"#
    );
    deliver(shop, TEST_SECRET, &body).await.unwrap();
}

#[tokio::test]
async fn a_refund_whose_failure_was_never_reported_is_taken_back() {
    let shop = shop().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();

    shop.stripe.end_refund(0, "failed");

    eventually("it is taken back", async || {
        shop.clock.advance(Duration::minutes(3));
        let status = sqlx::query_scalar::<_, String>("select status from refund");
        status.fetch_one(&shop.db.pool).await.unwrap() == "returned"
    })
    .await;
    assert_eq!(needs_human(&shop).await, [true]);
}

#[tokio::test]
async fn the_first_comparison_of_a_mode_has_ended_once_it_came_to_its_end() {
    let shop = shop().await;
    shop.stripe.fail_reads(true);
    // Of a time that no turn has been of while the provider could be read.
    shop.clock.advance(Duration::minutes(3));
    sqlx::query("delete from reconciliation_run").execute(&shop.db.pool).await.unwrap();

    let began = "select count(*) from reconciliation_run where mode = 'test'";
    eventually("it has begun", async || {
        sqlx::query_scalar::<_, i64>(began).fetch_one(&shop.db.pool).await.unwrap() == 1
    })
    .await;
    assert_eq!(last_turn(&shop).await, None, "the provider could not be read");
    shop.stripe.fail_reads(false);

    eventually("a later one has ended", async || {
        shop.clock.advance(Duration::minutes(3));
        last_turn(&shop).await.is_some()
    })
    .await;
}

#[tokio::test]
async fn books_that_can_not_be_compared_for_three_intervals_are_missed() {
    let shop = shop().await;
    shop.captured(&Traveller::new()).await;
    let length = async |interval_s: u32| {
        let queues = svc_payments::queues(interval_s);
        let queue = queues.into_iter().find(|queue| queue.name == "books_not_compared").unwrap();
        service::queues::length(&shop.db.pool, queue).await.unwrap()
    };
    let missed = async |expected: i64| {
        eventually("the comparisons are watched", async || {
            shop.clock.advance(Duration::minutes(3));
            length(60).await == expected
        })
        .await;
    };

    shop.stripe.fail_reads(true);
    missed(1).await;
    assert_eq!(length(3_600).await, 0, "some minutes are nothing to who compares each hour");
    shop.stripe.fail_reads(false);
    missed(0).await;
}
