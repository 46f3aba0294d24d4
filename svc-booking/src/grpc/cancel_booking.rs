use proto::booking::v1::{CancelBookingRequest, CancelBookingResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{booking_id, convert, reader};
use crate::door::Door;

pub async fn handle(
    door: &Door,
    request: Request<CancelBookingRequest>,
) -> Result<Response<CancelBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let id = booking_id(&request.booking_id)?;
    let shown = request.shown_refund.as_ref().map(convert::read_money).transpose()?;
    let booking = door.cancelling.cancel(&reader(&context), id, shown).await?;
    Ok(Response::new(CancelBookingResponse {
        booking: Some(convert::booking(&booking, door.clock.now())),
        message: "Your booking has been successfully cancelled.".to_owned(),
    }))
}
