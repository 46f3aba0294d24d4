use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use proto::offers::v1::{VerifyOfferRequest, VerifyOfferResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::gone::OfferGone;
use super::offer::offer_id;
use super::viewed::{keep_view, prove_view};
use crate::cookies::NewCookies;
use crate::problem::{ApiError, Code, answer};
use crate::request::OptionalSessionInMode;
use crate::services::AIRLINE_DEADLINE;
use crate::state::Shared;

/// The airline's answer and the search for a replacement together: a second less than the page waits.
const ANSWERED_WITHIN: Duration = Duration::from_secs(44);

/// The offer can be bought.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferVerified {
    valid: bool,
    /// RFC 3339, UTC.
    expires_at: String,
    message: String,
}

/// The offer cannot be bought any more: a problem with what the specification's client reads.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferRefused {
    valid: bool,
    error: Code,
    #[serde(flatten)]
    gone: OfferGone,
}

/// Whether an offer can still be bought.
#[utoipa::path(
    get, path = "/api/flights/verify-offer/{id}", tag = "flights", params(("id" = String, Path)),
    responses(
        (status = OK, body = OfferVerified),
        (status = GONE, body = OfferRefused, content_type = "application/problem+json", description = "OFFER_EXPIRED"),
        (status = NOT_FOUND, body = OfferRefused, content_type = "application/problem+json", description = "OFFER_NOT_FOUND"),
        (status = UNPROCESSABLE_ENTITY, description = "DOCUMENTS_UNSUPPORTED"),
        (status = SERVICE_UNAVAILABLE, description = "PROVIDER_UNAVAILABLE"),
    )
)]
pub(crate) async fn verify_offer(
    State(gateway): State<Shared>,
    Extension(cookies): Extension<NewCookies>,
    OptionalSessionInMode(context): OptionalSessionInMode,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let offer_id = offer_id(id)?;
    cookies.add(gateway.cookies.set_offer(offer_id.clone()));
    let context = context.ending_within(ANSWERED_WITHIN);
    let request = VerifyOfferRequest { offer_id: offer_id.clone() };
    let request = context.request_within(AIRLINE_DEADLINE, request);
    let mut offers = gateway.services.offers.clone();
    let (verified, proof) = tokio::join!(offers.verify_offer(request), prove_view(&gateway, &context));
    let verified = verified?.into_inner();
    let is_offer = verified.valid || Code::parse(&verified.code) == Some(Code::OfferExpired);
    keep_view(&gateway, &cookies, proof.filter(|_| is_offer));
    if verified.valid {
        let VerifyOfferResponse { valid, expires_at, message, .. } = verified;
        return Ok(Json(OfferVerified { valid, expires_at, message }).into_response());
    }
    let error = Code::parse(&verified.code).unwrap_or(Code::OfferExpired);
    let gone = OfferGone::of(&gateway, &context, offer_id, ApiError::new(error, verified.message)).await;
    Ok(answer(error.status(), &OfferRefused { valid: false, error, gone }))
}
