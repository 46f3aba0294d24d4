//! Velocity counters against card testing: cards that reached the provider and brought no money. The rule stands here;
//! `store::velocity` counts for it.
//!
//! - A declined card counts each time, and so does a 3-D Secure challenge that failed.
//! - A card that was given up, at the challenge or as a hold, counts once, and not against a visitor who tries it again.
//!   Cards with unknown digits are never taken for the same card.
//! - An unclaimed hold counts against its IP address until a booking claims it.
//! - Holds that bookings had claimed do not count against the brand: an airline that is away would block it.
//! - Made-up payment methods do not count against the brand either. They cost nothing, so a script could block it.

use time::{Duration, OffsetDateTime};

use super::admission::{Blocked, Limit, PaymentAttempt};

/// Cards are counted over this time.
const VELOCITY_WINDOW: Duration = Duration::hours(1);
/// How long an attempt counts as being at the provider.
pub const UNDER_WAY: Duration = Duration::seconds(30);

/// The cards of one owner, of one address, or of a brand's guests.
#[derive(Debug, Clone, Copy, Default)]
pub struct FailedAttempts {
    /// Have brought no money.
    pub failed: i64,
    /// Are at the provider now.
    pub under_way: i64,
    /// When the attempt began that fills the limit, counted back from the newest failed one. The limit ends when this
    /// attempt is an hour old. None while the limit is not reached.
    pub filled_at: Option<OffsetDateTime>,
}

impl FailedAttempts {
    fn may_fill(&self, limit: i32) -> bool {
        self.under_way > 0 && self.failed + self.under_way >= limit.into()
    }
}

/// The counters that the limits are compared with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Velocity {
    pub own: FailedAttempts,
    /// Of all brands' visitors at this address; none where the address is unknown.
    pub of_address: FailedAttempts,
    /// Of the brand's guests.
    pub of_brand: FailedAttempts,
    /// How many of the brand's guests have paid.
    pub paying_guests: i64,
}

impl Velocity {
    /// The start of the time over which cards are counted.
    pub fn since(now: OffsetDateTime) -> OffsetDateTime {
        now - VELOCITY_WINDOW
    }

    /// Decides whether a payment is blocked before the provider, and by which limit: the one that lasts longest. The
    /// limit of the brand's guests (`DECLINES_PER_BRAND`, see `filled_at`) does not hold for a signed-in user, nor while
    /// at least as many guests have paid as cards have failed. A limit can't be lifted: it ends by itself.
    pub fn blocked(&self, is_signed_in: bool) -> Option<Blocked> {
        let of_brand = self.of_brand.filled_at.filter(|_| !is_signed_in && self.are_mostly_failing(0));
        [
            (Limit::Own, self.own.filled_at),
            (Limit::Address, self.of_address.filled_at),
            (Limit::Brand, of_brand),
        ]
        .into_iter()
        .filter_map(|(limit, filled_at)| Some(Blocked { limit, until: filled_at? + VELOCITY_WINDOW }))
        .max_by_key(|blocked| blocked.until)
    }

    /// Whether a limit is reached once all that is at the provider has failed: the payment waits until that is known.
    pub fn may_be_blocked(&self, payment_attempt: &PaymentAttempt<'_>) -> bool {
        let PaymentAttempt { limits, is_signed_in, .. } = *payment_attempt;
        let of_brand = !is_signed_in
            && self.of_brand.may_fill(limits.declines_per_brand)
            && self.are_mostly_failing(self.of_brand.under_way);
        of_brand
            || self.own.may_fill(limits.own_declines(is_signed_in))
            || self.of_address.may_fill(limits.declines_per_address)
    }

    /// Whether a brand's guests are testing cards rather than paying with them: a busy day has many that fail too,
    /// among more that pay.
    fn are_mostly_failing(&self, more: i64) -> bool {
        self.of_brand.failed + more > self.paying_guests
    }
}
