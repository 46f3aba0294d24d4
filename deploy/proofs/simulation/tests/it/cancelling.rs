//! What a store promises of cancellations, of both stores.

use money::Money;
use service::Mode;
use svc_booking::domain::Booking;
use svc_booking::domain::booking::{Cancellation, OrderRef};
use svc_booking::domain::cancellation::Stage;
use svc_booking::domain::refund::{Refund, RefundTo};
use svc_booking::domain::saga::State;
use svc_booking::repository::{Step, Webhook};

use crate::bookings::{NOW, reader};
use crate::contract::{Shared, WORKER, held, promised, saved, standing};

promised! {
    a_booking_is_found_by_whose_it_is,
    a_cancellation_is_wanted_once_on_the_newest_quote,
    a_person_who_is_called_is_called_for_that_booking_alone,
    what_is_being_cancelled_is_quoted_no_more,
    a_refused_cancellation_may_be_quoted_again,
    what_the_airline_did_meanwhile_calls_a_person_where_the_trip_stands,
    what_the_airline_did_meanwhile_calls_nobody_where_the_trip_is_cancelled,
}

pub fn quote(id: &str) -> Cancellation {
    let pounds = |amount| Money::parse(amount, "GBP").unwrap();
    let refund = Refund {
        fare: pounds("500.00"),
        markup: pounds("120.70"),
        to_card: pounds("620.70"),
        to: RefundTo::Card,
    };
    Cancellation {
        stage: Stage::Quoted,
        quote_id: id.into(),
        refund,
        expires_at: Some(NOW + time::Duration::HOUR),
        confirmed_at: None,
    }
}

/// A trip, held by the worker.
async fn trip(store: &Shared) -> Booking {
    let before = held(store, 1).await;
    let order =
        OrderRef { id: "ord_1".into(), reference: "RZPNX8".into(), cancellable: true, tickets: vec![] };
    let ticketed = Booking { order: Some(order), ..standing(&before, State::Ticketed) };
    saved(store, &before, ticketed, &Step::default()).await
}

async fn moved_to(store: &Shared, stage: Stage) {
    let before = stored(store).await;
    let confirmed_at = stage.is_cancelled().then_some(NOW);
    let cancellation = before.cancellation.clone().map(|it| Cancellation { stage, confirmed_at, ..it });
    saved(store, &before, Booking { cancellation, ..before.clone() }, &Step::default()).await;
}

async fn stored(store: &Shared) -> Booking {
    store.load(uuid::Uuid::from_u128(1)).await.unwrap().unwrap()
}

/// Wanted, and cancelled by the airline itself before it was confirmed.
async fn overtaken(store: &Shared) {
    let trip = trip(store).await;
    store.put_quote(trip.id, &quote("ore_1")).await.unwrap();
    store.request_cancellation(trip.id, "ore_1", NOW).await.unwrap();
    let (kind, order_id) = ("order_cancellation.confirmed", Some("ord_1"));
    let word =
        Webhook { mode: Mode::Test, event_id: "eve_1", kind, offer_id: None, order_id, credit_id: None };
    assert_eq!(store.receive(&word, NOW).await.unwrap().changed, None);
    assert!(!stored(store).await.saga.needs_human);
}

async fn a_booking_is_found_by_whose_it_is(store: Shared) {
    let id = held(&store, 1).await.id;

    assert!(store.find(&reader(1), id).await.unwrap().is_some());
    assert!(store.find(&reader(2), id).await.unwrap().is_none(), "a stranger's");
    let in_live = svc_booking::repository::Reader { mode: Mode::Live, ..reader(1) };
    assert!(store.find(&in_live, id).await.unwrap().is_none());
}

async fn a_cancellation_is_wanted_once_on_the_newest_quote(store: Shared) {
    let trip = trip(&store).await;
    assert!(store.put_quote(trip.id, &quote("ore_1")).await.unwrap());
    assert!(store.put_quote(trip.id, &quote("ore_2")).await.unwrap());

    let on_replaced = store.request_cancellation(trip.id, "ore_1", NOW).await.unwrap();
    let on_newest = store.request_cancellation(trip.id, "ore_2", NOW).await.unwrap();
    let again = store.request_cancellation(trip.id, "ore_2", NOW).await.unwrap();

    assert_eq!((on_replaced, on_newest, again), (false, true, false));
    let cancellation = stored(&store).await.cancellation.unwrap();
    assert_eq!(cancellation, Cancellation { stage: Stage::Requested, ..quote("ore_2") });
}

async fn a_person_who_is_called_is_called_for_that_booking_alone(store: Shared) {
    let trip = trip(&store).await;
    let other = held(&store, 2).await;

    store.request_review(trip.id).await.unwrap();

    assert!(stored(&store).await.saga.needs_human);
    assert!(!store.load(other.id).await.unwrap().unwrap().saga.needs_human);
}

async fn what_is_being_cancelled_is_quoted_no_more(store: Shared) {
    let trip = trip(&store).await;
    store.put_quote(trip.id, &quote("ore_1")).await.unwrap();
    store.request_cancellation(trip.id, "ore_1", NOW).await.unwrap();

    for stage in [Stage::Requested, Stage::ConfirmSent, Stage::ConfirmUnknown, Stage::RefundSent, Stage::Done]
    {
        moved_to(&store, stage).await;

        assert!(!store.put_quote(trip.id, &quote("ore_2")).await.unwrap(), "{stage:?}");
        assert_eq!(stored(&store).await.cancellation.unwrap().quote_id, "ore_1", "{stage:?}");
    }
}

async fn a_refused_cancellation_may_be_quoted_again(store: Shared) {
    let trip = trip(&store).await;
    store.put_quote(trip.id, &quote("ore_1")).await.unwrap();
    moved_to(&store, Stage::Refused).await;

    assert!(!store.request_cancellation(trip.id, "ore_1", NOW).await.unwrap());
    assert!(store.put_quote(trip.id, &quote("ore_2")).await.unwrap());
    assert!(store.request_cancellation(trip.id, "ore_2", NOW).await.unwrap());
}

async fn what_the_airline_did_meanwhile_calls_a_person_where_the_trip_stands(store: Shared) {
    overtaken(&store).await;

    moved_to(&store, Stage::Refused).await;

    assert!(stored(&store).await.saga.needs_human);
}

async fn what_the_airline_did_meanwhile_calls_nobody_where_the_trip_is_cancelled(store: Shared) {
    overtaken(&store).await;

    moved_to(&store, Stage::RefundSent).await;

    assert!(!stored(&store).await.saga.needs_human);
    let due = store.take_due(WORKER, NOW + svc_booking::repository::LEASE * 2).await.unwrap();
    assert!(due.is_some(), "a worker has the refund to send");
}
