use proto::booking::v1::{KeepPassengersRequest, KeepPassengersResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::Bookings;

pub async fn handle(
    bookings: &Bookings,
    request: Request<KeepPassengersRequest>,
) -> Result<Response<KeepPassengersResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let KeepPassengersRequest { offer_id, passengers } = request.into_inner();
    bookings.keep_passengers(&context, &offer_id, passengers).await?;
    Ok(Response::new(KeepPassengersResponse {}))
}
