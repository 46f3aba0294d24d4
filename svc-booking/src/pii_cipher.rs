//! Travellers' personal data, airline credits and waiting mails at rest, each bound to its booking or mail.

use anyhow::anyhow;
use mail::Seal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use service::sealing::Sealer;
use uuid::Uuid;

use crate::domain::credit::Credit;
use crate::domain::party::Traveller;

/// Seals and opens parties, credits and mails.
#[derive(Debug, Clone)]
pub struct PiiCipher(pub Sealer);

impl PiiCipher {
    pub fn seal(&self, booking: Uuid, party: &[Traveller]) -> anyhow::Result<Vec<u8>> {
        self.seal_as(&name_of_passengers(booking), party)
    }

    pub fn open(&self, booking: Uuid, sealed: &[u8]) -> anyhow::Result<Vec<Traveller>> {
        self.open_as(&name_of_passengers(booking), sealed)
    }

    /// Seals airline credits. They don't open as a party, nor a party as credits.
    pub fn seal_credits(&self, booking: Uuid, credits: &[Credit]) -> anyhow::Result<Vec<u8>> {
        self.seal_as(&name_of_credits(booking), credits)
    }

    /// Nothing sealed: no credits.
    pub fn open_credits(&self, booking: Uuid, sealed: Option<&[u8]>) -> anyhow::Result<Vec<Credit>> {
        sealed.map_or_else(|| Ok(Vec::new()), |sealed| self.open_as(&name_of_credits(booking), sealed))
    }

    /// For mails: they hold travellers' data, and codes of credits.
    pub fn of_mails(&self) -> Seal {
        Seal::under(self.0.clone())
    }

    fn seal_as<T: Serialize>(&self, name: &[u8], items: &[T]) -> anyhow::Result<Vec<u8>> {
        self.0.seal(name, &serde_json::to_vec(items)?)
    }

    fn open_as<T: DeserializeOwned>(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<T>> {
        let plain = self.0.open(name, sealed)?;
        // A parse error would quote the data.
        serde_json::from_slice(&plain).map_err(|_| anyhow!("opened data can't be read"))
    }
}

/// What the passengers of a booking are bound to.
pub fn name_of_passengers(booking: Uuid) -> Vec<u8> {
    booking.as_bytes().to_vec()
}

/// What credits are bound to.
pub fn name_of_credits(booking: Uuid) -> Vec<u8> {
    [booking.as_bytes(), b"credits".as_slice()].concat()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    const OWN: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
    const OTHER: &str = "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=";

    fn cipher(key: &str) -> PiiCipher {
        PiiCipher(Sealer::new("PII_KEY", &key.into(), None).unwrap())
    }

    fn party() -> Vec<Traveller> {
        vec![Traveller { born_on: Some(date!(1985 - 12 - 10)), ..Traveller::sample() }]
    }

    #[test]
    fn r023_a_party_opens_for_its_own_booking_alone() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));

        let sealed = cipher(OWN).seal(own, &party()).unwrap();

        assert!(cipher(OWN).open(own, &sealed).unwrap() == party());
        assert!(cipher(OWN).open(other, &sealed).is_err());
        assert!(cipher(OTHER).open(own, &sealed).is_err());
        assert!(cipher(OWN).open(own, &sealed[..20]).is_err());
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

        let sealed = cipher(OWN).seal_credits(own, &credits).unwrap();

        assert!(cipher(OWN).open_credits(own, Some(&sealed)).unwrap() == credits);
        assert!(cipher(OWN).open_credits(own, None).unwrap().is_empty());
        assert!(cipher(OWN).open_credits(other, Some(&sealed)).is_err());
        assert!(cipher(OWN).open(own, &sealed).is_err());
        assert!(!String::from_utf8_lossy(&sealed).contains("1252106312810"));
    }

    #[test]
    fn no_two_rows_are_sealed_alike() {
        let id = Uuid::from_u128(1);

        assert_ne!(cipher(OWN).seal(id, &party()).unwrap(), cipher(OWN).seal(id, &party()).unwrap());
    }
}
