//! What a request was, without keeping it: an HMAC of its parts, never of a card.

use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretSlice};
use sha2::Sha256;

/// Each part is preceded by its length, so that no two lists of parts read alike.
pub fn fingerprint<'p>(key: &SecretSlice<u8>, parts: impl IntoIterator<Item = &'p str>) -> Vec<u8> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(key.expose_secret()).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart() {
        let key = SecretSlice::from(vec![7; 32]);

        assert_ne!(fingerprint(&key, ["ab", "c"]), fingerprint(&key, ["a", "bc"]));
        assert_eq!(fingerprint(&key, ["ab", "c"]), fingerprint(&key, ["ab", "c"]));
    }
}
