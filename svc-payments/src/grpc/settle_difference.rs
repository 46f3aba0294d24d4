use proto::payments::v1::{SettleDifferenceRequest, SettleDifferenceResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert_review as convert;
use crate::error::Error;
use crate::ops::ReviewService;

pub async fn handle(
    review: &ReviewService,
    request: Request<SettleDifferenceRequest>,
) -> Result<Response<SettleDifferenceResponse>, Status> {
    let operator = RequestContext::of(&request)?.require_admin()?.id;
    let SettleDifferenceRequest { difference, note } = request.into_inner();
    let seen = convert::difference_facts(difference.unwrap_or_default()).ok_or(Error::NotAllowedNow)?;
    review.resolve_difference(&seen, operator, &note).await?;
    Ok(Response::new(SettleDifferenceResponse {}))
}
