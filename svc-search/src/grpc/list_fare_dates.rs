use proto::search::v1::{ListFareDatesRequest, ListFareDatesResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::Search;
use super::trip::Trip;

pub(super) fn list_fare_dates(
    search: &Search,
    request: Request<ListFareDatesRequest>,
) -> Result<Response<ListFareDatesResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let ListFareDatesRequest { search: trip, span } = request.into_inner();
    let trip = Trip::read(search, context, trip)?;
    let (cells, currency) = trip.cells(trip.around(span)?);
    let (look_ups, insight) = (Some(trip.look_ups()), trip.insight());
    let notice = trip.notice();
    Ok(Response::new(ListFareDatesResponse { cells, look_ups, insight, currency, notice }))
}
