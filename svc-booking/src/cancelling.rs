//! What a traveller asks of a cancellation: what it pays back, and to have it done.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use anyhow::Context;
use duffel::{Clients, Code, OrderCancellation};
use failpoint::failpoint;
use money::Money;
use service::{Problem, SharedClock};
use tokio::sync::{Mutex, Notify, OwnedMutexGuard};
use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;

use crate::change_notifier::ChangeNotifier;
use crate::domain::Booking;
use crate::domain::booking::Cancellation;
use crate::domain::cancellation::Stage;
use crate::domain::refund::{Refund, RefundTo};
use crate::error::Error;
use crate::repository::{Reader, Repository};

/// As long as a page waits.
const LONGEST_WAIT: Duration = Duration::from_secs(25);
/// What the airline gets to name a quote. The page waits for us in turn.
const QUOTE_WAIT: Duration = Duration::from_secs(15);
/// A quote with less time left is asked for again rather than confirmed.
const QUOTE_MARGIN: time::Duration = time::Duration::seconds(30);
/// So often another request may ask for a newer quote before this one gives up.
const QUOTES: usize = 5;

pub struct Cancelling {
    pub store: Arc<dyn Repository>,
    pub clock: SharedClock,
    pub notifier: ChangeNotifier,
    pub duffel: Clients,
    /// Wakes the workers.
    pub wake: Arc<Notify>,
    pub turns: Turns,
}

/// Lets requests for one booking take turns in this process: each new quote voids the one before, so that requests
/// that quote at once would go on voiding each other's. Nobody waits for another booking's turn.
#[derive(Default)]
pub struct Turns(std::sync::Mutex<HashMap<Uuid, Weak<Mutex<()>>>>);

impl Turns {
    async fn of(&self, booking: Uuid) -> OwnedMutexGuard<()> {
        self.queue_of(booking).lock_owned().await
    }

    /// Kept as long as somebody stands in it.
    fn queue_of(&self, booking: Uuid) -> Arc<Mutex<()>> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        queues.retain(|_, queue| queue.strong_count() > 0);
        let known = queues.get(&booking).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let queue = Arc::default();
            queues.insert(booking, Arc::downgrade(&queue));
            queue
        })
    }
}

impl Cancelling {
    /// What cancelling would pay back now; nothing where it can't be had here.
    pub async fn quote(&self, reader: &Reader, id: Uuid) -> Result<(Booking, Option<Cancellation>), Error> {
        let booking = self.find(reader, id).await?;
        if !booking.is_cancellable(self.clock.now()) {
            return Ok((booking, None));
        }
        let quote = self.fresh_quote(&booking).await?;
        if let Some(quote) = &quote
            && !self.store.put_quote(id, quote).await.map_err(Error::Internal)?
        {
            // It is being cancelled right now.
            return Ok((booking, None));
        }
        failpoint!("cancelling.quote_stored");
        Ok((booking, quote))
    }

    /// Cancels on the quote that was shown, else on a new one. A repeat answers what was done, and one that comes at
    /// the same time what comes of it: the airline honours its newest quote alone, so where another request has asked
    /// for a newer one, that serves as well. Nothing is cancelled for less than `shown`, or than the quote that the
    /// traveller saw last.
    pub async fn cancel(&self, reader: &Reader, id: Uuid, shown: Option<Money>) -> Result<Booking, Error> {
        let deadline = Instant::now() + LONGEST_WAIT;
        let mut subscription = self.notifier.listen();
        let turn = timeout_at(deadline, self.turns.of(id)).await;
        let turn = turn.map_err(|_elapsed| Error::AirlineSilent)?;
        let mut agreed = None;
        for _ in 0..QUOTES {
            agreed = self.request(reader, id, shown, agreed).await?;
            let decided = |booking: &Booking| !stage_of(booking).is_some_and(Stage::is_confirming);
            let booking =
                subscription.until(&*self.store, id, deadline, decided).await.map_err(Error::Internal)?;
            match stage_of(&booking) {
                Some(stage) if stage.is_cancelled() => {
                    // The airline has nothing more to say: who comes next need not wait for the card provider.
                    drop(turn);
                    let refunded = |booking: &Booking| !stage_of(booking).is_some_and(Stage::is_under_way);
                    return subscription
                        .until(&*self.store, id, deadline, refunded)
                        .await
                        .map_err(Error::Internal);
                }
                Some(Stage::Refused) => return Err(Error::NotCancellable),
                Some(Stage::Quoted) => {}
                _ => return Err(Error::AirlineSilent),
            }
        }
        Err(Error::QuoteReplaced)
    }

