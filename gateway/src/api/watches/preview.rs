use axum::Json as Answer;
use axum::extract::State;
use proto::brand::v1::PreviewWatchRequest;

use super::shapes::{WatchLink, WatchedTrip, given};
use crate::problem::ApiError;
use crate::request::{Json, KnownMode};
use crate::state::Shared;

/// The trip that a mailed link would start a watch of.
#[utoipa::path(
    post, path = "/api/watches/preview", tag = "watches", request_body = WatchLink,
    responses(
        (status = OK, body = WatchedTrip),
        (status = UNPROCESSABLE_ENTITY, description = "TOKEN_INVALID"),
    )
)]
pub(crate) async fn preview_watch(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    Json(link): Json<WatchLink>,
) -> Result<Answer<WatchedTrip>, ApiError> {
    let request = context.request(PreviewWatchRequest { token: link.token });
    let previewed = gateway.services.watches.clone().preview_watch(request).await?.into_inner();
    Ok(Answer(given("trip", previewed.trip)?.into()))
}
