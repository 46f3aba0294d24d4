use outbound::{SignatureError, verify_signature};
use secrecy::SecretString;
use serde::Deserialize;
use time::OffsetDateTime;

/// What the provider reports. Only a hint: whoever gets it reads the object itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct WebhookEvent {
    /// The same for every delivery of one event.
    pub id: String,
    #[serde(rename = "type", default)]
    pub kind: String,
    #[serde(default)]
    pub livemode: bool,
    /// The intent it speaks of, itself or through a charge or refund.
    #[serde(rename = "data", default, deserialize_with = "intent_of")]
    pub intent_id: Option<String>,
}

impl WebhookEvent {
    /// The cardholder takes his money back through his bank; only a person can answer that.
    pub fn is_dispute(&self) -> bool {
        self.kind == "charge.dispute.created"
    }
}

fn intent_of<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    struct Data {
        object: Object,
    }
    #[derive(Deserialize)]
    struct Object {
        #[serde(default)]
        id: String,
        payment_intent: Option<String>,
    }
    let object = Data::deserialize(deserializer)?.object;
    Ok(object.payment_intent.or(object.id.starts_with("pi_").then_some(object.id)))
}

/// Verifies the `Stripe-Signature` header and reads the event.
pub fn verify(
    secret: &SecretString,
    signature: &str,
    body: &[u8],
    now: OffsetDateTime,
) -> Result<WebhookEvent, SignatureError> {
    verify_signature(secret, signature, body, now)?;
    serde_json::from_slice(body).map_err(|_| SignatureError::Undecodable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_intent_is_found_in_intents_charges_and_refunds() {
        let check = |object: &str, expected: Option<&str>| {
            let body =
                format!(r#"{{"id":"evt_1","type":"x","livemode":false,"data":{{"object":{object}}}}}"#);
            let event: WebhookEvent = serde_json::from_str(&body).unwrap();
            assert_eq!(event.intent_id.as_deref(), expected, "{object}");
        };
        check(r#"{"id":"pi_1"}"#, Some("pi_1"));
        check(r#"{"id":"ch_1","payment_intent":"pi_1"}"#, Some("pi_1"));
        check(r#"{"id":"re_1","payment_intent":null}"#, None);
    }
}
