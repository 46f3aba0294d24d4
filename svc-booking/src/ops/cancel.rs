//! Cancels a trip for its traveller: for what they were shown, and never for less.

use failpoint::failpoint;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::{Bookings, LONGEST_WAIT};
use crate::domain::Booking;
use crate::domain::booking::Cancellation;
use crate::domain::cancellation::Stage;
use crate::domain::refund::{Refund, ShownRefund};
use crate::error::Error;
use crate::repository::{Reader, Repository};

/// A quote with less time left is replaced by a new one.
const QUOTE_MARGIN: time::Duration = time::Duration::seconds(30);
/// How often another request may replace the quote before this one gives up.
const QUOTES: usize = 5;

impl<S: Repository> Bookings<S> {
    /// Cancels on the last quote, or on a new one. A repeated request gets the result of the first. The airline honours
    /// only its newest quote, so one that another request asked for serves as well. Nothing is cancelled for less than
    /// `shown`, or than the last quote.
    pub async fn cancel(&self, reader: &Reader, id: Uuid, shown: ShownRefund) -> Result<Booking, Error> {
        let deadline = Instant::now() + LONGEST_WAIT;
        let mut subscription = self.local.changes.listen();
        let turn = timeout_at(deadline, self.local.turns.of(id)).await;
        let turn = turn.map_err(|_elapsed| Error::AirlineSilent)?;
        let mut agreed = None;
        for _ in 0..QUOTES {
            agreed = self.request_cancellation(reader, id, shown, agreed).await?;
            let decided = |booking: &Booking| !booking.cancellation_stage().is_some_and(Stage::is_confirming);
            let booking =
                subscription.until(&self.store, id, deadline, decided).await.map_err(Error::Internal)?;
            match booking.cancellation_stage() {
                Some(stage) if stage.is_cancelled() => {
                    // The airline is done: the next request need not wait for the card provider.
                    drop(turn);
                    let refunded =
                        |booking: &Booking| !booking.cancellation_stage().is_some_and(Stage::is_under_way);
                    return subscription
                        .until(&self.store, id, deadline, refunded)
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

    /// Asks a worker to cancel, unless one does or did. Returns what that pays back, if a quote was needed.
    async fn request_cancellation(
        &self,
        reader: &Reader,
        id: Uuid,
        shown: ShownRefund,
        agreed: Option<Refund>,
    ) -> Result<Option<Refund>, Error> {
        let booking = self.find(reader, id).await?;
        if is_requested(&booking) {
            return Ok(agreed);
        }
        let agreed = agreed.or_else(|| last_quote(&booking).map(|quote| quote.refund));
        let quote = match self.usable_quote(&booking) {
            Some(quote) => Some(quote.clone()),
            None => self.quote_cancellation(reader, id).await?.1,
        };
        let Some(quote) = quote else {
            // Another request was faster, or the airline has no quote.
            let requested = is_requested(&self.find(reader, id).await?);
            return if requested { Ok(agreed) } else { Err(Error::NotCancellable) };
        };
        let is_less = agreed.is_some_and(|agreed| !quote.refund.is_as_good_as(&agreed));
        if is_less || !quote.refund.keeps(shown) {
            return Err(Error::QuoteReplaced);
        }
        let requested = self.store.request_cancellation(id, &quote.quote_id, self.now()).await;
        requested.map_err(Error::Internal)?;
        failpoint!("cancelling.requested");
        self.local.workers.notify_one();
        Ok(Some(quote.refund))
    }

    /// The last quote, if it can still be confirmed.
    fn usable_quote<'a>(&self, booking: &'a Booking) -> Option<&'a Cancellation> {
        let now = self.now();
        let lasts = |quote: &&Cancellation| quote.expires_at.is_some_and(|end| now + QUOTE_MARGIN < end);
        last_quote(booking).filter(|_| booking.is_cancellable(now)).filter(lasts)
    }
}

/// The last quote that any page of the trip was shown, also an expired one.
fn last_quote(booking: &Booking) -> Option<&Cancellation> {
    booking.cancellation.as_ref().filter(|quote| quote.stage == Stage::Quoted)
}

/// Whether a worker cancels it, or has cancelled it.
fn is_requested(booking: &Booking) -> bool {
    booking.cancellation_stage().is_some_and(|stage| stage.is_under_way() || stage.is_cancelled())
}
