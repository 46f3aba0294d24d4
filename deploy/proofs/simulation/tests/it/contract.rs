//! What a store promises, of both stores.

use std::sync::Arc;

use service::Mode;
use svc_booking::domain::booking::{AccountState, OrderRef};
use svc_booking::domain::saga::{Saga, State};
use svc_booking::domain::ticket::Ticket;
use svc_booking::domain::{Booking, FailureCode, Reason};
use svc_booking::repository::{
    Answer, Claim, Class, Evidence, Inserted, Key, LEASE, Op, Repository, Saved, Step, Webhook,
};
use time::Duration;
use uuid::Uuid;

use crate::bookings::{NOW, booking, key, reader};

pub type Shared = Arc<dyn Repository>;

pub const WORKER: Uuid = Uuid::from_u128(0xa);
const OTHER: Uuid = Uuid::from_u128(0xb);

/// Each promise is a test of each store.
macro_rules! promised {
    ($($promise:ident),+ $(,)?) => {
        mod memory {
            $(#[tokio::test]
            async fn $promise() {
                let kept = crate::bookings::in_memory();
                super::$promise(kept.store.clone()).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $promise() {
                let kept = crate::bookings::in_postgres().await;
                super::$promise(kept.store.clone()).await;
            })+
        }
    };
}

pub(crate) use promised;

promised! {
    a_due_booking_is_held_by_one_worker,
    a_booking_is_given_back_by_its_holder_alone,
    a_step_of_a_worker_that_lost_the_booking_keeps_its_answer_and_changes_nothing,
    a_failure_is_read_back_with_its_code_and_reason,
    an_order_is_opened_once,
    an_order_that_was_turned_away_goes_on_as_the_same_dispatch,
    a_request_that_was_dispatched_is_never_sold_again,
    a_key_stands_for_one_booking,
    a_payment_pays_for_one_booking_that_stands,
    a_step_whose_word_was_lost_is_found,
    of_a_bookings_tickets_there_are_never_fewer,
    an_account_is_refused_once_and_by_the_holder_of_the_booking_alone,
    the_bookings_of_the_dead_are_free,
    a_webhook_hurries_a_booking_and_is_remembered,
    an_order_of_a_booking_that_was_given_up_calls_a_person_once,
}

pub fn standing(before: &Booking, state: State) -> Booking {
    Booking { saga: Saga { state, ..before.saga }, ..before.clone() }
}

fn failed(before: &Booking) -> Booking {
    let saga = Saga { state: State::Failed, failure: Some(FailureCode::BookingFailed), ..before.saga };
    Booking { saga, ..before.clone() }
}

async fn stored(store: &Shared, n: u128) -> Booking {
    let booking = booking(n, &format!("pas_{n}"));
    assert_eq!(store.insert(&booking, &key(n)).await.unwrap(), Inserted::New);
    booking
}

/// Stored, and held by the worker.
pub async fn held(store: &Shared, n: u128) -> Booking {
    let booking = stored(store, n).await;
    store.take_due(WORKER, NOW).await.unwrap().unwrap();
    store.load(booking.id).await.unwrap().unwrap()
}

pub async fn saved(store: &Shared, before: &Booking, after: Booking, step: &Step<'_>) -> Booking {
    match store.save(before, after, step, NOW).await.unwrap() {
        Saved::Yes(booking, _) => *booking,
        Saved::Lost => panic!("the booking is lost"),
        Saved::AlreadyDispatched => panic!("dispatched before"),
    }
}

fn sends_order() -> Step<'static> {
    Step { opens: Some(Op::OrderCreate), ..Step::default() }
}

async fn a_due_booking_is_held_by_one_worker(store: Shared) {
    let id = stored(&store, 1).await.id;

    let first = store.take_due(WORKER, NOW).await.unwrap().unwrap();
    let second = store.take_due(OTHER, NOW + LEASE).await.unwrap();
    assert!(store.renew(first, NOW + LEASE).await.unwrap());
    let third = store.take_due(OTHER, NOW + LEASE + Duration::SECOND).await.unwrap();
    let late = NOW + LEASE + LEASE + Duration::SECOND;
    let taken = store.take_due(OTHER, late).await.unwrap().unwrap();

    assert_eq!((first.id, first.epoch), (id, 1));
    assert!(second.is_none() && third.is_none());
    assert_eq!((taken.id, taken.epoch), (id, 2));
    assert!(!store.renew(first, late).await.unwrap(), "lost");
}

