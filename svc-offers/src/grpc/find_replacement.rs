use duffel::convert::price;
use money::SalePrice;
use proto::flights::v1::Replacement;
use proto::offers::v1::{FindReplacementRequest, FindReplacementResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::domain::QuoteError;
use crate::error::Error;
use crate::lookup::Lookup;

pub(super) async fn find_replacement(
    lookup: &Lookup,
    request: Request<FindReplacementRequest>,
) -> Result<Response<FindReplacementResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let Some(offer) = lookup.replacement(context.mode, &request.get_ref().offer_id).await? else {
        return Ok(Response::new(FindReplacementResponse::default()));
    };
    let sale = || SalePrice::of(offer.total()?, offer.tax()?, context.markup_rate);
    let price = price(sale().map_err(QuoteError::Amount).map_err(Error::from)?);
    let replacement = Replacement { offer_id: offer.id.clone(), price: Some(price) };
    Ok(Response::new(FindReplacementResponse { replacement: Some(replacement) }))
}
