//! Captures money that is held.

use service::Mode;
use uuid::Uuid;

use super::{Outcome, Payments, outcome};
use crate::domain::{Cause, Hold, Payment, PaymentId, Status, Step};
use crate::error::Error;
use crate::repository::Attempt;

impl Payments {
    /// Captures the payment of a booking whole.
    pub async fn capture(
        &self,
        mode: Mode,
        id: PaymentId,
        booking_id: Uuid,
    ) -> Result<(Outcome, Payment), Error> {
        let payment = self.load_claimed(mode, id, booking_id).await?;
        let payment = match payment.status {
            Status::Authorised if id.is_simulated() => {
                let step = Step::Take { amount: payment.amount };
                self.advance(&payment, step, Cause::Capture).await?.payment
            }
            Status::Authorised => {
                let moved = self.advance(&payment, Step::Capture, Cause::Capture).await?;
                match moved.attempt {
                    Some(attempt) => self.send_capture(moved.payment, &attempt).await?,
                    None => moved.payment,
                }
            }
            _ if payment.is_in_doubt() => self.finish(payment).await?,
            _ => payment,
        };
        Ok((outcome(&payment, Status::Captured), payment))
    }

    /// The payment that the booking has claimed. Any other payment is not found.
    pub(super) async fn load_claimed(
        &self,
        mode: Mode,
        id: PaymentId,
        booking_id: Uuid,
    ) -> Result<Payment, Error> {
        let payment = self.load(mode, id).await?;
        if payment.booking_id == Some(booking_id) { Ok(payment) } else { Err(Error::NotFound) }
    }

    /// Sends the capture of a payment that is in `CaptureSent`.
    pub(super) async fn send_capture(&self, payment: Payment, attempt: &Attempt) -> Result<Payment, Error> {
        let intent_id = payment.intent_id.clone().unwrap_or_default();
        let captured = self
            .send(&payment, attempt, async |client, key| client.capture_intent(&intent_id, key).await)
            .await?;
        match captured {
            Ok(intent) => Ok(self.conclude(payment, intent.hold(), Cause::Capture).await?.payment),
            Err(error) => {
                let Some(hold) = self.look(&payment).await? else { return Ok(payment) };
                let is_held = matches!(hold, Hold::Held { .. });
                let payment = self.conclude(payment, hold, Cause::Capture).await?.payment;
                // The bank said no to the capture, and the provider still holds the money.
                if is_held && payment.status == Status::CaptureSent && error.status == Some(402) {
                    return Ok(self.advance(&payment, Step::KeepHold, Cause::Capture).await?.payment);
                }
                Ok(payment)
            }
        }
    }
}
