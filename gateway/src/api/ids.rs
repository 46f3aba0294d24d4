//! Ids that clients send, by their shape: what never was one, above all a card number, is neither passed on nor stored.

use uuid::Uuid;

use crate::problem::ApiError;

/// The providers' are shorter, and so are ours.
const LONGEST: usize = 100;

/// Whether this may be an id of ours or of a provider. A provider's has a letter, which no card number has.
pub(super) fn may_be_id(text: &str) -> bool {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let has_letter = || text.contains(|c: char| c.is_ascii_alphabetic());
    text.len() <= LONGEST && text.chars().all(in_alphabet) && (has_letter() || is_uuid(text))
}

/// Whether this is a UUID with hyphens.
pub(super) fn is_uuid(text: &str) -> bool {
    text.contains('-') && text.parse::<Uuid>().is_ok()
}

/// Fails for `field` where the text is no id, without repeating it. An empty text stands for none.
pub(super) fn check_id(field: impl Into<String>, text: &str) -> Result<(), ApiError> {
    if text.is_empty() || may_be_id(text) {
        return Ok(());
    }
    Err(ApiError::invalid_field(field, "This is not an id. Please start again from the page before."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_ours_or_of_a_provider_passes() {
        for id in [
            "off_00009htYpSCXrwaB9DnUm0",
            "pas_1",
            "0197b5a2-7c11-7e4e-9a3d-5f0c6f1b2a3d",
            "01971234-5678-7123-8123-123456789012",
            "test_pay_0197b5a2-7c11-7e4e-9a3d-5f0c6f1b2a3d",
            "",
        ] {
            assert!(check_id("paymentId", id).is_ok(), "{id}");
        }
    }

    #[test]
    fn a_card_number_and_other_text_are_refused_and_not_repeated() {
        let long = "a".repeat(LONGEST + 1);
        for text in
            ["4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242", "pay 1", "pay/1", &long]
        {
            let refused = check_id("paymentId", text).unwrap_err();

            assert_eq!(refused.fields[0].field, "paymentId");
            assert!(!format!("{refused:?}").contains(text), "{text}");
        }
    }
}
