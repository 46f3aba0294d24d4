//! What a store of payments promises, of both stores.

use futures::future::join_all;
use service::Mode;
use svc_payments::LimitArgs;
use svc_payments::domain::velocity::{Blocked, Limit, Work};
use svc_payments::domain::work::SolvedWork;
use svc_payments::domain::{Cause, Failure, Payment, PaymentId, RefundStatus, Status, Step, WebhookEvent};
use svc_payments::repository::{
    Admission, Answer, CALL_TAKES, Changed, Class, FIRST_LOOK, KEY_LIFE, Op, Reserved, Saved, VisitorMarks,
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{
    ACCOUNTS, Kept, LIMITS, NOW, PRICE, id, in_memory, in_postgres, owner, payment, principal, request, usd,
};

const BOOKING: Uuid = Uuid::from_u128(0xb);

/// Each promise is a test of each store.
macro_rules! promised {
    ($($promise:ident),+ $(,)?) => {
        mod memory {
            $(#[tokio::test]
            async fn $promise() {
                super::$promise(super::in_memory()).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $promise() {
                super::$promise(super::in_postgres().await).await;
            })+
        }
    };
}

promised! {
    a_payment_begins_once_a_key,
    a_payment_is_its_owners,
    who_wants_the_same_offer_again_displaces_himself,
    who_may_not_begin_displaces_nobody,
    who_has_enough_under_way_waits,
    who_may_be_declined_now_is_counted_among_the_declined,
    declined_cards_close_the_door,
    cards_that_were_given_up_close_the_door_to_others,
    guests_share_limits_by_network_card_range_and_age_of_session,
    work_lets_one_payment_begin,
    work_that_let_nothing_begin_can_still_be_used,
    many_at_once_pass_no_limit,
    a_brand_is_closed_once,
    a_step_from_a_stand_that_is_past_changes_nothing,
    a_booking_is_paid_once,
    a_call_is_repeated_under_its_key_until_it_is_answered,
    an_answer_that_the_provider_forgets_leaves_the_key,
    a_call_is_sent_by_one_at_a_time,
    the_money_book_follows_the_payment,
    a_refund_that_was_not_paid_stays_owed,
    a_refund_is_promised_once_a_key,
    more_is_never_promised_than_was_taken,
    a_refund_moves_on_once,
    what_is_in_doubt_is_looked_at_again_and_again_with_growing_pauses,
    a_refund_that_was_paid_is_looked_at_for_45_days,
    what_nobody_claims_is_abandoned,
    an_intent_is_known_once_its_payment_has_it_and_in_its_mode_alone,
    a_webhook_hurries_its_payment_once,
    a_webhook_hurries_its_payment_only_where_it_may_tell_something_new,
    a_made_up_payment_is_kept_once,
}

fn after(before: &Payment, step: Step) -> Payment {
    before.apply(step, NOW).unwrap()
}

/// Moved by one step.
async fn step(kept: &Kept, before: &Payment, step: Step) -> Payment {
    let after = after(before, step);
    kept.moved(before, &after, None).await;
    after
}

async fn authorised(kept: &Kept, n: u128) -> Payment {
    authorised_as(kept, n, VisitorMarks::default()).await
}

async fn authorised_as(kept: &Kept, n: u128, visitor: VisitorMarks) -> Payment {
    assert!(matches!(kept.admit_as(n, visitor, &LIMITS).await, Admission::New(_)));
    let before = kept.stored(n).await;
    let confirming = step(kept, &before, Step::Confirm { intent_id: format!("pi_{n}") }).await;
    step(kept, &confirming, Step::Hold { capture_before: None }).await
}

async fn declined(kept: &Kept, n: u128) {
    declined_as(kept, n, VisitorMarks::default()).await;
}

async fn declined_as(kept: &Kept, n: u128, visitor: VisitorMarks) {
    assert!(matches!(kept.admit_as(n, visitor, &LIMITS).await, Admission::New(_)));
    decline(kept, n).await;
}

/// Its card is declined, once it has begun.
async fn decline(kept: &Kept, n: u128) {
    let before = kept.stored(n).await;
    let confirming = step(kept, &before, Step::Confirm { intent_id: format!("pi_{n}") }).await;
    step(kept, &confirming, Step::Decline(Failure::CardDeclined)).await;
}

async fn captured(kept: &Kept, n: u128, booking: Uuid) -> Payment {
    captured_as(kept, n, booking, VisitorMarks::default()).await
}

async fn captured_as(kept: &Kept, n: u128, booking: Uuid, visitor: VisitorMarks) -> Payment {
    let held = authorised_as(kept, n, visitor).await;
    let claimed = step(kept, &held, Step::Claim(booking)).await;
    let capturing = step(kept, &claimed, Step::Capture).await;
    step(kept, &capturing, Step::Take { amount: usd(PRICE) }).await
}

async fn balances(kept: &Kept, n: u128) -> [i64; 6] {
    let mut balances = [0; 6];
    for (balance, account) in balances.iter_mut().zip(ACCOUNTS) {
        *balance = kept.balance(Uuid::from_u128(n), account).await;
    }
    balances
}

async fn a_payment_begins_once_a_key(kept: Kept) {
    let Admission::New(attempt) = kept.admit(10, NOW).await else { panic!("nothing is in its way") };
    let again = kept.admit(10, NOW).await;
    let found = kept.store.find_key(Mode::Test, "default", &principal(10), "key-10").await.unwrap();
    let stranger = kept.store.find_key(Mode::Test, "default", &principal(20), "key-10").await.unwrap();

    assert_eq!((attempt.op, attempt.n), (Op::Create, 1));
    let Admission::Known(known) = again else { panic!("it has begun: {again:?}") };
    assert_eq!((known.id, &known.request_hmac), (id(10), &request(10).request_hmac));
    assert_eq!(found, Some(known));
    assert_eq!(stranger, None);
}

async fn a_payment_is_its_owners(kept: Kept) {
    let held = authorised(&kept, 10).await;

    let own = kept.store.find_owned(&owner(10), held.id).await.unwrap();
    let strangers = kept.store.find_owned(&owner(20), held.id).await.unwrap();
    let found = kept.store.find_authorisation(&owner(10), "off_10", held.amount).await.unwrap();
    let other_offer = kept.store.find_authorisation(&owner(10), "off_11", held.amount).await.unwrap();
    step(&kept, &held, Step::Claim(BOOKING)).await;
    let claimed = kept.store.find_authorisation(&owner(10), "off_10", held.amount).await.unwrap();

    assert_eq!((own, found), (Some(held.clone()), Some(held)));
    assert_eq!((strangers, other_offer, claimed), (None, None, None));
}

async fn who_wants_the_same_offer_again_displaces_himself(kept: Kept) {
    authorised(&kept, 10).await;
    authorised(&kept, 20).await;

    let again = kept.admit_for(11, "off_10", NOW).await;

    assert!(matches!(again, Admission::New(_)), "{again:?}");
    assert_eq!(kept.stored(10).await.status, Status::VoidSent);
    assert_eq!(kept.stored(20).await.status, Status::Authorised, "somebody else's");
    assert_eq!(kept.store.take_due(NOW, 9).await.unwrap(), [(Mode::Test, id(10))], "released at once");
    kept.store.release_open(&owner(20), "off_10", NOW).await.unwrap();
    assert_eq!(kept.stored(20).await.status, Status::Authorised, "another offer");
    kept.store.release_open(&owner(20), "off_20", NOW).await.unwrap();
    assert_eq!(kept.stored(20).await.status, Status::VoidSent);
}

async fn who_may_not_begin_displaces_nobody(kept: Kept) {
    let held = authorised(&kept, 10).await;
    for n in [11, 12, 13, 14] {
        declined(&kept, n).await;
    }

    let refused = kept.admit_for(15, "off_10", NOW).await;

    assert!(matches!(refused, Admission::TooManyDeclines(_)), "{refused:?}");
    assert_eq!(kept.stored(10).await, held);
}

async fn who_has_enough_under_way_waits(kept: Kept) {
    authorised(&kept, 10).await;
    kept.admit(11, NOW + Duration::SECOND).await;

    let third = kept.admit(12, NOW + Duration::SECOND).await;
    let fourth = kept.admit(13, NOW + Duration::SECOND).await;

    assert!(matches!(third, Admission::New(_)), "the oldest makes way: {third:?}");
    assert_eq!(kept.stored(10).await.status, Status::VoidSent);
    assert_eq!(fourth, Admission::Busy);
    assert!(kept.store.load(Mode::Test, id(13)).await.unwrap().is_none());
}

async fn who_may_be_declined_now_is_counted_among_the_declined(kept: Kept) {
    for n in [10, 11, 12] {
        declined(&kept, n).await;
    }
    kept.admit(13, NOW).await;

    let fifth = kept.admit(14, NOW).await;
    let later = kept.admit(14, NOW + Duration::minutes(61)).await;

    assert_eq!(fifth, Admission::Busy, "the fourth may be the last that is declined");
    assert!(matches!(later, Admission::New(_)), "an hour later: {later:?}");
}

async fn declined_cards_close_the_door(kept: Kept) {
    for n in [10, 11, 12, 13] {
        declined(&kept, n).await;
    }

    let now = kept.admit(14, NOW + Duration::minutes(59)).await;
    let another = kept.admit(20, NOW).await;
    let later = kept.admit(14, NOW + Duration::minutes(61)).await;

    let blocked = Blocked { limit: Limit::Own, until: NOW + Duration::hours(1) };
    assert_eq!(now, Admission::TooManyDeclines(blocked));
    assert!(matches!(another, Admission::New(_)), "another guest: {another:?}");
    assert!(matches!(later, Admission::New(_)), "an hour later: {later:?}");
}

async fn cards_that_were_given_up_close_the_door_to_others(kept: Kept) {
    for n in [10, 11, 12] {
        let held = authorised(&kept, n).await;
        step(&kept, &held, Step::Release(None)).await;
    }
    kept.admit(13, NOW).await;
    let asked = step(&kept, &kept.stored(13).await, Step::Confirm { intent_id: "pi_13".into() }).await;
    let asked = step(&kept, &asked, Step::BeginChallenge { url: "https://bank.example".into() }).await;
    step(&kept, &asked, Step::Release(None)).await;
    let last_card = payment(13).card_last4;

    let other_card = kept.admit(14, NOW).await;
    let same_card = kept.admit_payment(14, &Payment { card_last4: last_card, ..payment(14) }, NOW).await;

    let blocked = Blocked { limit: Limit::Own, until: NOW + Duration::hours(1) };
    assert_eq!(other_card, Admission::TooManyDeclines(blocked));
    assert!(matches!(same_card, Admission::New(_)), "they come again with it: {same_card:?}");
}

async fn guests_share_limits_by_network_card_range_and_age_of_session(kept: Kept) {
    let limits = LimitArgs {
        declines_per_network: 1,
        declines_per_card_range: 1,
        declines_of_new_sessions: 1,
        ..LIMITS
    };
    let of = |network: u8, card_range: u8, new_until| VisitorMarks {
        network_hmac: Some(vec![network]),
        card_range_hmac: Some(vec![card_range]),
        new_until,
        ..VisitorMarks::default()
    };
    let limit = async |n, visitor| match kept.admit_as(n, visitor, &limits).await {
        Admission::TooManyDeclines(blocked) => Some(blocked.limit),
        _ => None,
    };
    let soon = Some(NOW + Duration::MINUTE);
    declined_as(&kept, 10, of(1, 1, soon)).await;

    let first =
        [limit(20, of(1, 2, None)).await, limit(30, of(2, 1, None)).await, limit(40, of(2, 2, soon)).await];
    captured_as(&kept, 50, BOOKING, of(1, 9, None)).await;
    let network_paid = [limit(20, of(1, 1, None)).await, limit(40, of(2, 2, soon)).await];
    captured_as(&kept, 60, Uuid::from_u128(0xc), of(9, 9, soon)).await;
    let new_session_paid = [limit(30, of(2, 1, soon)).await, limit(40, of(2, 2, soon)).await];
    let established = limit(70, VisitorMarks { is_established: true, ..of(2, 1, soon) }).await;

    assert_eq!(first, [Limit::Network, Limit::CardRange, Limit::NewSessions].map(Some));
    assert_eq!(network_paid, [Limit::CardRange, Limit::NewSessions].map(Some));
    assert_eq!(new_session_paid, [Some(Limit::CardRange), None]);
    assert_eq!(established, None);
}

/// Of a guest's cards only the first needs no work, and of the brand's guests the first three.
const WORK: LimitArgs = LimitArgs { declines_before_work: 1, brand_declines_before_work: 3, ..LIMITS };

fn solved(n: u128) -> SolvedWork {
    SolvedWork { challenge_id: Uuid::from_u128(n), expires_at: NOW + Duration::minutes(10) }
}

async fn work_lets_one_payment_begin(kept: Kept) {
    declined(&kept, 10).await;

    let without = kept.admit_with(11, None, &WORK).await;
    let first = kept.admit_with(11, Some(solved(1)), &WORK).await;
    let again = kept.admit_with(12, Some(solved(1)), &WORK).await;
    let another = kept.admit_with(12, Some(solved(2)), &WORK).await;

    let needed = |declines| Admission::WorkNeeded(Work { limit: Limit::Own, declines });
    assert_eq!((without, again), (needed(1), needed(1)));
    assert!(matches!((&first, &another), (Admission::New(_), Admission::New(_))), "{first:?} {another:?}");
    declined(&kept, 20).await;
    let expire_at = NOW + Duration::minutes(10);
    kept.store.forget_work(expire_at - Duration::SECOND).await.unwrap();
    assert_eq!(kept.admit_with(21, Some(solved(1)), &WORK).await, needed(2), "somebody else has used it");
    kept.store.forget_work(expire_at).await.unwrap();
    assert!(
        matches!(kept.admit_with(21, Some(solved(1)), &WORK).await, Admission::New(_)),
        "it is forgotten"
    );
}

async fn work_that_let_nothing_begin_can_still_be_used(kept: Kept) {
    declined(&kept, 10).await;
    for n in [11, 12] {
        assert!(matches!(kept.admit_with(n, Some(solved(n)), &WORK).await, Admission::New(_)));
    }

    let busy = kept.admit_with(13, Some(solved(13)), &WORK).await;
    decline(&kept, 11).await;
    let admitted = kept.admit_with(13, Some(solved(13)), &WORK).await;

    assert_eq!(busy, Admission::Busy, "two are open");
    assert!(matches!(admitted, Admission::New(_)), "{admitted:?}");
}

/// 32 guests, each with a first card.
async fn many_at_once_pass_no_limit(kept: Kept) {
    let guests = || (1..=32).map(|guest| guest * 10);
    let begun = async |limits: &LimitArgs| {
        let admissions = join_all(guests().map(|n| kept.admit_with(n, None, limits))).await;
        admissions.iter().filter(|it| matches!(it, Admission::New(_))).count()
    };

    assert_eq!(begun(&WORK).await, 3, "work is needed after three");
    let closed_after_five = LimitArgs { declines_per_brand: 5, ..LIMITS };
    assert_eq!(begun(&closed_after_five).await, 2, "and the brand is closed after five");
}

async fn a_brand_is_closed_once(kept: Kept) {
    let until = NOW + Duration::HOUR;
    let close =
        async |brand: &str, now| kept.store.note_closed_brand(Mode::Test, brand, until, now).await.unwrap();

    assert!(close("default", NOW).await);
    assert!(!close("default", until - Duration::SECOND).await, "it is");
    assert!(close("northwind", NOW).await, "another");
    assert!(close("default", until).await, "again");
}

async fn a_step_from_a_stand_that_is_past_changes_nothing(kept: Kept) {
    let held = authorised(&kept, 10).await;
    let claimed = step(&kept, &held, Step::Claim(BOOKING)).await;

    let released = after(&held, Step::Release(None));
    let lost = kept.store.save(&held, &released, Cause::Sweeper, Some(Op::Cancel), NOW).await.unwrap();

    assert_eq!(lost, Saved::Lost);
    assert_eq!(kept.stored(10).await, claimed);
    let attempt = kept.store.open(&claimed, Op::Cancel, NOW).await.unwrap();
    assert_eq!(attempt.n, 1, "none was opened before");
}

async fn a_booking_is_paid_once(kept: Kept) {
    captured(&kept, 10, BOOKING).await;
    let held = authorised(&kept, 20).await;
    let second = step(&kept, &held, Step::Claim(BOOKING)).await;

    let capturing = after(&second, Step::Capture);
    let refused = kept.store.save(&second, &capturing, Cause::Capture, None, NOW).await;

    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(kept.stored(20).await, second);
}

async fn a_call_is_repeated_under_its_key_until_it_is_answered(kept: Kept) {
    let held = authorised(&kept, 10).await;
    let store = &kept.store;
    let first = store.open(&held, Op::Capture, NOW).await.unwrap();
    let unanswered = Answer { class: Class::Unknown, http_status: None, request_id: None, closes_key: false };

    store.answer(&first, &unanswered, NOW).await.unwrap();
    let again = store.open(&held, Op::Capture, NOW + KEY_LIFE - Duration::SECOND).await.unwrap();
    let refused = Answer {
        class: Class::DefinitelyNot,
        http_status: Some(402),
        request_id: Some("req_1".into()),
        closes_key: true,
    };
    store.answer(&first, &refused, NOW).await.unwrap();
    let next = store.open(&held, Op::Capture, NOW).await.unwrap();
    let other = store.open(&held, Op::Refund(1), NOW).await.unwrap();

    let created = store.open(&held, Op::Create, NOW).await.unwrap();
    let done = Answer { class: Class::Done, http_status: Some(200), ..refused };
    store.answer(&created, &done, NOW).await.unwrap();

    assert_eq!(again, first);
    assert_eq!((next.n, other.n), (2, 1));
    assert_eq!(store.open(&held, Op::Create, NOW).await.unwrap(), created, "a second intent would be made");
    assert_eq!(next.key, format!("test:{}:capture:2", held.id.uuid()));
}

async fn an_answer_that_the_provider_forgets_leaves_the_key(kept: Kept) {
    let held = authorised(&kept, 10).await;
    let first = kept.store.open(&held, Op::Cancel, NOW).await.unwrap();

    let late = kept.store.open(&held, Op::Cancel, NOW + KEY_LIFE).await.unwrap();

    assert_eq!((first.n, late.n), (1, 2), "too old for its key");
}

async fn a_call_is_sent_by_one_at_a_time(kept: Kept) {
    let held = authorised(&kept, 10).await;
    let attempt = kept.store.open(&held, Op::Cancel, NOW).await.unwrap();
    let take = async |at| kept.store.take(&attempt, at).await.unwrap();
    let answer = async |closes_key| {
        let answer = Answer { class: Class::Unknown, http_status: None, request_id: None, closes_key };
        kept.store.answer(&attempt, &answer, NOW).await.unwrap();
    };

    assert!(take(NOW).await);
    assert!(!take(NOW + CALL_TAKES - Duration::SECOND).await, "it is under way");
    assert!(take(NOW + CALL_TAKES).await, "the one that took it is gone");
    answer(false).await;
    assert!(take(NOW).await, "it brought no answer");
    answer(true).await;
    assert!(!take(NOW + CALL_TAKES).await, "it is answered");
}

async fn the_money_book_follows_the_payment(kept: Kept) {
    let held = authorised(&kept, 10).await;
    assert_eq!(balances(&kept, 10).await, [PRICE, -PRICE, 0, 0, 0, 0]);
    let claimed = step(&kept, &held, Step::Claim(BOOKING)).await;
    let capturing = step(&kept, &claimed, Step::Capture).await;
    assert_eq!(balances(&kept, 10).await, [PRICE, -PRICE, 0, 0, 0, 0], "asked for is not taken");
    let taken = step(&kept, &capturing, Step::Take { amount: usd(PRICE) }).await;
    assert_eq!(balances(&kept, 10).await, [0, 0, PRICE, -PRICE, 0, 0]);

    // Somebody who comes too late posts nothing.
    let again = after(&capturing, Step::Take { amount: usd(PRICE) });
    let saved = kept.store.save(&capturing, &again, Cause::Capture, None, NOW).await.unwrap();
    assert_eq!(saved, Saved::Lost);
    assert_eq!(balances(&kept, 10).await, [0, 0, PRICE, -PRICE, 0, 0]);

    let Reserved::New(refund, _) = kept.store.reserve_refund(&taken, "k", usd(500), NOW).await.unwrap()
    else {
        panic!("less than was taken")
    };
    assert_eq!(balances(&kept, 10).await, [0, 0, PRICE, 500 - PRICE, -500, 0]);
    let before = kept.stored(10).await;
    kept.store.change_refund(&before, &refund, RefundStatus::Done, Some("re_1"), NOW).await.unwrap();
    assert_eq!(balances(&kept, 10).await, [0, 0, PRICE - 500, 500 - PRICE, 0, 0]);
}

async fn a_refund_that_was_not_paid_stays_owed(kept: Kept) {
    for (n, fates) in
        [(10, &[RefundStatus::Refused][..]), (20, &[RefundStatus::Done, RefundStatus::Returned])]
    {
        let taken = captured(&kept, n, Uuid::from_u128(n)).await;
        kept.store.reserve_refund(&taken, "k", usd(500), NOW).await.unwrap();
        for status in fates {
            let before = kept.stored(n).await;
            let refund = kept.store.find_refund(&before, "k").await.unwrap().unwrap();
            let changed =
                kept.store.change_refund(&before, &refund, *status, Some("re_1"), NOW).await.unwrap();
            assert_eq!(changed, Changed::Yes);
        }
        assert_eq!(balances(&kept, n).await, [0, 0, PRICE, 500 - PRICE, -500, 0], "{fates:?}");

        let owing = kept.stored(n).await;
        let again = kept.store.reserve_refund(&owing, "other", usd(PRICE - 499), NOW).await.unwrap();
        assert_eq!(again, Reserved::TooMuch, "what is owed is not promised twice");
        step(&kept, &owing, Step::PayByHand).await;
        assert_eq!(balances(&kept, n).await, [0, 0, PRICE, 500 - PRICE, 0, -500], "{fates:?}");
    }
}

async fn a_refund_is_promised_once_a_key(kept: Kept) {
    let taken = captured(&kept, 10, BOOKING).await;
    let first = kept.store.reserve_refund(&taken, "one", usd(500), NOW).await.unwrap();

    let again = kept.store.reserve_refund(&taken, "one", usd(500), NOW).await.unwrap();
    let stale = kept.store.reserve_refund(&taken, "two", usd(500), NOW).await.unwrap();
    let second = kept.store.reserve_refund(&kept.stored(10).await, "two", usd(700), NOW).await.unwrap();

    let Reserved::New(refund, Some(attempt)) = first else { panic!("new: {first:?}") };
    assert_eq!((refund.seq, attempt.op, attempt.n), (1, Op::Refund(1), 1));
    assert_eq!(again, Reserved::Known(refund.clone()));
    assert_eq!(stale, Reserved::Again);
    let Reserved::New(second, _) = second else { panic!("new: {second:?}") };
    assert_eq!((second.seq, second.amount), (2, usd(700)));
    assert_eq!(kept.stored(10).await.refunding, usd(1_200));
    assert_eq!(kept.store.find_refund(&taken, "one").await.unwrap(), Some(refund));
    assert_eq!(kept.store.find_refund(&taken, "three").await.unwrap(), None);
}

async fn more_is_never_promised_than_was_taken(kept: Kept) {
    let taken = captured(&kept, 10, BOOKING).await;
    kept.store.reserve_refund(&taken, "most", usd(PRICE - 1), NOW).await.unwrap();

    let too_much = kept.store.reserve_refund(&kept.stored(10).await, "rest", usd(2), NOW).await.unwrap();
    let rest = kept.store.reserve_refund(&kept.stored(10).await, "rest", usd(1), NOW).await.unwrap();

    assert_eq!(too_much, Reserved::TooMuch);
    assert!(matches!(rest, Reserved::New(..)), "{rest:?}");
}

async fn a_refund_moves_on_once(kept: Kept) {
    let taken = captured(&kept, 10, BOOKING).await;
    let Reserved::New(sent, _) = kept.store.reserve_refund(&taken, "k", usd(500), NOW).await.unwrap() else {
        panic!("less than was taken")
    };
    let change = async |before: &Payment, refund, status| {
        kept.store.change_refund(before, refund, status, Some("re_1"), NOW).await.unwrap()
    };
    let stale = kept.stored(10).await;
    kept.store.reserve_refund(&stale, "other", usd(1), NOW).await.unwrap();
    assert_eq!(change(&stale, &sent, RefundStatus::Done).await, Changed::Again, "the payment has moved");
    let before = kept.stored(10).await;

    assert_eq!(change(&before, &sent, RefundStatus::Done).await, Changed::Yes);
    assert_eq!(change(&before, &sent, RefundStatus::Refused).await, Changed::Moved);

    let standing = kept.store.standing_refunds(&taken).await.unwrap();
    assert_eq!(standing.len(), 2);
    assert_eq!((standing[0].status, standing[0].provider_id.as_deref()), (RefundStatus::Done, Some("re_1")));
    let before = kept.stored(10).await;
    assert_eq!((before.refunding, before.refunded), (usd(1), usd(500)));
    assert_eq!(change(&before, &standing[0], RefundStatus::Returned).await, Changed::Yes);
    assert_eq!(kept.store.standing_refunds(&taken).await.unwrap().len(), 1, "the other one");
    assert_eq!(kept.stored(10).await.refunded, usd(0));
}

async fn what_is_in_doubt_is_looked_at_again_and_again_with_growing_pauses(kept: Kept) {
    kept.admit(10, NOW).await;
    let take = async |at: OffsetDateTime| kept.store.take_due(at, 9).await.unwrap();
    let mut due = NOW + FIRST_LOOK;
    assert!(take(due - Duration::SECOND).await.is_empty(), "the call itself is waited for");

    for pause in [5, 10, 20, 40, 80, 160, 320, 640, 900, 900] {
        assert_eq!(take(due).await, [(Mode::Test, id(10))]);
        due += Duration::seconds(pause);
        assert!(take(due - Duration::SECOND).await.is_empty(), "{pause} s");
    }
}

async fn a_refund_that_was_paid_is_looked_at_for_45_days(kept: Kept) {
    let taken = captured(&kept, 10, BOOKING).await;
    let Reserved::New(refund, _) = kept.store.reserve_refund(&taken, "k", usd(500), NOW).await.unwrap()
    else {
        panic!("less than was taken")
    };
    let before = kept.stored(10).await;
    kept.store.change_refund(&before, &refund, RefundStatus::Done, Some("re_1"), NOW).await.unwrap();
    let take = async |at: OffsetDateTime| kept.store.take_due(at, 9).await.unwrap();

    for day in [1, 2, 4, 8, 16, 32, 45] {
        let due = NOW + Duration::days(day);
        assert!(take(due - Duration::SECOND).await.is_empty(), "day {day}");
        assert_eq!(take(due).await, [(Mode::Test, id(10))], "day {day}");
    }
    assert!(take(NOW + Duration::days(400)).await.is_empty());
}

async fn what_nobody_claims_is_abandoned(kept: Kept) {
    let held = authorised(&kept, 10).await;
    let claimed = authorised(&kept, 20).await;
    step(&kept, &claimed, Step::Claim(BOOKING)).await;
    kept.admit(30, NOW).await;

    let abandoned = kept.store.abandoned(NOW + Duration::SECOND, 9).await.unwrap();

    assert_eq!(abandoned, [(Mode::Test, held.id)]);
    assert!(kept.store.abandoned(NOW, 9).await.unwrap().is_empty(), "not from before");
}

async fn an_intent_is_known_once_its_payment_has_it_and_in_its_mode_alone(kept: Kept) {
    let knows = async |mode, intent: &str| kept.store.knows_intent(mode, intent).await.unwrap();
    kept.admit(10, NOW).await;
    assert!(!knows(Mode::Test, "pi_10").await, "a payment that was just begun has none");

    let before = kept.stored(10).await;
    let confirming = step(&kept, &before, Step::Confirm { intent_id: "pi_10".into() }).await;
    assert!(knows(Mode::Test, "pi_10").await);
    assert!(!knows(Mode::Live, "pi_10").await, "the other mode's intents are of another account");
    assert!(!knows(Mode::Test, "pi_1").await, "not a part of its name");

    step(&kept, &confirming, Step::Decline(Failure::CardDeclined)).await;
    assert!(knows(Mode::Test, "pi_10").await, "a payment that has ended is still ours");
}

fn told(event: &str, intent: &str) -> WebhookEvent {
    WebhookEvent {
        id: event.into(),
        kind: "payment_intent.succeeded".into(),
        livemode: false,
        intent_id: Some(intent.into()),
        refund_id: None,
        dispute: None,
    }
}

async fn a_webhook_hurries_its_payment_once(kept: Kept) {
    let held = authorised(&kept, 10).await;
    let receive = async |event: &WebhookEvent| kept.store.receive(Mode::Test, event, NOW).await.unwrap();

    assert!(receive(&told("evt_1", "pi_10")).await);
    assert_eq!(kept.store.take_due(NOW, 9).await.unwrap(), [(Mode::Test, held.id)]);
    assert!(!receive(&told("evt_1", "pi_10")).await);
    assert!(kept.store.take_due(NOW, 9).await.unwrap().is_empty(), "taken, and not in doubt");

    let releasing = step(&kept, &held, Step::Release(None)).await;
    step(&kept, &releasing, Step::Released(None)).await;
    assert!(receive(&told("evt_2", "pi_10")).await);
    assert!(kept.store.take_due(NOW, 9).await.unwrap().is_empty(), "its story is over");
    kept.store.forget_webhooks(NOW + Duration::SECOND).await.unwrap();
    assert!(receive(&told("evt_1", "pi_10")).await, "forgotten");
}

async fn a_webhook_hurries_its_payment_only_where_it_may_tell_something_new(kept: Kept) {
    let held = authorised(&kept, 10).await;
    let taken = captured(&kept, 20, BOOKING).await;
    let to_be_short = authorised(&kept, 30).await;
    let short = step(&kept, &to_be_short, Step::Take { amount: usd(PRICE - 1) }).await;
    let receive = async |kind: &str, n: u128| {
        let told = told(&format!("evt_{kind}_{n}"), &format!("pi_{n}"));
        let event = WebhookEvent { kind: kind.into(), ..told };
        assert!(kept.store.receive(Mode::Test, &event, NOW).await.unwrap());
        kept.store.take_due(NOW, 9).await.unwrap()
    };

    for kind in ["payment_intent.created", "payment_intent.amount_capturable_updated", "charge.succeeded"] {
        assert!(receive(kind, 10).await.is_empty(), "{kind}");
        assert!(receive(kind, 20).await.is_empty(), "{kind}");
    }
    for kind in ["payment_intent.succeeded", "charge.captured"] {
        assert_eq!(receive(kind, 10).await, [(Mode::Test, held.id)], "{kind}");
        assert!(receive(kind, 20).await.is_empty(), "{kind}");
        assert_eq!(receive(kind, 30).await, [(Mode::Test, short.id)], "{kind}");
    }
    assert_eq!(receive("payment_intent.canceled", 10).await, [(Mode::Test, held.id)]);
    assert_eq!(receive("refund.failed", 20).await, [(Mode::Test, taken.id)]);
}

async fn a_made_up_payment_is_kept_once(kept: Kept) {
    let made_up = PaymentId::Simulated(Uuid::from_u128(10));
    let new = |offer: &str| {
        let owner = (Mode::Test, "default".to_owned(), principal(10));
        let amount = usd(PRICE);
        Payment::new(made_up, owner, offer.to_owned(), amount, NOW)
    };

    kept.store.keep_simulated(&new("off_1"), NOW).await.unwrap();
    kept.store.keep_simulated(&new("off_2"), NOW).await.unwrap();

    let stored = kept.store.load(Mode::Test, made_up).await.unwrap().unwrap();
    assert_eq!(stored, new("off_1"));
    assert!(kept.store.load(Mode::Test, id(10)).await.unwrap().is_none(), "it is none of ours");
    assert_eq!(kept.balance(Uuid::from_u128(10), "held").await, PRICE);
}
