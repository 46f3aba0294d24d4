//! Payments that a person must look at: what they are shown, what they may do, and what comes of it.

use prost::Message;
use proto::payments::v1::{
    AttentionAction, AttentionItem, Difference, ListAttentionRequest, ListAttentionResponse,
    ResolveAttentionRequest, SettleDifferenceRequest,
};
use service::{Problem, RequestContext, UserRef};
use time::Duration;
use tonic::{Response, Status};
use uuid::Uuid;

use crate::disputes::{dispute, own_intent};
use crate::harness::{PRICE, Shop, TEST_SECRET, Traveller, eventually, usd};
use crate::webhooks::deliver;

pub const NOTE: &str = "Card provider's support, ticket 4711, card 4242 4242 4242 4242";
const OPERATOR: Uuid = Uuid::from_u128(99);

fn administrator() -> RequestContext {
    let mut context = Traveller::new().of_brand("northwind").context();
    context.user = Some(UserRef { id: OPERATOR, is_admin: true });
    context
}

fn told<T>(answer: Result<Response<T>, Status>) -> Result<(), String> {
    answer.map(|_| ()).map_err(|status| Problem::from_status(&status).code)
}

pub async fn listed(shop: &Shop) -> ListAttentionResponse {
    let request = administrator().request(ListAttentionRequest {});
    shop.attention.clone().list_attention(request).await.unwrap().into_inner()
}

pub async fn only_item(shop: &Shop) -> AttentionItem {
    let mut items = listed(shop).await.items;
    assert_eq!(items.len(), 1);
    items.remove(0)
}

fn decision(item: &AttentionItem, action: AttentionAction) -> ResolveAttentionRequest {
    ResolveAttentionRequest {
        payment_id: item.payment_id.clone(),
        action: action.into(),
        note: NOTE.into(),
        version: item.version,
    }
}

pub async fn decide(shop: &Shop, item: &AttentionItem, action: AttentionAction) -> Result<(), String> {
    let request = administrator().request(decision(item, action));
    told(shop.attention.clone().resolve_attention(request).await)
}

pub async fn resolve(shop: &Shop, difference: &Difference, note: &str) -> Result<(), String> {
    let message = SettleDifferenceRequest { difference: Some(difference.clone()), note: note.into() };
    told(shop.attention.clone().settle_difference(administrator().request(message)).await)
}

async fn put_into_review(shop: &Shop) {
    sqlx::query("update payment set needs_human = true").execute(&shop.db.pool).await.unwrap();
}

async fn count(shop: &Shop, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(&shop.db.pool).await.unwrap()
}

async fn decisions(shop: &Shop) -> i64 {
    count(shop, "select count(*) from payment_ruling").await
}

/// Has the ledgers compared once more, to the end: the next comparison begins after that.
pub async fn compared(shop: &Shop) {
    let began = "select coalesce(max(extract(epoch from began_at)), 0)::bigint from reconciliation_run where mode = 'test'";
    for _ in 0..2 {
        let before = count(shop, began).await;
        eventually("the ledgers are compared", async || {
            shop.clock.advance(Duration::minutes(3));
            count(shop, began).await > before
        })
        .await;
    }
}

/// A shop with a refund that was paid and has come back from the bank.
async fn with_a_refund_that_came_back() -> Shop {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    bring_a_refund_back(&shop, &traveller, &payment.id, booking).await;
    shop
}

