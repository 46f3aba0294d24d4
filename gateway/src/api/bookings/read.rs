use axum::Json;
use axum::extract::{Path, State};
use proto::booking::v1::{GetBookingRequest, ListBookingsRequest};
use service::RequestContext;
use uuid::Uuid;

use super::record::{BookingRecord, booking_of};
use crate::api::watches::end_booked_watches;
use crate::problem::{ApiError, Code, said};
use crate::request::CurrentSessionInMode;
use crate::state::Shared;

/// The signed-in user's bookings, newest first. A guest is not told "none": they are nobody.
#[utoipa::path(
    get, path = "/api/bookings", tag = "booking",
    responses(
        (status = OK, body = Vec<BookingRecord>),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
    )
)]
pub(crate) async fn list_bookings(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
) -> Result<Json<Vec<BookingRecord>>, ApiError> {
    if context.user.is_none() {
        return Err(ApiError::not_authenticated());
    }
    let request = context.request(ListBookingsRequest {});
    let answer = gateway.services.booking.clone().list_bookings(request).await?;
    let bookings = answer.into_inner().bookings.into_iter().map(BookingRecord::try_from);
    Ok(Json(bookings.collect::<Result<_, _>>()?))
}

/// One booking of this session or user. Somebody else's is not found.
#[utoipa::path(
    get, path = "/api/bookings/{id}", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = BookingRecord),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
    )
)]
pub(crate) async fn get_booking(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Json<BookingRecord>, ApiError> {
    let booking_id = own_booking(&context, &id)?;
    read(&gateway, &context, GetBookingRequest { booking_id, ..GetBookingRequest::default() }).await
}

/// What became of a booking whose answer was lost: the caller has its key alone. Not found until it is stored, which
/// takes no longer than the call that sends it may.
#[utoipa::path(
    get, path = "/api/bookings/by-key/{key}", tag = "booking",
    params(("key" = String, Path, description = "The Idempotency-Key of the POST")),
    responses(
        (status = OK, body = BookingRecord),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED: the caller has no session"),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
    )
)]
pub(crate) async fn get_booking_by_key(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(idempotency_key): Path<String>,
) -> Result<Json<BookingRecord>, ApiError> {
    // "Not found" would be taken for "never sent".
    if context.session_id.is_none() {
        return Err(ApiError::not_authenticated());
    }
    // The header takes no others, so that nothing was ever sent under such a key.
    if idempotency_key.chars().any(char::is_control) {
        return Err(no_such_booking());
    }
    read(&gateway, &context, GetBookingRequest { idempotency_key, ..GetBookingRequest::default() }).await
}

async fn read(
    gateway: &Shared,
    context: &RequestContext,
    message: GetBookingRequest,
) -> Result<Json<BookingRecord>, ApiError> {
    let answer = gateway.services.booking.clone().get_booking(context.request(message)).await?.into_inner();
    // A booking whose end came after the answer to its POST, as after 3-D Secure.
    end_booked_watches(gateway, context, said(answer.mailed_to.clone()), answer.booking.as_ref());
    let record = BookingRecord::try_from(booking_of(answer.booking)?)?;
    Ok(Json(record.with_bank(answer.action_url).mailed_to(answer.mailed_to).claimable(answer.claimable)))
}

/// The id to ask about. Nothing without a session, or where it is no id of ours.
pub(super) fn own_booking(context: &RequestContext, id: &str) -> Result<String, ApiError> {
    match (context.session_id, id.parse::<Uuid>()) {
        (Some(_), Ok(id)) => Ok(id.to_string()),
        _ => Err(no_such_booking()),
    }
}

fn no_such_booking() -> ApiError {
    ApiError::new(Code::BookingNotFound, "There is no such booking.")
}
