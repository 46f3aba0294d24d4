use proto::booking::v1::{CountOpenTripsRequest, CountOpenTripsResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::Bookings;

pub async fn handle(
    bookings: &Bookings,
    request: Request<CountOpenTripsRequest>,
) -> Result<Response<CountOpenTripsResponse>, Status> {
    let context = RequestContext::of(&request)?;
    context.require_admin()?;
    let trips = bookings.count_open_trips(&request.into_inner().brand, context.mode).await?;
    // A count that does not fit is shown as the largest that does.
    let shown = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
    let (ahead, unsettled) = (shown(trips.ahead), shown(trips.unsettled));
    Ok(Response::new(CountOpenTripsResponse { ahead, unsettled }))
}
