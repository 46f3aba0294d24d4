use proto::booking::v1::{ListBookingsRequest, ListBookingsResponse};
use service::{Principal, RequestContext};
use tonic::{Request, Response, Status};

use crate::convert;
use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<ListBookingsRequest>,
) -> Result<Response<ListBookingsResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let user = context.user.ok_or_else(|| Status::unauthenticated("the list is for those who signed in"))?;
    let user = Principal::User(user.id).to_string();
    let found = bookings.list(&Reader::from(&context), &user).await?;
    let now = bookings.now();
    let bookings = found.iter().map(|booking| convert::booking(booking, now)).collect();
    Ok(Response::new(ListBookingsResponse { bookings }))
}
