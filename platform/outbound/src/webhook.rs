use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use time::{Duration, OffsetDateTime};

/// How far a signature's time may be from ours: Stripe's own tolerance. Stripe signs each retry anew, so that nothing
/// is lost; without a tolerance a delivery that somebody once saw could be sent again for ever.
const TOLERANCE: Duration = Duration::minutes(5);

/// Why a delivery is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
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

impl SignatureError {
    /// A stable name, for metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Mismatch => "mismatch",
            Self::Stale => "stale",
            Self::OtherMode => "other_mode",
            Self::Undecodable => "undecodable",
        }
    }

    /// A sentence for the sender. The provider's page of deliveries shows it to the operator.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Malformed | Self::Mismatch => "The signature does not fit the body.",
            Self::Stale => "The signature is true, and too old or from the future.",
            Self::OtherMode => "The signature is true, and the event is of the other mode than its secret.",
            Self::Undecodable => "The signature is true, and the body can't be read.",
        }
    }
}

/// Verifies a signature header as Duffel and Stripe send it: `t=<unix seconds>` and at least one
/// `v1=<hex of HMAC-SHA256 over "t.body">`; there are several while a secret is being replaced. Other members (`v0`
/// is for tests of the provider's) are ignored. A signature is believed for five minutes.
pub fn verify_signature(
    secret: &SecretString,
    header: &str,
    body: &[u8],
    now: OffsetDateTime,
) -> Result<(), SignatureError> {
    let signed_at = signed_at(secret, header, body)?;
    if (now - signed_at).abs() > TOLERANCE { Err(SignatureError::Stale) } else { Ok(()) }
}

/// The same for a provider whose retries keep the first signature (Duffel's, for 72 hours): it may be old, and is not
/// from the future. Only for events that are a hint to read the object, and that are known again by their id.
pub fn verify_signature_of_any_age(
    secret: &SecretString,
    header: &str,
    body: &[u8],
    now: OffsetDateTime,
) -> Result<(), SignatureError> {
    let signed_at = signed_at(secret, header, body)?;
    if signed_at - now > TOLERANCE { Err(SignatureError::Stale) } else { Ok(()) }
}

/// The time of a true signature.
fn signed_at(secret: &SecretString, header: &str, body: &[u8]) -> Result<OffsetDateTime, SignatureError> {
    let (timestamp, digests) = parse(header).ok_or(SignatureError::Malformed)?;
    let signed_at =
        timestamp.parse().ok().and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    let signed_at = signed_at.ok_or(SignatureError::Malformed)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes())
        .expect("HMAC takes a key of any length");
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    if !digests.iter().any(|digest| mac.clone().verify_slice(digest).is_ok()) {
        return Err(SignatureError::Mismatch);
    }
    Ok(signed_at)
}

/// Believes a delivery that one of several secrets fits, and tells what that secret stands for: a provider has one for
/// each mode, and while one replaces another each may be several, separated by commas. `verify` tries a secret; `agrees`
/// says whether what was read is written for what its secret stands for.
pub fn verify_with<K: Copy, T>(
    secrets: [(K, &Option<SecretString>); 2],
    verify: impl Fn(&SecretString) -> Result<T, SignatureError>,
    agrees: impl Fn(K, &T) -> bool,
) -> Result<(K, T), SignatureError> {
    let secrets =
        secrets.into_iter().flat_map(|(kind, text)| each(text.as_ref()).map(move |secret| (kind, secret)));
    for (kind, secret) in secrets {
        match verify(&secret) {
            Ok(read) if agrees(kind, &read) => return Ok((kind, read)),
            Ok(_) => return Err(SignatureError::OtherMode),
            Err(SignatureError::Mismatch) => {}
            Err(error) => return Err(error),
        }
    }
    Err(SignatureError::Mismatch)
}

/// An empty text is no secret: anybody could sign with it.
fn each(text: Option<&SecretString>) -> impl Iterator<Item = SecretString> {
    let secrets = text.into_iter().flat_map(|text| text.expose_secret().split(','));
    secrets.map(str::trim).filter(|secret| !secret.is_empty()).map(SecretString::from)
}

fn parse(header: &str) -> Option<(&str, Vec<Vec<u8>>)> {
    let mut timestamp = None;
    let mut digests = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=')? {
            ("t", value) => timestamp = Some(value),
            ("v1", value) => digests.extend(hex::decode(value)),
            _ => {}
        }
    }
    Some((timestamp?, digests))
}

