//! Asks the airline what a cancellation pays back.

use std::fmt::Display;
use std::time::Duration;

use anyhow::Context;
use duffel::{Code, OrderCancellation};
use failpoint::failpoint;
use service::Problem;
use tokio::time::timeout;
use uuid::Uuid;

use super::Bookings;
use crate::domain::Booking;
use crate::domain::booking::Cancellation;
use crate::domain::cancellation::Stage;
use crate::domain::refund::{Refund, RefundTo};
use crate::error::Error;
use crate::repository::{Reader, Repository};

/// What the airline gets to name a quote. The page waits for us in turn.
const QUOTE_WAIT: Duration = Duration::from_secs(15);

impl<S: Repository> Bookings<S> {
    /// Returns what cancelling would pay back now, or nothing if the booking can't be cancelled here.
    pub async fn quote_cancellation(
        &self,
        reader: &Reader,
        id: Uuid,
    ) -> Result<(Booking, Option<Cancellation>), Error> {
        let booking = self.find(reader, id).await?;
        if !booking.is_cancellable(self.now()) {
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

    async fn fresh_quote(&self, booking: &Booking) -> Result<Option<Cancellation>, Error> {
        let order = booking.order.as_ref().context("a booking without its order").map_err(Error::Internal)?;
        let client = self.duffel.of(booking.mode).context("the mode has no flight provider");
        match timeout(QUOTE_WAIT, client.map_err(Error::Internal)?.create_cancellation(&order.id)).await {
            Ok(Ok(quote)) => {
                failpoint!("cancelling.quoted");
                self.read_quote(booking, &quote).await
            }
            Ok(Err(error)) if is_no(&error) => Ok(None),
            Ok(Err(error)) => Err(unreachable(&error)),
            Err(elapsed) => Err(unreachable(&elapsed)),
        }
    }

    /// Returns nothing if the airline names no sum in the currency that was paid. The same if it pays back in a way
    /// unknown here: a person must look before anything is promised or paid.
    async fn read_quote(
        &self,
        booking: &Booking,
        quote: &OrderCancellation,
    ) -> Result<Option<Cancellation>, Error> {
        let Some(airline) = quote.refund().ok().flatten() else { return Ok(None) };
        // Where nothing is paid back, the way does not matter.
        let nowhere = (airline.minor == 0).then_some(RefundTo::Card);
        let Some(to) = RefundTo::of_airline(quote.refund_to.as_ref()).or(nowhere) else {
            self.store.request_review(booking.id).await.map_err(Error::Internal)?;
            tracing::error!(
                booking.id = %booking.id,
                refund_to = quote.refund_to.as_ref().map(tracing::field::display),
                "the airline pays back in a way unknown to us: a person must look"
            );
            return Ok(None);
        };
        let booked_for = self.now() - booking.created_at;
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

fn unreachable(cause: &(dyn Display + Send + Sync)) -> Error {
    let message = "We can't reach the airline right now. Please try again in a moment.";
    Error::Problem(Problem::unavailable("PROVIDER_UNAVAILABLE", message, cause))
}

fn is_no(error: &duffel::Error) -> bool {
    [Code::OrderNotCancellable, Code::AlreadyCancelled].iter().any(|code| error.has_code(code))
        || error.is_not_found()
}
