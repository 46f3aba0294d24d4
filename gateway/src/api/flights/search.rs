use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue};
use proto::SearchKey;
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse, SearchPage};
use serde::Deserialize;
use service::RequestContext;
use service::client::set_affinity;
use utoipa::{IntoParams, ToSchema};

use super::count::Count;
use crate::content_coding::{BY_CODING, GZIP, accepts};
use crate::problem::{ApiError, Code, FieldError};
use crate::request::{Json, KnownMode};
use crate::search_pages::CachedPage;
use crate::services::PROVIDER_DEADLINE;
use crate::state::{Gateway, Shared};

/// What to search for, in a query or in a body.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchRequest {
    /// IATA code of an airport or city.
    #[serde(default)]
    #[schema(required)]
    #[param(required)]
    origin: String,
    #[serde(default)]
    #[schema(required)]
    #[param(required)]
    destination: String,
    /// yyyy-mm-dd, at the origin.
    #[serde(default)]
    #[schema(required)]
    #[param(required)]
    departure_date: String,
    return_date: Option<String>,
    /// economy (default), premium_economy, business or first.
    cabin_class: Option<String>,
    /// 1 by default.
    #[schema(value_type = Option<i32>)]
    #[param(value_type = Option<i32>)]
    adults_count: Option<Count>,
    #[schema(value_type = Option<i32>)]
    #[param(value_type = Option<i32>)]
    children_count: Option<Count>,
    #[schema(value_type = Option<i32>)]
    #[param(value_type = Option<i32>)]
    infants_count: Option<Count>,
    /// Full years of each child and infant on the day of the last flight, such as `14,8`. With them children are 2 to 17.
    ages: Option<String>,
    /// Counted from 1.
    #[schema(value_type = Option<i32>)]
    #[param(value_type = Option<i32>)]
    page: Option<Count>,
    /// Offers a page, 1 to 100; 30 by default.
    #[schema(value_type = Option<i32>)]
    #[param(value_type = Option<i32>)]
    limit: Option<Count>,
    /// price-asc (default), price-desc, duration-asc, emissions-asc or best.
    sort: Option<String>,
    /// Ask the airlines again, at most once a minute.
    #[schema(value_type = Option<bool>)]
    #[param(value_type = Option<bool>)]
    refresh: Option<Flag>,
}

/// A truth value, or a text that says one.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Flag {
    Value(bool),
    Text(String),
}

impl Flag {
    fn is_set(&self) -> bool {
        match self {
            Self::Value(value) => *value,
            Self::Text(text) => text == "true",
        }
    }
}

impl SearchRequest {
    pub(super) fn has_limit(&self) -> bool {
        self.limit.is_some()
    }

    /// What the numbers mean is for svc-search to judge.
    pub(super) fn into_message(self) -> Result<SearchFlightsRequest, ApiError> {
        let mut errors = Vec::new();
        let message = SearchFlightsRequest {
            adults: Count::read(self.adults_count.as_ref(), "adultsCount", 1, &mut errors),
            children: Count::read(self.children_count.as_ref(), "childrenCount", 0, &mut errors),
            infants: Count::read(self.infants_count.as_ref(), "infantsCount", 0, &mut errors),
            page: Count::read_positive(self.page.as_ref(), "page", 1, &mut errors),
            limit: Count::read_positive(self.limit.as_ref(), "limit", 30, &mut errors),
            ages: ages(self.ages.as_deref(), &mut errors),
            refresh: self.refresh.is_some_and(|flag| flag.is_set()),
            origin: self.origin,
            destination: self.destination,
            departure_date: self.departure_date,
            return_date: self.return_date.filter(|date| !date.is_empty()),
            cabin_class: text_or(self.cabin_class, "economy"),
            sort: text_or(self.sort, "price-asc"),
            held_answer: None,
        };
        if errors.is_empty() { Ok(message) } else { Err(invalid(errors)) }
    }
}

/// The call of the search that `wanted` names.
pub(super) fn call<T>(context: &RequestContext, wanted: SearchKey, message: T) -> tonic::Request<T> {
    to_replica_of(wanted, context.request_within(PROVIDER_DEADLINE, message))
}

/// Calls for what is equal go to the same replica of svc-search, so that the airlines are asked once, and what it has seen
/// is known there.
pub(super) fn to_replica_of<T>(wanted: SearchKey, mut call: tonic::Request<T>) -> tonic::Request<T> {
    set_affinity(&mut call, wanted);
    call
}

