//! Holds money on a card. An intent is made, its id is stored, and only then the card is confirmed: so the money can
//! always be asked about.

use std::time::Duration;

use super::authorise::Authorisation;
use super::payer::Payer;
use super::{Moved, Payments, refusal_of};
use crate::domain::{Cause, Failure, Payment, Status, Step};
use crate::error::Error;
use crate::repository::Attempt;
use crate::stripe::NewIntent;

/// A request that came twice waits five seconds for the first.
const JOIN_LOOKS: u32 = 20;
const JOIN_PAUSE: Duration = Duration::from_millis(250);

impl Payments {
    /// Makes the intent of a payment, and confirms it with the card.
    pub(super) async fn hold(
        &self,
        payment: Payment,
        attempt: &Attempt,
        payer: &Payer,
    ) -> Result<Authorisation, Error> {
        let new = NewIntent { amount: payment.amount, payment_id: payment.id.to_string() };
        let created =
            self.send(&payment, attempt, async |client, key| client.create_intent(&new, key).await).await?;
        let intent = match created {
            Ok(intent) => intent,
            Err(error) if error.is_our_fault() => {
                let step = Step::Released(Some(Failure::ProviderRefused));
                return self
                    .authorisation(self.advance(&payment, step, Cause::Authorise).await?.payment)
                    .await;
            }
            // The first request under this key is still running.
            Err(error) if error.status == Some(409) => return self.joined(payment).await,
            // No confirmation was sent, so nothing is held; the same key tries again.
            Err(_) => return Err(Error::ProviderUnavailable),
        };
        let moved = self.advance(&payment, Step::Confirm { intent_id: intent.id }, Cause::Authorise).await?;
        let Some(attempt) = moved.attempt else { return self.joined(moved.payment).await };
        let payment = self.confirm(moved.payment, &attempt, payer).await?;
        self.authorisation(payment).await
    }

    pub(super) async fn confirm(
        &self,
        payment: Payment,
        attempt: &Attempt,
        payer: &Payer,
    ) -> Result<Payment, Error> {
        let intent_id = payment.intent_id.clone().unwrap_or_default();
        let return_url = payer.return_url(payment.id);
        let confirmed = self
            .send(&payment, attempt, async |client, key| {
                client.confirm_intent(&intent_id, &payer.method, &return_url, key).await
            })
            .await?;
        match confirmed {
            Ok(intent) => {
                // Where the bank asks the cardholder and can't lead them back, the intent is cancelled.
                let moved = self.conclude(payment, intent.hold(), Cause::Authorise).await?;
                self.cancel_given_up(moved).await
            }
            Err(error) if error.is_decline() => {
                let failure = if error.needs_authentication() {
                    Failure::AuthenticationRequired
                } else {
                    Failure::CardDeclined
                };
                Ok(self.advance(&payment, Step::Decline(failure), Cause::Authorise).await?.payment)
            }
            // An earlier call may have got through and hold the money: cancelled, the intent holds none.
            Err(error) if error.is_our_fault() => {
                let failure = if error.is_of_unknown_method() {
                    Failure::MethodUnknown
                } else {
                    Failure::ProviderRefused
                };
                let moved = self.advance(&payment, Step::Release(Some(failure)), Cause::Authorise).await?;
                self.cancel_given_up(moved).await
            }
            Err(_) => Ok(payment),
        }
    }

    /// Cancels the intent if the step gave it up.
    async fn cancel_given_up(&self, moved: Moved) -> Result<Payment, Error> {
        match moved.attempt {
            Some(cancel) => self.send_cancel(moved.payment, &cancel).await,
            None => Ok(moved.payment),
        }
    }

    /// What another request that works on the payment comes to.
    pub(super) async fn joined(&self, payment: Payment) -> Result<Authorisation, Error> {
        let payment = self.wait_for_other(payment).await?;
        self.authorisation(payment).await
    }

    /// Gives another request that works on the payment a moment.
    pub(super) async fn wait_for_other(&self, mut payment: Payment) -> Result<Payment, Error> {
        for _ in 0..JOIN_LOOKS {
            if !matches!(payment.status, Status::CreateSent | Status::ConfirmSent) {
                break;
            }
            tokio::time::sleep(JOIN_PAUSE).await;
            payment = self.load(payment.mode, payment.id).await?;
        }
        Ok(payment)
    }

    /// The answer to the payer. A payment in doubt is asked about first.
    pub(super) async fn authorisation(&self, payment: Payment) -> Result<Authorisation, Error> {
        let payment =
            if payment.status == Status::ConfirmSent { self.finish(payment).await? } else { payment };
        let refusal = match payment.status {
            Status::AwaitingChallenge | Status::Authorised | Status::CaptureSent | Status::Captured => None,
            Status::CreateSent => return Err(Error::ProviderUnavailable),
            Status::ConfirmSent => return Err(Error::InDoubt),
            Status::Declined | Status::VoidSent | Status::Voided => Some(refusal_of(&payment)),
        };
        Ok(Authorisation { payment: Some(payment), refusal, challenge: None })
    }
}
