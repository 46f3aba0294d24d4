use futures::StreamExt;
use futures::stream::BoxStream;
use money::MarkupRate;
use proto::search::v1::fill_fare_dates_response::Event;
use proto::search::v1::{FillFareDatesRequest, FillFareDatesResponse};
use service::RequestContext;
use service::telemetry::in_current_span;
use tonic::{Request, Response, Status};

use super::trip::Trip;
use super::{Search, convert_fares};
use crate::domain::fare_dates::{Cell, nearest_first};
use crate::look_ups::Found;

type Events = BoxStream<'static, Result<FillFareDatesResponse, Status>>;

pub(super) fn fill_fare_dates(
    search: &Search,
    request: Request<FillFareDatesRequest>,
) -> Result<Response<Events>, Status> {
    let context = RequestContext::of(&request)?;
    let FillFareDatesRequest { search: trip, span } = request.into_inner();
    let trip = Trip::read(search, context, trip)?;
    let queries = nearest_first(trip.around(span)?, &trip.query);
    let RequestContext { mode, brand, markup_rate, .. } = trip.context;
    let found = search.look_ups.fill(mode, &brand, queries)?;
    let events = found.map(move |found| Ok(response(&found, markup_rate)));
    Ok(Response::new(in_current_span(events).boxed()))
}

fn response(found: &Found, markup_rate: MarkupRate) -> FillFareDatesResponse {
    let event = match *found {
        Found::Dates(query, observation) => {
            Event::Cell(convert_fares::cell(&Cell::of(query, observation, markup_rate)))
        }
        Found::Done(done) => convert_fares::done(done),
    };
    FillFareDatesResponse { event: Some(event) }
}
