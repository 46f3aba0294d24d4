use proto::booking::v1::{GetItineraryRequest, GetItineraryResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::error::Error;
use crate::itinerary_pdf;
use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetItineraryRequest>,
) -> Result<Response<GetItineraryResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let booking = bookings.find(&reader, booking_id(&request.get_ref().booking_id)?).await?;
    let drawn = itinerary_pdf::draw(&booking, bookings.now()).map_err(Error::Internal)?;
    let content = drawn.ok_or(Error::NotFound)?;
    Ok(Response::new(GetItineraryResponse { content, name: booking.file_name() }))
}
