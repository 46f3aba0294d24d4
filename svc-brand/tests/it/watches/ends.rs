//! What ends a watch, and when it is removed.

use proto::brand::v1::{DeleteBrandRequest, EndBookedWatchesRequest, WatchState, WatchedTrip};
use service::Clock;
use time::Duration;

use super::{ADA, BEE, GUEST, SIGNED_IN, Stage, at, days, kept, own, proved, trip, wish};
use crate::harness::Person;

#[tokio::test]
async fn watch06_a_watch_ends_without_a_mail_when_its_day_of_departure_is_over_everywhere() {
    let mut stage = Stage::new().await;
    stage.watched(&[9, 10, 12]).await;

    // June 10th ends at noon of the 11th in UTC, where it is the last to end.
    stage.0.clock.advance(Duration::days(102) - Duration::SECOND);
    stage.until_swept(&[(9, "departed"), (10, "active"), (12, "active")]).await;
    stage.0.clock.advance(Duration::SECOND);

    stage.until_swept(&[(9, "departed"), (10, "departed"), (12, "active")]).await;
    assert_eq!(days(&stage.list(SIGNED_IN, proved(ADA)).await.unwrap()), ["2026-06-12"]);
    assert!(stage.mails().await.is_empty());
}

#[tokio::test]
async fn watch06_the_link_of_a_mail_ends_its_watch_and_an_unknown_one_succeeds_too() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    let link = stage.mails().await[0].token("stop");

    for token in [link.as_str(), &link, "unknown", ""] {
        stage.stop(token).await.unwrap();
    }

    assert_eq!(stage.kept().await, kept(&[(10, "active"), (11, "stopped")]));
    assert!(stage.mails().await.is_empty());
}

#[tokio::test]
async fn watch06_a_mail_that_waits_is_not_sent_once_its_watch_is_stopped_or_booked() {
    let stage = Stage::new().await;
    stage.watched(&[10, 11, 12]).await;
    for day in [10, 11, 12] {
        stage.watch(GUEST, wish(ADA, trip(day))).await.unwrap();
    }
    let link = stage.mails().await[0].token("stop");

    stage.stop(&link).await.unwrap();
    assert_eq!(stage.mailed_days().await, ["2026-06-11", "2026-06-12"]);
    stage.book(ADA, (&["LHR"], &["JFK"]), 11).await;

    assert_eq!(stage.mailed_days().await, ["2026-06-12"]);
    // As one does that has told what it had to tell.
    sqlx::query("update watch set state = 'ended', ended_because = 'told', ended_at = created_at where departs_on = '2026-06-12'")
        .execute(&stage.0.db.pool)
        .await
        .unwrap();
    stage.book(ADA, (&["LHR"], &["JFK"]), 12).await;
    assert!(stage.mailed_days().await.is_empty());
    assert_eq!(stage.kept().await, kept(&[(10, "stopped"), (11, "booked"), (12, "told")]));
}

#[tokio::test]
async fn watch06_a_mail_that_waits_is_not_sent_once_its_owner_deletes_the_watch_and_arrives_if_it_pauses() {
    let stage = Stage::new().await;
    stage.watched(&[10, 11, 12]).await;
    for day in [10, 11, 12] {
        stage.watch(GUEST, wish(ADA, trip(day))).await.unwrap();
    }
    let listed = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();

    for (watch, state) in listed.iter().zip([WatchState::Paused, WatchState::Ended]) {
        stage.set(proved(ADA), &watch.id, state).await.unwrap();
    }

    assert_eq!(stage.mailed_days().await, ["2026-06-10", "2026-06-12"]);
}

#[tokio::test]
async fn watch06_a_booking_from_the_same_address_ends_the_watches_of_its_airports_and_cities() {
    let stage = Stage::new().await;
    let to_the_city = WatchedTrip { destination: "NYC".into(), ..trip(10) };
    let and_back = WatchedTrip { return_date: Some("2026-06-20".into()), ..trip(10) };
    stage.watched(&[10, 11]).await;
    for trip in [to_the_city, and_back] {
        stage.watch(SIGNED_IN, own(trip)).await.unwrap();
    }
    let (london, new_york) = (["LHR"], ["JFK"]);

    stage.book(BEE, (&london, &new_york), 10).await;
    stage.book(ADA, (&new_york, &london), 10).await;
    let none = [(10, "active"), (11, "active"), (10, "active"), (10, "active")];
    assert_eq!(stage.kept().await, kept(&none));
    stage.book("Ada@Traveller.example", (&london, &new_york), 10).await;

    let some = [(10, "booked"), (11, "active"), (10, "booked"), (10, "active")];
    assert_eq!(stage.kept().await, kept(&some), "the city of an airport is known here");
}

