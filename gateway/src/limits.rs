//! How much one visitor may ask for: buckets that refill, by address and by session.
//!
//! An address is the peer's own, or what a trusted proxy says (`client`); a forged header moves nothing.
//! Buckets are in memory. Gateways that share the visitors divide each budget (`GATEWAY_REPLICAS`).

mod bucket;

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use governor::Quota;
use governor::clock::Clock;
use governor::nanos::Nanos;
use service::{SharedClock, network_prefix};
use uuid::Uuid;

use self::bucket::Buckets;
use crate::problem::{ApiError, Code};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_hours(24);

/// What is counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Budget {
    /// Searches may cost a call to the airlines.
    Search,
    /// Each may send many searches, of those that the provider charges for.
    LookUp,
    /// Passwords, and mails that anybody may ask for. svc-identity throttles by account, svc-booking by trip beside it.
    Account,
    /// Cards and bookings of an address. svc-payments counts declines beside it.
    Purchase,
    /// Cards and bookings of a session.
    PurchaseOfSession,
    /// Each is a mail to the brand.
    Enquiry,
    /// Each may be a mail to an address that somebody typed, and searches for as long as the price is watched.
    Watch,
    /// What browsers report of a page's policy.
    Report,
    /// All other calls.
    Call,
}

impl Budget {
    const ALL: [Self; 9] = [
        Self::Search,
        Self::LookUp,
        Self::Account,
        Self::Purchase,
        Self::PurchaseOfSession,
        Self::Enquiry,
        Self::Watch,
        Self::Report,
        Self::Call,
    ];

    /// Requests within its period at all gateways together, which may come at once. An address may be an office or a
    /// mobile carrier's.
    const fn per_period(self) -> u32 {
        match self {
            Self::Search | Self::Purchase => 120,
            Self::Account | Self::PurchaseOfSession | Self::Watch => 20,
            Self::LookUp | Self::Enquiry => 5,
            Self::Report => 60,
            Self::Call => 600,
        }
    }

    /// In which a spent budget is whole again.
    const fn period(self) -> Duration {
        match self {
            Self::Watch => DAY,
            _ => MINUTE,
        }
    }

    /// What one of so many gateways allows. The rate is exact; what may come at once is rounded, and at least 1.
    fn quota(self, gateways: NonZeroU16) -> Quota {
        let gateways = u32::from(gateways.get());
        let between = self.period() * gateways / self.per_period();
        let at_once = (self.per_period() + gateways / 2) / gateways;
        let quota = Quota::with_period(between).expect("a budget's period is not zero");
        quota.allow_burst(NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN))
    }
}

/// Webhooks without a true signature that one gateway takes of an address in a minute. A provider whose secret was mistyped
/// here sends fewer, and sends again later what is refused.
const UNSIGNED_PER_MINUTE: u32 = 60;

/// How many webhooks without a true signature came from each network in the minute under way.
#[derive(Debug, Default)]
struct Unsigned {
    minute: i64,
    counts: HashMap<IpAddr, u32>,
}

/// Who is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Whom {
    Address(IpAddr),
    Session(Uuid),
}

/// The service's clock in governor's terms: nanoseconds since 1970.
#[derive(Debug, Clone)]
struct Ticks(SharedClock);

impl Clock for Ticks {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        u64::try_from(self.0.now().unix_timestamp_nanos()).unwrap_or(0).into()
    }
}

#[derive(Debug)]
pub(crate) struct Limits {
    buckets: [Buckets; Budget::ALL.len()],
    unsigned: Mutex<Unsigned>,
    clock: Ticks,
}

impl Limits {
    /// The limits of one of so many gateways.
    pub fn new(gateways: NonZeroU16, clock: SharedClock) -> Self {
        let clock = Ticks(clock);
        let buckets = Budget::ALL.map(|budget| Buckets::new(budget.quota(gateways), clock.clone()));
        Self { buckets, unsigned: Mutex::default(), clock }
    }

    /// Counts a request of an address, or of its network prefix.
    pub fn check_address(&self, budget: Budget, address: IpAddr) -> Result<(), ApiError> {
        self.check(budget, Whom::Address(network_prefix(address)))
    }

