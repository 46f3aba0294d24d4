use proto::booking::v1::{QuoteCancellationRequest, QuoteCancellationResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, booking_id, convert, reader};

pub async fn handle(
    bookings: &Bookings,
    request: Request<QuoteCancellationRequest>,
) -> Result<Response<QuoteCancellationResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let (booking, quote) = bookings.cancelling.quote(&reader(&context), id).await?;
    Ok(Response::new(convert::cancellation_quote(&booking, quote.as_ref())))
}
