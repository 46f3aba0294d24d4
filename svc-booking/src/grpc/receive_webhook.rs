use duffel::EventKind;
use failpoint::failpoint;
use proto::booking::v1::{ReceiveWebhookRequest, ReceiveWebhookResponse};
use tonic::{Request, Response, Status};

use crate::door::Door;
use crate::error::Error;
use crate::repository::Webhook;

pub async fn handle(
    door: &Door,
    request: Request<ReceiveWebhookRequest>,
) -> Result<Response<ReceiveWebhookResponse>, Status> {
    let now = door.clock.now();
    let request = request.into_inner();
    let verified = door.webhooks.verify(&request.signature, &request.body, now);
    let (mode, event) = verified
        .inspect_err(|error| tracing::warn!(%error, "a webhook was refused"))
        .map_err(Error::Signature)?;
    // An order's own events name it by `id`, others by `order_id`.
    let is_order = matches!(
        event.kind,
        EventKind::OrderCreated | EventKind::OrderUpdated | EventKind::AirlineInitiatedChangeDetected
    );
    let is_credit = event.kind == EventKind::AirlineCreditCreated;
    let own_id = event.object.id.as_deref().filter(|_| is_order);
    let word = Webhook {
        mode,
        event_id: &event.id,
        kind: event.kind.as_str(),
        offer_id: event.object.offer_id.as_deref(),
        order_id: event.object.order_id.as_deref().or(own_id),
        credit_id: event.object.id.as_deref().filter(|_| is_credit),
    };
    failpoint!("webhook.pre_insert");
    door.store.receive(&word, now).await.map_err(Error::Internal)?.call_person();
    failpoint!("webhook.inserted_unanswered");
    door.wake.notify_one();
    Ok(Response::new(ReceiveWebhookResponse {}))
}
