//! The ledger: every operation posts, nothing unbalanced is written, nothing written is changed, and the accounts agree
//! with the payments.

use proto::payments::v1::Outcome;
use time::Duration;
use uuid::Uuid;

use crate::harness::{DECLINED, Order, PRICE, Shop, Traveller, eventually};
use crate::stripe::Fault;

type Entry<'t> = (&'t str, &'t str, i64);

/// The whole ledger, in the order of writing; the entries of a posting by account.
async fn ledger(shop: &Shop) -> Vec<(String, String, i64)> {
    sqlx::query_as(
        "select kind, account, amount_minor from ledger_entry join ledger_posting using (payment_id, version)
         order by at, version, account",
    )
    .fetch_all(&shop.db.pool)
    .await
    .unwrap()
}

async fn assert_ledger(shop: &Shop, expected: &[Entry<'_>]) {
    let expected: Vec<_> =
        expected.iter().map(|(kind, to, minor)| ((*kind).into(), (*to).into(), *minor)).collect();
    assert_eq!(ledger(shop).await, expected);
    assert_eq!(disagreeing(shop).await, Vec::<Uuid>::new());
}

/// Payments whose accounts say something else than their row.
async fn disagreeing(shop: &Shop) -> Vec<Uuid> {
    sqlx::query_scalar(
        "select id from payment left join lateral (
             select
                 coalesce(sum(amount_minor) filter (where account = 'held'), 0) as held,
                 coalesce(sum(amount_minor) filter (where account = 'cardholders'), 0) as cardholders,
                 coalesce(sum(amount_minor) filter (where account = 'provider'), 0) as provider,
                 coalesce(sum(amount_minor) filter (where account = 'sales'), 0) as sales,
                 coalesce(sum(amount_minor) filter (where account = 'refunds_payable'), 0) as payable,
                 coalesce(sum(amount_minor) filter (where account = 'paid_by_hand'), 0) as by_hand
             from ledger_entry where payment_id = id
         ) as total on true
         where held <> case when status in ('captured', 'voided') then 0 else authorised_minor end
             or cardholders <> -held
             or provider <> captured_minor - refunded_minor
             or payable <> -refunding_minor - owed_minor
             or by_hand <> -by_hand_minor
             or sales <> refunding_minor + owed_minor + by_hand_minor - provider",
    )
    .fetch_all(&shop.db.pool)
    .await
    .unwrap()
}

const HELD: [Entry<'static>; 2] = [("authorised", "cardholders", -PRICE), ("authorised", "held", PRICE)];
const TAKEN: [Entry<'static>; 4] = [
    ("captured", "cardholders", PRICE),
    ("captured", "held", -PRICE),
    ("captured", "provider", PRICE),
    ("captured", "sales", -PRICE),
];
const RELEASED: [Entry<'static>; 2] = [("released", "cardholders", PRICE), ("released", "held", -PRICE)];

#[tokio::test]
async fn an_authorisation_a_capture_and_a_refund_are_posted() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;

    shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();

    let refund = [
        ("refund_promised", "refunds_payable", -5_000),
        ("refund_promised", "sales", 5_000),
        ("refunded", "provider", -5_000),
        ("refunded", "refunds_payable", 5_000),
    ];
    assert_ledger(&shop, &[&HELD[..], &TAKEN, &refund].concat()).await;
}

#[tokio::test]
async fn a_void_takes_the_hold_out_of_the_ledger() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;

    shop.void(&traveller, &payment.id, Uuid::now_v7()).await.unwrap();

    assert_ledger(&shop, &[HELD, RELEASED].concat()).await;
}

#[tokio::test]
async fn a_declined_card_moves_nothing_in_the_ledger() {
    let shop = Shop::open().await;

    shop.authorise(&Traveller::new(), Order::with_card(DECLINED)).await.unwrap();

    assert_ledger(&shop, &[]).await;
}

