//! What is being typed about passengers, so that a reload finds it. Passports have no field here.

use axum::Json as Answer;
use axum::extract::{Path, State};
use proto::booking::v1::{GetKeptPassengersRequest, KeepPassengersRequest, KeptPassenger};
use serde::Deserialize;
use service::{has_card_number, mask_card_numbers};
use utoipa::ToSchema;

use super::typed::TypedPassenger;
use crate::api::auth::Done;
use crate::api::flights::offer_id;
use crate::problem::ApiError;
use crate::request::{CurrentSessionInMode, Json};
use crate::state::Shared;

/// A form of passengers, finished or not.
// Without Debug: it holds names and birth dates.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TypedPassengers {
    /// In the order of the form.
    passengers: Vec<TypedPassenger>,
}

/// What the visitor typed about an offer's passengers, finished or not; empty where nothing is kept.
#[utoipa::path(
    get, path = "/api/offers/{id}/passengers", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = Vec<TypedPassenger>),
        (status = NOT_FOUND, description = "OFFER_NOT_FOUND"),
    )
)]
pub(crate) async fn get_kept_passengers(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
) -> Result<Answer<Vec<TypedPassenger>>, ApiError> {
    let message = GetKeptPassengersRequest { offer_id: offer_id(id)? };
    if context.session_id.is_none() {
        return Ok(Answer(Vec::new()));
    }
    let request = context.request(message);
    let answer = gateway.services.booking.clone().get_kept_passengers(request).await?;
    Ok(Answer(answer.into_inner().passengers.into_iter().map(TypedPassenger::from).collect()))
}

/// Keeps what the visitor has typed for an hour, or until the offer is booked, in place of what was kept before.
#[utoipa::path(
    put, path = "/api/offers/{id}/passengers", tag = "booking", params(("id" = String, Path)),
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = NOT_FOUND, description = "OFFER_NOT_FOUND"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(crate) async fn keep_passengers(
    State(gateway): State<Shared>,
    CurrentSessionInMode(context): CurrentSessionInMode,
    Path(id): Path<String>,
    Json(typed): Json<TypedPassengers>,
) -> Result<Answer<Done>, ApiError> {
    let offer_id = offer_id(id)?;
    if context.session_id.is_none() {
        return Err(ApiError::not_authenticated());
    }
    let passengers = typed.passengers.into_iter().map(KeptPassenger::from).collect();
    let request = context.request(KeepPassengersRequest { offer_id, passengers });
    gateway.services.booking.clone().keep_passengers(request).await?;
    Ok(Done::saying("What was typed is kept"))
}

impl From<KeptPassenger> for TypedPassenger {
    fn from(kept: KeptPassenger) -> Self {
        Self {
            kind: kept.r#type,
            title: kept.title,
            first_name: kept.first_name,
            last_name: kept.last_name,
            gender: kept.gender,
            date_of_birth: kept.date_of_birth,
            email: kept.email,
            phone: kept.phone,
        }
    }
}

impl From<TypedPassenger> for KeptPassenger {
    fn from(typed: TypedPassenger) -> Self {
        Self {
            r#type: typed.kind,
            title: typed.title,
            // A card that the browser fills into the wrong fields would be kept.
            first_name: mask_card_numbers(&typed.first_name),
            last_name: mask_card_numbers(&typed.last_name),
            gender: typed.gender,
            date_of_birth: typed.date_of_birth,
            email: without_card_number(typed.email),
            phone: typed.phone,
        }
    }
}

/// Nothing in place of an address with a card number in it: a mask in the field of an address would only be refused.
fn without_card_number(address: String) -> String {
    if has_card_number(&address) { String::new() } else { address }
}
