use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use proto::booking::v1::{GetCalendarRequest, GetItineraryRequest};

use super::read::own_booking;
use crate::problem::ApiError;
use crate::request::CurrentSessionInMode;
use crate::state::Shared;

/// The flights for a calendar. Imported again, it changes or cancels the same events.
#[utoipa::path(
    get, path = "/api/bookings/{id}/calendar.ics", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = String, content_type = "text/calendar"),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
    )
)]
pub(crate) async fn get_calendar(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let message = GetCalendarRequest { booking_id: own_booking(&context, &id)? };
    let answer = gateway.services.booking.clone().get_calendar(context.request(message)).await?.into_inner();
    let disposition = format!("attachment; filename=\"{}.ics\"", answer.name);
    let headers = [
        (CONTENT_TYPE, "text/calendar; charset=utf-8; method=PUBLISH"),
        (CONTENT_DISPOSITION, disposition.as_str()),
    ];
    Ok((headers, answer.content).into_response())
}

/// The trip on paper: flights, travellers, price and conditions in the brand's look.
#[utoipa::path(
    get, path = "/api/bookings/{id}/itinerary.pdf", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, description = "The document", content_type = "application/pdf"),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
    )
)]
pub(crate) async fn get_itinerary(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let message = GetItineraryRequest { booking_id: own_booking(&context, &id)? };
    let answer = gateway.services.booking.clone().get_itinerary(context.request(message)).await?.into_inner();
    let disposition = format!("attachment; filename=\"{}.pdf\"", answer.name);
    let headers = [(CONTENT_TYPE, "application/pdf"), (CONTENT_DISPOSITION, disposition.as_str())];
    Ok((headers, answer.content).into_response())
}
