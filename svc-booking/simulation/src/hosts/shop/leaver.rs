//! A traveller who does not want his trip any more: looks at what that pays back, and has it cancelled for no less.

use proto::booking::v1::{CancelBookingRequest, QuoteCancellationRequest};
use proto::common::v1::Money;
use service::Problem;
use tonic::Status;

use super::Told;
use super::buyer::{Buyer, PATIENCE, is_definite};

impl Buyer {
    /// Some do, some on two pages at once.
    pub(super) async fn may_change_his_mind(&self, booking: &str) {
        let (changes, twice) = (self.world.dice.percent(50), self.world.dice.percent(35));
        if changes {
            self.pause().await;
            let pages = (0..if twice { 2 } else { 1 }).map(|_| self.leave(booking));
            futures::future::join_all(pages).await;
        }
    }

    /// On one page: until the trip is cancelled, or can't be.
    async fn leave(&self, booking: &str) {
        while let Some(shown) = self.look(booking).await {
            match self.cancel(booking, &shown).await {
                Ok(refund) => {
                    let (booking, shown) = (booking.to_owned(), shown.minor);
                    return self.told(Told::Cancelled { booking, shown, refund });
                }
                Err(status) if Problem::from_status(&status).code == "REFUND_CHANGED" => {}
                Err(_) => return self.told(Told::NotCancellable { booking: booking.to_owned() }),
            }
        }
    }

    /// What goes back to the card; nothing where it can't be cancelled, or another page is at it.
    async fn look(&self, booking: &str) -> Option<Money> {
        loop {
            let message = QuoteCancellationRequest { booking_id: booking.to_owned() };
            let request = self.context.request_within(PATIENCE, message);
            let replica = self.world.dice.pick(&self.replicas);
            match replica.clone().quote_cancellation(request).await {
                Ok(quote) => return quote.into_inner().refund,
                Err(status) if is_definite(&status) => return None,
                Err(_) => self.pause().await,
            }
        }
    }

    /// Asks until there is an answer: what goes back to the card, in minor units, or why nothing does.
    async fn cancel(&self, booking: &str, shown: &Money) -> Result<i64, Status> {
        loop {
            let message =
                CancelBookingRequest { booking_id: booking.to_owned(), shown_refund: Some(shown.clone()) };
            let request = self.context.request_within(PATIENCE, message);
            let replica = self.world.dice.pick(&self.replicas);
            match replica.clone().cancel_booking(request).await {
                Ok(answer) => {
                    let cancellation = answer.into_inner().booking.and_then(|booking| booking.cancellation);
                    let refund = cancellation.and_then(|cancellation| cancellation.refund);
                    return Ok(refund.unwrap_or_default().minor);
                }
                Err(status) if is_definite(&status) => return Err(status),
                Err(_) => self.pause().await,
            }
        }
    }
}
