use proto::payments::v1::{GetPaymentRequest, GetPaymentResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::Payments;
use crate::repository::Owner;

pub async fn handle(
    payments: &Payments,
    request: Request<GetPaymentRequest>,
) -> Result<Response<GetPaymentResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let owner = Owner::of(&context, context.principals());
    let id = convert::payment_id(&request.into_inner().payment_id)?;
    let payment = payments.look_up(&owner, id).await?;
    Ok(Response::new(GetPaymentResponse { payment: Some(convert::payment(&payment)) }))
}
