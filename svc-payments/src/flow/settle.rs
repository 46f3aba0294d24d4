//! Finding out what became of a call that nobody answered, and finishing what was begun.

use std::time::Duration as StdDuration;

use anyhow::Context;
use failpoint::failpoint;
use futures::future::join_all;
use service::Mode;
use time::Duration;
use tokio::time::timeout;

use super::Payments;
use super::claim::refuse_made_up_in_live;
use crate::domain::{Hold, Payment, PaymentId, Status, Step};
use crate::error::Error;
use crate::repository::{Op, Owner, WebhookEvent};
use crate::stripe::{self, Dispute, Intent};

/// Payments looked at in one round.
const BATCH: u32 = 16;
const WEBHOOKS_KEPT: Duration = Duration::days(90);
/// How long a webhook's answer waits for the provider.
const WEBHOOK_WAITS: StdDuration = StdDuration::from_secs(4);

impl Payments {
    /// Asks the provider about whatever is in doubt, and repeats what it says it has not done.
    pub(crate) async fn settle(&self, payment: Payment) -> Result<Payment, Error> {
        if payment.is_forsaken(self.now()) {
            return Ok(self.advance(&payment, Step::Released(None), "settler").await?.payment);
        }
        if payment.status == Status::Captured {
            return self.settle_refunds(payment).await;
        }
        let attempt = match payment.status {
            Status::CaptureSent => Some(self.open(&payment, Op::Capture).await?),
            Status::VoidSent => Some(self.open(&payment, Op::Cancel).await?),
            _ => None,
        };
        let Some(hold) = self.look(&payment).await? else { return Ok(payment) };
        let moved = self.conclude(payment, hold.clone(), "settler").await?;
        match (moved.payment.status, hold, moved.attempt.or(attempt)) {
            (Status::CaptureSent, Hold::Held { .. }, Some(attempt)) => {
                self.send_capture(moved.payment, &attempt).await
            }
            (Status::VoidSent, hold, Some(attempt)) if hold != Hold::Undecided => {
                self.send_cancel(moved.payment, &attempt).await
            }
            _ => Ok(moved.payment),
        }
    }

    /// The owner's payment as it is now, asked of the provider where that is in doubt.
    pub async fn look_up(&self, owner: &Owner, id: PaymentId) -> Result<Payment, Error> {
        refuse_made_up_in_live(owner, id)?;
        let payment = self.find_owned(owner, id).await?.ok_or(Error::NotFound)?;
        if payment.is_in_doubt() { self.settle(payment).await } else { Ok(payment) }
    }

    /// One round of the settler: everything that is due. One payment's failure is its own.
    pub(crate) async fn settle_due(&self) -> Result<(), Error> {
        let due = self.store.take_due(self.now(), BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        failpoint!("payments.due.taken");
        let settled = join_all(due.into_iter().map(|(mode, id)| self.settle_one(mode, id))).await;
        report(settled, "a payment could not be settled");
        Ok(())
    }

    async fn settle_one(&self, mode: Mode, id: PaymentId) -> Result<(), Error> {
        let payment = self.load(mode, id).await?;
        self.settle(payment).await?;
        Ok(())
    }

    /// Releases authorisations that no booking wants. One payment's failure is its own.
    pub(crate) async fn release_abandoned(&self) -> Result<(), Error> {
        let unclaimed_since = self.now() - Duration::minutes(self.limits.unclaimed_minutes);
        let abandoned = self.store.abandoned(unclaimed_since, BATCH).await?;
        let released = join_all(abandoned.into_iter().map(|(mode, id)| self.sweep_one(mode, id))).await;
        report(released, "an abandoned payment could not be released");
        Ok(())
    }

    async fn sweep_one(&self, mode: Mode, id: PaymentId) -> Result<(), Error> {
        let payment = self.load(mode, id).await?;
        // A booking that claimed it in the meantime has changed its version, and keeps it.
        if payment.status.is_open() && payment.booking_id.is_none() {
            let moved = self.advance(&payment, Step::Release(None), "sweeper").await?;
            if let Some(attempt) = moved.attempt {
                self.send_cancel(moved.payment, &attempt).await?;
            }
        }
        Ok(())
    }

    pub(crate) async fn forget_webhooks(&self) -> Result<(), Error> {
        Ok(self.store.forget_webhooks(self.now() - WEBHOOKS_KEPT).await?)
    }

    /// Verifies a webhook and has the settler look at its payment. What the webhook says is not believed: it is a
    /// hint that the provider has something to say.
    pub async fn receive_webhook(&self, signature: &str, body: &[u8]) -> Result<(), Error> {
        let now = self.now();
        let verified = self.webhooks.verify(signature, body, now);
        let (mode, mut event) =
            verified.inspect_err(|error| tracing::warn!(%error, "a webhook was refused"))?;
        if event.dispute.is_some() && self.is_charge_of_others(mode, &event).await? {
            tracing::info!(event.id, intent.id = event.intent_id, "a dispute of another seller's charge");
            event.dispute = None;
        }
        failpoint!("payments.webhook.pre_insert");
        let is_news = self.store.receive(mode, &event, now).await?;
        failpoint!("payments.webhook.inserted_unanswered");
        if let Some(dispute) = event.dispute.as_ref().filter(|_| is_news) {
            log_dispute(&event, dispute);
        }
        self.due.notify_one();
        Ok(())
    }

    /// Whether the disputed charge is another seller's on the same account. An intent in our book is ours, whatever
    /// its metadata says: that can be edited on the provider's pages. Where the provider gives no answer, the charge
    /// may be ours, and a person looks.
    async fn is_charge_of_others(&self, mode: Mode, event: &WebhookEvent) -> Result<bool, Error> {
        let Some((client, intent_id)) = self.stripe.of(mode).zip(event.intent_id.as_deref()) else {
            return Ok(false);
        };
        if self.store.knows_intent(mode, intent_id).await? {
            return Ok(false);
        }
        match in_time(client.get_intent(intent_id)).await {
            Ok(intent) => Ok(!intent.names_payment()),
            Err(error) => {
                let error = format!("{error:#}");
                tracing::warn!(
                    event.id,
                    intent.id = intent_id,
                    error,
                    "whose charge is disputed is not known"
                );
                Ok(false)
            }
        }
    }
}

/// What the provider answers while a webhook waits for us.
async fn in_time(answer: impl Future<Output = Result<Intent, stripe::Error>>) -> anyhow::Result<Intent> {
    Ok(timeout(WEBHOOK_WAITS, answer).await.context("no answer in time")??)
}

fn log_dispute(event: &WebhookEvent, dispute: &Dispute) {
    if dispute.is_decided() {
        tracing::info!(
            event.id,
            intent.id = event.intent_id,
            dispute.id,
            dispute.status,
            "a dispute is over"
        );
    } else {
        alarm_dispute(event, dispute);
    }
}

fn alarm_dispute(event: &WebhookEvent, dispute: &Dispute) {
    tracing::error!(
        event.id,
        intent.id = event.intent_id,
        dispute.id,
        charge.id = dispute.charge_id,
        amount_minor = dispute.minor,
        currency = dispute.currency,
        reason = dispute.reason,
        dispute.status,
        due_by = dispute.due_by(),
        "a cardholder disputes a charge"
    );
}

fn report(results: Vec<Result<(), Error>>, what: &'static str) {
    for error in results.into_iter().filter_map(Result::err) {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "{what}");
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_never_answers_holds_no_webhook_up() {
        let error = in_time(pending()).await.unwrap_err();

        assert!(error.to_string().starts_with("no answer in time"), "{error:#}");
    }
}
