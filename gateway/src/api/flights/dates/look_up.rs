use std::time::Duration;

use axum::extract::{Extension, Query, State};
use axum::response::IntoResponse;
use axum::response::sse::Event;
use futures::{StreamExt, future};
use proto::search::v1 as wire;
use proto::search::v1::fill_fare_dates_response::Event as Told;
use serde::Serialize;
use service::RequestContext;
use service::client::set_affinity;
use service::metrics::Tally;
use service::telemetry::in_current_span;
use tonic::Status;
use utoipa::ToSchema;

use super::cell::{FareCell, instant};
use super::grid::SpanQuery;
use crate::api::flights::search::{SearchRequest, search_unavailable};
use crate::api::sse::{answer, failure};
use crate::client::ClientAddress;
use crate::problem::{ApiError, Problem};
use crate::request::KnownMode;
use crate::state::Shared;

/// svc-search ends a look-up within 120 s.
const DEADLINE: Duration = Duration::from_secs(125);

/// The data of each event by its name; an event has one of them.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes events, each of which has the data of one")]
pub(crate) struct FareDatesEvent {
    cell: Option<FareCell>,
    done: Option<LookUpsDone>,
    error: Option<Problem>,
}

/// The end of a look-up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LookUpsDone {
    /// Dates that were looked up, or that another search saw meanwhile.
    looked_up: u32,
    /// Dates that were unknown at the beginning.
    of: u32,
    reason: LookUpEnd,
    /// When dates may be looked up again (RFC 3339, UTC); null where they may now, or where the reason is not `budget`.
    again_at: Option<String>,
}

/// `complete`: no date is left. `budget`: so many dates as may be looked up now. `busy`: travellers' own searches come
/// first, or the airlines can't be asked now. `refused`: the airlines can't be asked for this trip, as nobody knows its
/// airports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LookUpEnd {
    Complete,
    Budget,
    Busy,
    Refused,
}

impl From<wire::FillFareDatesReason> for LookUpEnd {
    fn from(reason: wire::FillFareDatesReason) -> Self {
        match reason {
            wire::FillFareDatesReason::Complete => Self::Complete,
            wire::FillFareDatesReason::Budget => Self::Budget,
            wire::FillFareDatesReason::Refused => Self::Refused,
            wire::FillFareDatesReason::Busy | wire::FillFareDatesReason::Unspecified => Self::Busy,
        }
    }
}

impl From<wire::FillFareDatesDone> for LookUpsDone {
    fn from(done: wire::FillFareDatesDone) -> Self {
        Self {
            looked_up: done.looked_up,
            of: done.of,
            reason: done.reason().into(),
            again_at: done.again_at.and_then(instant),
        }
    }
}

/// Looks up the dates of `/api/flights/dates` that no search has seen, those nearest to the chosen ones first.
///
/// Sends searches, within a budget of the page and of the brand, and behind every traveller's own; so no other site's
/// page may ask for it. Events: `cell` for each date as it is found; last `done` {lookedUp, of, reason, againAt}, or
/// `error` with a problem. A reader closes the stream at `done` and `error`, as a browser would open it again.
#[utoipa::path(
    get, path = "/api/flights/dates/stream", tag = "flights", params(SearchRequest, SpanQuery),
    responses(
        (status = OK, body = FareDatesEvent, content_type = "text/event-stream"),
        (status = FORBIDDEN, description = "CROSS_SITE"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "SEARCH_BUDGET_SPENT or RATE_LIMITED"),
        (status = SERVICE_UNAVAILABLE, description = "SEARCH_UNAVAILABLE"),
    )
)]
pub(crate) async fn look_up_fare_dates(
    State(gateway): State<Shared>,
    Extension(client): Extension<ClientAddress>,
    KnownMode(context): KnownMode,
    Query(request): Query<SearchRequest>,
    Query(span): Query<SpanQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let open = gateway.look_up_streams.open(client, None)?;
    let message = wire::FillFareDatesRequest { search: Some(request.into_message()?), span: span.days()? };
    let call = with_budget_of_brand(&context, context.request_within(DEADLINE, message));
    // Begins only where a traveller's search could, and keeps no place that one could have.
    drop(gateway.searches.begin()?);
    let mut search = gateway.services.search.clone();
    let told = search.fill_fare_dates(call).await.map_err(search_unavailable)?.into_inner();
    let failed = gateway.failed_streams.clone();
    let events = told.filter_map(move |told| future::ready(event(told, &failed, &context.request_id)));
    Ok(answer(&gateway, open, in_current_span(events)))
}

/// Each replica of svc-search counts the look-ups that it sends: those of a brand go to one.
fn with_budget_of_brand<T>(context: &RequestContext, mut call: tonic::Request<T>) -> tonic::Request<T> {
    set_affinity(&mut call, (context.mode, &context.brand));
    call
}

/// Nothing for an event of a later version.
fn event(
    told: Result<wire::FillFareDatesResponse, Status>,
    failed: &Tally,
    request_id: &str,
) -> Option<Event> {
    let (name, data) = match told {
        Ok(told) => match told.event? {
            Told::Cell(cell) => ("cell", json(&FareCell::from(cell))),
            Told::Done(done) => ("done", json(&LookUpsDone::from(done))),
        },
        Err(status) => return Some(failure(failed, "look_up", search_unavailable(status), request_id)),
    };
    Some(Event::default().event(name).data(data))
}

fn json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("events are strings and numbers")
}
