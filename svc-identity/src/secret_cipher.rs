//! Secrets of second factors at rest, each bound to its account.

use secrecy::{ExposeSecret, SecretSlice};
use service::sealing::Sealer;
use uuid::Uuid;

/// Seals and opens the secrets.
#[derive(Debug, Clone)]
pub struct SecretCipher(pub Sealer);

impl SecretCipher {
    pub fn seal(&self, account: Uuid, secret: &SecretSlice<u8>) -> anyhow::Result<Vec<u8>> {
        self.0.seal(&name_of_secret(account), secret.expose_secret())
    }

    /// # Errors
    /// The secret was sealed with another key, or for another account. The error quotes nothing of it.
    pub fn open(&self, account: Uuid, sealed: &[u8]) -> anyhow::Result<SecretSlice<u8>> {
        Ok(self.0.open(&name_of_secret(account), sealed)?.into())
    }
}

/// What a secret is bound to.
pub fn name_of_secret(account: Uuid) -> Vec<u8> {
    account.as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
    const OTHER: &str = "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=";

    fn cipher(key: &str) -> SecretCipher {
        SecretCipher(Sealer::new("SECOND_FACTOR_KEY", &key.into(), None).unwrap())
    }

    #[test]
    fn a_secret_opens_for_its_own_account_under_its_own_key_alone() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let secret = b"12345678901234567890".to_vec().into();

        let sealed = cipher(OWN).seal(own, &secret).unwrap();

        assert_eq!(cipher(OWN).open(own, &sealed).unwrap().expose_secret(), secret.expose_secret());
        assert!(cipher(OWN).open(other, &sealed).is_err());
        assert!(cipher(OTHER).open(own, &sealed).is_err());
        assert!(cipher(OWN).open(own, &sealed[..8]).is_err());
        assert!(!String::from_utf8_lossy(&sealed).contains("34567"));
        assert_ne!(sealed, cipher(OWN).seal(own, &secret).unwrap(), "no two rows are sealed alike");
    }
}