#[tokio::test]
async fn a_made_up_payment_is_in_the_ledger_too() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (id, booking) = (format!("test_pay_{}", Uuid::now_v7()), Uuid::now_v7());

    shop.claim(&traveller, &id, booking).await.unwrap();
    shop.capture(&traveller, &id, booking).await.unwrap();

    assert_ledger(&shop, &[&HELD[..], &TAKEN].concat()).await;
}

#[tokio::test]
async fn what_is_lost_on_the_way_is_posted_once() {
    for fault in [Fault::LostRequest, Fault::LostAnswer, Fault::Failed, Fault::FailedAfter, Fault::Html] {
        let shop = Shop::open().await;
        let traveller = Traveller::new();
        let (payment, booking) = (shop.authorised(&traveller).await, Uuid::now_v7());
        shop.claim(&traveller, &payment.id, booking).await.unwrap();
        shop.stripe.fail("capture", fault);

        for _ in 0..3 {
            let captured = shop.capture(&traveller, &payment.id, booking).await.unwrap();
            assert_ne!(captured.outcome(), Outcome::Refused, "{fault:?}");
        }

        assert_ledger(&shop, &[&HELD[..], &TAKEN].concat()).await;
    }
}

#[tokio::test]
async fn a_refused_refund_stays_owed() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    shop.stripe.fail("refund", Fault::Refused);

    let refund = shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();

    assert_eq!(refund.outcome(), Outcome::Refused);
    let promised = [("refund_promised", "refunds_payable", -5_000), ("refund_promised", "sales", 5_000)];
    assert_ledger(&shop, &[&HELD[..], &TAKEN, &promised].concat()).await;
}

#[tokio::test]
async fn an_abandoned_authorisation_leaves_no_balance() {
    let shop = Shop::open().await;
    shop.authorised(&Traveller::new()).await;

    shop.clock.advance(Duration::minutes(31));

    eventually("it is voided", async || shop.statuses().await == ["voided"]).await;
    assert_ledger(&shop, &[HELD, RELEASED].concat()).await;
}

/// What the database says to statements that are committed together.
async fn refusal(shop: &Shop, statements: &[&'static str]) -> String {
    let mut transaction = shop.db.pool.begin().await.unwrap();
    for statement in statements {
        if let Err(error) = sqlx::query(*statement).execute(&mut *transaction).await {
            return constraint(&error);
        }
    }
    constraint(&transaction.commit().await.unwrap_err())
}

fn constraint(error: &sqlx::Error) -> String {
    error.as_database_error().unwrap().constraint().unwrap_or_default().to_owned()
}

const POSTING: &str = "insert into ledger_posting select id, 99, 'captured', 'USD', now() from payment";

#[tokio::test]
async fn the_database_refuses_a_posting_that_does_not_balance() {
    let shop = Shop::open().await;
    shop.authorised(&Traveller::new()).await;
    let entry = "insert into ledger_entry select id, 99, 'sales', -100 from payment";
    let short = "insert into ledger_entry select id, 99, 'provider', 99 from payment";
    let later = "insert into ledger_entry select payment_id, version, 'sales', 1 from ledger_posting";

    for statements in [&[POSTING][..], &[POSTING, entry], &[POSTING, entry, short], &[later]] {
        assert_eq!(refusal(&shop, statements).await, "ledger_posting_balanced", "{statements:?}");
    }
    assert_ledger(&shop, &HELD).await;
}

#[tokio::test]
async fn what_was_posted_is_neither_changed_nor_posted_again() {
    let shop = Shop::open().await;
    shop.authorised(&Traveller::new()).await;
    let again =
        "insert into ledger_posting select payment_id, version, kind, currency, at from ledger_posting";

    for statement in [
        "update ledger_entry set amount_minor = amount_minor * 2",
        "update ledger_posting set kind = 'captured'",
        "delete from ledger_entry",
        "truncate ledger_posting cascade",
    ] {
        assert_eq!(refusal(&shop, &[statement]).await, "ledger_written_once", "{statement}");
    }
    assert_eq!(refusal(&shop, &[again]).await, "ledger_posting_pkey");
}
