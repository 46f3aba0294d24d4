//! When the finisher looks at a payment.

use time::{Duration, OffsetDateTime};

use crate::domain::Payment;

/// How long a call is waited for before the finisher asks what became of it.
pub const FIRST_LOOK: Duration = Duration::seconds(30);

/// When the finisher first asks about a refund that was paid: the bank may send it back.
const FIRST_LOOK_BACK: Duration = Duration::days(1);

/// The pause after the first look at a payment in doubt. It doubles with each, up to the longest.
const FIRST_PAUSE: Duration = Duration::seconds(5);
const LONGEST_PAUSE: Duration = Duration::minutes(15);

/// A bank sends the money of a paid refund back within this, or not at all.
const COMES_BACK_WITHIN: Duration = Duration::days(45);

/// A payment that is looked at now, as far as it decides when that is done again.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub is_in_doubt: bool,
    pub is_simulated: bool,
    /// How often it was looked at since it changed, before now.
    pub tries: i32,
    /// When its newest paid refund was asked for.
    pub last_paid: Option<OffsetDateTime>,
}

impl Look {
    /// When it is looked at again, if ever: with growing pauses while it is in doubt, and for a paid refund at twice
    /// its age.
    pub fn next(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        if self.is_in_doubt {
            let pause = FIRST_PAUSE * 2_i32.pow(self.tries.clamp(0, 8).unsigned_abs());
            return Some(now + pause.min(LONGEST_PAUSE));
        }
        let age = now - self.last_paid.filter(|_| !self.is_simulated)?;
        (age < COMES_BACK_WITHIN).then(|| now + age.max(FIRST_LOOK_BACK).min(COMES_BACK_WITHIN - age))
    }
}

/// When a payment that has just changed is first looked at, if at all.
pub fn first_look(payment: &Payment, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let may_come_back = payment.refunded.minor > 0 && !payment.id.is_simulated();
    if payment.is_in_doubt() { Some(now + FIRST_LOOK) } else { may_come_back.then(|| now + FIRST_LOOK_BACK) }
}