#[cfg(test)]
mod forgeries;

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_test_secret";
    const BODY: &str = r#"{"id":"evt_test","object":"event"}"#;
    const SIGNED_AT: i64 = 1_700_000_000;
    const DIGEST: &str = "8042376f6ca064adbe037642a718227dfd59047137eb49497a54c49eb0cfb724";

    fn verify(secret: &str, header: &str, body: &str, at: i64) -> Result<(), SignatureError> {
        let now = OffsetDateTime::from_unix_timestamp(at).unwrap();
        verify_signature(&secret.into(), header, body.as_bytes(), now)
    }

    #[test]
    fn a_true_signature_is_believed() {
        let headers = [
            format!("t={SIGNED_AT},v1={DIGEST}"),
            format!("t={SIGNED_AT},v1=00ff,v1={DIGEST},v0=77"),
            format!("v1={DIGEST}, t={SIGNED_AT}"),
        ];

        for header in headers {
            assert_eq!(verify(SECRET, &header, BODY, SIGNED_AT + 299), Ok(()), "{header}");
        }
    }

    #[test]
    fn anything_else_is_not() {
        let check = |secret: &str, header: &str, body: &str, at: i64, expected: SignatureError| {
            assert_eq!(verify(secret, header, body, at), Err(expected), "{header}");
        };
        let header = format!("t={SIGNED_AT},v1={DIGEST}");
        check("whsec_other", &header, BODY, SIGNED_AT, SignatureError::Mismatch);
        check(SECRET, &header, &BODY.replace("evt", "evx"), SIGNED_AT, SignatureError::Mismatch);
        check(SECRET, &header.replace("t=17", "t=18"), BODY, SIGNED_AT, SignatureError::Mismatch);
        check(SECRET, &format!("t={SIGNED_AT},v0={DIGEST}"), BODY, SIGNED_AT, SignatureError::Mismatch);
        check(SECRET, &format!("t={SIGNED_AT},v1=80"), BODY, SIGNED_AT, SignatureError::Mismatch);
        check(SECRET, &header, BODY, SIGNED_AT + 301, SignatureError::Stale);
        check(SECRET, &header, BODY, SIGNED_AT - 301, SignatureError::Stale);
        check(SECRET, &format!("v1={DIGEST}"), BODY, SIGNED_AT, SignatureError::Malformed);
        check(SECRET, &format!("t=x,v1={DIGEST}"), BODY, SIGNED_AT, SignatureError::Malformed);
        check(SECRET, "", BODY, SIGNED_AT, SignatureError::Malformed);
    }

    #[test]
    fn a_true_signature_may_be_old_where_retries_keep_the_first_one() {
        let check = |header: &str, at: i64, expected: Result<(), SignatureError>| {
            let now = OffsetDateTime::from_unix_timestamp(at).unwrap();
            let verified = verify_signature_of_any_age(&SECRET.into(), header, BODY.as_bytes(), now);
            assert_eq!(verified, expected, "{header} at {at}");
        };
        let header = format!("t={SIGNED_AT},v1={DIGEST}");
        check(&header, SIGNED_AT, Ok(()));
        check(&header, SIGNED_AT + 301, Ok(()));
        check(&header, SIGNED_AT + 72 * 3600, Ok(()));
        check(&header, SIGNED_AT - 301, Err(SignatureError::Stale));
        check(&header.replace("t=17", "t=16"), SIGNED_AT, Err(SignatureError::Mismatch));
    }

    #[test]
    fn the_secret_that_fits_tells_what_it_stands_for_and_the_body_must_agree() {
        let (test, live) = (Some(SecretString::from("test")), Some(SecretString::from("live")));
        let check = |live: &Option<SecretString>, signed: &str, body: &str, expected| {
            let verify = |secret: &SecretString| match secret.expose_secret() {
                fits if fits == signed => Ok(body.to_owned()),
                _ if signed == "late" => Err(SignatureError::Stale),
                _ => Err(SignatureError::Mismatch),
            };
            let told = verify_with([("test", &test), ("live", live)], verify, |kind, body| kind == body);
            assert_eq!(told.map(|(kind, _)| kind), expected, "{signed} {body}");
        };
        check(&live, "test", "test", Ok("test"));
        check(&live, "live", "live", Ok("live"));
        check(&live, "live", "test", Err(SignatureError::OtherMode));
        check(&live, "nobody", "live", Err(SignatureError::Mismatch));
        check(&live, "late", "live", Err(SignatureError::Stale));
        check(&None, "live", "live", Err(SignatureError::Mismatch));
    }

    #[test]
    fn while_one_secret_replaces_another_both_are_believed_and_nothing_is_no_secret() {
        let signed_with = |secret: &str| {
            let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
            mac.update(format!("{SIGNED_AT}.{BODY}").as_bytes());
            format!("t={SIGNED_AT},v1={}", hex::encode(mac.finalize().into_bytes()))
        };
        let check = |secrets: &str, signer: &str, expected| {
            let secrets = Some(SecretString::from(secrets));
            let header = signed_with(signer);
            let now = OffsetDateTime::from_unix_timestamp(SIGNED_AT).unwrap();
            let verify = |secret: &SecretString| verify_signature(secret, &header, BODY.as_bytes(), now);
            let told = verify_with([("test", &secrets), ("live", &None)], verify, |_, ()| true);
            assert_eq!(told.map(|(kind, ())| kind), expected, "{secrets:?} {signer}");
        };
        check("whsec_old,whsec_new", "whsec_old", Ok("test"));
        check("whsec_old, whsec_new", "whsec_new", Ok("test"));
        check("whsec_new", "whsec_old", Err(SignatureError::Mismatch));
        check("whsec_old,,whsec_new,", "", Err(SignatureError::Mismatch));
        check("", "", Err(SignatureError::Mismatch));
    }
}
