//! What the provider reports by itself.

use std::time::Duration as StdDuration;

use anyhow::Context;
use failpoint::failpoint;
use service::Mode;
use service::telemetry::count_refused_webhook;
use time::Duration;
use tokio::time::timeout;

use super::Payments;
use crate::domain::{Dispute, WebhookEvent};
use crate::error::Error;
use crate::stripe::{self, Intent};

const WEBHOOKS_KEPT: Duration = Duration::days(90);
/// How long the answer to a webhook waits for the provider.
const WEBHOOK_WAITS: StdDuration = StdDuration::from_secs(4);

impl Payments {
    /// Forgets old webhooks.
    pub(crate) async fn forget_webhooks(&self) -> Result<(), Error> {
        Ok(self.store.forget_webhooks(self.now() - WEBHOOKS_KEPT).await?)
    }

    /// Verifies a webhook and has the finisher look at its payment if it may tell something new. The webhook is only a
    /// hint: the payment's state is read from the provider.
    pub async fn receive_webhook(&self, signature: &str, body: &[u8]) -> Result<(), Error> {
        let now = self.now();
        let verified = self.webhooks.verify(signature, body, now);
        let (mode, mut event) =
            verified.inspect_err(|error| count_refused_webhook("svc-payments", error.name()))?;
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
        self.finisher.notify_one();
        Ok(())
    }

    /// Whether the disputed charge belongs to another seller on the same account. An intent that we know is ours, even
    /// if its metadata was edited on the provider's pages. Without an answer from the provider the charge may be ours,
    /// and an administrator looks.
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

/// Bounds what the provider is asked while its webhook waits.
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
