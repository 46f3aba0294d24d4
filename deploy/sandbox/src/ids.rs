//! Ids in the shape of the real ones. An id is derived from the moment its family began and a place in it,
//! so the offers of a search need not be stored: they are found again from their ids alone.
//! The tag at the end makes an id that was never given out unknown.

use std::sync::atomic::{AtomicU64, Ordering};

use hmac::{Hmac, Mac};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FAMILY_DIGITS: usize = 9;
const INDEX_DIGITS: usize = 6;
const TAG_DIGITS: usize = 3;
/// No secret: it only has to be the same after a restart.
const SEED: &[u8] = b"sandbox ids";

/// What was made together: an offer request with its offers, an order with its documents, a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Family(u64);

/// Hands out families, each greater than the one before; across restarts it is the clock that makes them grow.
#[derive(Debug, Default)]
pub struct Families {
    last: AtomicU64,
}

impl Families {
    pub fn next(&self, now: Timestamp) -> Family {
        let micros = u64::try_from(now.as_microsecond()).unwrap_or_default();
        let before = self
            .last
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |last| Some(micros.max(last + 1)))
            .unwrap_or_default();
        Family(micros.max(before + 1))
    }
}

impl Family {
    /// A Duffel id: the prefix and 22 base-62 characters.
    pub fn id(self, prefix: &str, index: usize) -> String {
        let body = format!("{}{}", base62(self.0, FAMILY_DIGITS), base62(index as u64, INDEX_DIGITS));
        let tag = tag(&[prefix, &body], TAG_DIGITS);
        format!("{prefix}_0000{body}{tag}")
    }

    /// The family and the place of an id that [`Family::id`] gave out with this prefix.
    pub fn parse(prefix: &str, id: &str) -> Option<(Family, usize)> {
        let body = id.strip_prefix(prefix)?.strip_prefix("_0000")?;
        let family = Family(number(body.get(..FAMILY_DIGITS)?)?);
        let index = usize::try_from(number(body.get(FAMILY_DIGITS..FAMILY_DIGITS + INDEX_DIGITS)?)?).ok()?;
        (family.id(prefix, index) == id).then_some((family, index))
    }

    /// A Stripe id: the prefix and 24 characters.
    pub fn stripe_id(self, prefix: &str) -> String {
        format!("{prefix}_3{}{}", base62(self.0, FAMILY_DIGITS), self.word(prefix, 14))
    }

    /// `digits` characters that look random and are always the same for this family and purpose.
    pub fn word(self, purpose: &str, digits: usize) -> String {
        tag(&[purpose, &base62(self.0, FAMILY_DIGITS)], digits)
    }

    /// The number of an airline's electronic ticket: three digits of the airline, ten of its own.
    pub fn ticket_number(self, airline: &str, index: usize) -> String {
        let digits = |parts: &[&str], count: usize| -> String {
            digest(parts)[..count].iter().map(|byte| char::from(b'0' + byte % 10)).collect()
        };
        let place = format!("{} {index}", base62(self.0, FAMILY_DIGITS));
        digits(&["airline", airline], 3) + &digits(&["ticket", &place], 10)
    }

    /// An airline's record locator: six of the characters that are told apart by ear and eye.
    pub fn record_locator(self) -> String {
        const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        let bytes = digest(&["pnr", &base62(self.0, FAMILY_DIGITS)]);
        bytes[..6].iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
    }
}

/// The same identifier for the same text: reference data that has no id of its own.
pub fn named(prefix: &str, name: &str) -> String {
    format!("{prefix}_0000{}", tag(&[prefix, name], 18))
}

fn base62(mut value: u64, digits: usize) -> String {
    let mut text = vec![b'0'; digits];
    for digit in text.iter_mut().rev() {
        *digit = ALPHABET[usize::try_from(value % 62).unwrap_or_default()];
        value /= 62;
    }
    text.into_iter().map(char::from).collect()
}

fn number(text: &str) -> Option<u64> {
    text.bytes().try_fold(0u64, |sum, byte| {
        let digit = ALPHABET.iter().position(|letter| *letter == byte)?;
        sum.checked_mul(62)?.checked_add(digit as u64)
    })
}

fn tag(parts: &[&str], digits: usize) -> String {
    digest(parts)[..digits].iter().map(|byte| char::from(ALPHABET[usize::from(byte % 62)])).collect()
}

fn digest(parts: &[&str]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(SEED).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(part.as_bytes());
        mac.update(&[0]);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_its_family_and_place() {
        let family = Families::default().next(Timestamp::UNIX_EPOCH);

        let id = family.id("off", 4711);

        assert_eq!(id.len(), "off_".len() + 22);
        assert_eq!(Family::parse("off", &id), Some((family, 4711)));
    }

    #[test]
    fn an_id_nobody_gave_out_is_unknown() {
        let id = Families::default().next(Timestamp::UNIX_EPOCH).id("off", 1);

        for foreign in
            [id.replace("off_", "ord_"), format!("{}x", &id[..id.len() - 1]), "off_1".into(), id + "0"]
        {
            assert_eq!(Family::parse("off", &foreign), None, "{foreign}");
        }
    }

    #[test]
    fn families_grow_though_the_clock_stands_still() {
        let families = Families::default();

        let first = families.next(Timestamp::UNIX_EPOCH);
        let second = families.next(Timestamp::UNIX_EPOCH);

        assert!(second > first);
    }
}
