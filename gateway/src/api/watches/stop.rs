use axum::Json;
use axum::extract::{Query, State};
use proto::brand::v1::StopWatchRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::auth::Done;
use crate::problem::ApiError;
use crate::request::AnyRequest;
use crate::state::Shared;

// Without Debug: tokens are not for logs.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StopQuery {
    /// From the link in the mail.
    #[serde(default)]
    #[param(required)]
    token: String,
}

/// Ends a watch with one click in a mail program (RFC 8058).
///
/// Takes any body or none, and no cookie counts. The answer is the same for a token that nobody has.
#[utoipa::path(
    post, path = "/api/watches/stop", tag = "watches", params(StopQuery),
    responses(
        (status = OK, body = Done),
        (status = SERVICE_UNAVAILABLE, description = "SERVICE_UNAVAILABLE"),
    )
)]
pub(crate) async fn stop_watch(
    State(gateway): State<Shared>,
    AnyRequest(context): AnyRequest,
    Query(StopQuery { token }): Query<StopQuery>,
) -> Result<Json<Done>, ApiError> {
    gateway.services.watches.clone().stop_watch(context.request(StopWatchRequest { token })).await?;
    Ok(Done::saying("We will send you no more e-mails about this price"))
}
