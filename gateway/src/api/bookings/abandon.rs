use axum::Json;
use axum::extract::{Path, State};
use proto::booking::v1::AbandonBookingRequest;

use super::read::own_booking;
use super::record::{BookingRecord, booking_of};
use crate::problem::ApiError;
use crate::request::CurrentSessionInMode;
use crate::services::PROVIDER_DEADLINE;
use crate::state::Shared;

/// Ends a booking that waits for the cardholder's bank (3-D Secure), with nothing charged, so that they can pay with
/// another card. The answer is the booking as it stands then: where the bank had agreed a moment before, it goes on, and
/// so does one that waits for no bank. Safe to repeat.
#[utoipa::path(
    post, path = "/api/bookings/{id}/abandon", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = BookingRecord),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
    )
)]
pub(crate) async fn abandon_booking(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Json<BookingRecord>, ApiError> {
    let message = AbandonBookingRequest { booking_id: own_booking(&context, &id)? };
    let request = context.request_within(PROVIDER_DEADLINE, message);
    let answer = gateway.services.booking.clone().abandon_booking(request).await?.into_inner();
    Ok(Json(BookingRecord::try_from(booking_of(answer.booking)?)?))
}
