use proto::booking::v1::{AbandonBookingRequest, AbandonBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::convert;
use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<AbandonBookingRequest>,
) -> Result<Response<AbandonBookingResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let id = booking_id(&request.get_ref().booking_id)?;
    let booking = bookings.abandon(&reader, id).await?;
    Ok(Response::new(AbandonBookingResponse { booking: Some(convert::booking(&booking, bookings.now())) }))
}
