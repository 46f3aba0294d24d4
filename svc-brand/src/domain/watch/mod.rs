//! Prices that somebody watches: the trip that is watched, when a price is news, and when it is looked at. Pure.

mod record;
mod schedule;
mod trip;
mod verdict;

use time::Duration;

pub use record::{Owner, Watch, email_key, mode_name, parse_mode};
pub use schedule::{Asking, Schedule, after_nothing, after_seen, asking, interval, stretch};
pub use trip::{Cabin, Trip, checked};
pub use verdict::{MOST_MAILS, Verdict, judge, may_mail};

/// How long a mailed link starts a watch. One that was not confirmed by then goes.
pub const CONFIRMED_WITHIN: Duration = Duration::hours(24);

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
    /// Its day of departure has come.
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
    use super::*;

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
