//! The card that pays for a booking, as far as it may be named: its brand and its last four digits.

use crate::texts::Texts;

/// Brands as the card provider names them, and as cards do.
const BRANDS: [(&str, &str); 7] = [
    ("visa", "Visa"),
    ("mastercard", "Mastercard"),
    ("amex", "American Express"),
    ("discover", "Discover"),
    ("jcb", "JCB"),
    ("diners", "Diners Club"),
    ("unionpay", "UnionPay"),
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// As the card provider names it. It may be none that we know.
    pub brand: String,
    pub last4: String,
}

impl Card {
    /// Returns nothing if the provider does not say the digits.
    pub fn of(brand: &str, last4: &str) -> Option<Self> {
        (!last4.is_empty()).then(|| Self { brand: brand.to_owned(), last4: last4.to_owned() })
    }

    /// Reads what rows have that were written before brand and digits had columns: `Visa ending 4242`.
    pub fn of_sentence(text: &str) -> Option<Self> {
        let (name, last4) = text.split_once(" ending ")?;
        let brand = BRANDS.iter().find(|(_, known)| *known == name).map_or("unknown", |(brand, _)| brand);
        Self::of(brand, last4)
    }

    /// `Visa ending 4242`.
    pub fn words(&self, texts: Texts) -> String {
        match BRANDS.iter().find(|(brand, _)| *brand == self.brand) {
            Some((_, name)) => texts.card_ending(name, &self.last4),
            None => texts.unknown_card_ending(&self.last4),
        }
    }
}

#[cfg(test)]
mod tests {
    use texts::Locale;

    use super::*;

    #[test]
    fn a_card_is_its_brand_and_its_last_four_digits() {
        let table = [
            ("visa", "4242", Some("Visa ending 4242")),
            ("amex", "0005", Some("American Express ending 0005")),
            ("unknown", "1111", Some("Card ending 1111")),
            ("", "", None),
        ];
        for (brand, last4, expected) in table {
            let words = Card::of(brand, last4).map(|card| card.words(Texts::of(Locale::English)));
            assert_eq!(words.as_deref(), expected);
        }
    }

    #[test]
    fn a_card_that_was_stored_as_a_sentence_is_read_back() {
        for card in [Card::of("visa", "4242"), Card::of("diners", "0004"), Card::of("unknown", "1111")] {
            let sentence = card.as_ref().map(|card| card.words(Texts::of(Locale::English))).unwrap();
            assert_eq!(Card::of_sentence(&sentence), card, "{sentence}");
        }
        assert_eq!(Card::of_sentence("Visa"), None);
    }
}
