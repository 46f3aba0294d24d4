use proto::payments::v1::{self as pb, VoidPaymentRequest, VoidPaymentResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::Payments;
use crate::repository::Owner;

pub async fn handle(
    payments: &Payments,
    request: Request<VoidPaymentRequest>,
) -> Result<Response<VoidPaymentResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let id = convert::payment_id(&request.payment_id)?;
    let booking_id = convert::booking_id(&request.booking_id)?;
    let owner = Owner::of(&context, request.principals);
    let (outcome, payment) = payments.void(&owner, id, booking_id).await?;
    let payment = payment.as_ref().map_or_else(
        || pb::Payment {
            id: id.to_string(),
            status: pb::PaymentStatus::Voided.into(),
            mode: context.mode.into(),
            simulated: true,
            ..pb::Payment::default()
        },
        convert::payment,
    );
    Ok(Response::new(VoidPaymentResponse { outcome: convert::outcome(outcome), payment: Some(payment) }))
}
