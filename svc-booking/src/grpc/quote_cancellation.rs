use proto::booking::v1::{QuoteCancellationRequest, QuoteCancellationResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::convert;
use crate::ops::Bookings;
use crate::repository::{Reader, Repository};

pub async fn handle<S: Repository>(
    bookings: &Bookings<S>,
    request: Request<QuoteCancellationRequest>,
) -> Result<Response<QuoteCancellationResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let id = booking_id(&request.get_ref().booking_id)?;
    let (booking, quote) = bookings.quote_cancellation(&reader, id).await?;
    Ok(Response::new(convert::cancellation_quote(&booking, quote.as_ref())))
}
