use std::sync::Arc;

use duffel::convert::priced_offer;
use proto::offers::v1::{QuoteOfferRequest, QuoteOfferResponse};
use service::RequestContext;
use service::metrics::Tally;
use tonic::{Request, Response, Status};

use super::convert;
use crate::domain::{Chosen, QuoteError, quote};
use crate::error::Error;
use crate::lookup::{Lookup, NOW};

pub(super) async fn quote_offer(
    lookup: &Lookup,
    bags_refused: &Tally,
    request: Request<QuoteOfferRequest>,
) -> Result<Response<QuoteOfferResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let QuoteOfferRequest { offer_id, seats, bags } = request.into_inner();
    let maps = async {
        if seats.is_empty() {
            return Ok(Arc::default());
        }
        lookup.seat_maps(context.mode, &offer_id, NOW).await
    };
    let (offer, maps) = tokio::try_join!(lookup.offer(context.mode, &offer_id, NOW), maps)?;
    let chosen = Chosen {
        seats: seats.into_iter().map(convert::selection).collect(),
        bags: bags.into_iter().map(convert::bag_selection).collect(),
    };
    let quoted = quote(&offer, &maps, &chosen, context.markup_rate);
    if let Err(QuoteError::Bags(_)) = &quoted {
        bags_refused.add(offer.owner.iata_code.clone().unwrap_or_else(|| "unknown".to_owned()));
    }
    let quote = quoted.map_err(Error::from)?;
    Ok(Response::new(QuoteOfferResponse {
        offer: Some(priced_offer(&offer, context.markup_rate).map_err(Error::from)?),
        total: Some(convert::money(quote.total)),
        provider_total: Some(convert::money(quote.provider_total)),
        seats: quote.seats.into_iter().map(convert::quoted_seat).collect(),
        request_key: offer.request_key().to_owned(),
        bags: quote.bags.into_iter().map(convert::quoted_bag).collect(),
    }))
}
