use proto::booking::v1::{GetCalendarRequest, GetCalendarResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id, reader};
use crate::domain::calendar;
use crate::error::Error;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetCalendarRequest>,
) -> Result<Response<GetCalendarResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let found = bookings.store.find(&reader(&context), id).await.map_err(Error::Internal)?;
    let booking = found.ok_or(Error::NotFound)?;
    let file = calendar::of_trip(&booking, bookings.clock.now()).ok_or(Error::NotFound)?;
    Ok(Response::new(GetCalendarResponse { content: file, name: booking.file_name() }))
}
