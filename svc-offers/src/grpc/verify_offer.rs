use duffel::convert;
use proto::offers::v1::{VerifyOfferRequest, VerifyOfferResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::error::{EXPIRED, Error};
use crate::lookup::{Lookup, STANDING};

pub(super) async fn verify_offer(
    lookup: &Lookup,
    request: Request<VerifyOfferRequest>,
) -> Result<Response<VerifyOfferResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let verified = match lookup.offer(context.mode, &request.get_ref().offer_id, STANDING).await {
        Ok(offer) => {
            convert::check_documents(&offer).map_err(Error::from)?;
            VerifyOfferResponse {
                valid: true,
                expires_at: convert::instant(offer.sold_until()),
                ..VerifyOfferResponse::default()
            }
        }
        Err(Error::Expired) => VerifyOfferResponse {
            code: "OFFER_EXPIRED".into(),
            message: EXPIRED.into(),
            ..VerifyOfferResponse::default()
        },
        Err(error) => return Err(error.into()),
    };
    Ok(Response::new(verified))
}
