//! The velocity check against card testing: it counts cards that reached the provider and brought no money, and decides
//! whether a new payment is blocked before the provider. Pure: the store only fetches the facts.
//!
//! - A declined card counts each time, and so does a 3-D Secure challenge that failed.
//! - A card that was given up, at the challenge or as a hold, counts once, and not against a visitor who tries it again.
//! - An unclaimed hold counts against its IP address until a booking claims it.
//! - Holds that bookings had claimed do not count against the brand: an airline that is away would block it.
//! - Made-up payment methods do not count against the brand either. They cost nothing, so a script could block it.
//! - What our own faults ended counts against nobody.

use time::{Duration, OffsetDateTime};

use super::refusal::Failure;
use super::status::Status;

/// Cards are counted over this time.
const WINDOW: Duration = Duration::hours(1);
/// How long an unconfirmed attempt counts as being at the provider.
const UNDER_WAY: Duration = Duration::seconds(30);

/// What the check looks at.
#[derive(Debug, Clone, Default)]
pub struct VelocityFacts {
    /// Whether a signed-in user pays. The limit of the brand's guests does not hold for them.
    pub is_signed_in: bool,
    /// The attempts since `counted_since`, at least those of the visitor, of their address and of the brand's guests.
    /// Captured and simulated payments are none.
    pub attempts: Vec<RecentAttempt>,
    /// How many payments of the brand's guests were captured, of those begun since `counted_since`. A hold may be a
    /// tested card's, so only captured payments count.
    pub paying_guests: usize,
}

/// A payment that was begun before the new one, and what it has to do with it.
#[derive(Debug, Clone, Copy)]
pub struct RecentAttempt {
    pub began_at: OffsetDateTime,
    pub status: Status,
    pub failure: Option<Failure>,
    pub payer: Payer,
    /// How far it came at the provider.
    pub reach: Reach,
    /// A booking has claimed it.
    pub is_claimed: bool,
    /// The same visitor tries the same card again, in the new payment or in any later than this. Cards with unknown
    /// digits are never taken for the same card.
    pub is_tried_again: bool,
}

/// Who paid, beside who pays now.
#[derive(Debug, Clone, Copy)]
pub struct Payer {
    /// The new payment's visitor, at its brand.
    pub is_own: bool,
    /// From the new payment's address, at any brand. False where the address is unknown.
    pub is_at_address: bool,
    /// A guest of the new payment's brand.
    pub is_guest: bool,
}

/// How far a payment came at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The provider does not know of it.
    Nowhere,
    /// It has an intent.
    Known,
    /// Its money was held.
    Held,
}

impl Reach {
    pub fn of(has_intent: bool, was_held: bool) -> Self {
        match (has_intent, was_held) {
            (false, _) => Self::Nowhere,
            (true, false) => Self::Known,
            (true, true) => Self::Held,
        }
    }
}

/// How many cards may bring no money within the hour.
#[derive(Debug, Clone, Copy)]
pub struct VelocityLimits {
    pub per_session: usize,
    pub per_account: usize,
    pub per_address: usize,
    pub per_brand: usize,
}

/// What the check comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VelocityDecision {
    Pass,
    /// A limit is reached once all that is at the provider has failed: the payment waits until that is known.
    Wait,
    Block(Blocked),
}

/// A velocity limit that is reached: the payment is blocked before the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocked {
    pub limit: Limit,
    /// When the next card may be tried.
    pub until: OffsetDateTime,
}

/// Which cards the limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Own,
    Address,
    Brand,
}

impl Limit {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Address => "address",
            Self::Brand => "brand",
        }
    }
}

/// The start of the time over which cards are counted.
pub fn counted_since(now: OffsetDateTime) -> OffsetDateTime {
    now - WINDOW
}

/// Decides whether a new payment is blocked before the provider, and by which limit: the one that lasts longest. A
/// limit can't be lifted. It ends by itself, when the attempt that filled it is an hour old.
pub fn decide(facts: &VelocityFacts, limits: VelocityLimits, now: OffsetDateTime) -> VelocityDecision {
    let counters = counters(facts, limits, now);
    match counters.iter().filter_map(Counter::blocked).max_by_key(|blocked| blocked.until) {
        Some(blocked) => VelocityDecision::Block(blocked),
        None if counters.iter().any(Counter::may_be_blocked) => VelocityDecision::Wait,
        None => VelocityDecision::Pass,
    }
}

