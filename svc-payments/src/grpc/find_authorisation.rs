use proto::payments::v1::{FindAuthorisationRequest, FindAuthorisationResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::Payments;
use crate::repository::Owner;

pub async fn handle(
    payments: &Payments,
    request: Request<FindAuthorisationRequest>,
) -> Result<Response<FindAuthorisationResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let amount = convert::amount(request.amount.as_ref())?;
    let owner = Owner::of(&context, context.principals());
    let found = payments.find_authorisation(&owner, &request.offer_id, amount).await?;
    Ok(Response::new(FindAuthorisationResponse { payment: found.as_ref().map(convert::payment) }))
}