async fn a_booking_is_given_back_by_its_holder_alone(store: Shared) {
    stored(&store, 1).await;
    let first = store.take_due(WORKER, NOW).await.unwrap().unwrap();
    let late = NOW + LEASE + Duration::SECOND;
    let second = store.take_due(OTHER, late).await.unwrap().unwrap();

    store.release(first, None, late).await.unwrap();
    assert!(store.renew(second, late).await.unwrap(), "still held");
    store.release(second, Some(late + Duration::MINUTE), late).await.unwrap();

    assert!(!store.renew(second, late).await.unwrap(), "given back");
    assert!(store.take_due(WORKER, late).await.unwrap().is_none());
    let due = store.take_due(WORKER, late + Duration::MINUTE).await.unwrap().unwrap();
    assert_eq!(due.epoch, 3);
}

async fn a_step_of_a_worker_that_lost_the_booking_keeps_its_answer_and_changes_nothing(store: Shared) {
    let before = held(&store, 1).await;
    let sent = saved(&store, &before, standing(&before, State::OrderSent), &sends_order()).await;
    store.take_due(OTHER, NOW + LEASE + Duration::SECOND).await.unwrap().unwrap();
    let evidence = Evidence::refused(Reason::OfferExpired);
    let answer = Answer { evidence: Some(evidence.clone()), ..Answer::of(Class::DefinitelyNot) };
    let step = Step { answered: Some((Op::OrderCreate, 1, &answer)), ..Step::default() };

    let lost = store.save(&sent, failed(&sent), &step, NOW).await.unwrap();

    assert!(matches!(lost, Saved::Lost));
    assert_eq!(store.load(sent.id).await.unwrap().unwrap().saga.state, State::OrderSent);
    assert_eq!(store.dispatch(sent.id).await.unwrap().unwrap().evidence, Some(evidence));
}

async fn a_failure_is_read_back_with_its_code_and_reason(store: Shared) {
    for (n, reason) in [(1, Reason::SeatTaken), (2, Reason::BagUnavailable), (3, Reason::PaymentFailed)] {
        let before = held(&store, n).await;
        let after = Booking { failure_reason: Some(reason), ..failed(&before) };
        let after = Booking { saga: Saga { failure: Some(reason.code()), ..after.saga }, ..after };

        saved(&store, &before, after, &Step::default()).await;

        let read = store.load(before.id).await.unwrap().unwrap();
        assert_eq!((read.saga.failure, read.failure_reason), (Some(reason.code()), Some(reason)));
    }
}

async fn an_order_is_opened_once(store: Shared) {
    let before = held(&store, 1).await;
    assert!(store.dispatch(before.id).await.unwrap().is_none());
    let sent = saved(&store, &before, standing(&before, State::OrderSent), &sends_order()).await;
    let unknown = saved(&store, &sent, standing(&sent, State::OrderUnknown), &Step::default()).await;

    let again =
        store.save(&unknown, standing(&unknown, State::OrderSent), &sends_order(), NOW).await.unwrap();

    assert!(matches!(again, Saved::AlreadyDispatched));
    assert_eq!(store.load(unknown.id).await.unwrap().unwrap().saga.state, State::OrderUnknown);
    assert_eq!(store.dispatch(unknown.id).await.unwrap().unwrap().at, NOW);
}

async fn an_order_that_was_turned_away_goes_on_as_the_same_dispatch(store: Shared) {
    let before = held(&store, 1).await;
    let sent = saved(&store, &before, standing(&before, State::OrderSent), &sends_order()).await;
    let answer = Answer { http_status: Some(429), ..Answer::of(Class::DefinitelyNot) };
    let step = Step { answered: Some((Op::OrderCreate, 1, &answer)), ..Step::default() };
    let waiting = Booking { saga: Saga { turned_away: true, ..sent.saga }, ..sent.clone() };
    let waiting = saved(&store, &sent, waiting, &step).await;
    assert!(store.load(waiting.id).await.unwrap().unwrap().saga.turned_away);

    let again = Booking { saga: sent.saga, ..waiting.clone() };
    let Saved::Yes(again, n) = store.save(&waiting, again, &sends_order(), NOW).await.unwrap() else {
        panic!("it may be sent again");
    };
    let third = store.save(&again, *again.clone(), &sends_order(), NOW).await.unwrap();

    assert_eq!(n, Some(1));
    assert!(!store.load(again.id).await.unwrap().unwrap().saga.turned_away);
    assert!(matches!(third, Saved::AlreadyDispatched), "once for each time that it was turned away");
}

async fn a_request_that_was_dispatched_is_never_sold_again(store: Shared) {
    let before = held(&store, 1).await;
    let rival = booking(2, "pas_1");
    assert_eq!(store.insert(&rival, &key(2)).await.unwrap(), Inserted::RequestTaken);
    let never_sent = saved(&store, &before, failed(&before), &Step::default()).await;
    assert_eq!(store.insert(&rival, &key(2)).await.unwrap(), Inserted::New, "free again");
    assert_eq!(never_sent.saga.state, State::Failed);
    store.take_due(WORKER, NOW).await.unwrap().unwrap();
    let rival = store.load(rival.id).await.unwrap().unwrap();
    let sent = saved(&store, &rival, standing(&rival, State::OrderSent), &sends_order()).await;
    saved(&store, &sent, failed(&sent), &Step::default()).await;

    let third = store.insert(&booking(3, "pas_1"), &key(3)).await.unwrap();

    assert_eq!(third, Inserted::RequestTaken);
}

