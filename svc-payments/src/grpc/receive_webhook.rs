use proto::payments::v1::{ReceiveWebhookRequest, ReceiveWebhookResponse};
use tonic::{Request, Response, Status};

use crate::ops::Payments;

/// Needs no request context: the signature says who speaks, and for which mode.
pub async fn handle(
    payments: &Payments,
    request: Request<ReceiveWebhookRequest>,
) -> Result<Response<ReceiveWebhookResponse>, Status> {
    let request = request.into_inner();
    payments.receive_webhook(&request.signature, &request.body).await?;
    Ok(Response::new(ReceiveWebhookResponse {}))
}
