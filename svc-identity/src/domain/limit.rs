//! How many attempts there may be at one account's password, and how fast one network may make them.
//!
//! No account is ever locked. Attempts in browsers that its owner never used are counted together and get slower and
//! slower. Those in a browser that the owner has used count for that browser alone.

use service::network_prefix_of;
use service::token::TokenHash;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::session::Session;

/// Attempts count for this long for a password, over all networks.
pub const LONGEST_WINDOW: Duration = Duration::DAY;
/// Attempts count for this long for their network.
pub const NETWORK_WINDOW: Duration = Duration::minutes(15);
/// One network and one account: people mistype.
const ATTEMPTS_PER_SUBJECT_AND_ORIGIN: i64 = 5;
/// All networks together. With the pauses after it, nobody makes more than 100 attempts at a password in any 24 hours.
const AT_A_PASSWORD: Pauses = Pauses { free: 10, longest: Duration::minutes(20) };
/// People share networks. After this many wrong attempts, each further one costs time.
const FROM_A_NETWORK: Pauses = Pauses { free: 10, longest: Duration::minutes(5) };

/// What is tried, and by whom. Each kind is counted apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A password for a name, in a browser that the account's owner never used.
    SignIn,
    /// A password in a browser that its owner has used.
    KnownBrowser,
    /// A password in a session that is signed in.
    StepUp,
    /// A code of a second factor, after the right password.
    SecondFactor,
    /// A link that resets the password.
    Reset,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::KnownBrowser => "known-browser",
            Self::StepUp => "step-up",
            Self::SecondFactor => "second-factor",
            Self::Reset => "reset",
        }
    }
}

/// An attempt to sign in or to reset a password: for a name, and from a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    kind: Kind,
    /// The name as typed, or the browser or session that the owner has.
    pub subject: [u8; 32],
    /// The account behind the name, if any. Its user name and its e-mail address count together.
    pub account: Option<Uuid>,
    pub origin: Option<String>,
}

impl Attempt {
    /// A password for a name. `brand` is empty for an administrator, who is the same on every brand.
    pub fn sign_in(brand: &str, name: &str, address: &str) -> Self {
        Self::new(Kind::SignIn, brand, name, address)
    }

    /// A password in a browser that the account's owner has used. Counted by the browser, so that strangers who know the
    /// user name, or share the network, cannot keep the owner out.
    pub fn in_known_browser(browser: TokenHash, account: Uuid) -> Self {
        let browser = browser.0.map(|byte| format!("{byte:02x}")).concat();
        Self::new(Kind::KnownBrowser, &account.to_string(), &browser, "")
    }

    /// A request for a link that resets the password. Limited by network alone: the mails have limits of their own.
    pub fn reset(brand: &str, email: &str, address: &str) -> Self {
        Self::new(Kind::Reset, brand, email, address)
    }

    /// A password in a session that is signed in. Counted by the session, for the reason of `in_known_browser`.
    pub fn step_up(session: &Session) -> Self {
        Self::new(Kind::StepUp, &session.brand, &session.id.to_string(), "")
    }

    /// A code of a second factor, after the right password. Counted over all sessions of the account: who has the password
    /// can open any number of them.
    pub fn second_factor(account: Uuid) -> Self {
        Self::new(Kind::SecondFactor, "", &account.to_string(), "")
    }

    fn new(kind: Kind, brand: &str, name: &str, address: &str) -> Self {
        let subject = subject_hash(kind.as_str(), brand, name);
        Self { kind, subject, account: None, origin: network_prefix_of(address) }
    }

    pub fn on(self, account: Option<Uuid>) -> Self {
        Self { account, ..self }
    }

    /// Whether the right password also takes back the wrong ones before it. Never in an unknown browser: each time that
    /// the owner signs in, strangers would have all their attempts again.
    pub fn is_forgiven_whole(&self) -> bool {
        matches!(self.kind, Kind::KnownBrowser | Kind::StepUp)
    }

    /// Whether the attempt is allowed after the past ones. If not, returns how long it has to wait.
    pub fn admit(&self, past: &PastAttempts, now: OffsetDateTime) -> Result<Admission, Duration> {
        let until = FROM_A_NETWORK
            .end(past.from_origin.attempts, past.from_origin.last)
            .max(self.end_of_pause(&past.of_subject));
        if let Some(until) = until.filter(|until| now < *until) {
            return Err(until - now);
        }
        let is_shut = self.end_of_pause(&past.of_account).is_some_and(|until| now < until);
        Ok(if is_shut { Admission::Shut } else { Admission::Open })
    }

    fn end_of_pause(&self, past: &Tally) -> Option<OffsetDateTime> {
        let is_full = past.from_origin >= ATTEMPTS_PER_SUBJECT_AND_ORIGIN;
        let of_network = past.first_from_origin.filter(|_| is_full).map(|first| first + NETWORK_WINDOW);
        let tries_password = self.kind != Kind::Reset;
        let of_all = AT_A_PASSWORD.end(past.attempts, past.last).filter(|_| tries_password);
        of_network.max(of_all)
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

/// The attempts that count when another is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PastAttempts {
    pub of_subject: Tally,
    /// Under all names of the account.
    pub of_account: Tally,
    pub from_origin: OfNetwork,
}

/// The attempts at one password.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub attempts: i64,
    pub last: Option<OffsetDateTime>,
    /// Those from the network of the new one.
    pub from_origin: i64,
    pub first_from_origin: Option<OffsetDateTime>,
}

/// The attempts from one network, at anything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OfNetwork {
    pub attempts: i64,
    pub last: Option<OffsetDateTime>,
}

