use proto::booking::v1::{GetTypedPassengersRequest, GetTypedPassengersResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id, reader};
use crate::domain::party;
use crate::error::Error;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetTypedPassengersRequest>,
) -> Result<Response<GetTypedPassengersResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let reader = reader(&context);
    let found = bookings.store.find(&reader, id).await.map_err(Error::Internal)?;
    let booking = found
        .filter(|booking| {
            booking.is_booked_by(&reader.principals) && booking.is_to_try_again(bookings.clock.now())
        })
        .ok_or(Error::NotFound)?;
    Ok(Response::new(GetTypedPassengersResponse { passengers: party::as_typed(&booking.travellers) }))
}
