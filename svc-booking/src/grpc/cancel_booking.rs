use proto::booking::v1::{CancelBookingRequest, CancelBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id, convert, reader};

pub async fn handle(
    bookings: &Bookings,
    request: Request<CancelBookingRequest>,
) -> Result<Response<CancelBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let id = booking_id(&request.booking_id)?;
    let shown = request.shown_refund.as_ref().map(convert::read_money).transpose()?;
    let booking = bookings.cancelling.cancel(&reader(&context), id, shown).await?;
    Ok(Response::new(CancelBookingResponse {
        booking: Some(convert::booking(&booking, bookings.clock.now())),
        message: "Your booking has been successfully cancelled.".to_owned(),
    }))
}
