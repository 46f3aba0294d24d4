//! A guest's trip is added to the account of its address.

use axum::Json;
use axum::extract::{Extension, Path, State};
use proto::booking::v1::ClaimBookingRequest;
use serde::Serialize;
use utoipa::ToSchema;

use super::read::own_booking;
use crate::cookies::NewCookies;
use crate::problem::ApiError;
use crate::request::CurrentSessionInMode;
use crate::state::Shared;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookingClaimed {
    /// Always true.
    success: bool,
    /// The account was made by a booking, and the booker was shown its password: that counts no more, and a link to
    /// choose another is mailed.
    password_ended: bool,
}

/// Adds a guest's booking to the signed-in account. The session must have opened a mailed link to it, and the account
/// must have the address that it was mailed to. Safe to repeat.
#[utoipa::path(
    post, path = "/api/bookings/{id}/claim", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = BookingClaimed),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
        (status = CONFLICT, description = "OTHER_ADDRESS or NOT_ALLOWED_NOW"),
        (status = UNPROCESSABLE_ENTITY, description = "TOKEN_INVALID"),
    )
)]
pub(crate) async fn claim_booking(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Json<BookingClaimed>, ApiError> {
    if context.user.is_none() {
        return Err(ApiError::not_authenticated());
    }
    let message = ClaimBookingRequest { booking_id: own_booking(&context, &id)? };
    let claimed =
        gateway.services.booking.clone().claim_booking(context.request(message)).await?.into_inner();
    cookies.renew_user_session(gateway.cookies, claimed.session_token);
    Ok(Json(BookingClaimed { success: true, password_ended: claimed.password_ended }))
}
