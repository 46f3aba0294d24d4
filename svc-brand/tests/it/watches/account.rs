//! What an account has of watches: a copy of them, and their end with its own.

use proto::brand::v1::{ExportWatchesRequest, WatchState, WatchedTrip};
use service::Mode;
use time::Duration;
use tonic::Code;

use super::{
    ADA, BEE, BEES_ACCOUNT, GUEST, SIGNED_IN, Stage, WaitingMail, at, own, proved, signed_in, trip, wish,
};
use crate::harness::{Harness, Visitor};

const CY: &str = "cy@traveller.example";
const DEE: &str = "dee@traveller.example";

#[tokio::test]
async fn watch06_the_watches_of_an_account_and_its_proved_address_go_when_it_is_closed() {
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    stage.watched(&[10]).await;
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    stage.watch(signed_in(BEES_ACCOUNT), wish(BEE, trip(12))).await.unwrap();
    stage.watch(SIGNED_IN, wish(CY, trip(13))).await.unwrap();
    stage.watch(at("northwind", GUEST), wish(ADA, trip(14))).await.unwrap();
    assert_eq!(stage.kept().await.len(), 5);

    let _telling = stage.close_account(&broker.url).await;

    stage.until_kept(&[(12, "pending"), (14, "pending")]).await;
    assert_eq!(stage.mailed_days().await, ["2026-06-12", "2026-06-14"], "and their mails with them");
}

#[tokio::test]
async fn watch06_the_mail_about_a_full_list_waits_when_a_watch_ends_and_goes_with_the_watches_of_its_address()
{
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    let ten: Vec<u8> = (1..=10).collect();
    stage.watched(&ten).await;
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    stage.watch(GUEST, wish(BEE, trip(12))).await.unwrap();
    let oldest = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;

    stage.set(proved(ADA), &oldest, WatchState::Ended).await.unwrap();
    let mails = stage.mails().await;
    assert_eq!(mails.iter().map(WaitingMail::kind).collect::<Vec<_>>(), ["limit", "confirm"]);
    let _telling = stage.close_account(&broker.url).await;

    stage.until_kept(&[(12, "pending")]).await;
    assert_eq!(stage.mailed_days().await, ["2026-06-12"], "another's waits on");
}

#[tokio::test]
async fn watch06_what_a_proved_address_began_as_a_guest_goes_with_its_account_and_stays_at_other_brands() {
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    let live = Visitor { mode: Mode::Live, ..GUEST };
    for (visitor, day) in [(GUEST, 10), (live, 10), (at("northwind", GUEST), 12)] {
        stage.watch(visitor, wish("Ada@Traveller.example", trip(day))).await.unwrap();
    }
    stage.watch(GUEST, wish(BEE, trip(11))).await.unwrap();

    stage.claim(SIGNED_IN, ADA).await.unwrap();
    assert_eq!(stage.kept().await.len(), 4, "nothing goes before the account does");
    let _telling = stage.close_account(&broker.url).await;

    stage.until_kept(&[(12, "pending"), (11, "pending")]).await;
}

#[tokio::test]
async fn watch06_the_watches_of_the_same_persons_account_at_another_brand_stay_with_that_one() {
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    let elsewhere = at("northwind", signed_in(BEES_ACCOUNT));
    stage.watch(elsewhere, own(trip(10))).await.unwrap();
    stage.watch(at("northwind", GUEST), wish(ADA, trip(11))).await.unwrap();

    stage.claim(SIGNED_IN, ADA).await.unwrap();
    let _telling = stage.close_account(&broker.url).await;

    stage.until_kept(&[(10, "active"), (11, "active")]).await;
}

#[tokio::test]
async fn a_guest_claims_nothing_and_gets_no_copy() {
    let stage = Stage::new().await;

    let refused = stage.claim(GUEST, ADA).await.unwrap_err();
    let request = GUEST.asks(ExportWatchesRequest { proved_email: ADA.into() });
    let no_copy = stage.0.watches.clone().export_watches(request).await.unwrap_err();

    assert_eq!([refused.code(), no_copy.code()], [Code::Unauthenticated; 2]);
}

