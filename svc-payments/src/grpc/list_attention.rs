use proto::payments::v1::{ListAttentionRequest, ListAttentionResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert_review as convert;
use crate::ops::ReviewService;

pub async fn handle(
    review: &ReviewService,
    request: Request<ListAttentionRequest>,
) -> Result<Response<ListAttentionResponse>, Status> {
    RequestContext::of(&request)?.require_admin()?;
    let queue = review.queue().await?;
    Ok(Response::new(ListAttentionResponse {
        items: queue.cases.into_iter().map(convert::case).collect(),
        differences: queue.stray_differences.into_iter().map(convert::difference).collect(),
        total: queue.totals.payments,
        differences_total: queue.totals.differences,
    }))
}
