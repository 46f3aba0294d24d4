use std::ops::RangeInclusive;

use proto::offers::v1::ServiceSelection;
use serde::Deserialize;
use utoipa::ToSchema;

use super::ids::check_id;
use crate::problem::ApiError;

/// How many pieces of one bag may be asked for. The airline's own limit is checked with the price.
const PIECES: RangeInclusive<u32> = 1..=9;
/// How many entries one request may have: ten for each of nine travellers. The schemas of both requests state it.
pub(super) const MOST_BAGS: usize = 90;

/// A bag that a traveller chose, and how many pieces of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SelectedBag {
    /// The offer's passenger id.
    passenger_id: String,
    /// The id of a service with a `bag_kind`, from the offer.
    service_id: String,
    #[schema(minimum = 1, maximum = 9)]
    quantity: u32,
}

/// The bags as the services read them. Fails for `bags` where there are too many entries, and for `bags[n]` where an id is
/// none, or where nobody buys as many.
pub(super) fn bag_selections(bags: Vec<SelectedBag>) -> Result<Vec<ServiceSelection>, ApiError> {
    if bags.len() > MOST_BAGS {
        let message =
            format!("At most {MOST_BAGS} different bags can be bought at once. Please choose fewer.");
        return Err(ApiError::invalid_field("bags", message));
    }
    let selection = |(n, bag): (usize, SelectedBag)| {
        let SelectedBag { passenger_id, service_id, quantity } = bag;
        check_id(format!("bags[{n}].passengerId"), &passenger_id)?;
        check_id(format!("bags[{n}].serviceId"), &service_id)?;
        if !PIECES.contains(&quantity) {
            let field = format!("bags[{n}].quantity");
            return Err(ApiError::invalid_field(field, "Please choose from 1 to 9 pieces of a bag."));
        }
        Ok(ServiceSelection { passenger_id, service_id, quantity })
    };
    bags.into_iter().enumerate().map(selection).collect()
}