/// None where they were not sent.
fn ages(sent: Option<&str>, errors: &mut Vec<FieldError>) -> Vec<i32> {
    let Some(sent) = sent.filter(|sent| !sent.is_empty()) else { return Vec::new() };
    let read: Result<Vec<_>, _> = sent.split(',').map(|age| age.trim().parse()).collect();
    read.unwrap_or_else(|_| {
        let message = "Please send ages as whole numbers, such as 14,8".to_owned();
        errors.push(FieldError::invalid("ages", message));
        Vec::new()
    })
}

fn text_or(sent: Option<String>, default: &str) -> String {
    sent.filter(|text| !text.is_empty()).unwrap_or_else(|| default.to_owned())
}

pub(super) fn invalid(fields: Vec<FieldError>) -> ApiError {
    ApiError { fields, ..ApiError::new(Code::ValidationError, "Please send whole numbers.") }
}

/// One page of priced offers.
#[utoipa::path(
    get, path = "/api/flights/search", tag = "flights", params(SearchRequest),
    responses(
        (status = OK, body = SearchPage),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = SERVICE_UNAVAILABLE, description = "SEARCH_UNAVAILABLE"),
    )
)]
pub(crate) async fn search_by_query(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    headers: HeaderMap,
    Query(request): Query<SearchRequest>,
) -> Result<Response, ApiError> {
    search(&gateway, &context, &headers, request).await
}

/// The same as GET, with the fields in a body.
#[utoipa::path(
    post, path = "/api/flights/search", tag = "flights", request_body = SearchRequest,
    responses(
        (status = OK, body = SearchPage),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = SERVICE_UNAVAILABLE, description = "SEARCH_UNAVAILABLE"),
    )
)]
pub(crate) async fn search_by_body(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    headers: HeaderMap,
    Json(request): Json<SearchRequest>,
) -> Result<Response, ApiError> {
    search(&gateway, &context, &headers, request).await
}

async fn search(
    gateway: &Gateway,
    context: &RequestContext,
    headers: &HeaderMap,
    request: SearchRequest,
) -> Result<Response, ApiError> {
    let ask = async |message| ask(gateway, context, message).await;
    let page = gateway.search_pages.get(context, request.into_message()?, ask).await?;
    Ok(send(&page, headers))
}

async fn ask(
    gateway: &Gateway,
    context: &RequestContext,
    message: SearchFlightsRequest,
) -> Result<SearchFlightsResponse, ApiError> {
    let call = call(context, message.key(context.mode), message);
    let _turn = gateway.searches.begin()?;
    let answer = gateway.services.search.clone().search_flights(call).await.map_err(search_unavailable)?;
    Ok(answer.into_inner())
}

/// Passes the page on as svc-search serialised it.
fn send(page: &CachedPage, headers: &HeaderMap) -> Response {
    let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json")), (VARY, BY_CODING)];
    if accepts(headers, GZIP) {
        let coding = [(CONTENT_ENCODING, HeaderValue::from_static(GZIP))];
        return (json, coding, page.gzip()).into_response();
    }
    (json, page.json.clone()).into_response()
}

/// A search without an answer is unavailable, whichever program was away.
pub(super) fn search_unavailable(status: tonic::Status) -> ApiError {
    let error = ApiError::from(status);
    if error.code == Code::ServiceUnavailable {
        let sentence = "We can't search for flights right now. Please try again in a moment.";
        return ApiError::new(Code::SearchUnavailable, sentence);
    }
    error
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use service::Mode;

    use super::*;

    #[test]
    fn watch03_a_search_goes_to_the_replica_that_is_asked_about_the_same_watched_price() {
        let typed = json!({
            "origin": " lhr", "destination": "jfk", "departureDate": "2026-12-01", "returnDate": "",
            "adultsCount": "2", "childrenCount": 2, "ages": "9,4", "page": 3, "sort": "best", "refresh": true,
        });
        // As svc-brand asks.
        let watched = SearchFlightsRequest {
            origin: "LHR".to_owned(),
            destination: "JFK".to_owned(),
            departure_date: "2026-12-01".to_owned(),
            cabin_class: "economy".to_owned(),
            adults: 2,
            children: 2,
            ages: vec![9, 4],
            ..SearchFlightsRequest::default()
        };

        let searched = serde_json::from_value::<SearchRequest>(typed).unwrap().into_message().unwrap();

        assert_eq!(searched.key(Mode::Test), watched.key(Mode::Test));
    }
}
