use proto::booking::v1::{ClaimBookingRequest, ClaimBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::ops::{Bookings, Claimed};

pub async fn handle(
    bookings: &Bookings,
    request: Request<ClaimBookingRequest>,
) -> Result<Response<ClaimBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let Claimed { session_token, password_ended } = bookings.claim(&context, id).await?;
    Ok(Response::new(ClaimBookingResponse { session_token, password_ended }))
}
