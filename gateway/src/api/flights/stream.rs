use axum::extract::{Extension, Query, State};
use axum::response::{Response, sse};
use futures::{StreamExt, future};
use http::HeaderMap;
use proto::search::v1::search_flights_stream_response::Event;
use proto::search::v1::{
    SearchDone, SearchFlightsStreamRequest, SearchFlightsStreamResponse, SearchProgress,
};
use service::metrics::Tally;
use service::telemetry::in_current_span;
use tonic::Status;
use utoipa::ToSchema;

use super::search::{SearchRequest, call, search_unavailable};
use crate::api::sse::{answer, failure, in_gzip};
use crate::client::ClientAddress;
use crate::problem::{ApiError, Problem};
use crate::request::KnownMode;
use crate::state::Shared;

/// The data of each event by its name; an event has one of them.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes events that svc-search writes")]
pub(crate) struct SearchEvent {
    offers: Option<SearchProgress>,
    done: Option<SearchDone>,
    error: Option<Problem>,
}

/// A search as its airlines answer.
///
/// Takes the fields of a search. Page is disregarded; a limit is how many offers are told in all, the first that come.
/// Events: `offers` {offers, answered, asked} first with what is known already and then with what comes; last `done`
/// {total_count, complete, notice}, or `error` with the problem that a plain search would have answered. Without a
/// limit all offers together are those of a plain search. A reader closes the stream at `done` and `error`, as a
/// browser would open it again; what ends without either was cut off, and begins again with all offers. What can't be
/// asked at all is refused as in a plain search.
#[utoipa::path(
    get, path = "/api/flights/search/stream", tag = "flights", params(SearchRequest),
    responses(
        (status = OK, body = SearchEvent, content_type = "text/event-stream"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "RATE_LIMITED"),
        (status = SERVICE_UNAVAILABLE, description = "SEARCH_UNAVAILABLE"),
    )
)]
pub(crate) async fn stream_search(
    State(gateway): State<Shared>,
    Extension(client): Extension<ClientAddress>,
    KnownMode(context): KnownMode,
    headers: HeaderMap,
    Query(request): Query<SearchRequest>,
) -> Result<Response, ApiError> {
    let open = gateway.search_streams.open(client, None)?;
    let is_limited = request.has_limit();
    let search = request.into_message()?;
    let most = is_limited.then_some(search.limit);
    let wanted = search.key(context.mode);
    let call = call(&context, wanted, SearchFlightsStreamRequest { search: Some(search), most });
    let turn = gateway.searches.begin()?;
    let mut search = gateway.services.search.clone();
    let told = search.search_flights_stream(call).await.map_err(search_unavailable)?.into_inner();
    let failed = gateway.failed_streams.clone();
    let events = told.filter_map(move |told| future::ready(event(told, &failed, &context.request_id)));
    Ok(in_gzip(&headers, answer(&gateway, (open, turn), in_current_span(events))))
}

/// Nothing for an event of a later version.
fn event(
    told: Result<SearchFlightsStreamResponse, Status>,
    failed: &Tally,
    request_id: &str,
) -> Option<sse::Event> {
    let (name, data) = match told {
        Ok(told) => match told.event? {
            Event::OffersJson(json) => ("offers", json),
            Event::DoneJson(json) => ("done", json),
        },
        Err(status) => return Some(failure(failed, "search", search_unavailable(status), request_id)),
    };
    Some(sse::Event::default().event(name).data(data))
}