    /// Takes back the count of a request of an address that came to nothing.
    pub fn discount_address(&self, budget: Budget, address: IpAddr) {
        self.buckets[budget as usize].give_back(&Whom::Address(network_prefix(address)));
    }

    pub fn check_session(&self, budget: Budget, session_id: Uuid) -> Result<(), ApiError> {
        self.check(budget, Whom::Session(session_id))
    }

    fn check(&self, budget: Budget, whom: Whom) -> Result<(), ApiError> {
        self.buckets[budget as usize].take(&whom).map_err(too_many)
    }

    /// Refuses the webhooks of an address that has had too many without a true signature. Signed ones are not counted.
    pub fn check_unsigned(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let Some(address) = address.map(network_prefix) else { return Ok(()) };
        match self.unsigned().counts.get(&address) {
            Some(count) if *count >= UNSIGNED_PER_MINUTE => Err(too_many(MINUTE)),
            _ => Ok(()),
        }
    }

    /// Counts a webhook as one without a true signature. A developer's are not counted.
    pub fn count_unsigned(&self, address: Option<IpAddr>) {
        if let Some(address) = address.map(network_prefix) {
            *self.unsigned().counts.entry(address).or_default() += 1;
        }
    }

    /// Takes back the count of a webhook whose signature is true after all, or is not known.
    pub fn discount_unsigned(&self, address: Option<IpAddr>) {
        if let Some(address) = address.map(network_prefix)
            && let Some(count) = self.unsigned().counts.get_mut(&address)
        {
            *count = count.saturating_sub(1);
        }
    }

    /// Those of the minute under way.
    fn unsigned(&self) -> MutexGuard<'_, Unsigned> {
        let minute = self.clock.0.now().unix_timestamp().div_euclid(60);
        let mut unsigned = self.unsigned.lock().expect("nobody panics while counting");
        if unsigned.minute != minute {
            *unsigned = Unsigned { minute, counts: HashMap::new() };
        }
        unsigned
    }

    /// Forgets buckets that have refilled, so that memory follows the visitors of the last minute, and of the last day
    /// those who watch prices.
    pub async fn sweep(&self) {
        let mut interval = tokio::time::interval(MINUTE);
        loop {
            interval.tick().await;
            for buckets in &self.buckets {
                buckets.forget_full();
            }
        }
    }
}

/// Says how long to wait, as exactly as a person plans it.
fn too_many(wait: Duration) -> ApiError {
    let minutes = wait.as_secs().div_ceil(60);
    let advice = match minutes {
        0..=1 => "Please wait a moment.".to_owned(),
        2..=119 => format!("Please try again in about {minutes} minutes."),
        _ => format!("Please try again in about {} hours.", minutes.div_ceil(60)),
    };
    let message = format!("Too many requests. {advice}");
    ApiError { retry_after: Some(wait), ..ApiError::new(Code::RateLimited, message) }
}

#[cfg(test)]
mod tests {
    use testkit::MockClock;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_spent_budget_refills_with_time_and_is_one_visitors_own() {
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let limits = Limits::new(NonZeroU16::MIN, clock.clone());
        let visitor: IpAddr = "192.0.2.7".parse().unwrap();

        let within = (0..20).all(|_| limits.check_address(Budget::Account, visitor).is_ok());
        let over = limits.check_address(Budget::Account, visitor);
        let other = limits.check_address(Budget::Account, "192.0.2.8".parse().unwrap());
        clock.advance(time::Duration::seconds(4));
        let later = limits.check_address(Budget::Account, visitor);

        assert!(within && other.is_ok() && later.is_ok());
        assert_eq!(over.unwrap_err().code, Code::RateLimited);
    }

    #[test]
    fn watch07_an_address_may_ask_for_twenty_watches_a_day() {
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let limits = Limits::new(NonZeroU16::MIN, clock.clone());
        let visitor: IpAddr = "192.0.2.7".parse().unwrap();
        let allowed = || (0..100).filter(|_| limits.check_address(Budget::Watch, visitor).is_ok()).count();

        let at_once = allowed();
        let refused = limits.check_address(Budget::Watch, visitor).unwrap_err();
        clock.advance(time::Duration::minutes(71));
        let within_the_hour = allowed();
        clock.advance(time::Duration::minutes(1));
        let later = allowed();
        clock.advance(time::Duration::days(1));

        assert_eq!((at_once, within_the_hour, later, allowed()), (20, 0, 1, 20));
        assert_eq!(refused.retry_after, Some(Duration::from_mins(72)));
    }

