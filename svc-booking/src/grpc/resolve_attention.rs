use proto::booking::v1::{AttentionAction, ResolveAttentionRequest, ResolveAttentionResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::domain::review::ReviewAction;
use crate::error::Error;
use crate::ops::{Bookings, Decision};

pub async fn handle(
    bookings: &Bookings,
    request: Request<ResolveAttentionRequest>,
) -> Result<Response<ResolveAttentionResponse>, Status> {
    let operator = RequestContext::of(&request)?.require_admin()?.id;
    let message = request.into_inner();
    let action = action(message.action()).ok_or(Error::NotAllowedNow)?;
    let ResolveAttentionRequest { booking_id: id, note, order_id, version, .. } = message;
    let booking = booking_id(&id)?;
    bookings.review(Decision { booking, action, operator, note, order_id, version }).await?;
    Ok(Response::new(ResolveAttentionResponse {}))
}

fn action(action: AttentionAction) -> Option<ReviewAction> {
    Some(match action {
        AttentionAction::AskAgain => ReviewAction::AskAgain,
        AttentionAction::NoOrder => ReviewAction::NoOrder,
        AttentionAction::OrderIs => ReviewAction::OrderIs,
        AttentionAction::PaidBack => ReviewAction::PaidBack,
        AttentionAction::DealtWith => ReviewAction::DealtWith,
        AttentionAction::Unspecified => return None,
    })
}
