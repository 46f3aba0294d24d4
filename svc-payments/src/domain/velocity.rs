//! The velocity check against card testing: it counts cards that reached the provider and brought no money, and decides
//! whether a new payment is let through, asked for work (`domain::work`), or blocked before the provider. Pure: the
//! store only fetches the facts.
//!
//! - Work comes first, after a few cards, and each card then needs its own. Blocking comes later: it protects the
//!   provider from visitors who do the work as well.
//! - A declined card counts each time, and so does a 3-D Secure challenge that failed.
//! - A card that was given up, at the challenge or as a hold, counts once, and not against a visitor who tries it again.
//! - An unclaimed hold counts against its IP address until a booking claims it.
//! - Holds that bookings had claimed do not count against other visitors: an airline that is away would block them.
//! - Made-up payment methods do not count against them either. They cost nothing, so a script could block everybody.
//! - What our own faults ended counts against nobody.
//! - Users whose account is new, or whose mailbox is not proved, count as guests: a script makes such accounts in seconds.
//! - Guests also share limits with others: of their network, with cards of the same range, or with sessions as new as
//!   theirs. Each blocks only while more cards bring no money than pay, and asks for work only while more than one card
//!   in five brings none.

use time::{Duration, OffsetDateTime};

use super::refusal::Failure;
use super::status::Status;

/// Cards are counted over this time.
const WINDOW: Duration = Duration::hours(1);
/// How long an unconfirmed attempt counts as being at the provider.
const UNDER_WAY: Duration = Duration::seconds(30);
/// A younger session is new. Travellers take longer from their first page to their card; a script need not.
const NEW_SESSION: Duration = Duration::minutes(5);
/// Blocked where more cards bring no money than pay.
const MOSTLY_FAILING: usize = 1;
/// Asked for work where, for four cards that pay, more than one brings no money.
const OFTEN_FAILING: usize = 4;

/// What the check looks at.
#[derive(Debug, Clone, Default)]
pub struct VelocityFacts {
    /// Whether a user pays whose account is not new and whose mailbox is proved. The limits of guests do not hold for
    /// them.
    pub is_established: bool,
    /// When the visitor's session stops being new, where it is.
    pub new_until: Option<OffsetDateTime>,
    /// Whether the new payment brings work that no other has used.
    pub has_worked: bool,
    /// The attempts since `counted_since`, at least those that a limit counts. Captured and simulated payments are none.
    pub attempts: Vec<RecentAttempt>,
    pub paying: Paying,
}

/// How many payments were captured, of those begun since `counted_since`. A hold may be a tested card's, so only captured
/// payments count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Paying {
    /// Those of the brand's guests.
    pub guests: usize,
    /// Those of the brand's guests whose session was new.
    pub new_sessions: usize,
    /// Those from the visitor's address.
    pub address: usize,
    /// Those from the visitor's network.
    pub network: usize,
    /// Those with a card of the same range.
    pub card_range: usize,
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
    /// Its card's first digits are those of the new payment's card. False where they were not seen.
    pub is_of_card_range: bool,
}

/// Who paid, beside who pays now.
#[derive(Debug, Clone, Copy)]
pub struct Payer {
    /// The new payment's visitor, at its brand.
    pub is_own: bool,
    pub nearness: Nearness,
    /// A guest of the new payment's brand.
    pub is_guest: bool,
    /// Their session was new.
    pub is_new_session: bool,
}

/// How near the payer's address is to the new payment's, at any brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearness {
    /// In another network, or one of the addresses is not known.
    Elsewhere,
    SameNetwork,
    SameAddress,
}

impl Nearness {
    pub fn of(is_same_address: bool, is_same_network: bool) -> Self {
        match (is_same_address, is_same_network) {
            (true, _) => Self::SameAddress,
            (false, true) => Self::SameNetwork,
            (false, false) => Self::Elsewhere,
        }
    }
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

/// How many cards may bring no money within the hour: before a visitor is blocked, and before they are asked for work.
#[derive(Debug, Clone, Copy)]
pub struct VelocityLimits {
    pub per_session: usize,
    pub per_account: usize,
    pub per_address: usize,
    pub per_brand: usize,
    pub per_network: usize,
    pub per_card_range: usize,
    pub of_new_sessions: usize,
    /// Of one visitor, address, network or card range.
    pub before_work: usize,
    /// Of the brand's guests.
    pub before_work_of_brand: usize,
}

/// What the check comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VelocityDecision {
    Pass,
    /// A limit is reached once all that is at the provider has failed: the payment waits until that is known.
    Wait,
    /// Work is needed once all that is at the provider has failed: the payment waits, or brings work.
    WaitOrWork(Work),
    Work(Work),
    Block(Blocked),
}

