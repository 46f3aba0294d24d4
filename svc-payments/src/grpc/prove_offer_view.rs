use proto::payments::v1::{ProveOfferViewRequest, ProveOfferViewResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::Payments;

pub fn handle(
    payments: &Payments,
    request: &Request<ProveOfferViewRequest>,
) -> Result<Response<ProveOfferViewResponse>, Status> {
    let context = RequestContext::of(request)?;
    let session = context.session_id.ok_or_else(|| Status::unauthenticated("no session"))?;
    Ok(Response::new(ProveOfferViewResponse { proof: payments.prove_offer_view(session) }))
}
