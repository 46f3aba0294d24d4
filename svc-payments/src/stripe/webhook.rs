use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use sha2::Sha256;
use time::{Duration, OffsetDateTime};

/// How far a signature's time may be from ours: the provider's own tolerance.
const TOLERANCE: Duration = Duration::minutes(5);

/// Why a delivery is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    #[error("not a signature header")]
    Malformed,
    #[error("no secret of ours fits the signature")]
    Mismatch,
    #[error("signed too long ago, or in the future")]
    Stale,
    #[error("signed for one mode, written for the other")]
    OtherMode,
    #[error("a true signature on a body that can't be read")]
    Undecodable,
}

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

/// Verifies a `Stripe-Signature` header: `t=<unix seconds>` and at least one `v1=<hex of HMAC-SHA256 over "t.body">`;
/// there are several while a secret is being replaced. `v0` is for tests of the provider's and ignored.
pub fn verify(
    secret: &SecretString,
    signature: &str,
    body: &[u8],
    now: OffsetDateTime,
) -> Result<WebhookEvent, SignatureError> {
    let (timestamp, digests) = parse(signature).ok_or(SignatureError::Malformed)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes())
        .expect("HMAC takes a key of any length");
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    if !digests.iter().any(|digest| mac.clone().verify_slice(digest).is_ok()) {
        return Err(SignatureError::Mismatch);
    }
    let signed_at = timestamp
        .parse()
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .ok_or(SignatureError::Malformed)?;
    if (now - signed_at).abs() > TOLERANCE {
        return Err(SignatureError::Stale);
    }
    serde_json::from_slice(body).map_err(|_| SignatureError::Undecodable)
}

fn parse(signature: &str) -> Option<(&str, Vec<Vec<u8>>)> {
    let mut timestamp = None;
    let mut digests = Vec::new();
    for part in signature.split(',') {
        match part.trim().split_once('=')? {
            ("t", value) => timestamp = Some(value),
            ("v1", value) => digests.extend(hex::decode(value)),
            _ => {}
        }
    }
    Some((timestamp?, digests))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"id":"evt_test","object":"event"}"#;
    const SIGNED_AT: i64 = 1_700_000_000;
    const DIGEST: &str = "8042376f6ca064adbe037642a718227dfd59047137eb49497a54c49eb0cfb724";

    fn verified(secret: &str, signature: &str, body: &str, at: i64) -> Result<WebhookEvent, SignatureError> {
        let now = OffsetDateTime::from_unix_timestamp(at).unwrap();
        verify(&secret.into(), signature, body.as_bytes(), now)
    }

    #[test]
    fn a_true_signature_is_believed() {
        let signatures = [
            format!("t={SIGNED_AT},v1={DIGEST}"),
            format!("t={SIGNED_AT},v1=00ff,v1={DIGEST},v0=77"),
            format!("v1={DIGEST}, t={SIGNED_AT}"),
        ];

        for signature in signatures {
            let event = verified("whsec_test_secret", &signature, BODY, SIGNED_AT + 299);

            assert_eq!(event.map(|event| event.id).as_deref(), Ok("evt_test"), "{signature}");
        }
    }

    #[test]
    fn anything_else_is_not() {
        let check = |secret: &str, signature: &str, body: &str, at: i64, expected: SignatureError| {
            assert_eq!(verified(secret, signature, body, at), Err(expected), "{signature}");
        };
        let signature = format!("t={SIGNED_AT},v1={DIGEST}");
        let secret = "whsec_test_secret";
        check("whsec_other", &signature, BODY, SIGNED_AT, SignatureError::Mismatch);
        check(secret, &signature, &BODY.replace("evt", "evx"), SIGNED_AT, SignatureError::Mismatch);
        check(secret, &signature.replace("t=17", "t=18"), BODY, SIGNED_AT, SignatureError::Mismatch);
        check(secret, &format!("t={SIGNED_AT},v0={DIGEST}"), BODY, SIGNED_AT, SignatureError::Mismatch);
        check(secret, &signature, BODY, SIGNED_AT + 301, SignatureError::Stale);
        check(secret, &signature, BODY, SIGNED_AT - 301, SignatureError::Stale);
        check(secret, &format!("v1={DIGEST}"), BODY, SIGNED_AT, SignatureError::Malformed);
        check(secret, "", BODY, SIGNED_AT, SignatureError::Malformed);
    }

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
