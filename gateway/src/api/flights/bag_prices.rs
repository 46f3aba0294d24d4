use std::collections::HashSet;

use axum::Json;
use axum::extract::{Query, State};
use proto::offers::v1 as wire;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::ids::may_be_id;
use crate::problem::{Amount, ApiError};
use crate::request::KnownMode;
use crate::services::PROVIDER_DEADLINE;
use crate::state::Shared;

/// As many as svc-offers looks up in one call.
const MOST: usize = 10;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BagPricesQuery {
    /// The ids of 1 to 10 offers, with commas between them.
    #[serde(default)]
    #[param(required)]
    offers: String,
}

impl BagPricesQuery {
    /// Each id once.
    fn offer_ids(&self) -> Result<Vec<String>, ApiError> {
        let mut known = HashSet::new();
        let ids: Vec<_> = self.offers.split(',').filter(|id| known.insert(*id)).map(str::to_owned).collect();
        if ids.len() > MOST || ids.iter().any(|id| !may_be_id(id)) {
            return Err(ApiError::invalid_field("offers", "Please send the ids of 1 to 10 offers."));
        }
        Ok(ids)
    }
}

/// What an offer costs with a checked bag on every flight for each traveller with a seat.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BagPrice {
    offer_id: String,
    /// The fare includes one for each of them on every flight.
    included: bool,
    state: BagPriceState,
    /// The sale price of the offer as it stands now; null where the state is `gone` or `unknown`.
    fare: Option<Amount>,
    /// What the cheapest bags cost that the fare leaves out, nothing if it includes them; null unless the state is
    /// `known`.
    cheapest: Option<Amount>,
    /// `fare` and `cheapest` together.
    total: Option<Amount>,
}

/// `none`: the airline sells no checked bag to somebody who has none. `gone`: the offer can't be bought any more.
/// `unknown`: the airline was not asked, to leave its time to those who buy, or has not answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BagPriceState {
    Known,
    None,
    Gone,
    Unknown,
}

impl From<wire::BagPriceState> for BagPriceState {
    fn from(state: wire::BagPriceState) -> Self {
        match state {
            wire::BagPriceState::Known => Self::Known,
            wire::BagPriceState::None => Self::None,
            wire::BagPriceState::Gone => Self::Gone,
            wire::BagPriceState::Unknown | wire::BagPriceState::Unspecified => Self::Unknown,
        }
    }
}

impl From<wire::BagPrice> for BagPrice {
    fn from(price: wire::BagPrice) -> Self {
        Self {
            state: price.state().into(),
            offer_id: price.offer_id,
            included: price.included,
            fare: Amount::of(price.fare),
            cheapest: Amount::of(price.bags),
            total: Amount::of(price.total),
        }
    }
}

/// What some offers of a list cost with a checked bag for each traveller with a seat, in the order asked.
///
/// Never sends a search. May read each offer at its airline, while the provider has calls to spare.
#[utoipa::path(
    get, path = "/api/flights/bags", tag = "flights", params(BagPricesQuery),
    responses(
        (status = OK, body = Vec<BagPrice>),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = SERVICE_UNAVAILABLE, description = "PROVIDER_NOT_CONFIGURED"),
    )
)]
pub(crate) async fn list_bag_prices(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    Query(query): Query<BagPricesQuery>,
) -> Result<Json<Vec<BagPrice>>, ApiError> {
    let message = wire::ListBagPricesRequest { offer_ids: query.offer_ids()? };
    let call = context.request_within(PROVIDER_DEADLINE, message);
    let told = gateway.services.offers.clone().list_bag_prices(call).await?;
    Ok(Json(told.into_inner().prices.into_iter().map(BagPrice::from).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bag07_a_list_asks_for_one_to_ten_offers_each_once() {
        let ids = |offers: &str| BagPricesQuery { offers: offers.to_owned() }.offer_ids();
        let ten: Vec<_> = (0..10).map(|n| format!("off_{n}")).collect();

        assert_eq!(ids("off_1,off_2,off_1").unwrap(), ["off_1", "off_2"]);
        assert_eq!(ids(&ten.join(",")).unwrap(), ten);
        for wrong in ["", ",", "off_1,", "off.1", "4242424242424242", &format!("{},off_x", ten.join(","))] {
            assert_eq!(ids(wrong).unwrap_err().fields[0].field, "offers", "{wrong}");
        }
    }
}
