use std::array;

use aes_gcm::aead::{Aead, AeadCore, KeyInit, OsRng, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use anyhow::Context;
use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use crate::keys;

const NONCE_LENGTH: usize = 12;
pub(super) const ID_LENGTH: usize = 4;
/// What an id is the HMAC of. Nothing else is made from a key with these words.
const ID_LABEL: &[u8] = b"fareway key id 1";

/// One key of a ring.
pub(super) struct Key {
    /// The beginning of an HMAC-SHA-256 under the key: it tells keys apart, and nothing of the key.
    pub id: [u8; ID_LENGTH],
    cipher: Aes256Gcm,
}

impl Key {
    /// `name` is how an error calls the key.
    pub fn decode(name: &str, text: &SecretString, live_provider: Option<&str>) -> anyhow::Result<Self> {
        let bytes = keys::decode(name, text, live_provider)?;
        Self::of(bytes.expose_secret()).with_context(|| format!("{name} is not 32 bytes long"))
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        let cipher = Aes256Gcm::new_from_slice(bytes).ok()?;
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(bytes).ok()?;
        mac.update(ID_LABEL);
        let mac = mac.finalize().into_bytes();
        Some(Self { id: array::from_fn(|place| mac[place]), cipher })
    }

    /// A nonce, and the sealed data behind it. Nothing where they are too long for the cipher.
    pub fn seal(&self, name: &[u8], plain: &[u8]) -> Option<Vec<u8>> {
        let nonce = Aes256Gcm::generate_nonce(&mut OsRng);
        let sealed = self.cipher.encrypt(&nonce, Payload { msg: plain, aad: name }).ok()?;
        Some([nonce.as_slice(), &sealed].concat())
    }

    /// What `seal` was given. Nothing where it was another key's or another name, or was changed.
    pub fn open(&self, name: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LENGTH)?;
        self.cipher.decrypt(Nonce::from_slice(nonce), Payload { msg: sealed, aad: name }).ok()
    }
}
