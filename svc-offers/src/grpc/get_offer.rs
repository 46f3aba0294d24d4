use duffel::convert::priced_offer;
use proto::offers::v1::{GetOfferRequest, GetOfferResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::error::Error;
use crate::lookup::{DETAIL, Lookup};

pub(super) async fn get_offer(
    lookup: &Lookup,
    request: Request<GetOfferRequest>,
) -> Result<Response<GetOfferResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let offer = lookup.offer(context.mode, &request.get_ref().offer_id, DETAIL).await?;
    let offer = priced_offer(&offer, context.markup_rate).map_err(Error::from)?;
    Ok(Response::new(GetOfferResponse { offer: Some(offer) }))
}
