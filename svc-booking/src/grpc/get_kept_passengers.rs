use proto::booking::v1::{GetKeptPassengersRequest, GetKeptPassengersResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Bookings, reader};
use crate::error::Error;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetKeptPassengersRequest>,
) -> Result<Response<GetKeptPassengersResponse>, Status> {
    let reader = reader(&RequestContext::of(&request)?);
    let offer_id = &request.get_ref().offer_id;
    let kept = bookings.store.kept_passengers(&reader, offer_id, bookings.clock.now()).await;
    Ok(Response::new(GetKeptPassengersResponse { passengers: kept.map_err(Error::Internal)? }))
}
