use proto::booking::v1::{OpenGuestLinkRequest, OpenGuestLinkResponse};
use service::{Principal, RequestContext};
use tonic::{Request, Response, Status};

use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<OpenGuestLinkRequest>,
) -> Result<Response<OpenGuestLinkResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let session = context.session_id.ok_or_else(|| Status::unauthenticated("no session"))?;
    let session = Principal::Session(session).to_string();
    let reader = Reader::from(&context);
    let id = bookings.open_guest_link(&reader, &session, &request.get_ref().token).await?;
    Ok(Response::new(OpenGuestLinkResponse { booking_id: id.to_string() }))
}
