use proto::booking::v1::{GetCalendarRequest, GetCalendarResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::domain::calendar;
use crate::error::Error;
use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetCalendarRequest>,
) -> Result<Response<GetCalendarResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let booking = bookings.find(&reader, booking_id(&request.get_ref().booking_id)?).await?;
    let content = calendar::of_trip(&booking, bookings.now()).ok_or(Error::NotFound)?;
    Ok(Response::new(GetCalendarResponse { content, name: booking.file_name() }))
}
