//! Secrets of second factors at rest: AES-256-GCM, a fresh nonce a row, bound to its account.

use std::fmt;

use aes_gcm::aead::{Aead, AeadCore, KeyInit, OsRng, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use anyhow::{Context, anyhow};
use secrecy::{ExposeSecret, SecretSlice};
use uuid::Uuid;

const NONCE_LENGTH: usize = 12;

/// Seals and opens the secrets. Its Debug says nothing: it holds the key.
#[derive(Clone)]
pub struct SecretCipher(Aes256Gcm);

impl SecretCipher {
    /// `key`: 32 bytes.
    pub fn new(key: &SecretSlice<u8>) -> anyhow::Result<Self> {
        let cipher = Aes256Gcm::new_from_slice(key.expose_secret());
        Ok(Self(cipher.map_err(|_| anyhow!("SECOND_FACTOR_KEY is not 32 bytes long"))?))
    }

    pub fn seal(&self, account: Uuid, secret: &SecretSlice<u8>) -> anyhow::Result<Vec<u8>> {
        let nonce = Aes256Gcm::generate_nonce(&mut OsRng);
        let payload = Payload { msg: secret.expose_secret(), aad: account.as_bytes() };
        let sealed =
            self.0.encrypt(&nonce, payload).map_err(|_| anyhow!("a secret is too long to be sealed"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// # Errors
    /// The secret was sealed with another key, or for another account. The error quotes nothing of it.
    pub fn open(&self, account: Uuid, sealed: &[u8]) -> anyhow::Result<SecretSlice<u8>> {
        let (nonce, sealed) =
            sealed.split_at_checked(NONCE_LENGTH).context("a sealed secret is too short")?;
        let payload = Payload { msg: sealed, aad: account.as_bytes() };
        let secret = self.0.decrypt(Nonce::from_slice(nonce), payload);
        let secret = secret.map_err(|_| {
            anyhow!(
                "a second factor's secret does not open: another SECOND_FACTOR_KEY, or it is of another row"
            )
        })?;
        Ok(secret.into())
    }
}

impl fmt::Debug for SecretCipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretCipher")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cipher(byte: u8) -> SecretCipher {
        SecretCipher::new(&vec![byte; 32].into()).unwrap()
    }

    #[test]
    fn a_secret_opens_for_its_own_account_under_its_own_key_alone() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let secret = b"12345678901234567890".to_vec().into();

        let sealed = cipher(7).seal(own, &secret).unwrap();

        assert_eq!(cipher(7).open(own, &sealed).unwrap().expose_secret(), secret.expose_secret());
        assert!(cipher(7).open(other, &sealed).is_err());
        assert!(cipher(8).open(own, &sealed).is_err());
        assert!(cipher(7).open(own, &sealed[..8]).is_err());
        assert!(!String::from_utf8_lossy(&sealed).contains("34567"));
        assert_ne!(sealed, cipher(7).seal(own, &secret).unwrap(), "no two rows are sealed alike");
    }

    #[test]
    fn a_key_of_another_length_is_refused() {
        let refused = SecretCipher::new(&vec![7; 33].into()).unwrap_err();

        assert_eq!(refused.to_string(), "SECOND_FACTOR_KEY is not 32 bytes long");
    }
}
