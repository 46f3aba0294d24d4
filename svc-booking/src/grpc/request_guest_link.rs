use proto::booking::v1::{RequestGuestLinkRequest, RequestGuestLinkResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::Bookings;
use crate::domain::guest_link::Asked;
use crate::error::Error;

pub async fn handle(
    bookings: &Bookings,
    request: Request<RequestGuestLinkRequest>,
) -> Result<Response<RequestGuestLinkResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let asked = Asked::read(&request.reference, &request.email).map_err(Error::from)?;
    bookings.guest_links.send(&context, &asked).await?;
    Ok(Response::new(RequestGuestLinkResponse {}))
}