/// Pays a refund, which the bank sends back.
async fn bring_a_refund_back(shop: &Shop, traveller: &Traveller, payment: &str, booking: Uuid) {
    shop.refund(traveller, payment, booking, ("r", 5_000)).await.unwrap();
    shop.stripe.end_refund(0, "failed");
    let object =
        format!(r#"{{"id":"re_1","object":"refund","payment_intent":"{}"}}"#, shop.stripe.intent_id(0));
    let event =
        format!(r#"{{"id":"e","type":"refund.failed","livemode":false,"data":{{"object":{object}}}}}"#);
    deliver(shop, TEST_SECRET, &event).await.unwrap();
    let returned = "select count(*) from refund where status = 'returned'";
    eventually("it is taken back", async || count(shop, returned).await == 1).await;
}

#[tokio::test]
async fn a_person_sees_sums_calls_and_what_the_provider_said_and_no_card_number() {
    let shop = with_a_refund_that_came_back().await;

    let item = only_item(&shop).await;

    assert_eq!(
        (item.status.as_str(), item.captured.clone(), item.refunded.clone()),
        ("captured", Some(usd(PRICE)), Some(usd(0)))
    );
    assert!(!item.booking_id.is_empty());
    assert_eq!((item.card_brand.as_str(), item.card_last4.as_str()), ("visa", "4242"));
    assert_eq!(item.owed, Some(usd(5_000)));
    let refund = &item.refunds[0];
    assert_eq!((refund.status.as_str(), refund.amount.clone()), ("returned", Some(usd(5_000))));
    assert!(!refund.provider_id.is_empty());
    let mut ops: Vec<_> = item.attempts.iter().map(|it| (it.op.as_str(), it.class.as_str())).collect();
    ops.sort_unstable();
    assert_eq!(ops, [("capture", "done"), ("confirm", "done"), ("create", "done"), ("refund-1", "done")]);
    assert!(item.history.iter().any(|it| it.what == "refund.failed"), "{:?}", item.history.len());
    let bytes = String::from_utf8_lossy(&item.encode_to_vec()).into_owned();
    assert!(!bytes.contains("4242424242424242") && !bytes.contains("Earhart"));
}

#[tokio::test]
async fn what_needs_a_person_is_counted() {
    let shop = with_a_refund_that_came_back().await;

    let queue =
        svc_payments::queues(1).into_iter().find(|queue| queue.name == "payments_need_person").unwrap();

    assert_eq!(service::queues::length(&shop.db.pool, queue).await.unwrap(), 1);
}

#[tokio::test]
async fn what_was_put_right_by_hand_leaves_the_list_once_and_is_booked_as_paid_by_hand() {
    let shop = with_a_refund_that_came_back().await;
    let item = only_item(&shop).await;
    let writes = shop.stripe.writes();

    assert_eq!(decide(&shop, &item, AttentionAction::SettledByHand).await, Err("NOT_ALLOWED_NOW".into()));
    let pressed = tokio::join!(
        decide(&shop, &item, AttentionAction::RefundPaid),
        decide(&shop, &item, AttentionAction::RefundPaid),
    );
    let again = decide(&shop, &item, AttentionAction::RefundPaid).await;

    assert_eq!([&pressed.0, &pressed.1].into_iter().filter(|it| it.is_ok()).count(), 1, "{pressed:?}");
    assert_eq!(again, Err("NOT_ALLOWED_NOW".into()));
    assert!(listed(&shop).await.items.is_empty());
    assert_eq!(shop.stripe.writes(), writes, "no money was moved");
    let audit = "select count(*) from payment_ruling
        where action = 'refund_paid' and operator = '00000000-0000-0000-0000-000000000063'
            and note = 'Card provider''s support, ticket 4711, card **** **** **** 4242' and at is not null";
    assert_eq!((decisions(&shop).await, count(&shop, audit).await), (1, 1));
    let booked: Vec<(String, i64)> = sqlx::query_as(
        "select account, amount_minor from ledger_posting join ledger_entry using (payment_id, version)
        where kind = 'paid_by_hand' order by account",
    )
    .fetch_all(&shop.db.pool)
    .await
    .unwrap();
    assert_eq!(booked, [("paid_by_hand".into(), -5_000), ("refunds_payable".into(), 5_000)]);
}

#[tokio::test]
async fn a_hold_that_no_booking_wants_is_released_once() {
    let shop = Shop::open().await;
    shop.authorised(&Traveller::new()).await;
    put_into_review(&shop).await;
    let item = only_item(&shop).await;

    let pressed = tokio::join!(
        decide(&shop, &item, AttentionAction::Release),
        decide(&shop, &item, AttentionAction::Release)
    );

    assert_eq!([&pressed.0, &pressed.1].into_iter().filter(|it| it.is_ok()).count(), 1, "{pressed:?}");
    assert_eq!(shop.stripe.statuses(), ["canceled"]);
    assert_eq!(shop.stripe.sent("cancel").len(), 1);
    let released = only_item(&shop).await;
    assert_eq!((released.held, released.owed), (Some(usd(0)), None));
}

#[tokio::test]
async fn a_hold_that_a_booking_claims_after_it_was_shown_is_not_released() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let payment = shop.authorised(&traveller).await;
    put_into_review(&shop).await;
    let item = only_item(&shop).await;
    shop.claim(&traveller, &payment.id, Uuid::now_v7()).await.unwrap();

    assert_eq!(decide(&shop, &item, AttentionAction::Release).await, Err("NOT_ALLOWED_NOW".into()));
    let claimed = only_item(&shop).await;
    assert_eq!(decide(&shop, &claimed, AttentionAction::Release).await, Err("NOT_ALLOWED_NOW".into()));

    assert_eq!(shop.stripe.statuses(), ["requires_capture"]);
    assert_eq!(decisions(&shop).await, 0);
}

#[tokio::test]
async fn a_refund_that_was_paid_by_hand_takes_no_dispute_off_the_list() {
    let shop = with_a_refund_that_came_back().await;
    dispute(&shop, &own_intent(&shop)).await;
    let owing = only_item(&shop).await;
    assert_eq!(
        owing.actions().collect::<Vec<_>>(),
        [AttentionAction::AskAgain, AttentionAction::RefundPaid],
        "what is said of the dispute pays no refund"
    );

    decide(&shop, &owing, AttentionAction::RefundPaid).await.unwrap();

    let disputed = only_item(&shop).await;
    decide(&shop, &disputed, AttentionAction::SettledByHand).await.unwrap();
    assert!(listed(&shop).await.items.is_empty());
}

#[tokio::test]
async fn a_refund_that_was_paid_by_hand_leaves_the_list_though_a_dispute_was_resolved_before() {
    let shop = Shop::open().await;
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    dispute(&shop, &own_intent(&shop)).await;
    decide(&shop, &only_item(&shop).await, AttentionAction::SettledByHand).await.unwrap();
    bring_a_refund_back(&shop, &traveller, &payment.id, booking).await;

    decide(&shop, &only_item(&shop).await, AttentionAction::RefundPaid).await.unwrap();

    assert!(listed(&shop).await.items.is_empty());
}

#[tokio::test]
async fn every_state_refuses_what_its_invariants_forbid_and_nothing_is_sent() {
    use AttentionAction::{AskAgain, Release, SettledByHand};

    let shop = Shop::open().await;
    shop.authorised(&Traveller::new()).await;
    let writes = shop.stripe.writes();
    for (status, claimed, allowed) in [
        ("create_sent", false, vec![AskAgain]),
        ("confirm_sent", false, vec![AskAgain]),
        ("holder_asked", false, vec![AskAgain, Release]),
        ("holder_asked", true, vec![AskAgain]),
        ("authorised", false, vec![AskAgain, Release]),
        ("authorised", true, vec![AskAgain]),
        ("declined", false, vec![AskAgain, SettledByHand]),
        ("capture_sent", true, vec![AskAgain]),
        ("captured", true, vec![AskAgain, SettledByHand]),
        ("void_sent", true, vec![AskAgain]),
        ("voided", true, vec![AskAgain, SettledByHand]),
    ] {
        sqlx::query(
            "update payment
            set status = $1, needs_human = true, settle_at = null,
                action_url = case when $1 = 'holder_asked' then 'https://bank.example/' end,
                booking_id = case when $2 then '00000000-0000-0000-0000-00000000b00c'::uuid end,
                captured_minor = case when $1 = 'captured' then amount_minor else 0 end",
        )
        .bind(status)
        .bind(claimed)
        .execute(&shop.db.pool)
        .await
        .unwrap();
        let item = only_item(&shop).await;
        assert_eq!(item.actions().collect::<Vec<_>>(), allowed, "{status} {claimed}");
        for action in [Release, SettledByHand, AttentionAction::Unspecified] {
            if !allowed.contains(&action) {
                let refused = decide(&shop, &item, action).await;
                assert_eq!(refused, Err("NOT_ALLOWED_NOW".into()), "{status} {claimed} {action:?}");
            }
        }
    }
    assert_eq!((shop.stripe.writes(), decisions(&shop).await), (writes, 0));
}

#[tokio::test]
async fn nothing_is_shown_or_done_without_an_administrator_and_a_note() {
    let shop = with_a_refund_that_came_back().await;
    let item = only_item(&shop).await;
    let good = decision(&item, AttentionAction::RefundPaid);
    let noteless = ResolveAttentionRequest { note: " ".into(), ..good.clone() };
    let nobodys = ResolveAttentionRequest { payment_id: Uuid::nil().to_string(), ..good.clone() };
    let older = ResolveAttentionRequest { version: good.version - 1, ..good.clone() };

    for (context, request, expected) in [
        (Traveller::new().context(), good.clone(), "FORBIDDEN"),
        (Traveller::new().signed_in().context(), good, "FORBIDDEN"),
        (administrator(), noteless, "VALIDATION_ERROR"),
        (administrator(), nobodys, "PAYMENT_NOT_FOUND"),
        (administrator(), older, "NOT_ALLOWED_NOW"),
    ] {
        let refused = told(shop.attention.clone().resolve_attention(context.request(request)).await);
        assert_eq!(refused, Err(expected.into()));
    }
    let stranger = Traveller::new().signed_in().context();
    let list = shop.attention.clone().list_attention(stranger.request(ListAttentionRequest {})).await;
    assert_eq!(told(list), Err("FORBIDDEN".into()));
    let message = SettleDifferenceRequest { difference: None, note: NOTE.into() };
    let resolved = shop.attention.clone().settle_difference(stranger.request(message)).await;
    assert_eq!(told(resolved), Err("FORBIDDEN".into()));
    assert_eq!(decisions(&shop).await, 0);
}

#[tokio::test]
async fn the_provider_is_asked_again_at_once_and_no_second_refund_is_sent() {
    let shop = Shop::open().await;
    shop.stripe.accept_refunds_only();
    let traveller = Traveller::new();
    let (payment, booking) = shop.captured(&traveller).await;
    shop.refund(&traveller, &payment.id, booking, ("r", 5_000)).await.unwrap();
    put_into_review(&shop).await;
    let item = only_item(&shop).await;
    assert_eq!(item.refunding, Some(usd(5_000)));
    assert_eq!(decide(&shop, &item, AttentionAction::SettledByHand).await, Err("NOT_ALLOWED_NOW".into()));
    shop.stripe.end_refund(0, "succeeded");

    let noteless =
        ResolveAttentionRequest { note: String::new(), ..decision(&item, AttentionAction::AskAgain) };
    shop.attention.clone().resolve_attention(administrator().request(noteless)).await.unwrap();

    let item = only_item(&shop).await;
    assert_eq!((item.refunding.clone(), item.refunded.clone()), (Some(usd(0)), Some(usd(5_000))));
    assert_eq!(shop.stripe.sent("refund").len(), 1);
    assert_eq!(decide(&shop, &item, AttentionAction::SettledByHand).await, Ok(()));
}

#[tokio::test]
async fn asking_again_compares_the_books_of_the_payments_own_mode_alone() {
    let shop = Shop::open_with(&["--reconcile-interval-s=86400"]).await;
    shop.captured(&Traveller::new()).await;
    eventually("both ledgers are compared", async || {
        count(&shop, "select count(*) from reconciliation_run").await == 2
    })
    .await;
    sqlx::query(
        "insert into reconciliation_difference
            (mode, object_id, what, currency, ours_minor, theirs_minor, object_at, payment_id, found_at)
        select mode, intent_id, 'held', 'USD', 1, 2, created_at, id, created_at from payment",
    )
    .execute(&shop.db.pool)
    .await
    .unwrap();
    put_into_review(&shop).await;
    shop.clock.advance(Duration::minutes(3));
    let later = "select count(*) from reconciliation_run
        where mode = $1 and began_at > (select min(began_at) from reconciliation_run)";
    let compared_later = async |mode: &str| -> i64 {
        sqlx::query_scalar(later).bind(mode).fetch_one(&shop.db.pool).await.unwrap()
    };

    decide(&shop, &only_item(&shop).await, AttentionAction::AskAgain).await.unwrap();

    assert_eq!((compared_later("test").await, compared_later("live").await), (1, 0));
    assert!(only_item(&shop).await.differences.is_empty(), "the ledgers agree");
}

#[tokio::test]
async fn what_is_not_listed_is_counted() {
    let shop = Shop::open().await;
    for _ in 0..2 {
        shop.authorised(&Traveller::new()).await;
    }
    put_into_review(&shop).await;
    sqlx::query(
        "insert into reconciliation_difference
            (mode, object_id, what, currency, ours_minor, theirs_minor, object_at, found_at)
        select 'test', 'pi_' || n, 'taken', 'USD', 0, n, '2020-01-01Z', now() from generate_series(1, 103) as n",
    )
    .execute(&shop.db.pool)
    .await
    .unwrap();

    let listed = listed(&shop).await;

    assert_eq!((listed.items.len(), listed.total), (2, 2));
    assert_eq!((listed.differences.len(), listed.differences_total), (100, 103));
}

#[tokio::test]
async fn a_resolved_difference_calls_nobody_until_it_changes() {
    let shop = Shop::open_with(&["--reconcile-interval-s=60"]).await;
    shop.captured(&Traveller::new()).await;
    shop.stripe.set_received(0, 100);
    eventually("it is found", async || {
        shop.clock.advance(Duration::minutes(3));
        !listed(&shop).await.items.is_empty()
    })
    .await;
    let item = only_item(&shop).await;
    let [found] = item.differences.as_slice() else { panic!("one difference: {:?}", item.differences) };
    assert_eq!(
        (found.what.as_str(), found.ours.clone(), found.theirs.clone()),
        ("taken", Some(usd(PRICE)), Some(usd(100)))
    );

    decide(&shop, &item, AttentionAction::SettledByHand).await.unwrap();
    compared(&shop).await;
    assert!(listed(&shop).await.items.is_empty(), "the same difference");

    shop.stripe.set_received(0, 200);
    compared(&shop).await;
    let changed = &only_item(&shop).await.differences[0];
    assert_eq!(changed.theirs, Some(usd(200)));
    assert_ne!(changed.found_at, found.found_at);
}

#[tokio::test]
async fn an_amount_that_no_payment_stands_for_is_shown_and_resolved_once() {
    let shop = Shop::open_with(&["--reconcile-interval-s=60"]).await;
    let intent = shop.stripe.take_unknown(7_700);
    eventually("it is found", async || {
        shop.clock.advance(Duration::minutes(3));
        !listed(&shop).await.differences.is_empty()
    })
    .await;
    let stray = listed(&shop).await.differences.remove(0);
    assert_eq!((stray.object_id.as_str(), stray.what.as_str()), (intent.as_str(), "taken"));

    let other = Difference { theirs: Some(usd(1)), ..stray.clone() };
    assert_eq!(resolve(&shop, &other, NOTE).await, Err("NOT_ALLOWED_NOW".into()), "not what was seen");
    assert_eq!(resolve(&shop, &stray, " ").await, Err("VALIDATION_ERROR".into()));
    assert_eq!(resolve(&shop, &stray, NOTE).await, Ok(()));
    assert_eq!(resolve(&shop, &stray, NOTE).await, Err("NOT_ALLOWED_NOW".into()), "pressed twice");
    compared(&shop).await;

    assert!(listed(&shop).await.differences.is_empty());
    let audit = "select count(*) from reconciliation_difference
        where settled_by = '00000000-0000-0000-0000-000000000063' and settled_note like '%4711, card **** **** **** 4242'";
    assert_eq!(count(&shop, audit).await, 1);
}
