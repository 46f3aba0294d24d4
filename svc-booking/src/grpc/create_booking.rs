use proto::booking::v1::{CreateBookingRequest, CreateBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::{Bookings, Created};
use crate::repository::Repository;
use crate::{convert, email};

pub async fn handle<S: Repository>(
    bookings: &Bookings<S>,
    request: Request<CreateBookingRequest>,
) -> Result<Response<CreateBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let Created { booking, account } = bookings.create(&context, request.into_inner()).await?;
    Ok(Response::new(CreateBookingResponse {
        booking: Some(convert::booking(&booking, bookings.now())),
        account,
        email_content: email::confirmation(&booking),
        action_url: booking.action_url.unwrap_or_default(),
    }))
}
