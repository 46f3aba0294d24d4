//! Who sees and changes a watch, and what it says.

use std::collections::BTreeSet;

use proto::brand::v1::WatchState;
use service::Mode;
use tonic::Code;
use uuid::Uuid;

use super::{
    ADA, BEE, BEES_ACCOUNT, GUEST, SIGNED_IN, Stage, at, days, holds, kept, own, proved, signed_in, states,
    told, trip, wish,
};
use crate::harness::Visitor;

#[tokio::test]
async fn a_watch_of_somebody_else_is_told_as_one_that_is_not_there() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    let adas = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    let bees = stage.confirmed(BEE, 10).await;
    let nobodys = Uuid::from_u128(1).to_string();
    let table = [
        (Some(holds(&bees)), adas.as_str()),
        (Some(holds("unknown")), &adas),
        (Some(proved(BEE)), &adas),
        (None, &adas),
        (Some(proved(ADA)), &nobodys),
        (Some(proved(ADA)), "no id"),
    ];

    let mut answers = BTreeSet::new();
    for (owner, id) in table {
        let refused = stage.set(owner, id, WatchState::Ended).await.unwrap_err();
        assert_eq!(told(&refused), (Code::NotFound, "NOT_FOUND".into()));
        answers.insert(refused.message().to_owned());
    }
    for (visitor, owner) in
        [(GUEST, Some(holds("unknown"))), (at("northwind", GUEST), Some(holds(&bees))), (GUEST, None)]
    {
        let refused = stage.list(visitor, owner).await.unwrap_err();
        assert_eq!(told(&refused), (Code::NotFound, "NOT_FOUND".into()));
        answers.insert(refused.message().to_owned());
    }

    let sentence = BTreeSet::from(["There is no such watched price.".to_owned()]);
    assert_eq!(answers, sentence, "as the gateway says it");
    assert_eq!(stage.kept().await, kept(&[(10, "active"), (10, "active")]));
}

#[tokio::test]
async fn an_account_whose_mailbox_is_not_proved_has_no_watches_whatever_its_address_is() {
    let stage = Stage::new().await;
    let bee = signed_in(BEES_ACCOUNT);
    stage.confirmed(ADA, 10).await;
    stage.watch(bee, wish(ADA, trip(11))).await.unwrap();
    stage.watch(bee, wish(BEE, trip(12))).await.unwrap();

    let of_ada = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();

    assert_eq!(states(&of_ada), [WatchState::Active, WatchState::Active]);
    assert_eq!(states(&stage.list(bee, proved(BEE)).await.unwrap()), [WatchState::Pending]);
}

#[tokio::test]
async fn watches_of_the_other_mode_are_not_listed() {
    let stage = Stage::new().await;
    let live = Visitor { mode: Mode::Live, ..SIGNED_IN };
    stage.watched(&[10, 11]).await;
    stage.watch(live, own(trip(10))).await.unwrap();

    let listed = stage.list(live, proved(ADA)).await.unwrap();

    assert_eq!(days(&listed), ["2026-06-10"]);
    assert_eq!(stage.list(SIGNED_IN, proved(ADA)).await.unwrap().len(), 2);
    let in_test = stage.set(proved(ADA), &listed[0].id, WatchState::Ended).await.unwrap_err();
    assert_eq!(told(&in_test), (Code::NotFound, "NOT_FOUND".into()));
}

#[tokio::test]
async fn a_watch_is_paused_resumed_and_ended_by_whoever_holds_a_link_of_its_address() {
    let stage = Stage::new().await;
    let token = stage.confirmed(ADA, 10).await;
    let id = stage.list(GUEST, holds(&token)).await.unwrap().remove(0).id;

    for state in [WatchState::Paused, WatchState::Paused, WatchState::Active] {
        assert_eq!(stage.set(holds(&token), &id, state).await.unwrap(), state);
        assert_eq!(states(&stage.list(GUEST, holds(&token)).await.unwrap()), [state]);
    }
    assert_eq!(stage.set(holds(&token), &id, WatchState::Ended).await.unwrap(), WatchState::Ended);

    assert_eq!(stage.list(GUEST, holds(&token)).await.unwrap(), [], "nor is the link unknown");
    let over = stage.set(holds(&token), &id, WatchState::Active).await.unwrap_err();
    assert_eq!(told(&over), (Code::NotFound, "NOT_FOUND".into()));
}

#[tokio::test]
async fn what_a_trip_has_cost_is_listed_with_the_markup_of_the_brand() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    sqlx::query(
        "insert into watched_fare (mode, query, day, total_minor, tax_minor, currency, seen_at)
        select 'test', query, day::date, total, 0, seen.currency, day::date + interval '9 hours'
        from watch, (values
            ('2026-02-28', 10000, 'USD'),
            ('2026-03-01', 30000, 'EUR'),
            ('2026-03-02', 40000, 'USD'),
            ('2026-03-03', 50000, 'USD')
        ) as seen (day, total, currency)",
    )
    .execute(&stage.0.db.pool)
    .await
    .unwrap();

    let watch = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0);

    let history: Vec<_> =
        watch.history.iter().map(|on| (on.day.as_str(), on.amount.as_ref().unwrap().minor)).collect();
    assert_eq!(history, [("2026-03-02", 49_200), ("2026-03-03", 61_500)], "since the start, in one currency");
    assert_eq!((watch.now.unwrap().minor, watch.lowest.unwrap().minor), (61_500, 49_200));
    assert!(watch.seen_at.is_some());
}
