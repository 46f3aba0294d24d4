//! A guest's way back to their trip: they ask for a link by mail, and open it in the browser that is to see the trip.

use axum::Json as Answer;
use axum::extract::State;
use http::StatusCode;
use proto::booking::v1::{OpenGuestLinkRequest, RequestGuestLinkRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::ApiError;
use crate::request::{CurrentSessionInMode, Json, NewSession};
use crate::state::Shared;

// Without Debug: addresses and tokens are not for logs.
#[derive(Deserialize, ToSchema)]
pub(super) struct GuestLinkRequest {
    /// The airline's reference, or its first eight characters.
    reference: String,
    /// The address that the confirmation was mailed to.
    email: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GuestLinkRequested {
    /// What the page says, whether there is such a booking or not.
    message: String,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct OpenGuestLink {
    /// From the link in the mail.
    token: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuestLinkOpened {
    /// The booking that this session may read, and cancel, from now on.
    booking_id: String,
}

/// Mails a link for each booking that fits. The answer is the same where none does.
#[utoipa::path(
    post, path = "/api/guest-links", tag = "booking", request_body = GuestLinkRequest,
    responses(
        (status = ACCEPTED, body = GuestLinkRequested),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "RATE_LIMITED"),
    )
)]
pub(super) async fn request_guest_link(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Json(request): Json<GuestLinkRequest>,
) -> Result<(StatusCode, Answer<GuestLinkRequested>), ApiError> {
    let message = RequestGuestLinkRequest { reference: request.reference, email: request.email };
    gateway.services.booking.clone().request_guest_link(context.request(message)).await?;
    let message =
        "If we have a booking with this reference and e-mail address, an e-mail with a link is on its way.";
    Ok((StatusCode::ACCEPTED, Answer(GuestLinkRequested { message: message.to_owned() })))
}

/// Opens the link's booking to this session, once.
#[utoipa::path(
    post, path = "/api/guest-links/open", tag = "booking", request_body = OpenGuestLink,
    responses(
        (status = OK, body = GuestLinkOpened),
        (status = UNPROCESSABLE_ENTITY, description = "TOKEN_INVALID"),
        (status = TOO_MANY_REQUESTS, description = "RATE_LIMITED"),
    )
)]
pub(super) async fn open_guest_link(
    State(gateway): State<Shared>,
    visitor: NewSession,
    Json(request): Json<OpenGuestLink>,
) -> Result<Answer<GuestLinkOpened>, ApiError> {
    let message = OpenGuestLinkRequest { token: request.token };
    let request = visitor.context.request(message);
    let opened = gateway.services.booking.clone().open_guest_link(request).await?;
    visitor.keep(&gateway).await;
    Ok(Answer(GuestLinkOpened { booking_id: opened.into_inner().booking_id }))
}