/// Work that is asked for before a card is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Which cards were too many.
    pub limit: Limit,
    /// How many cards of the brand's guests brought no money within the hour. The more, the harder the work.
    pub declines: usize,
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
    Network,
    CardRange,
    NewSessions,
}

impl Limit {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Address => "address",
            Self::Brand => "brand",
            Self::Network => "network",
            Self::CardRange => "card_range",
            Self::NewSessions => "new_sessions",
        }
    }
}

/// The start of the time over which cards are counted.
pub fn counted_since(now: OffsetDateTime) -> OffsetDateTime {
    now - WINDOW
}

/// When a session of this age stops being new, where it is.
pub fn new_until(session_age: Duration, now: OffsetDateTime) -> Option<OffsetDateTime> {
    (session_age < NEW_SESSION).then(|| now + NEW_SESSION - session_age)
}

/// Decides whether a new payment is blocked before the provider, and by which limit: the one that lasts longest. A
/// limit is lifted for nobody. It ends by itself: when the attempt that filled it is an hour old; one that compares with
/// payments as soon as these outnumber the failures; that of new sessions also when the session is no longer new. Where
/// nothing blocks it, decides whether it needs work.
pub fn decide(facts: &VelocityFacts, limits: VelocityLimits, now: OffsetDateTime) -> VelocityDecision {
    let moneyless: Vec<_> = facts.attempts.iter().filter(|it| it.brings_no_money(now)).collect();
    let count = |bounds: Vec<Bound>| bounds.into_iter().map(|it| it.count(&moneyless)).collect::<Vec<_>>();
    let blocking = count(blocking(facts, limits));
    let blocked = blocking.iter().filter_map(Counter::blocked).map(|blocked| facts.shortened(blocked));
    match blocked.max_by_key(|blocked| blocked.until) {
        Some(blocked) => VelocityDecision::Block(blocked),
        None if blocking.iter().any(Counter::may_be_filled) => VelocityDecision::Wait,
        None if facts.has_worked => VelocityDecision::Pass,
        None => {
            let declines =
                moneyless.iter().filter(|it| it.counts_against_brand() && !it.is_under_way()).count();
            work(&count(asking_for_work(facts, limits)), declines)
        }
    }
}

fn work(counters: &[Counter], declines: usize) -> VelocityDecision {
    let first = |is_so: fn(&Counter) -> bool| {
        counters.iter().find(|it| is_so(it)).map(|it| Work { limit: it.bound.limit, declines })
    };
    let asked = first(|it| it.filled_at().is_some()).map(VelocityDecision::Work);
    let crowded = || first(Counter::may_be_filled).map(VelocityDecision::WaitOrWork);
    asked.or_else(crowded).unwrap_or(VelocityDecision::Pass)
}

/// The limits that block a payment.
fn blocking(facts: &VelocityFacts, limits: VelocityLimits) -> Vec<Bound> {
    let own = if facts.is_established { limits.per_account } else { limits.per_session };
    let mut bounds = vec![
        Bound::of(Limit::Own, own, 0, RecentAttempt::counts_against_visitor),
        Bound::of(Limit::Address, limits.per_address, 0, |it| it.payer.nearness == Nearness::SameAddress),
    ];
    if facts.is_established {
        return bounds;
    }
    let paying = facts.paying;
    bounds.extend([
        Bound::of(Limit::Brand, limits.per_brand, paying.guests, RecentAttempt::counts_against_brand),
        Bound::of(Limit::Network, limits.per_network, paying.network, RecentAttempt::counts_against_network),
        Bound::of(
            Limit::CardRange,
            limits.per_card_range,
            paying.card_range,
            RecentAttempt::counts_against_range,
        ),
    ]);
    if facts.new_until.is_some() {
        bounds.push(Bound::of(Limit::NewSessions, limits.of_new_sessions, paying.new_sessions, |it| {
            it.payer.is_new_session && it.counts_against_brand()
        }));
    }
    bounds
}

