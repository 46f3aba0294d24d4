use proto::booking::v1::{ClaimBookingRequest, ClaimBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id};

pub async fn handle(
    bookings: &Bookings,
    request: Request<ClaimBookingRequest>,
) -> Result<Response<ClaimBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    Ok(Response::new(bookings.claims.claim(&context, id).await?))
}
