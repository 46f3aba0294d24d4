//! How many attempts one account may have, and how fast one network may make them.

use service::network_prefix_of;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::session::Session;

/// Attempts count for this long.
pub const WINDOW: Duration = Duration::minutes(15);
/// One network and one account: people mistype.
const ATTEMPTS_PER_SUBJECT_AND_ORIGIN: i64 = 5;
/// All networks together: far above the limit of one, so that no single stranger locks an account's owner out.
const ATTEMPTS_PER_SUBJECT: i64 = 25;
/// People share networks. After this many wrong attempts, each further one costs time.
const FREE_ATTEMPTS_PER_ORIGIN: i64 = 10;
const LONGEST_PAUSE: Duration = Duration::minutes(5);

/// An attempt to sign in or to reset a password: for a name, and from a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The name as typed.
    pub subject: [u8; 32],
    /// The account behind the name, if any. Its user name and its e-mail address count together.
    pub account: Option<Uuid>,
    pub origin: Option<String>,
}

impl Attempt {
    /// A password for a name. `brand` is empty for an administrator, who is the same on every brand.
    pub fn sign_in(brand: &str, name: &str, address: &str) -> Self {
        Self::new("sign-in", brand, name, address)
    }

    /// A request for a link that resets the password.
    pub fn reset(brand: &str, email: &str, address: &str) -> Self {
        Self::new("reset", brand, email, address)
    }

    /// A password in a session that is signed in. Counted by the session, so that strangers who know the user name
    /// cannot stop the account's owner from acting during an incident.
    pub fn step_up(session: &Session) -> Self {
        Self::new("step-up", &session.brand, &session.id.to_string(), "")
    }

    /// `kind` keeps the counts of passwords, step-ups and reset mails apart.
    fn new(kind: &str, brand: &str, name: &str, address: &str) -> Self {
        Self { subject: subject_hash(kind, brand, name), account: None, origin: network_prefix_of(address) }
    }

    pub fn on(self, account: Option<Uuid>) -> Self {
        Self { account, ..self }
    }
}

/// What is counted together: a name of a brand, in any case, for one kind of call. Hashed, because people type passwords
/// into the name field.
pub(super) fn subject_hash(kind: &str, brand: &str, name: &str) -> [u8; 32] {
    let subject = format!("{kind}\n{brand}\n{}", name.trim().to_lowercase());
    Sha256::digest(subject).into()
}

/// Whether an admitted attempt can succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    Open,
    /// The account had too many attempts under its other name. The answer is that of a wrong password: any other would
    /// say that both names belong to one account.
    Shut,
}

/// The attempts within the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastAttempts {
    pub of_subject: i64,
    pub of_subject_from_origin: i64,
    /// Under all names of the account.
    pub of_account: i64,
    pub of_account_from_origin: i64,
    pub from_origin: i64,
    pub last_from_origin: Option<OffsetDateTime>,
}

impl PastAttempts {
    /// Returns nothing if no further attempt is allowed now.
    pub fn admit(self, now: OffsetDateTime) -> Option<Admission> {
        let paused = self.last_from_origin.is_some_and(|last| now < last + pause(self.from_origin));
        if paused || !is_within_limits(self.of_subject, self.of_subject_from_origin) {
            return None;
        }
        let is_open = is_within_limits(self.of_account, self.of_account_from_origin);
        Some(if is_open { Admission::Open } else { Admission::Shut })
    }
}

fn is_within_limits(attempts: i64, from_origin: i64) -> bool {
    attempts < ATTEMPTS_PER_SUBJECT && from_origin < ATTEMPTS_PER_SUBJECT_AND_ORIGIN
}

/// One second after the tenth attempt, doubled with each further one.
fn pause(attempts: i64) -> Duration {
    match u32::try_from(attempts - FREE_ATTEMPTS_PER_ORIGIN) {
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
        for (attempts, seconds) in table {
            assert_eq!(pause(attempts), Duration::seconds(seconds), "{attempts} attempts");
        }
    }

    #[test]
    fn r011_the_fifth_try_is_the_last_of_an_address_and_the_owner_elsewhere_goes_on() {
        let now = datetime!(2026-03-01 12:00 UTC);
        let check = |of_subject, of_subject_from_origin, allowed| {
            let past = PastAttempts {
                of_subject,
                of_subject_from_origin,
                of_account: of_subject,
                of_account_from_origin: of_subject_from_origin,
                from_origin: of_subject_from_origin,
                last_from_origin: Some(now),
            };
            assert_eq!(
                past.admit(now).is_some(),
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
            let past = PastAttempts {
                of_subject: 0,
                of_subject_from_origin: 0,
                of_account,
                of_account_from_origin,
                from_origin: of_account_from_origin,
                last_from_origin: Some(now),
            };
            past.admit(now)
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