async fn a_key_stands_for_one_booking(store: Shared) {
    let before = held(&store, 1).await;
    let derived =
        Key { text: "offer:off_1".into(), is_derived: true, body_hmac: vec![2], former_hmacs: Vec::new() };
    let same_buyer =
        |n, request: &str| Booking { principal: before.principal.clone(), ..booking(n, request) };

    let taken = store.insert(&same_buyer(2, "pas_2"), &key(1)).await.unwrap();
    let known = store.find_key(&reader(1), &key(1)).await.unwrap().unwrap();
    let own = store.find_own(&reader(1), "off_1").await.unwrap().unwrap();

    assert_eq!(taken, Inserted::KeyTaken);
    assert_eq!((known.booking_id, known.body_hmac), (before.id, vec![1]));
    assert_eq!(own.booking_id, before.id);
    assert_eq!(store.owners(before.id).await.unwrap(), Some(vec![before.principal.clone()]));
    assert_eq!(store.owners(Uuid::from_u128(9)).await.unwrap(), None);
    assert!(store.find_key(&reader(9), &key(1)).await.unwrap().is_none(), "a stranger's");
    assert!(store.find_own(&reader(9), "off_1").await.unwrap().is_none(), "a stranger's");
    assert_eq!(store.insert(&same_buyer(2, "pas_2"), &derived).await.unwrap(), Inserted::New);
    store.take_due(WORKER, NOW).await.unwrap().unwrap();
    let second = store.load(Uuid::from_u128(2)).await.unwrap().unwrap();
    saved(&store, &second, failed(&second), &Step::default()).await;
    assert!(store.find_key(&reader(1), &derived).await.unwrap().is_none(), "counts while it stands");
    assert_eq!(store.insert(&same_buyer(3, "pas_3"), &derived).await.unwrap(), Inserted::New);
    saved(&store, &before, failed(&before), &Step::default()).await;
    assert!(store.find_key(&reader(1), &key(1)).await.unwrap().is_some(), "counts for good");
    assert!(store.find_own(&reader(1), "off_1").await.unwrap().is_none());
}

async fn a_payment_pays_for_one_booking_that_stands(store: Shared) {
    let before = held(&store, 1).await;
    let second = Booking { payment_id: before.payment_id.clone(), ..booking(2, "pas_2") };
    assert!(store.is_spent(Mode::Test, "pay_1").await.unwrap());
    assert!(!store.is_spent(Mode::Live, "pay_1").await.unwrap());

    assert_eq!(store.insert(&second, &key(2)).await.unwrap(), Inserted::PaymentTaken);
    saved(&store, &before, failed(&before), &Step::default()).await;

    assert!(store.is_spent(Mode::Test, "pay_1").await.unwrap(), "of whatever became of it");
    assert_eq!(store.insert(&second, &key(2)).await.unwrap(), Inserted::New);
}

async fn a_step_whose_word_was_lost_is_found(store: Shared) {
    let before = held(&store, 1).await;
    let after = standing(&before, State::OrderSent);
    assert!(store.find_saved(&before, after.clone(), &sends_order()).await.unwrap().is_none());
    saved(&store, &before, after.clone(), &sends_order()).await;

    let found = store.find_saved(&before, after, &sends_order()).await.unwrap();

    let Some(Saved::Yes(booking, n)) = found else { panic!("it was stored") };
    assert_eq!((booking.version, booking.saga.state, n), (2, State::OrderSent, Some(1)));
}

async fn of_a_bookings_tickets_there_are_never_fewer(store: Shared) {
    let with_tickets = |before: &Booking, state: State, n: usize| {
        let ticket = |n| Ticket { passenger_id: "pas_1".to_owned(), number: format!("12500{n}") };
        let tickets = (0..n).map(ticket).collect();
        let order = OrderRef { id: "ord_1".into(), reference: "RZPNX8".into(), cancellable: true, tickets };
        Booking { order: Some(order), ..standing(before, state) }
    };
    let before = held(&store, 1).await;
    for (state, given, kept) in [
        (State::Ordered, 1, 1),
        (State::CaptureSent, 2, 2),
        (State::Ordered, 1, 2),
        (State::CaptureSent, 0, 2),
    ] {
        let before = store.load(before.id).await.unwrap().unwrap();
        saved(&store, &before, with_tickets(&before, state, given), &Step::default()).await;

        let stored = store.load(before.id).await.unwrap().unwrap();
        assert_eq!(stored.order.unwrap().tickets.len(), kept, "{state:?}");
    }
}