    /// Has a worker cancel, unless one is at it or was. Answers what that pays back, where a quote was needed.
    async fn request(
        &self,
        reader: &Reader,
        id: Uuid,
        shown: Option<Money>,
        agreed: Option<Refund>,
    ) -> Result<Option<Refund>, Error> {
        let booking = self.find(reader, id).await?;
        if is_requested(&booking) {
            return Ok(agreed);
        }
        let agreed = agreed.or_else(|| last_quote(&booking).map(|quote| quote.refund));
        let quote = match self.shown_quote(&booking) {
            Some(quote) => Some(quote.clone()),
            None => self.quote(reader, id).await?.1,
        };
        let Some(quote) = quote else {
            // Another request was faster, or the airline has no quote.
            let requested = is_requested(&self.find(reader, id).await?);
            return if requested { Ok(agreed) } else { Err(Error::NotCancellable) };
        };
        let is_less = agreed.is_some_and(|agreed| !quote.refund.is_as_good_as(&agreed));
        if is_less || shown.is_some_and(|shown| !pays(&quote.refund, shown)) {
            return Err(Error::QuoteReplaced);
        }
        let requested = self.store.request_cancellation(id, &quote.quote_id, self.clock.now()).await;
        requested.map_err(Error::Internal)?;
        failpoint!("cancelling.requested");
        self.wake.notify_one();
        Ok(Some(quote.refund))
    }

    async fn find(&self, reader: &Reader, id: Uuid) -> Result<Booking, Error> {
        self.store.find(reader, id).await.map_err(Error::Internal)?.ok_or(Error::NotFound)
    }

    /// The quote that the traveller has seen, while it can be confirmed.
    fn shown_quote<'a>(&self, booking: &'a Booking) -> Option<&'a Cancellation> {
        let now = self.clock.now();
        let lasts = |quote: &&Cancellation| quote.expires_at.is_some_and(|end| now + QUOTE_MARGIN < end);
        last_quote(booking).filter(|_| booking.is_cancellable(now)).filter(lasts)
    }

    async fn fresh_quote(&self, booking: &Booking) -> Result<Option<Cancellation>, Error> {
        let order = booking.order.as_ref().context("a booking without its order").map_err(Error::Internal)?;
        let client = self.duffel.of(booking.mode).context("the mode has no flight provider");
        match timeout(QUOTE_WAIT, client.map_err(Error::Internal)?.create_cancellation(&order.id)).await {
            Ok(Ok(quote)) => {
                failpoint!("cancelling.quoted");
                self.read(booking, &quote).await
            }
            Ok(Err(error)) if is_no(&error) => Ok(None),
            Ok(Err(error)) => Err(unreachable(&error)),
            Err(elapsed) => Err(unreachable(&elapsed)),
        }
    }

    /// Nothing where the airline names no sum, or none in the currency that was paid. Nothing either where it pays back
    /// in a way unknown here: a person has to look before anybody is promised, or paid, anything.
    async fn read(
        &self,
        booking: &Booking,
        quote: &OrderCancellation,
    ) -> Result<Option<Cancellation>, Error> {
        let Some(airline) = quote.refund().ok().flatten() else { return Ok(None) };
        // Of nothing it does not matter where it goes.
        let nowhere = (airline.minor == 0).then_some(RefundTo::Card);
        let Some(to) = RefundTo::of_airline(quote.refund_to.as_ref()).or(nowhere) else {
            self.store.call_person(booking.id).await.map_err(Error::Internal)?;
            tracing::error!(
                booking.id = %booking.id,
                refund_to = quote.refund_to.as_ref().map(tracing::field::display),
                "the airline pays back in a way unknown to us: a person must look"
            );
            return Ok(None);
        };
        let booked_for = self.clock.now() - booking.created_at;
        let refund = Refund::of(booking.total, booking.provider_total, airline, to, booked_for);
        Ok(refund.ok().map(|refund| Cancellation {
            stage: Stage::Quoted,
            quote_id: quote.id.clone(),
            refund,
            expires_at: quote.expires_at,
            confirmed_at: None,
        }))
    }
}

/// Also one that has run out: what it named is what was seen.
fn last_quote(booking: &Booking) -> Option<&Cancellation> {
    booking.cancellation.as_ref().filter(|quote| quote.stage == Stage::Quoted)
}

fn pays(refund: &Refund, shown: Money) -> bool {
    refund.to_card.currency == shown.currency && refund.to_card.minor >= shown.minor
}

fn stage_of(booking: &Booking) -> Option<Stage> {
    booking.cancellation.as_ref().map(|cancellation| cancellation.stage)
}

/// A worker cancels it, or has.
fn is_requested(booking: &Booking) -> bool {
    stage_of(booking).is_some_and(|stage| stage.is_under_way() || stage.is_cancelled())
}

fn unreachable(cause: &(dyn Display + Send + Sync)) -> Error {
    let message = "We can't reach the airline right now. Please try again in a moment.";
    Error::Problem(Problem::unavailable("PROVIDER_UNAVAILABLE", message, cause))
}

fn is_no(error: &duffel::Error) -> bool {
    [Code::OrderNotCancellable, Code::AlreadyCancelled].iter().any(|code| error.has_code(code))
        || error.is_not_found()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn bookings_wait_for_their_own_turn_alone() {
        let turns = Turns::default();
        // Alike in the last byte.
        let (one, other) = (Uuid::from_u128(0x0100), Uuid::from_u128(0x0200));
        let held = turns.of(one).await;

        assert!(timeout(Duration::ZERO, turns.of(other)).await.is_ok());
        assert!(timeout(Duration::ZERO, turns.of(one)).await.is_err());
        drop(held);
        assert!(timeout(Duration::ZERO, turns.of(one)).await.is_ok());
    }
}
