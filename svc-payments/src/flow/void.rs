//! Giving held money free.

use uuid::Uuid;

use super::{Outcome, Payments, outcome};
use crate::domain::{Payment, PaymentId, Status, Step};
use crate::error::Error;
use crate::repository::{Attempt, Owner};

impl Payments {
    /// Claims the payment for the booking, so that nobody else can use it, and releases what it holds. A simulated
    /// payment that was never claimed has no row, and nothing to release.
    pub async fn void(
        &self,
        owner: &Owner,
        id: PaymentId,
        booking_id: Uuid,
    ) -> Result<(Outcome, Option<Payment>), Error> {
        let Some(payment) = self.find_owned(owner, id).await? else {
            return if id.is_simulated() { Ok((Outcome::Done, None)) } else { Err(Error::NotFound) };
        };
        let payment = self.bind(payment, booking_id, "void").await?;
        if payment.booking_id != Some(booking_id) {
            return Ok((Outcome::Refused, Some(payment)));
        }
        let payment = self.release(payment).await?;
        let outcome = match payment.status {
            // Nothing was ever held.
            Status::Declined => Outcome::Done,
            Status::Authorised => Outcome::Unknown,
            _ => outcome(&payment, Status::Voided),
        };
        Ok((outcome, Some(payment)))
    }

    async fn release(&self, payment: Payment) -> Result<Payment, Error> {
        match payment.status {
            // No confirmation was sent, and none can follow: it would have to move this row first.
            Status::CreateSent => Ok(self.advance(&payment, Step::Released(None), "void").await?.payment),
            Status::Authorised if payment.id.is_simulated() => {
                Ok(self.advance(&payment, Step::Released(None), "void").await?.payment)
            }
            Status::ConfirmSent | Status::HolderAsked | Status::Authorised => {
                let moved = self.advance(&payment, Step::Release(None), "void").await?;
                match moved.attempt {
                    Some(attempt) => self.send_cancel(moved.payment, &attempt).await,
                    None => Ok(moved.payment),
                }
            }
            Status::CaptureSent | Status::VoidSent => self.settle(payment).await,
            Status::Declined | Status::Captured | Status::Voided => Ok(payment),
        }
    }

    /// Sends the cancellation of a payment that is in `VoidSent`. One that has run out is as good as cancelled.
    pub(super) async fn send_cancel(&self, payment: Payment, attempt: &Attempt) -> Result<Payment, Error> {
        let intent_id = payment.intent_id.clone().unwrap_or_default();
        let cancelled = self
            .send(&payment, attempt, async |client, key| client.cancel_intent(&intent_id, key).await)
            .await?;
        let hold = match cancelled {
            Ok(intent) => Some(intent.hold()),
            Err(_) => self.look(&payment).await?,
        };
        match hold {
            Some(hold) => Ok(self.conclude(payment, hold, "void").await?.payment),
            None => Ok(payment),
        }
    }
}
