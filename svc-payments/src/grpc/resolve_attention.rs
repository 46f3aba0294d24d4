use proto::payments::v1::{ResolveAttentionRequest, ResolveAttentionResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert_review as convert;
use crate::error::Error;
use crate::ops::{Decision, ReviewService};

pub async fn handle(
    review: &ReviewService,
    request: Request<ResolveAttentionRequest>,
) -> Result<Response<ResolveAttentionResponse>, Status> {
    let operator = RequestContext::of(&request)?.require_admin()?.id;
    let message = request.into_inner();
    let action = convert::action(message.action()).ok_or(Error::NotAllowedNow)?;
    let payment = message.payment_id.parse().map_err(|_not_an_id| Error::NotFound)?;
    let decision = Decision { payment, action, operator, note: message.note, version: message.version };
    review.decide(decision).await?;
    Ok(Response::new(ResolveAttentionResponse {}))
}
