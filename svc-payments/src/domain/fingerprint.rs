//! What a request was, without keeping it: an HMAC of its parts, never of a card.

use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretSlice};
use sha2::Sha256;

/// Each part is preceded by its length, so that no two lists of parts read alike.
pub fn fingerprint<'p>(key: &SecretSlice<u8>, parts: impl IntoIterator<Item = &'p str>) -> Vec<u8> {
    mac_of(key, parts).finalize().into_bytes().to_vec()
}

/// Whether `given` is the fingerprint of the parts. Takes the same time for every wrong one.
pub fn is_fingerprint<'p>(
    key: &SecretSlice<u8>,
    parts: impl IntoIterator<Item = &'p str>,
    given: &[u8],
) -> bool {
    mac_of(key, parts).verify_slice(given).is_ok()
}

fn mac_of<'p>(key: &SecretSlice<u8>, parts: impl IntoIterator<Item = &'p str>) -> Hmac<Sha256> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(key.expose_secret()).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart() {
        let key = SecretSlice::from(vec![7; 32]);

        assert_ne!(fingerprint(&key, ["ab", "c"]), fingerprint(&key, ["a", "bc"]));
        assert!(is_fingerprint(&key, ["ab", "c"], &fingerprint(&key, ["ab", "c"])));
        assert!(!is_fingerprint(&key, ["a", "bc"], &fingerprint(&key, ["ab", "c"])));
    }
}