#[tokio::test]
async fn watch06_a_booked_return_trip_ends_the_watch_of_both_its_dates() {
    let stage = Stage::new().await;
    let back_on = |day: u8| WatchedTrip {
        origin: "LON".into(),
        return_date: Some(format!("2026-06-{day}")),
        ..trip(10)
    };
    for trip in [back_on(20), back_on(21)] {
        stage.watch(SIGNED_IN, own(trip)).await.unwrap();
    }

    stage.book_return(ADA, (&["LGW"], &["JFK"]), (10, Some(20))).await;

    assert_eq!(stage.kept().await, kept(&[(10, "booked"), (10, "active")]));
}

#[tokio::test]
async fn watch06_a_watch_that_began_after_the_booking_goes_on() {
    let stage = Stage::new().await;
    let booked_at = Some(stage.0.clock.now().unix_timestamp());
    stage.0.clock.advance(Duration::HOUR);
    stage.watched(&[10]).await;
    let codes = |code: &str| vec![code.to_owned()];
    let told_late = EndBookedWatchesRequest {
        email: ADA.into(),
        origins: codes("LHR"),
        destinations: codes("JFK"),
        departure_date: trip(10).departure_date,
        return_date: None,
        booked_at,
    };

    stage.0.watches.clone().end_booked_watches(GUEST.asks(told_late.clone())).await.unwrap();
    assert_eq!(stage.kept().await, kept(&[(10, "active")]));
    let booked_again = EndBookedWatchesRequest { booked_at: booked_at.map(|at| at + 3_600), ..told_late };
    stage.0.watches.clone().end_booked_watches(GUEST.asks(booked_again)).await.unwrap();

    assert_eq!(stage.kept().await, kept(&[(10, "booked")]));
}

#[tokio::test]
async fn watch06_an_address_that_is_refused_for_good_ends_its_watch_and_a_mail_server_that_is_away_does_not()
{
    let mut stage = Stage::new().await;
    stage.confirmed(ADA, 10).await;
    for day in [11, 12] {
        stage.watch(GUEST, wish(ADA, trip(day))).await.unwrap();
    }
    let mails = stage.mails().await;

    stage.give_up(&mails[0], "useless by now").await;
    stage.give_up(&mails[2], "unreachable").await;
    stage.give_up(&mails[1], "refused with 550").await;
    stage.until_swept(&[(10, "active"), (11, "refused"), (12, "active")]).await;

    // What was refused before says nothing of a watch that begins anew.
    stage.0.clock.advance(Duration::HOUR);
    stage.watch(GUEST, wish(ADA, trip(11))).await.unwrap();
    stage.give_up(&mails[2], "refused with 550").await;
    stage.until_swept(&[(10, "active"), (11, "active"), (12, "refused")]).await;
}

#[tokio::test]
async fn watch06_the_watches_of_a_brand_go_with_it() {
    let stage = Stage::new().await;
    stage.watched(&[10]).await;
    stage.watch(at("northwind", GUEST), wish(ADA, trip(11))).await.unwrap();

    let request = Person::Admin.asks(DeleteBrandRequest { key: "northwind".into() });
    stage.0.admin.clone().delete_brand(request).await.unwrap();

    assert_eq!(stage.kept().await, kept(&[(10, "active")]));
    assert_eq!(stage.count("select count(*) from watch_link").await, 0);
}

#[tokio::test]
async fn watch06_ended_watches_are_removed_after_thirty_days() {
    let mut stage = Stage::new().await;
    stage.watched(&[10, 11, 12]).await;
    let listed = stage.list(SIGNED_IN, proved(ADA)).await.unwrap();

    stage.set(proved(ADA), &listed[0].id, WatchState::Ended).await.unwrap();
    stage.0.clock.advance(Duration::SECOND);
    stage.set(proved(ADA), &listed[1].id, WatchState::Ended).await.unwrap();
    stage.0.clock.advance(Duration::days(30));

    stage.until_swept(&[(11, "deleted"), (12, "active")]).await;
}

#[tokio::test]
async fn watch06_watches_that_nobody_confirms_are_removed_after_a_day() {
    let mut stage = Stage::new().await;
    stage.watched(&[10]).await;
    stage.watch(GUEST, wish(BEE, trip(11))).await.unwrap();
    stage.0.clock.advance(Duration::SECOND);
    stage.watch(GUEST, wish(BEE, trip(12))).await.unwrap();

    stage.0.clock.advance(Duration::DAY);

    stage.until_swept(&[(10, "active"), (12, "pending")]).await;
    stage.until_count("select count(*) from mail_outbox", 1).await;
}

#[tokio::test]
async fn watch07_what_brands_have_looked_at_is_known_for_a_week() {
    let mut stage = Stage::new().await;
    sqlx::query(
        "insert into watch_look (mode, brand_key, day, looks)
        values ('test', 'default', '2026-02-21', 1), ('test', 'default', '2026-02-22', 2)",
    )
    .execute(&stage.0.db.pool)
    .await
    .unwrap();

    stage.0.start_another().await;

    stage.until_count("select count(*) from watch_look", 1).await;
    assert_eq!(stage.count("select looks::bigint from watch_look").await, 2);
}
