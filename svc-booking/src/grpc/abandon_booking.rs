use proto::booking::v1::{AbandonBookingRequest, AbandonBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id, convert, reader};

pub async fn handle(
    bookings: &Bookings,
    request: Request<AbandonBookingRequest>,
) -> Result<Response<AbandonBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let booking = bookings.abandoning.abandon(&reader(&context), id).await?;
    Ok(Response::new(AbandonBookingResponse {
        booking: Some(convert::booking(&booking, bookings.clock.now())),
    }))
}
