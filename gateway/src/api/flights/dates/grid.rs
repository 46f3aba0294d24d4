use axum::Json;
use axum::extract::{Query, State};
use axum::response::IntoResponse;
use proto::search::v1 as wire;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::KEPT_FOR_HALF_A_MINUTE;
use super::cell::FareCell;
use super::insight::FareInsight;
use crate::api::flights::count::Count;
use crate::api::flights::search::{SearchRequest, search_unavailable, to_replica_of};
use crate::problem::ApiError;
use crate::request::KnownMode;
use crate::state::Shared;

const WIDEST: i32 = 3;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SpanQuery {
    /// Days before and after each date, 1 to 3; 3 by default.
    #[param(value_type = Option<i32>)]
    span: Option<Count>,
}

impl SpanQuery {
    pub(super) fn days(&self) -> Result<i32, ApiError> {
        let mut errors = Vec::new();
        let days = Count::read(self.span.as_ref(), "span", WIDEST, &mut errors);
        if errors.is_empty() && (1..=WIDEST).contains(&days) {
            return Ok(days);
        }
        Err(ApiError::invalid_field("span", "Please send a number of days from 1 to 3."))
    }
}

/// What flights cost on the dates around those of a search.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FareDates {
    /// In which cells are compared; null where no price was seen.
    currency: Option<String>,
    /// By departure, then by return, the chosen dates among them. Dates that nobody can fly are left out.
    cells: Vec<FareCell>,
    look_up: LookUps,
    /// Null where too little was seen to say.
    insight: Option<FareInsight>,
    /// Says why nothing is shown of a party that no booking could have, as the answer of a search does.
    notice: Option<wire::SearchNotice>,
}

/// Whether unknown dates may be looked up.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LookUps {
    /// False where this mode looks up none at all.
    allowed: bool,
    /// How many dates `/api/flights/dates/stream` may look up now. Advice: the stream decides.
    left: u32,
}

impl FareDates {
    fn of(told: wire::ListFareDatesResponse) -> Self {
        let wire::FareLookUps { allowed, left } = told.look_ups.unwrap_or_default();
        Self {
            currency: told.currency,
            cells: told.cells.into_iter().map(FareCell::from).collect(),
            look_up: LookUps { allowed, left },
            insight: FareInsight::of(told.insight),
            notice: told.notice,
        }
    }
}

/// What searches have seen of the dates around a trip: at most 49 pairs of dates, or 7 one-way.
///
/// Takes the fields of a search; page, limit, sort and refresh must be valid and change nothing. Never asks an airline.
#[utoipa::path(
    get, path = "/api/flights/dates", tag = "flights", params(SearchRequest, SpanQuery),
    responses(
        (status = OK, body = FareDates),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = SERVICE_UNAVAILABLE, description = "SEARCH_UNAVAILABLE"),
    )
)]
pub(crate) async fn list_fare_dates(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    Query(request): Query<SearchRequest>,
    Query(span): Query<SpanQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let (search, span) = (request.into_message()?, span.days()?);
    let wanted = search.key(context.mode);
    let message = wire::ListFareDatesRequest { search: Some(search), span };
    let call = to_replica_of(wanted, context.request(message));
    let told = gateway.services.search.clone().list_fare_dates(call).await.map_err(search_unavailable)?;
    Ok((KEPT_FOR_HALF_A_MINUTE, Json(FareDates::of(told.into_inner()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day03_a_grid_spans_one_to_three_days_and_three_unless_it_says_so() {
        let days = |span: Option<&str>| {
            let span = span.map(|text| Count::Text(text.to_owned()));
            SpanQuery { span }.days().map_err(|error| error.fields[0].field.clone())
        };

        assert_eq!((days(None), days(Some("")), days(Some("1"))), (Ok(3), Ok(3), Ok(1)));
        for wrong in ["0", "4", "-1", "two", "1.5"] {
            assert_eq!(days(Some(wrong)), Err("span".to_owned()), "{wrong}");
        }
    }
}
