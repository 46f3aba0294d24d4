use std::sync::Arc;

use money::Money;
use service::Mode;
use testkit::MockClock;
use time::macros::{date, datetime};
use time::{Duration, OffsetDateTime};

use super::*;
use crate::domain::fare_dates::Seen;
use crate::domain::{Ages, CabinClass, Query, Travellers};

const NOON: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

fn replica() -> (FaresSeen, Arc<MockClock>) {
    let clock = MockClock::new(NOON);
    (FaresSeen::new(clock.clone(), true), clock)
}

fn key() -> AnswerKey {
    let query = Query {
        origin: "LHR".parse().unwrap(),
        destination: "JFK".parse().unwrap(),
        departure_on: date!(2026 - 04 - 24),
        return_on: None,
        cabin: CabinClass::Economy,
        travellers: Travellers { adults: 1, children: 0, infants: 0, ages: Ages::default() },
    };
    AnswerKey { mode: Mode::Test, query }
}

fn seen(total: &str, seen_at: OffsetDateTime) -> Observation {
    let total = Money::parse(total, "USD").unwrap();
    let cheapest = Some(Seen { total, tax: Money::zero(total.currency) });
    Observation { cheapest, cheapest_nonstop: None, offers: 1, is_complete: true, seen_at }
}

fn amount(found: Observation) -> String {
    found.cheapest.unwrap().total.amount()
}

/// Lets `to` hear what `from` tells while `act` runs.
fn hear(from: &FaresSeen, to: &FaresSeen, act: impl FnOnce()) {
    let mut news = from.news.subscribe();
    act();
    while let Ok(News { bucket, key, value }) = news.try_recv() {
        match bucket.name {
            "FARES" => to.hear(&key, &value),
            _ => to.hear_of_a_day(&key, &value),
        }
    }
}

#[test]
fn day01_what_a_search_saw_is_known_here_and_where_it_is_heard_of() {
    let ((here, _), (there, _)) = (replica(), replica());
    let found = seen("100.00", NOON);

    hear(&here, &there, || here.note(key(), found));

    for replica in [here, there] {
        assert_eq!(replica.get(&key()), Some(found));
        assert_eq!(replica.history(&key()), [found]);
    }
}

#[test]
fn day02_a_newer_observation_overwrites_and_an_older_one_that_comes_late_does_not() {
    let (fares, _) = replica();
    fares.note(key(), seen("200.00", NOON));

    fares.hear(&bucket_key(&key()), &seen("100.00", NOON - Duration::minutes(1)).to_bytes());
    assert_eq!(fares.get(&key()).map(amount).unwrap(), "200.00");

    fares.hear(&bucket_key(&key()), &seen("300.00", NOON + Duration::minutes(1)).to_bytes());
    assert_eq!(fares.get(&key()).map(amount).unwrap(), "300.00");
}

#[test]
fn day02_after_48_hours_an_observation_counts_no_more_but_stays_in_the_history() {
    let (fares, clock) = replica();
    fares.note(key(), seen("100.00", NOON));

    clock.advance(Duration::hours(49));

    assert_eq!(fares.get(&key()), None);
    assert_eq!(fares.history(&key()).len(), 1);
}

#[test]
fn day02_what_was_booked_is_dropped_in_every_replica() {
    let ((here, _), (there, _)) = (replica(), replica());
    hear(&here, &there, || here.note(key(), seen("100.00", NOON)));

    hear(&here, &there, || here.forget(&key(), NOON));

    assert_eq!((here.get(&key()), there.get(&key())), (None, None));
}

#[test]
fn day02_what_a_later_search_saw_is_kept_where_it_is_told_late_that_the_earlier_is_sold() {
    let ((here, _), (there, _)) = (replica(), replica());
    here.note(key(), seen("100.00", NOON));
    there.note(key(), seen("200.00", NOON + Duration::SECOND));

    hear(&here, &there, || here.forget(&key(), NOON));

    assert_eq!(here.get(&key()), None);
    assert_eq!(there.get(&key()).map(amount).unwrap(), "200.00");
}

#[test]
fn day09_a_day_has_the_first_fare_that_all_airlines_answered() {
    let (fares, clock) = replica();
    let incomplete = Observation { is_complete: false, ..seen("300.00", NOON) };
    fares.note(key(), Observation { cheapest: None, ..seen("1.00", NOON - Duration::hours(1)) });
    assert!(fares.history(&key()).is_empty(), "no fare, no value");

    fares.note(key(), incomplete);
    fares.note(key(), seen("200.00", NOON + Duration::hours(1)));
    fares.note(key(), seen("100.00", NOON + Duration::hours(2)));
    clock.advance(Duration::days(1));
    fares.note(key(), seen("150.00", NOON + Duration::days(1)));

    let amounts: Vec<_> = fares.history(&key()).into_iter().map(amount).collect();
    assert_eq!(amounts, ["200.00", "150.00"]);
}

#[test]
fn day09_the_history_goes_back_60_days() {
    let (fares, clock) = replica();
    fares.note(key(), seen("100.00", NOON));

    clock.advance(Duration::days(59));
    assert_eq!(fares.history(&key()).len(), 1);
    clock.advance(Duration::days(1));

    assert!(fares.history(&key()).is_empty());
}

#[test]
fn where_it_is_switched_off_nothing_is_noted_and_nobody_is_told() {
    let fares = FaresSeen::new(MockClock::new(NOON), false);
    let mut news = fares.news.subscribe();

    fares.note(key(), seen("100.00", NOON));
    fares.forget(&key(), NOON);

    assert_eq!(fares.get(&key()), None);
    assert!(news.try_recv().is_err());
}

#[test]
fn what_no_release_of_ours_wrote_is_left_out() {
    let (fares, _) = replica();
    fares.note(key(), seen("100.00", NOON));

    fares.hear("nonsense", b"{}");
    fares.hear(&bucket_key(&key()), b"nonsense");

    assert_eq!(fares.get(&key()).map(amount).unwrap(), "100.00");
}
