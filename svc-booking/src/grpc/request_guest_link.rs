use proto::booking::v1::{RequestGuestLinkRequest, RequestGuestLinkResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::domain::guest_link::Asked;
use crate::error::Error;
use crate::ops::Bookings;

pub async fn handle(
    bookings: &Bookings,
    request: Request<RequestGuestLinkRequest>,
) -> Result<Response<RequestGuestLinkResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let asked = Asked::read(&request.reference, &request.email).map_err(Error::from)?;
    bookings.send_guest_links(&context, &asked).await?;
    Ok(Response::new(RequestGuestLinkResponse {}))
}
