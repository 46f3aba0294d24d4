use proto::booking::v1::{GetItineraryRequest, GetItineraryResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id, reader};
use crate::error::Error;
use crate::paper;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetItineraryRequest>,
) -> Result<Response<GetItineraryResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let found = bookings.store.find(&reader(&context), id).await.map_err(Error::Internal)?;
    let booking = found.ok_or(Error::NotFound)?;
    let drawn = paper::itinerary(&booking, bookings.clock.now()).map_err(Error::Internal)?;
    let paper = drawn.ok_or(Error::NotFound)?;
    Ok(Response::new(GetItineraryResponse { content: paper, name: booking.file_name() }))
}
