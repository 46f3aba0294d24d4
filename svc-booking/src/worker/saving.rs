//! Storing what a worker has learnt, through a database that comes and goes.
//!
//! A step is stored once, however often its connection breaks; what it changed is announced in this process.

use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

use super::Worker;
use crate::domain::review::Snapshot;
use crate::domain::saga::State;
use crate::domain::{Booking, FailureCode};
use crate::repository::{Repository, Saved, Step};

/// An answer is worth more than a moment of the database's absence.
const SAVE_TRIES: u32 = 6;

impl<S: Repository> Worker<S> {
    /// Stores a step, trying again while the database is away: what was learnt must not be lost.
    pub(super) async fn save(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
    ) -> anyhow::Result<Saved> {
        let mut tries = 0;
        loop {
            match self.try_save(before, after.clone(), step, tries > 0).await {
                Ok(saved) => {
                    self.announce(before.id, &saved, step);
                    if let Saved::Yes(after, _) = &saved {
                        log_turn(before, after, self.bookings.now());
                        if let Some(end) = end_of(before, after) {
                            self.count(after, end);
                        }
                    }
                    return Ok(saved);
                }
                Err(error) if tries < SAVE_TRIES => {
                    tracing::warn!(error = format!("{error:#}"), "a step is stored again");
                    tokio::time::sleep(Duration::from_millis(100 << tries)).await;
                    tries += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn count(&self, booking: &Booking, end: &'static str) {
        self.ended.add(end);
        if !booking.quote.bags.is_empty() {
            self.ended_with_bags.add_with(end, &[("airline", airline(booking))]);
        }
    }

    /// A repeat looks first: the answer to a commit may have been lost, and not the commit.
    async fn try_save(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
        is_repeat: bool,
    ) -> anyhow::Result<Saved> {
        if is_repeat && let Some(saved) = self.bookings.store.find_saved(before, after.clone(), step).await? {
            return Ok(saved);
        }
        self.bookings.store.save(before, after, step, self.bookings.now()).await
    }

    fn announce(&self, id: Uuid, saved: &Saved, step: &Step<'_>) {
        let after = match saved {
            Saved::Yes(after, _) => Some(&**after),
            Saved::Lost | Saved::AlreadyDispatched => None,
        };
        self.bookings.local.changes.changed(id, after);
        if step.publishes.is_some() {
            self.bookings.local.relay.notify_one();
        }
        if step.mail.is_some() {
            self.bookings.local.mail.notify_one();
        }
    }
}

/// How a booking has ended with this step, as docs/telemetry.md lists it; nothing where it has not.
fn end_of(before: &Booking, after: &Booking) -> Option<&'static str> {
    if before.saga.state.is_end() {
        return None;
    }
    match (after.saga.state, after.saga.failure) {
        (State::Ticketed, _) => Some("ticketed"),
        (State::Failed, Some(FailureCode::PaymentFailed)) => Some("payment_failed"),
        (State::Failed, Some(FailureCode::OfferExpired)) => Some("offer_expired"),
        (State::Failed, Some(FailureCode::PriceChanged)) => Some("price_changed"),
        (State::Failed, Some(FailureCode::BagUnavailable)) => Some("bag_unavailable"),
        (State::Failed, Some(FailureCode::BookingFailed) | None) => Some("booking_failed"),
        _ => None,
    }
}

/// The code of who sold the flights.
fn airline(booking: &Booking) -> &str {
    let owner = booking.quote.offer.as_ref().and_then(|offer| offer.owner.as_ref());
    owner.map_or("unknown", |owner| &owner.iata_code)
}

/// The turns of a booking's life, by ids and states alone.
fn log_turn(before: &Booking, after: &Booking, now: OffsetDateTime) {
    if after.saga.needs_human && !before.saga.needs_human {
        let state = Snapshot::of(after).name();
        tracing::error!(booking.id = %after.id, booking.state = state, "a booking needs a person");
    }
    let turned = before.saga.state != after.saga.state;
    match after.saga.state {
        State::OrderUnknown if !turned && after.asked > before.asked => {
            let (asked, again_at) = (after.asked, after.next_ask(now));
            tracing::info!(booking.id = %after.id, asked, %again_at, "the order's outcome is still unknown");
        }
        State::Ordered if turned => tracing::info!(booking.id = %after.id, "the order is placed"),
        State::Ticketed if turned => tracing::info!(booking.id = %after.id, "the booking is ticketed"),
        State::Failed if turned => {
            let code = after.saga.failure.map(FailureCode::as_str);
            tracing::info!(booking.id = %after.id, error.code = code, "the booking failed");
        }
        State::Ticketed if before.cancelled().is_none() && after.cancelled().is_some() => {
            tracing::info!(booking.id = %after.id, "the booking is cancelled");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use proto::flights::v1::{Carrier, Offer};

    use super::*;
    use crate::domain::saga::Saga;

    #[test]
    fn bag05_a_booking_that_a_refused_bag_ended_is_counted_apart_and_once() {
        let before = Booking::sample_at(State::VoidSent, None);
        let failure = Some(FailureCode::BagUnavailable);
        let saga = Saga { state: State::Failed, failure, ..before.saga };
        let mut after = Booking { saga, ..before.clone() };
        assert_eq!(airline(&after), "unknown");

        let owner = Carrier { iata_code: "BA".into(), ..Carrier::default() };
        after.quote.offer = Some(Offer { owner: Some(owner), ..Offer::default() });

        assert_eq!(end_of(&before, &after), Some("bag_unavailable"));
        assert_eq!(airline(&after), "BA");
        assert_eq!(end_of(&after, &after), None);
    }
}
