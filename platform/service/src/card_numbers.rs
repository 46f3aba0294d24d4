//! Card numbers that people type where none belong: into messages and notes.

/// Payment cards have so many digits (ISO/IEC 7812-1).
const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// The last ones may be shown and kept (PCI DSS 3.4.1).
const KEPT: usize = 4;
/// Characters between two groups of one number.
const LONGEST_GAP: usize = 3;

/// Digits without a break: where they stand among the text's characters, from and to.
type Group = std::ops::Range<usize>;

/// The text with `*` in place of all but the last four digits of each card number.
///
/// A card number is 13 to 19 digits that pass the Luhn check, in one piece or in groups with spaces, dashes or dots
/// between them. The masked text has as many characters as the text.
#[must_use]
pub fn mask_card_numbers(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let groups = groups(&chars);
    let mut masked = Vec::new();
    for first in 0..groups.len() {
        for run in runs_from(&chars, &groups[first..]) {
            let places: Vec<usize> = run.iter().cloned().flatten().collect();
            masked.extend(card_numbers(&chars, &places));
        }
    }
    for place in masked {
        chars[place] = '*';
    }
    chars.into_iter().collect()
}

fn groups(chars: &[char]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (place, _) in chars.iter().enumerate().filter(|(_, c)| c.is_ascii_digit()) {
        match groups.last_mut() {
            Some(group) if group.end == place => group.end += 1,
            _ => groups.push(place..place + 1),
        }
    }
    groups
}

/// The first group alone, and together with those that follow, up to the digits of the longest card.
fn runs_from<'g>(chars: &[char], groups: &'g [Group]) -> Vec<&'g [Group]> {
    let is_gap = |gap: &[char]| gap.len() <= LONGEST_GAP && gap.iter().all(|c| is_separator(*c));
    let mut digits = groups[0].len();
    let mut runs = vec![&groups[..1]];
    for (n, pair) in groups.windows(2).enumerate() {
        digits += pair[1].len();
        if digits > *DIGITS.end() || !is_gap(&chars[pair[0].end..pair[1].start]) {
            break;
        }
        runs.push(&groups[..n + 2]);
    }
    runs
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == '-' || c == '.' || ('\u{2010}'..='\u{2015}').contains(&c)
}

/// The places to mask among these digits: of the whole, or, where they are more than a card has, of every part that is
/// a card number.
fn card_numbers(chars: &[char], places: &[usize]) -> Vec<usize> {
    let lengths = if places.len() > *DIGITS.end() { DIGITS } else { places.len()..=places.len() };
    let parts = lengths.filter(|length| DIGITS.contains(length)).flat_map(|length| places.windows(length));
    let numbers = parts.filter(|part| passes_luhn(chars, part));
    numbers.flat_map(|part| part[..part.len() - KEPT].iter().copied()).collect()
}

/// Every second digit from the end is doubled; the sum of all ends with 0 (ISO/IEC 7812-1, annex B).
fn passes_luhn(chars: &[char], places: &[usize]) -> bool {
    let digits = places.iter().rev().filter_map(|place| chars[*place].to_digit(10));
    let sum: u32 = digits
        .enumerate()
        .map(|(n, digit)| match digit * 2 {
            _ if n.is_multiple_of(2) => digit,
            doubled if doubled > 9 => doubled - 9,
            doubled => doubled,
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(mask_card_numbers(text), expected);
    }

    #[test]
    fn a_card_number_is_masked_however_it_is_written() {
        check("4242424242424242", "************4242");
        check("My card 4242 4242 4242 4242, please.", "My card **** **** **** 4242, please.");
        check("4242-4242-4242-4242", "****-****-****-4242");
        check("4242.4242 \u{2013} 4242\u{a0}4242", "****.**** \u{2013} ****\u{a0}4242");
        check("No4242424242424242x", "No************4242x");
        check("3782 822463 10005", "**** ****** *0005"); // 15 digits
        check("4222222222222", "*********2222"); // 13
        check("6304000000000000000", "***************0000"); // 19
        check("200 4242 4242 4242 4242 1234 987", "200 **** **** **** 4242 1234 987");
        assert!(!mask_card_numbers("42424242424242421234987").contains("4242424242424242"));
    }

    #[test]
    fn what_is_no_card_number_stays_as_it_is() {
        for text in [
            "4242 4242 4242 4241",
            "424242424242",
            "Booking QX7RZP, 2 bags, seat 12A on 2026-03-01",
            "0197b5a2-7c11-7e4e-9a3d-5f0c6f1b2a3d",
            "4242 apples 4242 4242 4242",
            "4242\n\n\n\n4242 4242 4242",
            "",
            "Grüße, Ada \u{1f600}",
        ] {
            check(text, text);
        }
    }

    /// Digits with the one behind them that makes the Luhn sum end with 0.
    fn with_check_digit(mut digits: Vec<u32>) -> String {
        digits.push(0);
        let sum: u32 = digits
            .iter()
            .rev()
            .enumerate()
            .map(|(n, digit)| if n.is_multiple_of(2) { *digit } else { digit * 2 / 10 + digit * 2 % 10 })
            .sum();
        *digits.last_mut().unwrap() = (10 - sum % 10) % 10;
        digits.iter().map(ToString::to_string).collect()
    }

    fn number() -> impl Strategy<Value = String> {
        prop::collection::vec(0..10_u32, 12..=18).prop_map(with_check_digit)
    }

    proptest! {
        #[test]
        fn every_number_is_masked_in_any_text_and_with_any_gaps(
            number in number(),
            gaps in prop::collection::vec(prop::sample::select(vec!["", " ", "-", " - ", "\u{a0}"]), 19),
            before in "[a-zA-Z ,:\n]{0,12}[a-z]",
            after in "[a-z][a-zA-Z ,:\n]{0,12}",
        ) {
            let pieces = number.chars().zip(&gaps).flat_map(|(c, gap)| [c.to_string(), (*gap).to_owned()]);
            let written: String = pieces.collect();
            let text = format!("{before}{written}{after}");

            let masked = mask_card_numbers(&text);

            let digits: String = masked.chars().filter(char::is_ascii_digit).collect();
            prop_assert_eq!(&digits, &number[number.len() - 4..]);
            prop_assert_eq!(masked.chars().count(), text.chars().count());
            prop_assert!(masked.starts_with(&before) && masked.ends_with(&after));
        }

        #[test]
        fn nothing_else_is_changed(text in "[^0-9]{0,40}", short in "[0-9]{0,12}") {
            let text = format!("{text}{short}{text}");
            prop_assert_eq!(mask_card_numbers(&text), text);
        }
    }
}
