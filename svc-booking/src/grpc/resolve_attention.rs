use proto::booking::v1::{AttentionAction, ResolveAttentionRequest, ResolveAttentionResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::domain::attention::Action;
use crate::error::Error;
use crate::ops::{Bookings, ReviewAction};

pub async fn handle(
    bookings: &Bookings,
    request: Request<ResolveAttentionRequest>,
) -> Result<Response<ResolveAttentionResponse>, Status> {
    let operator = RequestContext::of(&request)?.require_admin()?.id;
    let message = request.into_inner();
    let action = action(message.action()).ok_or(Error::NotAllowedNow)?;
    let ResolveAttentionRequest { booking_id: id, note, order_id, version, .. } = message;
    let booking = booking_id(&id)?;
    bookings.review(ReviewAction { booking, action, operator, note, order_id, version }).await?;
    Ok(Response::new(ResolveAttentionResponse {}))
}

fn action(action: AttentionAction) -> Option<Action> {
    Some(match action {
        AttentionAction::AskAgain => Action::AskAgain,
        AttentionAction::NoOrder => Action::NoOrder,
        AttentionAction::OrderIs => Action::OrderIs,
        AttentionAction::PaidBack => Action::PaidBack,
        AttentionAction::DealtWith => Action::DealtWith,
        AttentionAction::Unspecified => return None,
    })
}
