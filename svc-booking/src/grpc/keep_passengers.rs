use proto::booking::v1::{KeepPassengersRequest, KeepPassengersResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, reader};
use crate::domain::kept;
use crate::error::Error;

pub async fn handle(
    bookings: &Bookings,
    request: Request<KeepPassengersRequest>,
) -> Result<Response<KeepPassengersResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let principal = context.principal().ok_or(Error::NotAuthenticated)?.to_string();
    let reader = reader(&context);
    let KeepPassengersRequest { offer_id, passengers } = request.into_inner();
    kept::check(&offer_id, &passengers).map_err(Error::Problem)?;
    let now = bookings.clock.now();
    let stored = bookings.store.keep_passengers(&reader, &principal, &offer_id, passengers, now).await;
    stored.map_err(Error::Internal)?;
    Ok(Response::new(KeepPassengersResponse {}))
}
