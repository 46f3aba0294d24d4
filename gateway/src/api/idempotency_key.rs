//! The key under which a client repeats a purchase.

use http::HeaderMap;
use service::{has_printed_card_number, mask_card_numbers};

use super::ids::is_uuid;
use crate::problem::ApiError;

/// Digits of a group on a card: four of most, and up to six of American Express.
const LONGEST_PRINTED: usize = 6;
/// Digits that a mask leaves of a card number.
const LAST_SHOWN: usize = 4;
/// What the services keep of a key.
const LONGEST_KEY: usize = 255;

/// The header's key. One that could not be stored is refused rather than cut, and one with a card number is not stored.
pub(in crate::api) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    match value.to_str() {
        Ok(key) if may_be_key(key) => Ok(Some(key.to_owned())),
        _ => Err(ApiError::invalid_field(
            "Idempotency-Key",
            "The key must have 1 to 255 characters and no card number.",
        )),
    }
}

/// Whether a key may be stored. A UUID may: some have the digits of a card number by chance.
fn may_be_key(key: &str) -> bool {
    (1..=LONGEST_KEY).contains(&key.len()) && (is_uuid(key) || !names_card(key))
}

/// Whether digits of a key that stand together are a card number, or groups of them as cards print it, or the key as a
/// whole. Other numbers that a program puts side by side are none, though one in ten would pass the check.
fn names_card(key: &str) -> bool {
    let is_as_printed = key.split(['-', ' ']).all(|group| (1..=LONGEST_PRINTED).contains(&group.len()));
    (is_as_printed && is_card_number(&key.replace(['-', ' '], "")))
        || key.split(|c: char| !c.is_ascii_digit()).any(is_card_number)
        || has_printed_card_number(key)
}

/// Times and counted ids of our day begin with 1, and no card that travellers pay with does.
fn is_card_number(digits: &str) -> bool {
    let masked = mask_card_numbers(digits);
    !digits.starts_with('1') && masked.starts_with('*') && masked.trim_start_matches('*').len() == LAST_SHOWN
}