#[tokio::test]
async fn watch06_a_watch_goes_with_the_account_that_asked_for_it_last() {
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    let bee = signed_in(BEES_ACCOUNT);
    for visitor in [bee, SIGNED_IN] {
        stage.watch(visitor, wish(CY, trip(10))).await.unwrap();
    }
    for visitor in [bee, GUEST] {
        stage.watch(visitor, wish(DEE, trip(11))).await.unwrap();
    }
    stage.watch(bee, wish(DEE, trip(12))).await.unwrap();

    let _telling = stage.close(BEES_ACCOUNT, &broker.url).await;

    stage.until_kept(&[(10, "pending"), (11, "pending")]).await;
}

#[tokio::test]
async fn watch06_a_watch_that_its_owner_asks_for_too_goes_no_longer_with_a_strangers_account() {
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    let bee = signed_in(BEES_ACCOUNT);
    stage.watched(&[9]).await;
    for day in [10, 11] {
        stage.watch(bee, wish(ADA, trip(day))).await.unwrap();
    }
    stage.watched(&[10]).await;

    let _telling = stage.close(BEES_ACCOUNT, &broker.url).await;

    stage.until_kept(&[(9, "active"), (10, "active")]).await;
}

#[tokio::test]
async fn watch06_what_a_mailed_link_has_started_goes_no_longer_with_the_account_that_asked_for_it() {
    let broker = testkit::nats().await;
    let stage = Stage(Harness::with_broker(&broker.url).await);
    let bee = signed_in(BEES_ACCOUNT);
    for visitor in [GUEST, bee] {
        stage.watch(visitor, wish(ADA, trip(10))).await.unwrap();
    }
    stage.watch(bee, wish(CY, trip(11))).await.unwrap();
    stage.confirm(GUEST, &stage.mails().await[0].token("start")).await.unwrap();

    let _telling = stage.close(BEES_ACCOUNT, &broker.url).await;

    stage.until_kept(&[(10, "active")]).await;
}

#[tokio::test]
async fn an_address_gets_a_copy_of_all_its_watches_at_a_brand_in_both_modes() {
    let stage = Stage::new().await;
    let live = Visitor { mode: Mode::Live, ..SIGNED_IN };
    let back = WatchedTrip { return_date: Some("2026-06-20".into()), ..trip(10) };
    stage.watch(SIGNED_IN, own(back.clone())).await.unwrap();
    let ended = stage.list(SIGNED_IN, proved(ADA)).await.unwrap().remove(0).id;
    sqlx::query("update watch set currency = 'USD', first_minor = 69000, told_minor = 61200, mails = 2")
        .execute(&stage.0.db.pool)
        .await
        .unwrap();
    stage.set(proved(ADA), &ended, WatchState::Ended).await.unwrap();
    for (visitor, day) in [(live, 11), (at("northwind", SIGNED_IN), 12)] {
        stage.0.clock.advance(Duration::SECOND);
        stage.watch(visitor, own(trip(day))).await.unwrap();
    }
    stage.watch(GUEST, wish(BEE, trip(13))).await.unwrap();

    let copy = stage.export("ADA@traveller.example").await;

    let told: Vec<_> = copy.iter().map(|it| (it.brand.as_str(), it.mode(), it.state())).collect();
    let expected = [("default", Mode::Live, WatchState::Active), ("default", Mode::Test, WatchState::Ended)];
    assert_eq!(told, expected);
    let oldest = &copy[1];
    assert_eq!((oldest.trip.as_ref(), oldest.again), (Some(&back), true));
    // 2026-03-01 12:00 UTC.
    assert_eq!((oldest.created_at, oldest.mails), (1_772_366_400, 2));
    let [first, told] = [&oldest.first, &oldest.told].map(|amount| amount.as_ref().unwrap().minor);
    assert_eq!((first, told), (69_000, 61_200));
    assert_eq!((&copy[0].first, &copy[0].told), (&None, &None));
}
