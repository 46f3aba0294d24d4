use proto::search::v1::{ListFaresRequest, ListFaresResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Search, convert};
use crate::domain::fares;

pub(super) fn list_fares(
    search: &Search,
    request: &Request<ListFaresRequest>,
) -> Result<Response<ListFaresResponse>, Status> {
    let context = RequestContext::of(request)?;
    let id = &request.get_ref().offer_id;
    let Some(answer) = search.cache.answers.of_offer(context.mode, id) else {
        return Ok(Response::new(ListFaresResponse::default()));
    };
    let fares = fares(&answer, id, context.markup_rate, search.clock.now());
    Ok(Response::new(ListFaresResponse { fares: fares.iter().map(convert::fare).collect() }))
}
