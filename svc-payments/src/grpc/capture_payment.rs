use proto::payments::v1::{CapturePaymentRequest, CapturePaymentResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::Payments;

pub async fn handle(
    payments: &Payments,
    request: Request<CapturePaymentRequest>,
) -> Result<Response<CapturePaymentResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let id = convert::payment_id(&request.payment_id)?;
    let booking_id = convert::booking_id(&request.booking_id)?;
    let (outcome, payment) = payments.capture(context.mode, id, booking_id).await?;
    Ok(Response::new(CapturePaymentResponse {
        outcome: convert::outcome(outcome),
        payment: Some(convert::payment(&payment)),
    }))
}
