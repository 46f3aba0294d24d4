//! How long a worker holds a booking.

use time::Duration;
use uuid::Uuid;

/// Longer than the longest call, so that no booking is taken from a worker that lives. Those of a worker whose process
/// died are free at once.
pub const LEASE: Duration = Duration::seconds(180);

/// A booking that a worker holds.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    pub id: Uuid,
    pub epoch: i64,
}
