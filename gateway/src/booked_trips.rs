//! Of which booked trips svc-brand was told lately, so that it is not told again each time one is looked at.

use std::time::Duration;

use moka::future::Cache;
use service::SharedClock;

/// One that is forgotten is told of again, which changes nothing.
const CAPACITY: u64 = 10_000;
/// After its booking a trip is told of at most this much later.
const DUE_FOR: Duration = Duration::from_hours(24);

#[derive(Debug, Clone)]
pub(crate) struct BookedTrips {
    ended: Cache<String, ()>,
    clock: SharedClock,
}

impl BookedTrips {
    pub fn new(clock: SharedClock) -> Self {
        Self { ended: Cache::builder().max_capacity(CAPACITY).time_to_live(DUE_FOR).build(), clock }
    }

    /// Whether svc-brand is to be told, which the caller then does. True once for a booking that was made in the last day,
    /// at `booked_at` in seconds since 1970.
    pub async fn is_due(&self, booking_id: &str, booked_at: i64) -> bool {
        let age = self.clock.now().unix_timestamp().saturating_sub(booked_at);
        let is_old = u64::try_from(age).is_ok_and(|age| age > DUE_FOR.as_secs());
        !is_old && self.ended.entry_by_ref(booking_id).or_insert(()).await.is_fresh()
    }

    /// It could not be told.
    pub async fn forget(&self, booking_id: &str) {
        self.ended.invalidate(booking_id).await;
    }
}

#[cfg(test)]
mod tests {
    use service::Clock;
    use testkit::MockClock;
    use time::macros::datetime;

    use super::*;

    #[tokio::test]
    async fn watch06_a_booking_is_due_once_unless_it_could_not_be_told_and_for_a_day() {
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let booked_at = clock.now().unix_timestamp();
        let trips = BookedTrips::new(clock.clone());

        assert!(trips.is_due("b1", booked_at).await);
        assert!(!trips.is_due("b1", booked_at).await);
        trips.forget("b1").await;
        assert!(trips.is_due("b1", booked_at).await);
        clock.advance(time::Duration::DAY);
        assert!(trips.is_due("b2", booked_at).await);
        clock.advance(time::Duration::SECOND);
        assert!(!trips.is_due("b3", booked_at).await);
    }
}