async fn an_account_is_refused_once_and_by_the_holder_of_the_booking_alone(store: Shared) {
    let before = held(&store, 1).await;
    let claim = Claim { id: before.id, epoch: before.epoch };
    let never_owed = store.refuse_account(claim, NOW).await.unwrap();
    let tickets = Vec::new();
    let order = OrderRef { id: "ord_1".into(), reference: "RZPNX8".into(), cancellable: true, tickets };
    let after = standing(&before, State::Ticketed);
    let after = Booking { order: Some(order), account: AccountState::Due, ..after };
    let ticketed = saved(&store, &before, after, &Step::default()).await;

    let stale = store.refuse_account(Claim { epoch: claim.epoch - 1, ..claim }, NOW).await.unwrap();
    let first = store.refuse_account(claim, NOW).await.unwrap();
    let second = store.refuse_account(claim, NOW).await.unwrap();

    assert_eq!((never_owed, stale, first, second), (false, false, true, false));
    let stored = store.load(before.id).await.unwrap().unwrap();
    assert_eq!((stored.account, stored.version), (AccountState::Done, ticketed.version + 1));
    assert_eq!((stored.owner, stored.saga.state), (None, State::Ticketed));
}

async fn the_bookings_of_the_dead_are_free(store: Shared) {
    stored(&store, 1).await;
    let mut first = store.presence(WORKER).await.unwrap();
    assert!(first.show().await.unwrap());
    let mut twin = store.presence(WORKER).await.unwrap();
    assert!(!twin.show().await.unwrap(), "its earlier session lives");
    let mut other = store.presence(OTHER).await.unwrap();
    assert!(other.show().await.unwrap());
    let claim = store.take_due(WORKER, NOW).await.unwrap().unwrap();
    assert_eq!(other.free_bookings_of_dead().await.unwrap(), 0);

    drop(first);
    // A database notices the end of a session in its own time.
    let mut freed = 0;
    for _ in 0..500 {
        freed = other.free_bookings_of_dead().await.unwrap();
        if freed > 0 {
            break;
        }
        tokio::task::yield_now().await;
    }

    assert_eq!(freed, 1);
    assert!(!store.renew(claim, NOW).await.unwrap());
    assert_eq!(store.take_due(OTHER, NOW).await.unwrap().unwrap().epoch, 2);
}

fn told<'a>(event_id: &'a str, kind: &'a str) -> Webhook<'a> {
    Webhook { mode: Mode::Test, event_id, kind, offer_id: Some("off_1"), order_id: None, credit_id: None }
}

async fn a_webhook_hurries_a_booking_and_is_remembered(store: Shared) {
    stored(&store, 1).await;
    let claim = store.take_due(WORKER, NOW).await.unwrap().unwrap();
    store.release(claim, Some(NOW + Duration::HOUR), NOW).await.unwrap();
    let silence = store.webhook_facts(Mode::Test, "off_1", NOW).await.unwrap();
    assert!(!silence.any_arrived && !silence.reported_created && !silence.reported_failed);

    store.receive(&told("eve_1", "order.creation_failed"), NOW).await.unwrap();

    let word = store.webhook_facts(Mode::Test, "off_1", NOW).await.unwrap();
    assert!(word.any_arrived && word.reported_failed && !word.reported_created);
    let later = store.webhook_facts(Mode::Test, "off_2", NOW + Duration::SECOND).await.unwrap();
    assert!(!later.any_arrived && !later.reported_failed);
    let hurried = store.take_due(WORKER, NOW).await.unwrap().unwrap();
    store.receive(&told("eve_2", "order.created"), NOW).await.unwrap();
    store.release(hurried, Some(NOW + Duration::HOUR), NOW).await.unwrap();
    assert!(store.take_due(WORKER, NOW).await.unwrap().is_some(), "nudged while it was held");
}

async fn an_order_of_a_booking_that_was_given_up_calls_a_person_once(store: Shared) {
    let before = held(&store, 1).await;
    let sent = saved(&store, &before, standing(&before, State::OrderSent), &sends_order()).await;
    let given_up = saved(&store, &sent, failed(&sent), &Step::default()).await;

    let first = store.receive(&told("eve_1", "order.created"), NOW).await.unwrap();
    let again = store.receive(&told("eve_1", "order.created"), NOW).await.unwrap();

    assert_eq!((first.disputed, again.disputed), (Some(given_up.id), None));
    assert!(store.load(given_up.id).await.unwrap().unwrap().saga.needs_human);
}
