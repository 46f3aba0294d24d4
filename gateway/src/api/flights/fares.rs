use axum::Json;
use axum::extract::{Path, State};
use proto::flights::v1::Fare;
use proto::search::v1::ListFaresRequest;

use super::offer::offer_id;
use crate::problem::ApiError;
use crate::request::Shopper;
use crate::state::Shared;

/// The fares on which an offer's flights are sold, cheapest first: one a fare brand, the offer's own among them.
///
/// Costs the airlines nothing: known from the search that found the offer, and empty once that is forgotten.
#[utoipa::path(
    get, path = "/api/flights/offer/{id}/fares", tag = "flights", params(("id" = String, Path)),
    responses((status = OK, body = Vec<Fare>), (status = NOT_FOUND, description = "OFFER_NOT_FOUND"))
)]
pub(crate) async fn list_fares(
    State(gateway): State<Shared>,
    Shopper(context): Shopper,
    Path(id): Path<String>,
) -> Result<Json<Vec<Fare>>, ApiError> {
    let request = context.request(ListFaresRequest { offer_id: offer_id(id)? });
    let answer = gateway.services.search.clone().list_fares(request).await?;
    Ok(Json(answer.into_inner().fares))
}
