//! A proof that a session has looked at an offer. The visitor keeps it; nothing is stored here.

use secrecy::SecretSlice;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fingerprint::{fingerprint, is_fingerprint};

/// A page may stay open for long, and the offer is looked at again before the card is sent.
const GOOD_FOR: Duration = Duration::days(1);

/// Proves that the session looks at an offer now: when, a hyphen, and an HMAC.
pub fn prove(key: &SecretSlice<u8>, session: Uuid, now: OffsetDateTime) -> String {
    let at = now.unix_timestamp().to_string();
    let hmac = fingerprint(key, parts(&session.to_string(), &at));
    format!("{at}-{}", hex::encode(hmac))
}

/// Whether the proof is this session's and not too old.
pub fn holds(key: &SecretSlice<u8>, proof: &str, session: Uuid, now: OffsetDateTime) -> bool {
    let read = || {
        let (at, hmac) = proof.split_once('-')?;
        let seconds = at.parse::<i64>().ok()?;
        Some((at, hex::decode(hmac).ok()?, OffsetDateTime::from_unix_timestamp(seconds).ok()?))
    };
    read().is_some_and(|(at, hmac, viewed_at)| {
        now < viewed_at + GOOD_FOR && is_fingerprint(key, parts(&session.to_string(), at), &hmac)
    })
}

fn parts<'p>(session: &'p str, at: &'p str) -> [&'p str; 3] {
    ["offer view", session, at]
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_proof_is_one_sessions_for_a_day() {
        let key = SecretSlice::from(vec![7; 32]);
        let (session, now) = (Uuid::from_u128(1), datetime!(2026-03-01 12:00 UTC));
        let proof = prove(&key, session, now);
        let later = proof.replacen(&now.unix_timestamp().to_string(), "1800000000", 1);
        let second = Duration::seconds(1);

        assert!(holds(&key, &proof, session, now));
        assert!(holds(&key, &proof, session, now + GOOD_FOR - second));
        assert!(!holds(&key, &proof, session, now + GOOD_FOR));
        assert!(!holds(&key, &proof, Uuid::from_u128(2), now));
        assert!(!holds(&SecretSlice::from(vec![8; 32]), &proof, session, now));
        for forged in
            [later.as_str(), &proof[..proof.len() - 2], "", "-", "1772366400-", "9223372036854775807-00"]
        {
            assert!(!holds(&key, forged, session, now), "{forged}");
        }
    }
}
