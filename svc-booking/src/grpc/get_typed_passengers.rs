use proto::booking::v1::{GetTypedPassengersRequest, GetTypedPassengersResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::domain::party;
use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetTypedPassengersRequest>,
) -> Result<Response<GetTypedPassengersResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let id = booking_id(&request.get_ref().booking_id)?;
    let booking = bookings.find_to_try_again(&reader, id).await?;
    Ok(Response::new(GetTypedPassengersResponse { passengers: party::as_typed(&booking.travellers) }))
}
