//! What providers tell: passed on as it came, byte for byte, to whom it concerns, who verifies and stores it.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use proto::{booking, payments};

use crate::context::context_without_visitor;
use crate::problem::ApiError;
use crate::request::RequestId;
use crate::state::Shared;

pub(super) async fn duffel(
    State(gateway): State<Shared>,
    Extension(RequestId(id)): Extension<RequestId>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    let signature = header(&headers, "x-duffel-signature");
    let message = booking::v1::ReceiveWebhookRequest { body: body.into(), signature };
    let request = context_without_visitor(id).request(message);
    gateway.services.booking.clone().receive_webhook(request).await?;
    Ok(StatusCode::OK)
}

pub(super) async fn stripe(
    State(gateway): State<Shared>,
    Extension(RequestId(id)): Extension<RequestId>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    let signature = header(&headers, "stripe-signature");
    let message = payments::v1::ReceiveWebhookRequest { body: body.into(), signature };
    let request = context_without_visitor(id).request(message);
    gateway.services.payments.clone().receive_webhook(request).await?;
    Ok(StatusCode::OK)
}

fn header(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}
