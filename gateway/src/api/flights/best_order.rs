use axum::Json;
use axum::extract::State;
use proto::search::v1::{GetBestOrderRequest, GetBestOrderResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::search::search_unavailable;
use crate::problem::ApiError;
use crate::request::KnownMode;
use crate::state::Shared;

/// What the order "best" adds to a price for the time that a journey takes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BestOrder {
    /// What one hour of the whole party counts, in percent of the median price of a search.
    hour_percent: u32,
    /// What a connection counts, in minutes.
    connection_minutes: u32,
    /// What a connection with a change of airport or a night counts on top, in minutes.
    hard_connection_minutes: u32,
}

/// What the order "best" weighs, as it is configured.
#[utoipa::path(
    get, path = "/api/flights/best-order", tag = "flights",
    responses(
        (status = OK, body = BestOrder),
        (status = SERVICE_UNAVAILABLE, description = "SEARCH_UNAVAILABLE"),
    )
)]
pub(crate) async fn get_best_order(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
) -> Result<Json<BestOrder>, ApiError> {
    let call = context.request(GetBestOrderRequest {});
    let told = gateway.services.search.clone().get_best_order(call).await.map_err(search_unavailable)?;
    let GetBestOrderResponse { hour_percent, connection_minutes, hard_connection_minutes } =
        told.into_inner();
    Ok(Json(BestOrder { hour_percent, connection_minutes, hard_connection_minutes }))
}