/// How an attempt is slowed down by those before it.
struct Pauses {
    /// So many need not wait.
    free: i64,
    longest: Duration,
}

impl Pauses {
    /// One second after the last free attempt, doubled with each further one. `None` while attempts are free: another
    /// that is made at the same time may be stored under a later time, and that is no pause.
    fn after(&self, attempts: i64) -> Option<Duration> {
        let over = u32::try_from(attempts - self.free).ok()?;
        Some(Duration::seconds(1_i64 << over.min(20)).min(self.longest))
    }

    fn end(&self, attempts: i64, last: Option<OffsetDateTime>) -> Option<OffsetDateTime> {
        Some(last? + self.after(attempts)?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use time::macros::datetime;

    use super::*;

    const NOON: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn tally(attempts: i64, from_origin: i64) -> Tally {
        Tally { attempts, last: Some(NOON), from_origin, first_from_origin: Some(NOON) }
    }

    fn sign_in(past: PastAttempts) -> Result<Admission, Duration> {
        Attempt::sign_in("blue", "ada", "203.0.113.7").admit(&past, NOON)
    }

    #[test]
    fn an_address_waits_longer_with_every_wrong_try() {
        let table = [
            (0, None),
            (9, None),
            (10, Some(1)),
            (11, Some(2)),
            (15, Some(32)),
            (19, Some(300)),
            (1000, Some(300)),
        ];
        for (attempts, seconds) in table {
            assert_eq!(FROM_A_NETWORK.after(attempts), seconds.map(Duration::seconds), "{attempts} attempts");
        }
    }

    #[test]
    fn one_that_is_stored_meanwhile_under_a_later_time_is_no_pause() {
        let later = Some(NOON + Duration::milliseconds(3));
        let of_subject = Tally { attempts: 1, last: later, ..Tally::default() };
        let from_origin = OfNetwork { attempts: 1, last: later };
        let past = PastAttempts { of_subject, of_account: of_subject, from_origin };

        assert_eq!(sign_in(past), Ok(Admission::Open));
    }

    #[test]
    fn r011_the_fifth_try_is_the_last_of_an_address_and_the_owner_elsewhere_goes_on() {
        let check = |attempts, from_origin, expected: Result<Admission, Duration>| {
            let of_subject = tally(attempts, from_origin);
            let past = PastAttempts { of_subject, of_account: of_subject, ..PastAttempts::default() };
            assert_eq!(sign_in(past), expected, "{attempts} in all, {from_origin} from here");
        };

        check(4, 4, Ok(Admission::Open));
        check(5, 5, Err(NETWORK_WINDOW));
        check(9, 0, Ok(Admission::Open));
        check(10, 0, Err(Duration::seconds(1)));
        check(90, 0, Err(Duration::minutes(20)));
    }

    #[test]
    fn r043_tries_under_the_other_name_of_an_account_shut_it_unseen() {
        let admitted = |attempts, from_origin| {
            sign_in(PastAttempts { of_account: tally(attempts, from_origin), ..PastAttempts::default() })
        };

        assert_eq!(admitted(4, 4), Ok(Admission::Open));
        assert_eq!(admitted(5, 5), Ok(Admission::Shut));
        assert_eq!(admitted(9, 0), Ok(Admission::Open));
        assert_eq!(admitted(10, 0), Ok(Admission::Shut));
    }

    #[test]
    fn r011_no_guesser_makes_more_than_a_hundred_tries_at_a_password_in_any_24_hours() {
        let attempt = Attempt::sign_in("blue", "ada", "203.0.113.7");
        let (mut now, mut counted, mut most) = (NOON, VecDeque::new(), 0);
        while now < NOON + 3 * LONGEST_WINDOW {
            while counted.front().is_some_and(|first| *first <= now - LONGEST_WINDOW) {
                counted.pop_front();
            }
            let attempts = i64::try_from(counted.len()).unwrap();
            let of_subject = Tally { attempts, last: counted.back().copied(), ..Tally::default() };
            // Each from a network that has not tried before, at the first moment that is allowed.
            match attempt.admit(&PastAttempts { of_subject, ..PastAttempts::default() }, now) {
                Ok(_) => counted.push_back(now),
                Err(wait) => now += wait,
            }
            most = most.max(counted.len());
        }

        assert_eq!(most, 91);
    }

    #[test]
    fn links_are_limited_by_network_alone() {
        let past = |of_subject| PastAttempts { of_subject, ..PastAttempts::default() };
        let reset = Attempt::reset("blue", "ada@traveller.example", "203.0.113.7");

        assert_eq!(reset.admit(&past(tally(1000, 4)), NOON), Ok(Admission::Open));
        assert_eq!(reset.admit(&past(tally(1000, 5)), NOON), Err(NETWORK_WINDOW));
    }

    #[test]
    fn a_known_browser_is_counted_apart_for_each_account_and_by_no_network() {
        let attempt =
            |token, account| Attempt::in_known_browser(TokenHash::of(token), Uuid::from_u128(account));

        assert_eq!(attempt("one", 1), attempt("one", 1));
        assert_ne!(attempt("one", 1).subject, attempt("one", 2).subject);
        assert_ne!(attempt("one", 1).subject, attempt("two", 1).subject);
        assert_eq!((attempt("one", 1).account, attempt("one", 1).origin), (None, None));
    }

    #[test]
    fn names_are_counted_whatever_their_case_and_apart_by_brand() {
        let attempt = |brand, name| Attempt::sign_in(brand, name, "").subject;

        assert_eq!(attempt("blue", "Ada "), attempt("blue", "ada"));
        assert_ne!(attempt("blue", "ada"), attempt("red", "ada"));
    }
}
