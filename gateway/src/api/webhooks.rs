//! What providers tell: passed on as it came, byte for byte, to whom it concerns, who verifies and stores it.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use proto::{booking, payments};
use tonic::Status;

use crate::client::ClientAddress;
use crate::context::context_without_visitor;
use crate::problem::{ApiError, Code};
use crate::request::RequestId;
use crate::state::{Gateway, Shared};

pub(super) async fn duffel(
    State(gateway): State<Shared>,
    Extension(client): Extension<ClientAddress>,
    Extension(RequestId(id)): Extension<RequestId>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    let signature = signature(&gateway, client, &headers, "x-duffel-signature")?;
    let message = booking::v1::ReceiveWebhookRequest { body: body.into(), signature };
    let request = context_without_visitor(id).request(message);
    answered(&gateway, client, gateway.services.booking.clone().receive_webhook(request).await)
}

pub(super) async fn stripe(
    State(gateway): State<Shared>,
    Extension(client): Extension<ClientAddress>,
    Extension(RequestId(id)): Extension<RequestId>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    let signature = signature(&gateway, client, &headers, "stripe-signature")?;
    let message = payments::v1::ReceiveWebhookRequest { body: body.into(), signature };
    let request = context_without_visitor(id).request(message);
    answered(&gateway, client, gateway.services.payments.clone().receive_webhook(request).await)
}

/// The signature that a service is to verify. No service is asked about a delivery without one, nor while the sender's
/// network has sent too many that were not believed. A delivery counts as one of those until a service has believed it,
/// so that many at once are no way around the limit.
fn signature(
    gateway: &Gateway,
    client: ClientAddress,
    headers: &HeaderMap,
    name: &str,
) -> Result<String, ApiError> {
    gateway.limits.check_unsigned(client.0)?;
    gateway.limits.count_unsigned(client.0);
    let header = headers.get(name).and_then(|value| value.to_str().ok());
    header
        .filter(|header| !header.is_empty())
        .map(str::to_owned)
        .ok_or_else(|| ApiError::new(Code::InvalidSignature, "The signature header is missing."))
}

fn answered<T>(
    gateway: &Gateway,
    client: ClientAddress,
    answer: Result<T, Status>,
) -> Result<StatusCode, ApiError> {
    let answer = answer.map(|_| StatusCode::OK).map_err(ApiError::from);
    if !matches!(&answer, Err(error) if error.code == Code::InvalidSignature) {
        gateway.limits.discount_unsigned(client.0);
    }
    answer
}
