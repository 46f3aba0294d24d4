//! When a price that is watched is looked at. Others may have searched for the same: then it is known for free.

use time::{Duration, OffsetDateTime};

/// Of an interval, sooner or later: so that looks do not come in waves.
const JITTER: f64 = 0.1;
/// Between two questions that cost nothing.
const BETWEEN_ASKS: Duration = Duration::minutes(15);
/// Before the next question, whatever the answer was.
const LEAST_WAIT: Duration = Duration::minutes(1);

/// When a query is asked about next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// Whether a traveller has searched for the same. Never later than the look.
    pub next_ask_at: OffsetDateTime,
    /// By a search of its own, where no traveller's is young enough.
    pub next_look_at: OffsetDateTime,
}

/// What is asked about a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asking {
    /// A search may be sent for it.
    pub may_look: bool,
    /// A search that is known already counts up to this age.
    pub not_older_than: Duration,
}

/// Between two looks at a trip that leaves in so many days.
pub fn interval(days_ahead: i64) -> Duration {
    match days_ahead {
        61.. => Duration::hours(24),
        15..=60 => Duration::hours(12),
        3..=14 => Duration::hours(6),
        _ => Duration::hours(3),
    }
}

/// By how much all intervals are stretched, so that no more looks are sent in a day than the budget: 1 at least. Nothing
/// where the budget is 0: then nothing is looked up, and only travellers' searches tell prices.
pub fn stretch(looks_a_day_wanted: f64, budget: u32) -> Option<f64> {
    (budget > 0).then(|| (looks_a_day_wanted / f64::from(budget)).max(1.0))
}

/// What is asked now of a query whose look is due then.
pub fn asking(now: OffsetDateTime, interval: Duration, next_look_at: OffsetDateTime) -> Asking {
    Asking { may_look: next_look_at <= now, not_older_than: interval / 2 }
}

/// After a price was seen. `interval` is stretched already; `jitter` lies between -1 and 1.
pub fn after_seen(seen_at: OffsetDateTime, now: OffsetDateTime, interval: Duration, jitter: f64) -> Schedule {
    let soonest = now + LEAST_WAIT;
    let to_look = interval * (1.0 + JITTER * jitter.clamp(-1.0, 1.0));
    let next_look_at = seen_at.saturating_add(to_look).max(soonest);
    let next_ask_at = seen_at.saturating_add(interval / 2).max(soonest).min(next_look_at);
    Schedule { next_ask_at, next_look_at }
}

/// After no price was seen: a look that found none (`looked`) waits for the next interval, and a question is asked again.
pub fn after_nothing(
    now: OffsetDateTime,
    interval: Duration,
    next_look_at: OffsetDateTime,
    looked: bool,
    jitter: f64,
) -> Schedule {
    if looked {
        return after_seen(now, now, interval, jitter);
    }
    let again = now + BETWEEN_ASKS;
    let next_ask_at = if next_look_at > now { again.min(next_look_at).max(now + LEAST_WAIT) } else { again };
    Schedule { next_ask_at, next_look_at }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-12-01 12:00 UTC);

    #[test]
    fn watch03_the_nearer_the_departure_the_shorter_the_interval() {
        let table = [(361, 24), (61, 24), (60, 12), (15, 12), (14, 6), (3, 6), (2, 3), (0, 3), (-1, 3)];
        for (days_ahead, hours) in table {
            assert_eq!(interval(days_ahead), Duration::hours(hours), "{days_ahead} days");
        }
    }

    #[test]
    fn watch07_intervals_stretch_evenly_over_the_budget_and_never_shrink() {
        let table = [
            (0.0, 500, Some(1.0)),
            (499.0, 500, Some(1.0)),
            (500.0, 500, Some(1.0)),
            (750.0, 500, Some(1.5)),
            (8_000.0, 2_000, Some(4.0)),
            (8.0, 0, None),
        ];
        for (wanted, budget, expected) in table {
            assert_eq!(stretch(wanted, budget), expected, "{wanted} of {budget}");
        }
    }

    #[test]
    fn watch03_a_look_is_allowed_when_it_is_due_and_a_search_counts_for_half_an_interval() {
        let asked = |next_look_at| asking(NOW, Duration::hours(6), next_look_at);

        let not_older_than = Duration::hours(3);
        assert_eq!(asked(NOW), Asking { may_look: true, not_older_than });
        assert_eq!(asked(NOW + Duration::SECOND), Asking { may_look: false, not_older_than });
    }

    #[test]
    fn watch03_after_a_price_the_next_look_is_an_interval_away_and_questions_begin_at_half_of_it() {
        let minutes = Duration::minutes;
        let table = [
            // Age in minutes, jitter, minutes to the question, minutes to the look.
            (0, 0.0, 180, 360),
            (0, 1.0, 180, 396),
            (0, -1.0, 180, 324),
            (0, 7.0, 180, 396),
            (100, 0.0, 80, 260),
            (180, 0.0, 1, 180),
            (270, 0.0, 1, 90),
            (360, 0.0, 1, 1),
            (9_999, 0.0, 1, 1),
        ];
        for (age, jitter, ask, look) in table {
            let schedule = after_seen(NOW - minutes(age), NOW, Duration::hours(6), jitter);
            let expected = Schedule { next_ask_at: NOW + minutes(ask), next_look_at: NOW + minutes(look) };
            assert_eq!(schedule, expected, "{age} {jitter}");
        }
    }

    #[test]
    fn watch08_a_look_that_found_no_price_waits_for_the_next_interval() {
        let schedule = after_nothing(NOW, Duration::hours(6), NOW - Duration::MINUTE, true, 0.0);

        assert_eq!(schedule.next_look_at, NOW + Duration::hours(6));
        assert_eq!(schedule.next_ask_at, NOW + Duration::hours(3));
    }

    #[test]
    fn watch03_a_question_without_an_answer_is_asked_again_in_a_quarter_of_an_hour_or_at_the_look() {
        // Minutes to the look and to the next question.
        for (look, ask) in [(600, 15), (15, 15), (10, 10), (0, 15), (-30, 15)] {
            let next_look_at = NOW + Duration::minutes(look);

            let schedule = after_nothing(NOW, Duration::hours(6), next_look_at, false, 0.5);

            let next_ask_at = NOW + Duration::minutes(ask);
            assert_eq!(schedule, Schedule { next_ask_at, next_look_at }, "{look}");
        }
    }

    proptest! {
        #[test]
        fn watch03_nothing_is_asked_within_a_minute_and_no_look_is_slept_through(
            age in 0_i64..1_000_000,
            hours in prop::sample::select(vec![3, 6, 12, 24]),
            wanted in 0.0..1_000_000.0_f64,
            jitter in -1.0..=1.0_f64,
        ) {
            let interval = Duration::hours(hours) * stretch(wanted, 500).unwrap();

            let Schedule { next_ask_at, next_look_at } =
                after_seen(NOW - Duration::seconds(age), NOW, interval, jitter);

            prop_assert!(next_ask_at >= NOW + LEAST_WAIT && next_ask_at <= next_look_at);
        }
    }
}
