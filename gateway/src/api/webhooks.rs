//! What providers tell: passed on as it came, byte for byte, to whom it concerns, who verifies and stores it.

use axum::body::Bytes;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use proto::{booking, payments};

use crate::modes::background_context;
use crate::problem::ApiError;
use crate::state::Shared;

pub(super) async fn duffel(
    State(gateway): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    let signature = header(&headers, "x-duffel-signature");
    let message = booking::v1::ReceiveWebhookRequest { body: body.into(), signature };
    gateway.services.booking.clone().receive_webhook(background_context().request(message)).await?;
    Ok(StatusCode::OK)
}

pub(super) async fn stripe(
    State(gateway): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    let signature = header(&headers, "stripe-signature");
    let message = payments::v1::ReceiveWebhookRequest { body: body.into(), signature };
    gateway.services.payments.clone().receive_webhook(background_context().request(message)).await?;
    Ok(StatusCode::OK)
}

fn header(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}
