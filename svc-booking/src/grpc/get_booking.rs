use proto::booking::v1::{GetBookingRequest, GetBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{Bookings, booking_id, convert, reader};
use crate::error::Error;
use crate::repository::{Key, Reader};

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetBookingRequest>,
) -> Result<Response<GetBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let reader = reader(&context);
    let id = match request.get_ref() {
        GetBookingRequest { booking_id, idempotency_key } if booking_id.is_empty() => {
            booked_under(bookings, &reader, idempotency_key).await?
        }
        GetBookingRequest { booking_id: text, .. } => booking_id(text)?,
    };
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

/// The booking that the caller's own request made, whatever became of it.
async fn booked_under(bookings: &Bookings, reader: &Reader, key: &str) -> Result<Uuid, Error> {
    let known = bookings.store.find_key(reader, &Key::of_caller(key)).await;
    let known = known.map_err(|error| Error::Internal(error.into()))?;
    Ok(known.ok_or(Error::NotFound)?.booking_id)
}
