//! Where a user is signed in.

use axum::Json as Answer;
use axum::extract::State;
use proto::identity::v1::{ListSessionsRequest, RevokeOtherSessionsRequest, SessionSummary};
use serde::Serialize;
use utoipa::ToSchema;

use super::auth::Done;
use crate::problem::ApiError;
use crate::request::SignedInUser;
use crate::state::Shared;

/// A browser that is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedSession {
    /// For example "Firefox on Windows"; empty where the browser did not say.
    device: String,
    /// RFC 3339, UTC, to the minute.
    last_seen_at: String,
    /// The one that asks.
    is_current: bool,
}

impl From<SessionSummary> for ListedSession {
    fn from(summary: SessionSummary) -> Self {
        let SessionSummary { device, seen_at, is_current } = summary;
        Self { device, last_seen_at: seen_at, is_current }
    }
}

/// Where the user is signed in, the last used first.
#[utoipa::path(
    get, path = "/api/auth/sessions", tag = "account",
    responses(
        (status = OK, body = Vec<ListedSession>),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
    )
)]
pub(super) async fn list(
    State(gateway): State<Shared>,
    SignedInUser { context, .. }: SignedInUser,
) -> Result<Answer<Vec<ListedSession>>, ApiError> {
    let request = context.request(ListSessionsRequest {});
    let answer = gateway.services.identity.clone().list_sessions(request).await?;
    Ok(Answer(answer.into_inner().sessions.into_iter().map(ListedSession::from).collect()))
}

/// Signs the user out everywhere else.
#[utoipa::path(
    delete, path = "/api/auth/sessions", tag = "account",
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
    )
)]
pub(super) async fn end_others(
    State(gateway): State<Shared>,
    SignedInUser { context, .. }: SignedInUser,
) -> Result<Answer<Done>, ApiError> {
    let request = context.request(RevokeOtherSessionsRequest {});
    gateway.services.identity.clone().revoke_other_sessions(request).await?;
    Ok(Done::saying("You are signed out everywhere else"))
}
