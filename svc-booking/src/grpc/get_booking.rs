use proto::booking::v1::{GetBookingRequest, GetBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id, convert, reader};
use crate::error::Error;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetBookingRequest>,
) -> Result<Response<GetBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let reader = reader(&context);
    let found = bookings.store.find(&reader, id).await.map_err(Error::Internal)?;
    let booking = found.ok_or(Error::NotFound)?;
    let is_booker = booking.is_booked_by(&reader.principals);
    let action_url = booking.action_url.clone().filter(|_| is_booker);
    let mailed_to = booking.primary().filter(|_| is_booker).map(|primary| primary.email.clone());
    let claimable = bookings.claims.is_open(&context, &booking).await?;
    Ok(Response::new(GetBookingResponse {
        booking: Some(convert::booking(&booking, bookings.clock.now())),
        action_url: action_url.unwrap_or_default(),
        claimable,
        mailed_to: mailed_to.unwrap_or_default(),
    }))
}