/// The limits from which on a payment needs work.
fn asking_for_work(facts: &VelocityFacts, limits: VelocityLimits) -> Vec<Bound> {
    let (few, paying) = (limits.before_work, facts.paying);
    let mut bounds = vec![
        Bound::of(Limit::Own, few, 0, RecentAttempt::counts_against_visitor),
        Bound::of(Limit::Address, few, paying.address, |it| {
            it.payer.nearness == Nearness::SameAddress && it.counts_against_others()
        }),
    ];
    if !facts.is_established {
        let of_brand = limits.before_work_of_brand;
        bounds.extend([
            Bound::of(Limit::Network, few, paying.network, RecentAttempt::counts_against_network),
            Bound::of(Limit::CardRange, few, paying.card_range, RecentAttempt::counts_against_range),
            Bound::of(Limit::Brand, of_brand, paying.guests, RecentAttempt::counts_against_brand),
        ]);
    }
    bounds.into_iter().map(|bound| Bound { weight: OFTEN_FAILING, ..bound }).collect()
}

impl VelocityFacts {
    /// The limit of new sessions holds no longer than the session is new.
    fn shortened(&self, blocked: Blocked) -> Blocked {
        match self.new_until {
            Some(new_until) if blocked.limit == Limit::NewSessions => {
                Blocked { until: blocked.until.min(new_until), ..blocked }
            }
            _ => blocked,
        }
    }
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

    /// Whether it counts against visitors who have nothing to do with its own.
    fn counts_against_others(&self) -> bool {
        let is_released = matches!(self.status, Status::VoidSent | Status::Voided);
        let was_bookings = is_released && self.is_claimed && self.reach == Reach::Held;
        let is_made_up = self.failure == Some(Failure::MethodUnknown);
        !self.status.is_open() && !was_bookings && !is_made_up
    }

    fn counts_against_brand(&self) -> bool {
        self.payer.is_guest && self.counts_against_others()
    }

    fn counts_against_network(&self) -> bool {
        self.payer.nearness != Nearness::Elsewhere && self.counts_against_others()
    }

    fn counts_against_range(&self) -> bool {
        self.is_of_card_range && self.counts_against_others()
    }

    fn is_under_way(&self) -> bool {
        matches!(self.status, Status::CreateSent | Status::ConfirmSent)
    }
}

/// A limit, and which cards it counts.
struct Bound {
    limit: Limit,
    most: usize,
    /// How many have paid.
    paying: usize,
    /// The limit holds only while so many times those that brought no money are more than those that paid: a busy day
    /// has many that fail, among more that pay.
    weight: usize,
    is_counted: fn(&RecentAttempt) -> bool,
}

impl Bound {
    fn of(limit: Limit, most: usize, paying: usize, is_counted: fn(&RecentAttempt) -> bool) -> Self {
        Self { limit, most, paying, weight: MOSTLY_FAILING, is_counted }
    }

    fn count(self, moneyless: &[&RecentAttempt]) -> Counter {
        let counted = moneyless.iter().copied().filter(|it| (self.is_counted)(it));
        let (under_way, failed): (Vec<&_>, Vec<&_>) = counted.partition(|it| it.is_under_way());
        let mut failed: Vec<_> = failed.into_iter().map(|it| it.began_at).collect();
        failed.sort_unstable_by(|a, b| b.cmp(a));
        Counter { bound: self, failed, under_way: under_way.len() }
    }
}

/// The cards that one limit counts.
struct Counter {
    bound: Bound,
    /// When those that brought no money were begun, the newest first.
    failed: Vec<OffsetDateTime>,
    /// How many are at the provider now.
    under_way: usize,
}

impl Counter {
    /// When the card was begun that filled the limit, if it is filled.
    fn filled_at(&self) -> Option<OffsetDateTime> {
        let filled_at = *self.failed.get(self.bound.most.checked_sub(1)?)?;
        self.holds_with(self.failed.len()).then_some(filled_at)
    }

    fn blocked(&self) -> Option<Blocked> {
        Some(Blocked { limit: self.bound.limit, until: self.filled_at()? + WINDOW })
    }

    /// Whether the limit is filled once those at the provider have failed.
    fn may_be_filled(&self) -> bool {
        let may_fail = self.failed.len() + self.under_way;
        self.under_way > 0 && may_fail >= self.bound.most && self.holds_with(may_fail)
    }

    fn holds_with(&self, failed: usize) -> bool {
        failed.saturating_mul(self.bound.weight) > self.bound.paying
    }
}

#[cfg(test)]
mod tests;
