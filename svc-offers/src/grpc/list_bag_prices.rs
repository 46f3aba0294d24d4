use futures::future::try_join_all;
use proto::offers::v1::{BagPrice, BagPriceState, ListBagPricesRequest, ListBagPricesResponse};
use service::metrics::Tally;
use service::{Fault, Problem, RequestContext};
use tonic::{Request, Response, Status};

use super::convert;
use crate::bag_prices::bag_price;
use crate::error::Error;
use crate::lookup::{LOOK_UPS_AT_ONCE, Lookup};

/// The offers that one call may name. A list asks for what comes into view.
const MOST: usize = LOOK_UPS_AT_ONCE;

pub(super) async fn list_bag_prices(
    lookup: &Lookup,
    looked_up: &Tally,
    request: Request<ListBagPricesRequest>,
) -> Result<Response<ListBagPricesResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let offer_ids = request.into_inner().offer_ids;
    if offer_ids.len() > MOST {
        let too_many = Fault::from(format!("Please name at most {MOST} offers.")).in_field("offers");
        return Err(Problem::validation(vec![too_many]).into());
    }
    let asked = offer_ids.into_iter().map(|id| look_up(lookup, &context, id));
    let told = try_join_all(asked).await?;
    for (outcome, _) in &told {
        looked_up.add(*outcome);
    }
    let prices = told.into_iter().map(|(_, price)| price).collect();
    Ok(Response::new(ListBagPricesResponse { prices }))
}

/// The price of one offer, and the outcome as docs/telemetry.md names it. Fails where all others fail likewise.
async fn look_up(
    lookup: &Lookup,
    context: &RequestContext,
    offer_id: String,
) -> Result<(&'static str, BagPrice), Error> {
    let told = |outcome, state: BagPriceState| {
        (outcome, BagPrice { offer_id: offer_id.clone(), state: state.into(), ..BagPrice::default() })
    };
    let priced = match lookup.look_up(context.mode, &offer_id).await {
        Ok(offer) => bag_price(&offer, context.markup_rate).map_err(|error| Error::Unsellable(error.into())),
        Err(error) => Err(error),
    };
    match priced {
        Ok(price) => {
            let state = if price.with_bags.is_some() { BagPriceState::Known } else { BagPriceState::None };
            let (outcome, unpriced) = told(outcome_of(&price), state);
            Ok((outcome, convert::bag_price(unpriced, price)))
        }
        Err(error @ Error::NotConfigured) => Err(error),
        Err(Error::Expired | Error::NotFound) => Ok(told("gone", BagPriceState::Gone)),
        Err(Error::NoTurn) => Ok(told("held_back", BagPriceState::Unknown)),
        Err(Error::Provider(error)) if error.is_held_back() => Ok(told("held_back", BagPriceState::Unknown)),
        Err(error) => {
            tracing::warn!(%error, "what a bag costs can't be told in a list");
            Ok(told("failed", BagPriceState::Unknown))
        }
    }
}

fn outcome_of(price: &crate::bag_prices::BagPrice) -> &'static str {
    match &price.with_bags {
        Some(_) if price.is_included => "included",
        Some(_) => "known",
        None => "none",
    }
}
