//! How many prices an address may watch.

use proto::brand::v1::WatchState;
use time::Duration;
use tonic::Code;

use super::{ADA, GUEST, SIGNED_IN, Stage, WaitingMail, at, holds, own, proved, told, trip, wish};

#[tokio::test]
async fn watch07_whoever_watches_ten_prices_is_told_so_when_they_ask_for_the_eleventh() {
    let stage = Stage::new().await;
    let ten: Vec<u8> = (1..=10).collect();
    stage.watched(&ten).await;

    let refused = stage.watch(SIGNED_IN, own(trip(11))).await.unwrap_err();
    assert_eq!(told(&refused), (Code::ResourceExhausted, "WATCH_LIMIT".into()));
    assert!(stage.watch(SIGNED_IN, own(trip(10))).await.unwrap(), "one of the ten");
    assert!(stage.watch(at("northwind", SIGNED_IN), own(trip(11))).await.unwrap(), "at another brand");

    let listed = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();
    assert_eq!(listed.len(), 10);
    stage.set(proved(ADA), &listed[0].id, WatchState::Ended).await.unwrap();
    assert!(stage.watch(SIGNED_IN, own(trip(11))).await.unwrap());
}

#[tokio::test]
async fn watch07_a_guest_who_asks_for_the_eleventh_is_answered_as_ever_and_mailed_once_a_day() {
    let stage = Stage::new().await;
    let ten: Vec<u8> = (1..=10).collect();
    stage.watched(&ten).await;

    for day in [11, 12] {
        assert!(!stage.watch(GUEST, wish(ADA, trip(day))).await.unwrap());
    }

    assert_eq!(stage.kept().await.len(), 10);
    let mails = stage.mails().await;
    assert_eq!(mails.iter().map(WaitingMail::kind).collect::<Vec<_>>(), ["limit"]);
    assert_eq!(stage.list(GUEST, holds(&mails[0].token("token"))).await.unwrap().len(), 10);
    stage.0.clock.advance(Duration::DAY);
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    assert_eq!(stage.mails().await.len(), 2);
}
