use outbound::{SignatureError, verify_signature_of_any_age};
use secrecy::SecretString;
use serde::Deserialize;
use time::OffsetDateTime;

use crate::wire::{or_default, word::words};

/// What the provider reports. Only a hint: the receiver reads the object itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct WebhookEvent {
    /// The same for every delivery of one event.
    pub id: String,
    /// What happened.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// Which mode it happened in.
    pub live_mode: bool,
    /// What it happened to.
    #[serde(rename = "data", deserialize_with = "object")]
    pub object: EventObject,
}

words! {
    /// What happened.
    EventKind {
        OrderCreated = "order.created",
        OrderCreationFailed = "order.creation_failed",
        OrderUpdated = "order.updated",
        OrderCancellationCreated = "order_cancellation.created",
        OrderCancellationConfirmed = "order_cancellation.confirmed",
        AirlineInitiatedChangeDetected = "order.airline_initiated_change_detected",
        AirlineCreditCreated = "air.airline_credit.created",
        PaymentCreated = "payment.created",
        PingTriggered = "ping.triggered",
    }
}

/// The ids an event speaks of. Which are set depends on its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct EventObject {
    /// The object's own id.
    pub id: Option<String>,
    /// The offer it came from.
    pub offer_id: Option<String>,
    /// The order it belongs to.
    pub order_id: Option<String>,
}

fn object<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<EventObject, D::Error> {
    #[derive(Deserialize)]
    struct Data {
        #[serde(default, deserialize_with = "or_default")]
        object: EventObject,
    }
    Ok(Data::deserialize(deserializer)?.object)
}

/// Verifies the `X-Duffel-Signature` header and reads the event. It may be old: Duffel retries for 72 hours and names no
/// tolerance, and an old hint to read an order is a hint still.
pub fn verify_webhook(
    secret: &SecretString,
    signature: &str,
    body: &[u8],
    now: OffsetDateTime,
) -> Result<WebhookEvent, SignatureError> {
    verify_signature_of_any_age(secret, signature, body, now)?;
    serde_json::from_slice(body).map_err(|_| SignatureError::Undecodable)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of Duffel's own Ruby client.
    const BODY: &str = r#"{"created_at":"2022-01-08T18:44:56.129339Z","data":{"changes":{},"object":{}},"id":"eve_0000AFEsrBKZAcKgGtZCnQ","live_mode":false,"object":"order","type":"order.updated"}"#;
    const SIGNATURE: &str =
        "t=1641667496,v1=691f25ffb1f206c0fda5bb7b1a9d60fafe42c5f42819d44a06a7cfe09486f102";
    const SIGNED_AT: i64 = 1_641_667_496;

    fn verify(secret: &str, signature: &str, body: &str, at: i64) -> Result<WebhookEvent, SignatureError> {
        let now = OffsetDateTime::from_unix_timestamp(at).unwrap();
        verify_webhook(&secret.into(), signature, body.as_bytes(), now)
    }

    #[test]
    fn the_providers_own_vector_verifies() {
        let event = verify("a_secret", SIGNATURE, BODY, SIGNED_AT).unwrap();

        assert_eq!(event.id, "eve_0000AFEsrBKZAcKgGtZCnQ");
        assert_eq!(event.kind, EventKind::OrderUpdated);
    }

    #[test]
    fn an_old_delivery_with_a_true_signature_is_a_hint_still() {
        let late = verify("a_secret", SIGNATURE, BODY, SIGNED_AT + 72 * 3600);

        assert_eq!(late.unwrap().kind, EventKind::OrderUpdated);
    }

    #[test]
    fn a_forged_delivery_and_one_that_cannot_be_read_are_refused() {
        let altered = BODY.replace("false", "true");

        let forged = verify("a_secret", SIGNATURE, &altered, SIGNED_AT);
        let early = verify("a_secret", SIGNATURE, BODY, SIGNED_AT - 301);

        assert_eq!(forged.unwrap_err(), SignatureError::Mismatch);
        assert_eq!(early.unwrap_err(), SignatureError::Stale);
    }

    #[test]
    fn a_true_signature_in_the_wrong_mode_is_refused() {
        let now = OffsetDateTime::from_unix_timestamp(SIGNED_AT).unwrap();
        let args = |test: Option<&str>, live: Option<&str>| crate::WebhookArgs {
            duffel_test_webhook_secret: test.map(SecretString::from),
            duffel_live_webhook_secret: live.map(SecretString::from),
        };

        let test = args(Some("a_secret"), Some("b")).verify(SIGNATURE, BODY.as_bytes(), now);
        let live = args(None, Some("a_secret")).verify(SIGNATURE, BODY.as_bytes(), now);

        assert_eq!(test.unwrap().0, service::Mode::Test);
        assert_eq!(live.unwrap_err(), SignatureError::OtherMode);
    }
}