    #[test]
    fn watch07_what_came_to_nothing_is_given_back_and_never_more() {
        let limits = Limits::new(NonZeroU16::MIN, MockClock::new(datetime!(2026-03-01 12:00 UTC)));
        let visitor: IpAddr = "192.0.2.7".parse().unwrap();
        let allowed = || (0..100).filter(|_| limits.check_address(Budget::Watch, visitor).is_ok()).count();

        for _ in 0..30 {
            limits.check_address(Budget::Watch, visitor).unwrap();
            limits.discount_address(Budget::Watch, visitor);
        }
        limits.discount_address(Budget::Watch, visitor);
        let at_once = allowed();
        limits.discount_address(Budget::Watch, visitor);

        assert_eq!((at_once, allowed()), (20, 1));
    }

    #[test]
    fn who_waits_longer_than_a_minute_is_told_how_long() {
        let check = |seconds: u64, expected: &str| {
            let told = too_many(Duration::from_secs(seconds)).message;
            assert_eq!(told, format!("Too many requests. Please {expected}."), "{seconds}");
        };
        check(0, "wait a moment");
        check(60, "wait a moment");
        check(61, "try again in about 2 minutes");
        check(72 * 60, "try again in about 72 minutes");
        check(119 * 60 + 1, "try again in about 2 hours");
        check(23 * 3_600 + 1, "try again in about 24 hours");
    }

    /// How many requests of one visitor so many gateways let through in a minute: those at once, and what refills.
    fn allowed_in_a_minute(budget: Budget, gateways: u16) -> usize {
        let visitor: IpAddr = "192.0.2.7".parse().unwrap();
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let each = NonZeroU16::new(gateways).unwrap();
        let all: Vec<_> = (0..gateways).map(|_| Limits::new(each, clock.clone())).collect();
        let mut allowed = 0;
        for _second in 0..=60 {
            let of =
                |limits: &Limits| (0..120).filter(|_| limits.check_address(budget, visitor).is_ok()).count();
            allowed += all.iter().map(of).sum::<usize>();
            clock.advance(time::Duration::seconds(1));
        }
        allowed
    }

    #[test]
    fn several_gateways_allow_together_what_one_allows() {
        for budget in [Budget::Search, Budget::Account, Budget::Purchase] {
            let alone = allowed_in_a_minute(budget, 1);
            for gateways in 2..=5 {
                let together = allowed_in_a_minute(budget, gateways);
                assert!(
                    together.abs_diff(alone) * 10 <= alone,
                    "{budget:?}: {together} of {gateways}, not {alone}"
                );
            }
        }
    }

    #[test]
    fn only_who_sends_many_unsigned_webhooks_waits_and_for_a_minute() {
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let limits = Limits::new(NonZeroU16::MIN, clock.clone());
        let address = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        for n in 0..60 {
            assert!(limits.check_unsigned(address("2001:db8::1")).is_ok(), "{n}");
            limits.count_unsigned(address("2001:db8::1"));
            limits.discount_unsigned(address("2001:db8::1"));
            limits.count_unsigned(address(&format!("2001:db8::{n}"))); // one network prefix
            limits.count_unsigned(None);
        }

        let refused = limits.check_unsigned(address("2001:db8::99")).unwrap_err();
        let spared = [address("192.0.2.8"), None].map(|other| limits.check_unsigned(other));
        clock.advance(time::Duration::minutes(1));

        assert_eq!(refused.code, Code::RateLimited);
        assert!(spared.iter().all(Result::is_ok));
        assert!(limits.check_unsigned(address("2001:db8::99")).is_ok());
    }

    #[test]
    fn no_budget_is_divided_down_to_nothing() {
        let limits = Limits::new(NonZeroU16::MAX, MockClock::new(datetime!(2026-03-01 12:00 UTC)));
        let visitor: IpAddr = "192.0.2.7".parse().unwrap();

        assert!(Budget::ALL.iter().all(|budget| limits.check_address(*budget, visitor).is_ok()));
    }
}
