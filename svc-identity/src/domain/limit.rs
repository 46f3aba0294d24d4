//! How often one account may be tried, and how fast one address may try.

use service::network_prefix_of;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Tries count for this long.
pub const WINDOW: Duration = Duration::minutes(15);
/// One address and one account: people mistype.
const TRIES_PER_SUBJECT_AND_ORIGIN: i64 = 5;
/// All addresses together: far enough above it that no single stranger locks an account's owner out.
const TRIES_PER_SUBJECT: i64 = 25;
/// People share addresses; after this many wrong tries each costs time.
const FREE_TRIES_PER_ORIGIN: i64 = 10;
const LONGEST_PAUSE: Duration = Duration::minutes(5);

/// Who is tried, and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The name as typed.
    pub subject: [u8; 32],
    /// The account behind the name, if any. Its user name and its e-mail address count together.
    pub account: Option<Uuid>,
    pub origin: Option<String>,
}

impl Attempt {
    /// `kind` keeps tries at passwords and at reset mails apart.
    pub fn new(kind: &str, brand: &str, name: &str, address: &str) -> Self {
        let subject = format!("{kind}\n{brand}\n{}", name.trim().to_lowercase());
        Self { subject: Sha256::digest(subject).into(), account: None, origin: network_prefix_of(address) }
    }

    pub fn on(self, account: Option<Uuid>) -> Self {
        Self { account, ..self }
    }
}

/// Whether a try that may be made can succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    Open,
    /// The account was tried too often under its other name. The answer is that of a wrong password: another one would
    /// tell that both names belong to one account.
    Shut,
}

/// What is known of the tries within the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tries {
    pub of_subject: i64,
    pub of_subject_from_origin: i64,
    /// Under all names of the account.
    pub of_account: i64,
    pub of_account_from_origin: i64,
    pub from_origin: i64,
    pub last_from_origin: Option<OffsetDateTime>,
}

impl Tries {
    /// None: no further try may be made now.
    pub fn admit(self, now: OffsetDateTime) -> Option<Admission> {
        let paused = self.last_from_origin.is_some_and(|last| now < last + pause(self.from_origin));
        if paused || !is_within_limits(self.of_subject, self.of_subject_from_origin) {
            return None;
        }
        let is_open = is_within_limits(self.of_account, self.of_account_from_origin);
        Some(if is_open { Admission::Open } else { Admission::Shut })
    }
}

fn is_within_limits(tries: i64, from_origin: i64) -> bool {
    tries < TRIES_PER_SUBJECT && from_origin < TRIES_PER_SUBJECT_AND_ORIGIN
}

/// One second after the tenth try, doubled with each further one.
fn pause(tries: i64) -> Duration {
    match u32::try_from(tries - FREE_TRIES_PER_ORIGIN) {
        Ok(over) => Duration::seconds(1_i64 << over.min(10)).min(LONGEST_PAUSE),
        Err(_) => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn an_address_waits_longer_with_every_wrong_try() {
        let table = [(0, 0), (9, 0), (10, 1), (11, 2), (15, 32), (19, 300), (1000, 300)];
        for (tries, seconds) in table {
            assert_eq!(pause(tries), Duration::seconds(seconds), "{tries} tries");
        }
    }

    #[test]
    fn r011_the_fifth_try_is_the_last_of_an_address_and_the_owner_elsewhere_goes_on() {
        let now = datetime!(2026-03-01 12:00 UTC);
        let check = |of_subject, of_subject_from_origin, allowed| {
            let tries = Tries {
                of_subject,
                of_subject_from_origin,
                of_account: of_subject,
                of_account_from_origin: of_subject_from_origin,
                from_origin: of_subject_from_origin,
                last_from_origin: Some(now),
            };
            assert_eq!(
                tries.admit(now).is_some(),
                allowed,
                "{of_subject} in all, {of_subject_from_origin} from here"
            );
        };

        check(4, 4, true);
        check(5, 5, false);
        check(24, 0, true);
        check(25, 0, false);
    }

    #[test]
    fn r043_tries_under_the_other_name_of_an_account_shut_it_unseen() {
        let now = datetime!(2026-03-01 12:00 UTC);
        let admitted = |of_account, of_account_from_origin| {
            let tries = Tries {
                of_subject: 0,
                of_subject_from_origin: 0,
                of_account,
                of_account_from_origin,
                from_origin: of_account_from_origin,
                last_from_origin: Some(now),
            };
            tries.admit(now)
        };

        assert_eq!(admitted(4, 4), Some(Admission::Open));
        assert_eq!(admitted(5, 5), Some(Admission::Shut));
        assert_eq!(admitted(24, 0), Some(Admission::Open));
        assert_eq!(admitted(25, 0), Some(Admission::Shut));
    }

    #[test]
    fn names_are_counted_whatever_their_case_and_apart_by_brand() {
        let attempt = |brand, name| Attempt::new("sign-in", brand, name, "").subject;

        assert_eq!(attempt("blue", "Ada "), attempt("blue", "ada"));
        assert_ne!(attempt("blue", "ada"), attempt("red", "ada"));
    }
}
