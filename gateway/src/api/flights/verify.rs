use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use proto::offers::v1::{VerifyOfferRequest, VerifyOfferResponse};
use serde::Serialize;
use service::RequestContext;
use utoipa::ToSchema;

use super::gone::OfferGone;
use super::offer::offer_id;
use super::viewed::{keep_view, prove_view};
use crate::cookies::NewCookies;
use crate::problem::{ApiError, Code, answer};
use crate::request::OptionalSessionInMode;
use crate::services::AIRLINE_DEADLINE;
use crate::state::{Gateway, Shared};

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
    let context = context.ending_within(ANSWERED_WITHIN);
    match verify(&gateway, &context, &cookies, id.clone()).await {
        Ok(verified) => Ok(Json(verified).into_response()),
        Err(error) if is_refusal(error.code) => Ok(refuse(&gateway, &context, id, error).await),
        Err(error) => Err(error),
    }
}

async fn verify(
    gateway: &Gateway,
    context: &RequestContext,
    cookies: &NewCookies,
    id: String,
) -> Result<OfferVerified, ApiError> {
    let offer_id = offer_id(id)?;
    cookies.add(gateway.cookies.set_offer(offer_id.clone()));
    let request = context.request_within(AIRLINE_DEADLINE, VerifyOfferRequest { offer_id });
    let mut offers = gateway.services.offers.clone();
    let (told, proof) = tokio::join!(offers.verify_offer(request), prove_view(gateway, context));
    let verified = told.map_err(ApiError::from).and_then(|told| outcome(told.into_inner()));
    let is_offer = !matches!(&verified, Err(error) if error.code != Code::OfferExpired);
    keep_view(gateway, cookies, proof.filter(|_| is_offer));
    verified
}

/// An offer that cannot be bought is an error, whether svc-offers answers so or fails the call.
fn outcome(told: VerifyOfferResponse) -> Result<OfferVerified, ApiError> {
    let VerifyOfferResponse { valid, code, message, expires_at } = told;
    if valid {
        return Ok(OfferVerified { valid, expires_at, message });
    }
    Err(ApiError::new(Code::parse(&code).unwrap_or(Code::OfferExpired), message))
}

/// Whether the error is about the offer itself: it is gone, or never was.
fn is_refusal(code: Code) -> bool {
    [StatusCode::NOT_FOUND, StatusCode::GONE].contains(&code.status())
}

async fn refuse(gateway: &Gateway, context: &RequestContext, offer_id: String, error: ApiError) -> Response {
    let code = error.code;
    let gone = OfferGone::of(gateway, context, offer_id, error).await;
    answer(code.status(), &OfferRefused { valid: false, error: code, gone })
}
