use proto::booking::v1::{BookingName, NameBookingsRequest, NameBookingsResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::ops::Bookings;
use crate::store::review_queue::Name;

pub async fn handle(
    bookings: &Bookings,
    request: Request<NameBookingsRequest>,
) -> Result<Response<NameBookingsResponse>, Status> {
    RequestContext::of(&request)?.require_admin()?;
    let ids: Vec<Uuid> = request.into_inner().booking_ids.iter().filter_map(|id| id.parse().ok()).collect();
    let names = bookings.names(&ids).await?;
    Ok(Response::new(NameBookingsResponse { names: names.into_iter().map(name).collect() }))
}

fn name(name: Name) -> BookingName {
    BookingName {
        booking_id: name.id.to_string(),
        booking_reference: name.booking_reference.unwrap_or_default(),
        state: name.state,
    }
}
