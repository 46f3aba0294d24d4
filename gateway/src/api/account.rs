//! What a person may do about their data: take a copy of it, and close the account. Both need the password again.

use axum::Json as Answer;
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_DISPOSITION;
use proto::identity::v1::{CloseAccountRequest, ExportAccountRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::{Done, User};
use super::bookings::{ExportedTrip, export_trips};
use super::sessions::ListedSession;
use super::watches::{ExportedWatch, claim_watches, export_watches};
use crate::cookies::NewCookies;
use crate::problem::{ApiError, said};
use crate::request::{Json, SignedInUser};
use crate::state::Shared;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordAgain {
    current_password: String,
}

/// Profile, sessions, known browsers, trips with what was entered about passengers, and watched prices.
// Without Debug: it holds names, addresses and passports.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountExport {
    profile: User,
    /// When a link that was mailed to the address was first used: RFC 3339, UTC. Null where none was.
    email_proved_at: Option<String>,
    /// Where the user is signed in, the last used first.
    sessions: Vec<ListedSession>,
    /// When the password or a mailed link was last used in each browser that the account is known in: RFC 3339, UTC.
    known_browsers_used_at: Vec<String>,
    /// When an administrator set up their second factor: RFC 3339, UTC. Null where there is none.
    second_factor_set_up_at: Option<String>,
    /// Of test and live mode, newest first, failed ones too.
    trips: Vec<ExportedTrip>,
    /// Of this brand and both modes, newest first, and for 30 days those that have ended; a thousand at most. Empty until
    /// the address is proved.
    watched_prices: Vec<ExportedWatch>,
}

/// A copy of the account as a file: profile, sessions, known browsers, trips with what was entered about passengers, and
/// watched prices.
#[utoipa::path(
    post, path = "/api/account/export", tag = "account", request_body = PasswordAgain,
    responses(
        (status = OK, body = AccountExport),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
        (status = SERVICE_UNAVAILABLE, description = "SERVICE_UNAVAILABLE"),
    )
)]
pub(super) async fn export_account(
    State(gateway): State<Shared>,
    SignedInUser { context, user }: SignedInUser,
    Json(request): Json<PasswordAgain>,
) -> Result<Response, ApiError> {
    let message = ExportAccountRequest { current_password: request.current_password };
    let answer = gateway.services.identity.clone().export_account(context.request(message)).await?;
    let account = answer.into_inner();
    let export = AccountExport {
        profile: account.user.unwrap_or_default().into(),
        email_proved_at: said(account.mailbox_proved_at),
        sessions: account.sessions.into_iter().map(ListedSession::from).collect(),
        known_browsers_used_at: account.browsers_proved_at,
        second_factor_set_up_at: said(account.second_factor_enrolled_at),
        trips: export_trips(&gateway, &context).await?,
        watched_prices: export_watches(&gateway, &context, user).await?,
    };
    let disposition = (CONTENT_DISPOSITION, "attachment; filename=\"account.json\"");
    Ok(([disposition], Answer(export)).into_response())
}

/// Closes the account for good. Trips stay as far as airlines, money and the law need them; mailed links open them. The
/// watched prices of its address go, where the address is proved, and else those that were asked for in the account and
/// that no mailed link has started.
#[utoipa::path(
    post, path = "/api/account/close", tag = "account", request_body = PasswordAgain,
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = CONFLICT, description = "LAST_ADMINISTRATOR"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "TOO_MANY_ATTEMPTS or RATE_LIMITED"),
        (status = SERVICE_UNAVAILABLE, description = "SERVICE_UNAVAILABLE: nothing was closed"),
    )
)]
pub(super) async fn close_account(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    SignedInUser { context, user }: SignedInUser,
    Json(request): Json<PasswordAgain>,
) -> Result<Answer<Done>, ApiError> {
    claim_watches(&gateway, &context, user).await?;
    let message = CloseAccountRequest {
        current_password: request.current_password,
        letterhead: Some(gateway.brands.shown(&context.brand).await.letterhead()),
    };
    gateway.services.identity.clone().close_account(context.request(message)).await?;
    cookies.add_all(gateway.cookies.no_session());
    Ok(Done::saying("Your account is closed"))
}
