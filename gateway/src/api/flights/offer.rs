use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use proto::flights::v1::{Offer, SeatMap};
use proto::offers::v1::{GetOfferRequest, GetSeatMapsRequest};

use super::gone::OfferGone;
use super::viewed::{keep_view, prove_view};
use crate::api::ids::may_be_id;
use crate::cookies::NewCookies;
use crate::problem::{ApiError, Code, answer};
use crate::request::OptionalSessionInMode;
use crate::services::AIRLINE_DEADLINE;
use crate::state::Shared;

/// Ids are the provider's; anything else never was one, and need not be asked about.
pub(in crate::api) fn offer_id(text: String) -> Result<String, ApiError> {
    if may_be_id(&text) {
        return Ok(text);
    }
    Err(ApiError::new(Code::OfferNotFound, "There is no such offer."))
}

/// One offer, as it can be bought now.
#[utoipa::path(
    get, path = "/api/flights/offer/{id}", tag = "flights", params(("id" = String, Path)),
    responses(
        (status = OK, body = Offer),
        (status = NOT_FOUND, description = "OFFER_NOT_FOUND"),
        (status = GONE, body = OfferGone, content_type = "application/problem+json", description = "OFFER_EXPIRED"),
        (status = UNPROCESSABLE_ENTITY, description = "DOCUMENTS_UNSUPPORTED"),
        (status = SERVICE_UNAVAILABLE, description = "PROVIDER_UNAVAILABLE"),
    )
)]
pub(crate) async fn get_offer(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    OptionalSessionInMode(context): OptionalSessionInMode,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let offer_id = offer_id(id)?;
    cookies.add(gateway.cookies.set_offer(offer_id.clone()));
    let request = GetOfferRequest { offer_id: offer_id.clone() };
    let request = context.request_within(AIRLINE_DEADLINE, request);
    let mut offers = gateway.services.offers.clone();
    let (found, proof) = tokio::join!(offers.get_offer(request), prove_view(&gateway, &context));
    match found.map_err(ApiError::from) {
        Ok(found) => {
            keep_view(&gateway, &cookies, proof);
            let unknown = || ApiError::new(Code::OfferNotFound, "There is no such offer.");
            found.into_inner().offer.map(|offer| Json(offer).into_response()).ok_or_else(unknown)
        }
        Err(error) if error.code == Code::OfferExpired => {
            keep_view(&gateway, &cookies, proof);
            let status = error.code.status();
            Ok(answer(status, &OfferGone::of(&gateway, &context, offer_id, error).await))
        }
        Err(error) => Err(error),
    }
}

/// One seat map a segment, in travel order; empty where the airline has none.
#[utoipa::path(
    get, path = "/api/flights/seatmaps/{offerId}", tag = "flights", params(("offerId" = String, Path)),
    responses(
        (status = OK, body = Vec<SeatMap>),
        (status = NOT_FOUND, description = "OFFER_NOT_FOUND"),
        (status = GONE, description = "OFFER_EXPIRED"),
        (status = SERVICE_UNAVAILABLE, description = "PROVIDER_UNAVAILABLE"),
    )
)]
pub(crate) async fn get_seat_maps(
    State(gateway): State<Shared>,
    OptionalSessionInMode(context): OptionalSessionInMode,
    Path(id): Path<String>,
) -> Result<Json<Vec<SeatMap>>, ApiError> {
    let request = context.request_within(AIRLINE_DEADLINE, GetSeatMapsRequest { offer_id: offer_id(id)? });
    let answer = gateway.services.offers.clone().get_seat_maps(request).await?;
    Ok(Json(answer.into_inner().seat_maps))
}
