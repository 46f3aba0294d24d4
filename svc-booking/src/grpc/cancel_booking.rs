use proto::booking::v1::{CancelBookingRequest, CancelBookingResponse};
use proto::common::v1::Money;
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::convert;
use crate::domain::refund::ShownRefund;
use crate::ops::Bookings;
use crate::repository::{Reader, Repository};

pub async fn handle<S: Repository>(
    bookings: &Bookings<S>,
    request: Request<CancelBookingRequest>,
) -> Result<Response<CancelBookingResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let request = request.into_inner();
    let id = booking_id(&request.booking_id)?;
    let read = |money: &Option<Money>| money.as_ref().map(convert::read_money).transpose();
    let shown = ShownRefund { to_card: read(&request.shown_refund)?, credit: read(&request.shown_credit)? };
    let booking = bookings.cancel(&reader, id, shown).await?;
    Ok(Response::new(CancelBookingResponse {
        booking: Some(convert::booking(&booking, bookings.now())),
        message: "Your booking has been successfully cancelled.".to_owned(),
    }))
}
