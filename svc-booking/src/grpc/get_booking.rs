use proto::booking::v1::{GetBookingRequest, GetBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::convert;
use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetBookingRequest>,
) -> Result<Response<GetBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let reader = Reader::from(&context);
    let GetBookingRequest { booking_id: id, idempotency_key } = request.into_inner();
    let booking = if id.is_empty() {
        bookings.find_by_key(&reader, &idempotency_key).await?
    } else {
        bookings.find(&reader, booking_id(&id)?).await?
    };
    let claimable = bookings.is_claimable(&context, &booking).await?;
    let is_booker = booking.is_booked_by(&reader.principals);
    let action_url = booking.action_url.clone().filter(|_| is_booker);
    let mailed_to = booking.primary().filter(|_| is_booker).map(|primary| primary.email.clone());
    Ok(Response::new(GetBookingResponse {
        booking: Some(convert::booking(&booking, bookings.now())),
        action_url: action_url.unwrap_or_default(),
        claimable,
        mailed_to: mailed_to.unwrap_or_default(),
    }))
}
