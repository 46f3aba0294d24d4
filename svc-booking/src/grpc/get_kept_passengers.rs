use proto::booking::v1::{GetKeptPassengersRequest, GetKeptPassengersResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetKeptPassengersRequest>,
) -> Result<Response<GetKeptPassengersResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let passengers = bookings.kept_passengers(&reader, &request.get_ref().offer_id).await?;
    Ok(Response::new(GetKeptPassengersResponse { passengers }))
}
