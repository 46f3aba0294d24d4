use axum::Json as Answer;
use axum::extract::State;
use proto::brand::v1::ConfirmWatchRequest;
use serde::Serialize;
use utoipa::ToSchema;

use super::shapes::{WatchLink, WatchedPrice, told};
use crate::problem::ApiError;
use crate::request::{Json, KnownMode};
use crate::state::Shared;

/// A watch that has begun.
// Without Debug: tokens are not for logs.
#[derive(Serialize, ToSchema)]
pub(crate) struct WatchConfirmed {
    watch: WatchedPrice,
    /// Lists and changes all watches of the address.
    token: String,
}

/// Starts the watch of a mailed link.
#[utoipa::path(
    post, path = "/api/watches/confirm", tag = "watches", request_body = WatchLink,
    responses(
        (status = OK, body = WatchConfirmed),
        (status = UNPROCESSABLE_ENTITY, description = "TOKEN_INVALID"),
    )
)]
pub(crate) async fn confirm_watch(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    Json(link): Json<WatchLink>,
) -> Result<Answer<WatchConfirmed>, ApiError> {
    let request = context.request(ConfirmWatchRequest { token: link.token });
    let confirmed = gateway.services.watches.clone().confirm_watch(request).await?.into_inner();
    Ok(Answer(WatchConfirmed { watch: told(confirmed.watch)?, token: confirmed.token }))
}
