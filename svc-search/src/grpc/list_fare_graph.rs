use proto::search::v1::{ListFareGraphRequest, ListFareGraphResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::trip::Trip;
use super::{Search, convert_fares};

pub(super) fn list_fare_graph(
    search: &Search,
    request: Request<ListFareGraphRequest>,
) -> Result<Response<ListFareGraphResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let ListFareGraphRequest { search: trip, stay } = request.into_inner();
    let trip = Trip::read(search, context, trip)?;
    let (bars, currency) = trip.cells(trip.departures(stay)?);
    let history = trip.history().into_iter().map(convert_fares::on_day).collect();
    let (insight, notice) = (trip.insight(), trip.notice());
    Ok(Response::new(ListFareGraphResponse { bars, history, insight, currency, notice }))
}
