use proto::payments::v1::{ClaimPaymentRequest, ClaimPaymentResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::{Bill, Payments};
use crate::repository::Owner;

pub async fn handle(
    payments: &Payments,
    request: Request<ClaimPaymentRequest>,
) -> Result<Response<ClaimPaymentResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let bill = Bill {
        booking_id: convert::booking_id(&request.booking_id)?,
        offer_id: request.offer_id,
        amount: convert::amount(request.amount.as_ref())?,
    };
    let owner = Owner::of(&context, request.principals);
    let claim = payments.claim(&owner, convert::payment_id(&request.payment_id).ok(), &bill).await?;
    Ok(Response::new(ClaimPaymentResponse {
        outcome: convert::outcome(claim.outcome),
        payment: claim.payment.as_ref().map(convert::payment),
        refusal: claim.refusal.map(convert::refusal),
    }))
}
