use axum::Json as Answer;
use axum::extract::{Path, State};
use proto::brand::v1 as wire;
use serde::Deserialize;
use service::RequestContext;
use utoipa::ToSchema;
use uuid::Uuid;

use super::owner;
use super::shapes::{WatchedPrice, told};
use crate::api::auth::Done;
use crate::problem::ApiError;
use crate::request::{CurrentUserInMode, Json, SignedInUserInMode};
use crate::state::{Gateway, Shared};

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NewWatchState {
    Active,
    Paused,
    Ended,
}

impl From<NewWatchState> for wire::WatchState {
    fn from(state: NewWatchState) -> Self {
        match state {
            NewWatchState::Active => Self::Active,
            NewWatchState::Paused => Self::Paused,
            NewWatchState::Ended => Self::Ended,
        }
    }
}

// Without Debug: tokens are not for logs.
#[derive(Deserialize, ToSchema)]
pub(crate) struct WatchChange {
    state: NewWatchState,
    /// Of a mailed link; left out by who is signed in.
    token: Option<String>,
}

/// Pauses, resumes or ends a watch.
#[utoipa::path(
    patch, path = "/api/watches/{id}", tag = "watches", params(("id" = String, Path)),
    request_body = WatchChange,
    responses(
        (status = OK, body = WatchedPrice),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED: without a token"),
        (status = NOT_FOUND, description = "NOT_FOUND"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(crate) async fn change_watch(
    State(gateway): State<Shared>,
    CurrentUserInMode { context, user }: CurrentUserInMode,
    Path(id): Path<String>,
    Json(change): Json<WatchChange>,
) -> Result<Answer<WatchedPrice>, ApiError> {
    let owner = owner::of_link_or_user(change.token, user)?;
    set_state(&gateway, &context, &id, change.state, owner).await.map(Answer)
}

/// Ends a watch of the signed-in user.
#[utoipa::path(
    delete, path = "/api/watches/{id}", tag = "watches", params(("id" = String, Path)),
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = NOT_FOUND, description = "NOT_FOUND"),
    )
)]
pub(crate) async fn delete_watch(
    State(gateway): State<Shared>,
    SignedInUserInMode { context, user }: SignedInUserInMode,
    Path(id): Path<String>,
) -> Result<Answer<Done>, ApiError> {
    let owner = owner::of_user(user).ok_or_else(owner::unknown)?;
    set_state(&gateway, &context, &id, NewWatchState::Ended, owner).await?;
    Ok(Done::saying("You no longer watch this price"))
}

async fn set_state(
    gateway: &Gateway,
    context: &RequestContext,
    id: &str,
    state: NewWatchState,
    owner: wire::WatchOwner,
) -> Result<WatchedPrice, ApiError> {
    let state = wire::WatchState::from(state).into();
    let message = wire::SetWatchStateRequest { id: watch_id(id)?, state, owner: Some(owner) };
    let set = gateway.services.watches.clone().set_watch_state(context.request(message)).await?;
    told(set.into_inner().watch)
}

/// Nothing else was ever given out as one.
fn watch_id(text: &str) -> Result<String, ApiError> {
    text.parse::<Uuid>().map(|id| id.to_string()).map_err(|_| owner::unknown())
}
