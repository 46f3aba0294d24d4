use proto::search::v1::{GetWatchedFareRequest, GetWatchedFareResponse};
use service::RequestContext;
use time::Duration;
use tonic::{Request, Response, Status};

use super::trip::Trip;
use super::{Search, convert_fares};
use crate::look_ups::Watched;

pub(super) async fn get_watched_fare(
    search: &Search,
    request: Request<GetWatchedFareRequest>,
) -> Result<Response<GetWatchedFareResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let GetWatchedFareRequest { search: trip, not_older_than_s, may_look } = request.into_inner();
    let Some(key) = Trip::read(search, context, trip)?.own_key() else {
        return Ok(Response::new(GetWatchedFareResponse::default()));
    };
    let watched = search.look_ups.watch(key, Duration::seconds(not_older_than_s), may_look).await?;
    Ok(Response::new(response(watched)))
}

fn response(Watched { seen, was_looked_up }: Watched) -> GetWatchedFareResponse {
    let cheapest = seen.and_then(|seen| seen.cheapest);
    GetWatchedFareResponse {
        total: cheapest.map(|fare| convert_fares::money(fare.total)),
        tax: cheapest.map(|fare| convert_fares::money(fare.tax)),
        seen_at: seen.map(|seen| seen.seen_at.unix_timestamp()),
        was_looked_up,
    }
}
