//! Travellers' personal data, airline credits and waiting mails at rest: AES-256-GCM, a fresh nonce a row, bound to its
//! booking or mail.

use std::sync::Arc;

use aes_gcm::aead::{Aead, AeadCore, KeyInit, OsRng, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use anyhow::{Context, anyhow};
use mail::{Cipher, Seal};
use secrecy::{ExposeSecret, SecretSlice};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::domain::credit::Credit;
use crate::domain::party::Traveller;

const NONCE_LENGTH: usize = 12;

/// Seals and opens parties, credits and mails. Has no Debug: it holds the key.
#[derive(Clone)]
pub struct PiiCipher(Aes256Gcm);

impl PiiCipher {
    /// `key`: 32 bytes.
    pub fn new(key: &SecretSlice<u8>) -> anyhow::Result<Self> {
        let cipher = Aes256Gcm::new_from_slice(key.expose_secret());
        Ok(Self(cipher.map_err(|_| anyhow!("PII_KEY is not 32 bytes long"))?))
    }

    pub fn seal(&self, booking: Uuid, party: &[Traveller]) -> anyhow::Result<Vec<u8>> {
        self.seal_as(booking.as_bytes(), party)
    }

    pub fn open(&self, booking: Uuid, sealed: &[u8]) -> anyhow::Result<Vec<Traveller>> {
        self.open_as(booking.as_bytes(), sealed)
    }

    /// Seals airline credits. They don't open as a party, nor a party as credits.
    pub fn seal_credits(&self, booking: Uuid, credits: &[Credit]) -> anyhow::Result<Vec<u8>> {
        self.seal_as(&of_credits(booking), credits)
    }

    /// Nothing sealed: no credits.
    pub fn open_credits(&self, booking: Uuid, sealed: Option<&[u8]>) -> anyhow::Result<Vec<Credit>> {
        sealed.map_or_else(|| Ok(Vec::new()), |sealed| self.open_as(&of_credits(booking), sealed))
    }

    /// For mails: they hold travellers' data, and codes of credits.
    pub fn of_mails(&self) -> Seal {
        Seal::Encrypted(Arc::new(self.clone()))
    }

    fn seal_as<T: Serialize>(&self, name: &[u8], items: &[T]) -> anyhow::Result<Vec<u8>> {
        self.encrypt(name, &serde_json::to_vec(items)?)
    }

    fn open_as<T: DeserializeOwned>(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<T>> {
        let plain = self.decrypt(name, sealed)?;
        // A parse error would quote the data.
        serde_json::from_slice(&plain).map_err(|_| anyhow!("opened data can't be read"))
    }
}

impl Cipher for PiiCipher {
    fn encrypt(&self, name: &[u8], plain: &[u8]) -> anyhow::Result<Vec<u8>> {
        let nonce = Aes256Gcm::generate_nonce(&mut OsRng);
        let payload = Payload { msg: plain, aad: name };
        let sealed =
            self.0.encrypt(&nonce, payload).map_err(|_| anyhow!("data are too long to be sealed"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    fn decrypt(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LENGTH).context("sealed data are too short")?;
        let payload = Payload { msg: sealed, aad: name };
        let plain = self.0.decrypt(Nonce::from_slice(nonce), payload);
        plain.map_err(|_| anyhow!("sealed data do not open: another PII_KEY, or they are of another row"))
    }
}

/// What credits are bound to.
fn of_credits(booking: Uuid) -> Vec<u8> {
    [booking.as_bytes(), b"credits".as_slice()].concat()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn cipher(byte: u8) -> PiiCipher {
        PiiCipher::new(&vec![byte; 32].into()).unwrap()
    }

    fn party() -> Vec<Traveller> {
        vec![Traveller { born_on: Some(date!(1985 - 12 - 10)), ..Traveller::sample() }]
    }

    #[test]
    fn r023_a_party_opens_for_its_own_booking_alone() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));

        let sealed = cipher(7).seal(own, &party()).unwrap();

        assert!(cipher(7).open(own, &sealed).unwrap() == party());
        assert!(cipher(7).open(other, &sealed).is_err());
        assert!(cipher(8).open(own, &sealed).is_err());
        assert!(cipher(7).open(own, &sealed[..20]).is_err());
        assert!(!String::from_utf8_lossy(&sealed).contains("Byron"));
    }

    #[test]
    fn airline_credits_open_for_their_own_booking_and_as_nothing_else() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let credits = [Credit {
            id: "acd_1".into(),
            passenger_id: "pas_1".into(),
            name: String::new(),
            code: Some("1252106312810".into()),
            amount: None,
            issued_on: None,
        }];

        let sealed = cipher(7).seal_credits(own, &credits).unwrap();

        assert!(cipher(7).open_credits(own, Some(&sealed)).unwrap() == credits);
        assert!(cipher(7).open_credits(own, None).unwrap().is_empty());
        assert!(cipher(7).open_credits(other, Some(&sealed)).is_err());
        assert!(cipher(7).open(own, &sealed).is_err());
        assert!(!String::from_utf8_lossy(&sealed).contains("1252106312810"));
    }

    #[test]
    fn no_two_rows_are_sealed_alike() {
        let id = Uuid::from_u128(1);

        assert_ne!(cipher(7).seal(id, &party()).unwrap(), cipher(7).seal(id, &party()).unwrap());
    }
}
