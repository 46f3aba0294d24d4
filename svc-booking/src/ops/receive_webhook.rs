//! The flight provider's webhooks: checked, kept, and a worker looks at what they speak of.

use duffel::EventKind;
use failpoint::failpoint;
use service::telemetry::count_refused_webhook;

use super::Bookings;
use crate::error::Error;
use crate::repository::{Repository, Webhook};

impl<S: Repository> Bookings<S> {
    /// Keeps a webhook whose signature fits, and wakes a worker.
    pub async fn receive_webhook(&self, signature: &str, body: &[u8]) -> Result<(), Error> {
        let now = self.now();
        let verified = self.webhooks.verify(signature, body, now);
        let (mode, event) = verified
            .inspect_err(|error| count_refused_webhook("svc-booking", error.name()))
            .map_err(Error::Signature)?;
        // An order's own events name it by `id`, others by `order_id`.
        let is_order = matches!(
            event.kind,
            EventKind::OrderCreated | EventKind::OrderUpdated | EventKind::AirlineInitiatedChangeDetected
        );
        let is_credit = event.kind == EventKind::AirlineCreditCreated;
        let own_id = event.object.id.as_deref().filter(|_| is_order);
        let webhook = Webhook {
            mode,
            event_id: &event.id,
            kind: event.kind.as_str(),
            offer_id: event.object.offer_id.as_deref(),
            order_id: event.object.order_id.as_deref().or(own_id),
            credit_id: event.object.id.as_deref().filter(|_| is_credit),
        };
        failpoint!("webhook.pre_insert");
        self.store.receive(&webhook, now).await.map_err(Error::Internal)?.report();
        failpoint!("webhook.inserted_unanswered");
        self.local.workers.notify_one();
        Ok(())
    }
}
