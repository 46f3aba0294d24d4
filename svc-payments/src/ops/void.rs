//! Releases held money.

use uuid::Uuid;

use super::claim::TRIES;
use super::{Outcome, Payments, outcome};
use crate::domain::{Cause, Payment, PaymentId, Status, Step};
use crate::error::Error;
use crate::repository::{Attempt, Owner};

impl Payments {
    /// Claims the payment for the booking, so that no other booking can use it, and releases what it holds. A simulated
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
        let payment = self.release(payment, booking_id).await?;
        if payment.booking_id != Some(booking_id) {
            return Ok((Outcome::Refused, Some(payment)));
        }
        let outcome = match payment.status {
            // Nothing was ever held.
            Status::Declined => Outcome::Done,
            Status::Authorised => Outcome::Unknown,
            _ => outcome(&payment, Status::Voided),
        };
        Ok((outcome, Some(payment)))
    }

    /// Claims and releases in one change. A payment that is claimed for a booking that never comes to be, and is not
    /// released, would stay held. A payment that another booking has claimed is left alone.
    async fn release(&self, mut payment: Payment, booking_id: Uuid) -> Result<Payment, Error> {
        for _ in 0..TRIES {
            if payment.booking_id.is_some_and(|other| other != booking_id) {
                break;
            }
            let Some(step) = step_to_release(&payment) else {
                let payment = self.bind(payment, booking_id, Cause::Void).await?;
                let is_sent = matches!(payment.status, Status::CaptureSent | Status::VoidSent);
                return if is_sent { self.finish(payment).await } else { Ok(payment) };
            };
            let claim = payment.booking_id.is_none().then_some(Step::Claim(booking_id));
            let steps = claim.into_iter().chain([step]).collect();
            let moved = self.advance_together(&payment, steps, Cause::Void).await?;
            payment = moved.payment;
            match moved.attempt {
                Some(attempt) => return self.send_cancel(payment, &attempt).await,
                None if payment.booking_id.is_some() => break,
                None => {}
            }
        }
        Ok(payment)
    }

    /// Sends the cancellation of a payment that is in `VoidSent`. An expired hold is as good as cancelled.
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
            Some(hold) => Ok(self.conclude(payment, hold, Cause::Void).await?.payment),
            None => Ok(payment),
        }
    }
}

/// The step that releases the hold, if that can begin.
fn step_to_release(payment: &Payment) -> Option<Step> {
    match payment.status {
        // No confirmation was sent, and none can follow: it would have to move this row first.
        Status::CreateSent => Some(Step::Released(None)),
        Status::Authorised if payment.id.is_simulated() => Some(Step::Released(None)),
        Status::ConfirmSent | Status::AwaitingChallenge | Status::Authorised => Some(Step::Release(None)),
        Status::CaptureSent | Status::VoidSent | Status::Declined | Status::Captured | Status::Voided => None,
    }
}
