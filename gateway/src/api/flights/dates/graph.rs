use axum::Json;
use axum::extract::{Query, State};
use axum::response::IntoResponse;
use proto::common::v1::Money;
use proto::search::v1 as wire;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::KEPT_FOR_HALF_A_MINUTE;
use super::cell::FareCell;
use super::insight::FareInsight;
use crate::api::flights::count::Count;
use crate::api::flights::search::{SearchRequest, invalid, search_unavailable, to_replica_of};
use crate::problem::{Amount, ApiError};
use crate::request::KnownMode;
use crate::state::Shared;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StayQuery {
    /// Days between departure and return; those of the search by default.
    #[param(value_type = Option<i32>)]
    stay: Option<Count>,
}

impl StayQuery {
    fn days(&self) -> Result<Option<i32>, ApiError> {
        let Some(stay) = self.stay.as_ref().filter(|stay| !stay.is_empty()) else { return Ok(None) };
        let mut errors = Vec::new();
        let days = Count::read(Some(stay), "stay", 0, &mut errors);
        if errors.is_empty() { Ok(Some(days)) } else { Err(invalid(errors)) }
    }
}

/// What flights cost by their departure.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FareGraph {
    /// In which bars are compared; null where no price was seen.
    currency: Option<String>,
    /// The departures of 60 days, the chosen one in the middle; from today on where that would begin before today.
    bars: Vec<FareCell>,
    /// What the exact dates of the search cost on earlier days, the oldest first: at most one price a day, of 60 days.
    history: Vec<FareOnDay>,
    /// Null where too little was seen to say.
    insight: Option<FareInsight>,
    /// Says why nothing is shown of a party that no booking could have, as the answer of a search does.
    notice: Option<wire::SearchNotice>,
}

/// What the searched dates cost on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FareOnDay {
    /// yyyy-mm-dd in UTC, when it was seen.
    day: String,
    amount: String,
    currency: String,
}

impl FareOnDay {
    /// Nothing without an amount.
    pub fn of(day: String, amount: Option<Money>) -> Option<Self> {
        let Amount { amount, currency } = Amount::of(amount)?;
        Some(Self { day, amount, currency })
    }
}

impl FareGraph {
    fn of(told: wire::ListFareGraphResponse) -> Self {
        Self {
            currency: told.currency,
            bars: told.bars.into_iter().map(FareCell::from).collect(),
            history: told.history.into_iter().filter_map(|on| FareOnDay::of(on.day, on.amount)).collect(),
            insight: FareInsight::of(told.insight),
            notice: told.notice,
        }
    }
}

/// What searches have seen of departures around the chosen one with one length of stay, and of the exact dates before.
///
/// Takes the fields of a search; page, limit, sort and refresh must be valid and change nothing. Never asks an airline.
#[utoipa::path(
    get, path = "/api/flights/graph", tag = "flights", params(SearchRequest, StayQuery),
    responses(
        (status = OK, body = FareGraph),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = SERVICE_UNAVAILABLE, description = "SEARCH_UNAVAILABLE"),
    )
)]
pub(crate) async fn list_fare_graph(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    Query(request): Query<SearchRequest>,
    Query(stay): Query<StayQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let (search, stay) = (request.into_message()?, stay.days()?);
    let wanted = search.key(context.mode);
    let message = wire::ListFareGraphRequest { search: Some(search), stay };
    let call = to_replica_of(wanted, context.request(message));
    let told = gateway.services.search.clone().list_fare_graph(call).await.map_err(search_unavailable)?;
    Ok((KEPT_FOR_HALF_A_MINUTE, Json(FareGraph::of(told.into_inner()))))
}
