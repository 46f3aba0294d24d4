use proto::booking::v1::{ReceiveWebhookRequest, ReceiveWebhookResponse};
use tonic::{Request, Response, Status};

use crate::ops::Bookings;
use crate::repository::Repository;

pub async fn handle<S: Repository>(
    bookings: &Bookings<S>,
    request: Request<ReceiveWebhookRequest>,
) -> Result<Response<ReceiveWebhookResponse>, Status> {
    let ReceiveWebhookRequest { signature, body, .. } = request.into_inner();
    bookings.receive_webhook(&signature, &body).await?;
    Ok(Response::new(ReceiveWebhookResponse {}))
}
