//! Prices that somebody watches: the trip that is watched, when a price is news, and when it is looked at. Pure.

mod paused;
mod record;
mod schedule;
mod trip;
mod verdict;

use time::{Date, Duration, OffsetDateTime, UtcOffset};

pub use paused::Paused;
pub use record::{Owner, Watch, email_key, mode_name, parse_mode};
pub use schedule::{Asking, Schedule, after_nothing, after_seen, asking, interval, stretch};
pub use trip::{Cabin, Trip, checked};
pub use verdict::{MOST_MAILS, Verdict, judge, may_mail};

/// How long a mailed link starts a watch. One that was not confirmed by then goes.
pub const CONFIRMED_WITHIN: Duration = Duration::hours(24);
/// By so much the last place on earth is behind UTC.
const LAST_ZONE: Duration = Duration::hours(12);

/// When a day is over in the last place on earth.
pub fn over_everywhere(day: Date) -> OffsetDateTime {
    day.midnight().assume_utc().saturating_add(Duration::DAY).saturating_add(LAST_ZONE)
}

/// The date in the last place on earth (UTC-12). A trip of an earlier day has left, wherever it departs.
pub fn earliest_date(now: OffsetDateTime) -> Date {
    (now.to_offset(UtcOffset::UTC) - LAST_ZONE).date()
}

/// How a watch stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Waits for the link that was mailed to its address.
    Pending,
    Active,
    /// Kept by its owner without looks and mails.
    Paused,
    /// For good, unless the same trip is watched again.
    Ended,
}

impl State {
    const ALL: [Self; 4] = [Self::Pending, Self::Active, Self::Paused, Self::Ended];

    /// As it is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Ended => "ended",
        }
    }

    /// Reads what `as_str` wrote.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// Why a watch has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Its day of departure is over everywhere.
    Departed,
    /// By the link of a mail.
    Stopped,
    /// By its owner, in the list.
    Deleted,
    /// The trip was booked.
    Booked,
    /// The mail server takes no mail for its address.
    Refused,
    /// It was for one mail, and that is sent.
    Told,
    /// It has sent as many mails as a watch may.
    MailsSpent,
}

impl End {
    /// As it is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Departed => "departed",
            Self::Stopped => "stopped",
            Self::Deleted => "deleted",
            Self::Booked => "booked",
            Self::Refused => "refused",
            Self::Told => "told",
            Self::MailsSpent => "mails_spent",
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn watch06_a_day_of_departure_is_over_once_it_is_over_everywhere() {
        let table = [
            // 23:00 in Los Angeles, on June 10th.
            (datetime!(2026-06-11 06:00 UTC), date!(2026 - 06 - 10)),
            (datetime!(2026-06-10 23:00 -7), date!(2026 - 06 - 10)),
            (datetime!(2026-06-11 11:59:59 UTC), date!(2026 - 06 - 10)),
            (datetime!(2026-06-11 12:00 UTC), date!(2026 - 06 - 11)),
        ];
        for (now, expected) in table {
            assert_eq!(earliest_date(now), expected, "{now}");
        }
    }

    #[test]
    fn a_state_is_read_as_it_is_stored_and_no_other_word_is_one() {
        for state in State::ALL {
            assert_eq!(State::parse(state.as_str()), Some(state));
        }
        for text in ["", "Active", "told"] {
            assert_eq!(State::parse(text), None, "{text}");
        }
    }
}
