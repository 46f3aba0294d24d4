//! What a traveller typed, for their next try. It stays on the server, so that no browser has to store it.

use axum::Json;
use axum::extract::{Path, State};
use proto::booking::v1::{GetTypedPassengersRequest, PassengerDetails};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::read::own_booking;
use crate::problem::ApiError;
use crate::request::CurrentSessionInMode;
use crate::state::Shared;

/// A passenger as typed, without the passport. "" is an empty field.
// Without Debug: it holds names and birth dates.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TypedPassenger {
    /// adult, child or infant_without_seat.
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) gender: String,
    /// yyyy-mm-dd.
    pub(super) date_of_birth: String,
    pub(super) email: String,
    pub(super) phone: String,
}

impl From<PassengerDetails> for TypedPassenger {
    fn from(typed: PassengerDetails) -> Self {
        Self {
            kind: typed.r#type,
            title: typed.title.unwrap_or_default(),
            first_name: typed.first_name,
            last_name: typed.last_name,
            gender: typed.gender.unwrap_or_default(),
            date_of_birth: typed.date_of_birth,
            email: typed.email.unwrap_or_default(),
            phone: typed.phone.unwrap_or_default(),
        }
    }
}

/// What was typed of a booking that failed within the last day: its booker's alone.
#[utoipa::path(
    get, path = "/api/bookings/{id}/passengers", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = Vec<TypedPassenger>),
        (status = NOT_FOUND, description = "BOOKING_NOT_FOUND"),
    )
)]
pub(crate) async fn get_typed_passengers(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Json<Vec<TypedPassenger>>, ApiError> {
    let message = GetTypedPassengersRequest { booking_id: own_booking(&context, &id)? };
    let request = context.request(message);
    let answer = gateway.services.booking.clone().get_typed_passengers(request).await?;
    Ok(Json(answer.into_inner().passengers.into_iter().map(TypedPassenger::from).collect()))
}
