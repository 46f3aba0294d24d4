use proto::payments::v1::{RefundPaymentRequest, RefundPaymentResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::{Payments, RefundOrder};

pub async fn handle(
    payments: &Payments,
    request: Request<RefundPaymentRequest>,
) -> Result<Response<RefundPaymentResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    if request.idempotency_key.is_empty() {
        return Err(convert::invalid("idempotencyKey", "A refund needs a key.").into());
    }
    let id = convert::payment_id(&request.payment_id)?;
    let order = RefundOrder {
        booking_id: convert::booking_id(&request.booking_id)?,
        amount: convert::amount(request.amount.as_ref())?,
        idempotency_key: request.idempotency_key,
    };
    let (outcome, payment) = payments.refund(context.mode, id, &order).await?;
    Ok(Response::new(RefundPaymentResponse {
        outcome: convert::outcome(outcome),
        payment: Some(convert::payment(&payment)),
    }))
}