fn counters(facts: &VelocityFacts, limits: VelocityLimits, now: OffsetDateTime) -> Vec<Counter> {
    let moneyless: Vec<_> = facts.attempts.iter().filter(|it| it.brings_no_money(now)).collect();
    let counter = |limit, most, paying, is_counted: fn(&RecentAttempt) -> bool| {
        Counter::new(limit, most, paying, moneyless.iter().copied().filter(|it| is_counted(it)))
    };
    let own = if facts.is_signed_in { limits.per_account } else { limits.per_session };
    let mut counters = vec![
        counter(Limit::Own, own, 0, RecentAttempt::counts_against_visitor),
        counter(Limit::Address, limits.per_address, 0, |it| it.payer.is_at_address),
    ];
    if !facts.is_signed_in {
        let (most, paying) = (limits.per_brand, facts.paying_guests);
        counters.push(counter(Limit::Brand, most, paying, RecentAttempt::counts_against_brand));
    }
    counters
}

impl RecentAttempt {
    /// Whether it reached the provider within the hour and brought no money, or may bring none.
    fn brings_no_money(&self, now: OffsetDateTime) -> bool {
        self.began_at > counted_since(now)
            && match self.status {
                Status::Captured => false,
                Status::Declined | Status::ConfirmSent => true,
                _ if self.failure == Some(Failure::AuthenticationRequired) => true,
                Status::CreateSent => self.began_at > now - UNDER_WAY,
                Status::AwaitingChallenge | Status::Authorised => !self.is_claimed && !self.is_tried_again,
                Status::VoidSent | Status::Voided => {
                    self.reach != Reach::Nowhere && !self.is_our_fault() && !self.is_tried_again
                }
                Status::CaptureSent => false,
            }
    }

    fn is_our_fault(&self) -> bool {
        matches!(self.failure, Some(Failure::NotCompleted | Failure::ProviderRefused))
    }

    fn counts_against_visitor(&self) -> bool {
        self.payer.is_own && !self.status.is_open()
    }

    fn counts_against_brand(&self) -> bool {
        let is_released = matches!(self.status, Status::VoidSent | Status::Voided);
        let was_bookings = is_released && self.is_claimed && self.reach == Reach::Held;
        let is_made_up = self.failure == Some(Failure::MethodUnknown);
        self.payer.is_guest && !self.status.is_open() && !was_bookings && !is_made_up
    }

    fn is_under_way(&self) -> bool {
        matches!(self.status, Status::CreateSent | Status::ConfirmSent)
    }
}

/// The cards that one limit counts.
struct Counter {
    limit: Limit,
    most: usize,
    /// How many have paid. A limit holds only while more bring no money: a busy day has many that fail, among more
    /// that pay.
    paying: usize,
    /// When those that brought no money were begun, the newest first.
    failed: Vec<OffsetDateTime>,
    /// How many are at the provider now.
    under_way: usize,
}

impl Counter {
    fn new<'f>(
        limit: Limit,
        most: usize,
        paying: usize,
        attempts: impl Iterator<Item = &'f RecentAttempt>,
    ) -> Self {
        let (under_way, failed): (Vec<&_>, Vec<&_>) = attempts.partition(|it| it.is_under_way());
        let mut failed: Vec<_> = failed.into_iter().map(|it| it.began_at).collect();
        failed.sort_unstable_by(|a, b| b.cmp(a));
        Self { limit, most, paying, failed, under_way: under_way.len() }
    }

    fn blocked(&self) -> Option<Blocked> {
        let filled_at = *self.failed.get(self.most.checked_sub(1)?)?;
        let is_mostly_failing = self.failed.len() > self.paying;
        is_mostly_failing.then(|| Blocked { limit: self.limit, until: filled_at + WINDOW })
    }

    fn may_be_blocked(&self) -> bool {
        let may_fail = self.failed.len() + self.under_way;
        self.under_way > 0 && may_fail >= self.most && may_fail > self.paying
    }
}

#[cfg(test)]
mod tests;
