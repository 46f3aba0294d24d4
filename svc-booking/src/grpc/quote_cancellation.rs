use proto::booking::v1::{QuoteCancellationRequest, QuoteCancellationResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{booking_id, convert, reader};
use crate::door::Door;

pub async fn handle(
    door: &Door,
    request: Request<QuoteCancellationRequest>,
) -> Result<Response<QuoteCancellationResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = booking_id(&request.get_ref().booking_id)?;
    let (booking, quote) = door.cancelling.quote(&reader(&context), id).await?;
    Ok(Response::new(convert::cancellation_quote(&booking, quote.as_ref())))
}
