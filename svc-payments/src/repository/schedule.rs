//! When the resolver first looks at a payment.

use time::{Duration, OffsetDateTime};

use crate::domain::Payment;

/// How long a call is waited for before the resolver asks what became of it.
pub const FIRST_LOOK: Duration = Duration::seconds(30);

/// When the resolver first asks about a refund that was paid: the bank may send it back.
pub const FIRST_LOOK_BACK: Duration = Duration::days(1);

/// When a payment that has just changed is first looked at, if at all.
pub fn first_look(payment: &Payment, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let may_come_back = payment.refunded.minor > 0 && !payment.id.is_simulated();
    if payment.is_in_doubt() { Some(now + FIRST_LOOK) } else { may_come_back.then(|| now + FIRST_LOOK_BACK) }
}
