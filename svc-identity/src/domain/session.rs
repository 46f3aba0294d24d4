use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account::Account;

/// A session unused for this long has ended.
pub const IDLE: Duration = Duration::days(30);
/// A session has ended after this long, even if it is used.
pub const ABSOLUTE: Duration = Duration::days(90);
/// `IDLE` of a session that was never used again. The sweeper comes every ten minutes, so its row is gone within an hour.
pub const IDLE_SHORT_LIVED: Duration = Duration::minutes(45);
const IDLE_ADMIN: Duration = Duration::minutes(30);
const ABSOLUTE_ADMIN: Duration = Duration::hours(12);
/// An administrator may change what matters for this long after they gave the password.
const STEP_UP: Duration = Duration::minutes(10);
/// `seen_at` is written this often at most.
const SEEN_PRECISION: Duration = Duration::minutes(1);
/// The gateway's own words are shorter.
const LONGEST_DEVICE: usize = 60;

/// The visits of one browser to one brand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: Uuid,
    pub brand: String,
    /// None: a guest.
    pub account: Option<Account>,
    /// The account's mailbox, by a link that was mailed to its address.
    pub is_mailbox_proved: bool,
    pub started_at: OffsetDateTime,
    pub seen_at: OffsetDateTime,
    pub proved_at: Option<OffsetDateTime>,
    /// A guest's that was not used again after the request that opened it.
    pub is_short_lived: bool,
}

impl Session {
    pub fn is_alive(&self, now: OffsetDateTime) -> bool {
        let is_admin = self.account.as_ref().is_some_and(Account::is_admin);
        let (idle, absolute) = limits(is_admin);
        let idle = if self.was_never_used() { IDLE_SHORT_LIVED } else { idle };
        now < self.seen_at + idle && now < self.started_at + absolute
    }

    /// A program from before the mark signs in, and notes a use, without taking the mark off.
    fn was_never_used(&self) -> bool {
        self.is_short_lived && self.account.is_none() && self.seen_at == self.started_at
    }

    /// The password was given in the last ten minutes.
    pub fn is_stepped_up(&self, now: OffsetDateTime) -> bool {
        self.proved_at.is_some_and(|proved_at| now <= proved_at + STEP_UP)
    }

    pub fn wants_to_be_seen(&self, now: OffsetDateTime) -> bool {
        self.is_short_lived || now >= self.seen_at + SEEN_PRECISION
    }
}

/// By what the limits of card payments tell visitors apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Signed in to an account that is no longer new and whose mailbox is proved.
    pub is_established: bool,
    /// Since the session began, or was signed in.
    pub session_age: Duration,
}

/// What the owner of an account sees of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionSummary {
    pub id: Uuid,
    pub device: String,
    pub seen_at: OffsetDateTime,
}

/// The browser in words, as it is stored: without control characters and cut to a length.
pub fn device_name(sent: &str) -> String {
    sent.chars().filter(|c| !c.is_control()).take(LONGEST_DEVICE).collect()
}

/// How long a session lasts unused, and at most.
pub fn limits(is_admin: bool) -> (Duration, Duration) {
    if is_admin { (IDLE_ADMIN, ABSOLUTE_ADMIN) } else { (IDLE, ABSOLUTE) }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn session(brand: Option<&str>) -> Session {
        let account = Account {
            id: Uuid::nil(),
            brand: brand.map(str::to_owned),
            username: String::new(),
            email: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            created_at: START,
        };
        Session {
            id: Uuid::nil(),
            brand: "default".into(),
            account: Some(account),
            is_mailbox_proved: false,
            started_at: START,
            seen_at: START,
            proved_at: Some(START),
            is_short_lived: false,
        }
    }

    #[test]
    fn a_session_ends_when_it_is_unused_or_old() {
        let second = Duration::seconds(1);
        let table = [
            (Some("default"), Duration::ZERO, Duration::days(30) - second, true),
            (Some("default"), Duration::ZERO, Duration::days(30), false),
            (Some("default"), Duration::days(89), Duration::days(90) - second, true),
            (Some("default"), Duration::days(89), Duration::days(90), false),
            (None, Duration::ZERO, Duration::minutes(30) - second, true),
            (None, Duration::ZERO, Duration::minutes(30), false),
            (None, Duration::minutes(719), Duration::hours(12), false),
        ];
        for (brand, seen, now, alive) in table {
            let session = Session { seen_at: START + seen, ..session(brand) };
            assert_eq!(session.is_alive(START + now), alive, "{brand:?} seen {seen} now {now}");
        }
    }

    #[test]
    fn a_session_that_was_never_used_again_ends_within_an_hour() {
        let guest = Session { account: None, is_short_lived: true, ..session(None) };

        let second = Duration::seconds(1);
        let table = [(IDLE_SHORT_LIVED - second, true), (IDLE_SHORT_LIVED, false)];
        for (later, alive) in table {
            assert_eq!(guest.is_alive(START + later), alive, "{later}");
        }
        assert!(guest.wants_to_be_seen(START), "its first use is noted at once");

        let used = Session { seen_at: START + second, ..guest };
        let signed_in = Session { is_short_lived: true, ..session(Some("default")) };
        assert!(used.is_alive(START + Duration::days(1)), "an older program noted its use");
        assert!(signed_in.is_alive(START + Duration::days(1)), "an older program signed in");
    }

    #[test]
    fn r005_a_proof_lasts_ten_minutes() {
        let table = [(Duration::minutes(10), true), (Duration::seconds(601), false)];
        for (later, fresh) in table {
            assert_eq!(session(None).is_stepped_up(START + later), fresh, "{later}");
        }
    }
}
