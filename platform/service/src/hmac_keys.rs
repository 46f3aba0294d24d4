//! Keys of HMACs, which are replaced without a break: the new one stands first, the one of before after it.

use anyhow::ensure;
use secrecy::{ExposeSecret, SecretSlice, SecretString};

use crate::keys;

/// The keys of one setting. Its Debug says nothing of them.
#[derive(Debug, Clone)]
pub struct HmacKeys {
    first: SecretSlice<u8>,
    former: Vec<SecretSlice<u8>>,
}

impl HmacKeys {
    /// Reads the setting `name`: one key or several, separated by commas, each base64 of at least 32 bytes.
    ///
    /// # Errors
    /// Text that is no such list, the same key twice, and the public key of local systems when `live_provider` is
    /// another machine's. No error quotes a key.
    pub fn decode(name: &str, text: &SecretString, live_provider: Option<&str>) -> anyhow::Result<Self> {
        let listed = keys::listed(name, text).into_iter();
        let keys = listed.map(|(name, text)| keys::decode(&name, &text, live_provider));
        let mut keys = keys.collect::<anyhow::Result<Vec<_>>>()?;
        let is_known =
            |at: usize| keys[..at].iter().any(|key| key.expose_secret() == keys[at].expose_secret());
        ensure!(!(0..keys.len()).any(is_known), "{name} has the same key twice");
        Ok(Self { first: keys.remove(0), former: keys })
    }

    /// The key that makes new HMACs.
    pub fn first(&self) -> &SecretSlice<u8> {
        &self.first
    }

    /// The keys that made HMACs until they were replaced.
    pub fn former(&self) -> &[SecretSlice<u8>] {
        &self.former
    }

    /// All keys whose HMACs are recognised.
    pub fn all(&self) -> impl Iterator<Item = &SecretSlice<u8>> {
        std::iter::once(&self.first).chain(&self.former)
    }
}

impl From<Vec<u8>> for HmacKeys {
    fn from(bytes: Vec<u8>) -> Self {
        Self { first: bytes.into(), former: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::*;

    fn key(byte: u8) -> String {
        STANDARD.encode([byte; 32])
    }

    fn decoded(text: &str) -> Result<HmacKeys, String> {
        let keys = HmacKeys::decode("HMAC_KEY", &text.into(), Some("https://api.stripe.com"));
        keys.map_err(|error| error.to_string())
    }

    #[test]
    fn the_first_key_makes_and_all_of_them_recognise() {
        let keys = decoded(&format!("{}, {}", key(2), key(1))).unwrap();

        let bytes: Vec<_> = keys.all().map(|key| key.expose_secret()[0]).collect();
        assert_eq!(bytes, [2, 1]);
        assert_eq!(keys.first().expose_secret(), [2; 32]);
        assert_eq!(keys.former()[0].expose_secret(), [1; 32]);
    }

    #[test]
    fn a_list_with_no_key_in_it_or_one_twice_is_named_and_not_shown() {
        for (text, told) in [
            (format!("{},", key(1)), "key 2 of HMAC_KEY is shorter than 32 bytes"),
            (format!("nonsense!,{}", key(1)), "key 1 of HMAC_KEY is not base64"),
            (format!("{0},{0}", key(1)), "HMAC_KEY has the same key twice"),
            (String::new(), "HMAC_KEY is shorter than 32 bytes"),
        ] {
            let error = decoded(&text).unwrap_err();
            assert!(error.contains(told) && !error.contains(&key(1)), "{error}");
        }
        let published = decoded(&format!("{},{}", key(1), keys::LOCAL_KEY)).unwrap_err();
        assert!(published.starts_with("key 2 of HMAC_KEY is the public key"), "{published}");
    }
}
