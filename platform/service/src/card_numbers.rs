//! Card numbers that people type where none belong: into messages and notes.

/// Payment cards have so many digits (ISO/IEC 7812-1).
const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// The last ones may be shown and kept (PCI DSS 3.4.1).
const KEPT: usize = 4;
/// Characters between two groups of one number.
const LONGEST_GAP: usize = 3;
/// The digits of a year.
const LONGEST_OF_DATE: usize = 4;
/// The digits of a day and of a month.
const LONGEST_OF_DAY: usize = 2;
/// The first two digits of the years in which travellers live and fly.
const CENTURIES: [[char; 2]; 2] = [['1', '9'], ['2', '0']];

/// Digits without a break: where they stand among the text's characters, from and to.
type Group = std::ops::Range<usize>;

/// The text with `*` in place of all but the last four digits of each card number.
///
/// A card number is 13 to 19 digits that begin like a card of that length and pass the Luhn check, in one piece or in
/// groups with spaces, dashes, dots or slashes between them, also where more digits follow. The masked text has as many
/// characters as the text. Two dates beside each other stay. Ticket numbers and other rows of numbers stay too, but for
/// one in ten of those that begin like a card and are as long.
#[must_use]
pub fn mask_card_numbers(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let groups = groups(&chars);
    let are_close = |one: &Group, next: &Group| is_gap(&chars[one.end..next.start]);
    let runs = groups.chunk_by(are_close);
    let masked: Vec<usize> = runs.flat_map(|run| card_numbers(&chars, run)).collect();
    for place in masked {
        chars[place] = '*';
    }
    chars.into_iter().collect()
}

/// Whether the text holds what [`mask_card_numbers`] masks.
#[must_use]
pub fn has_card_number(text: &str) -> bool {
    mask_card_numbers(text) != text
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

fn is_gap(between: &[char]) -> bool {
    between.len() <= LONGEST_GAP && between.iter().all(|c| is_separator(*c))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "-./_\u{200b}".contains(c) || ('\u{2010}'..='\u{2015}').contains(&c)
}

/// The places to mask in these groups: of every part that is a card number.
fn card_numbers(chars: &[char], run: &[Group]) -> Vec<usize> {
    let places: Vec<usize> = run.iter().cloned().flatten().collect();
    let parts = DIGITS.flat_map(|length| places.windows(length));
    let numbers = parts.filter(|part| {
        begins_like_card(chars, part)
            && passes_luhn(chars, part)
            && stands_apart(run, part)
            && !are_two_dates(chars, part)
    });
    numbers.flat_map(|part| part[..part.len() - KEPT].iter().copied()).collect()
}

/// Whether groups begin and end where the part does. Behind a card's digits others may follow at once, but not in a group
/// as short as those of a date.
fn stands_apart(run: &[Group], part: &[usize]) -> bool {
    let (first, last) = (part[0], part[part.len() - 1]);
    run.iter().any(|group| group.start == first)
        && run
            .iter()
            .any(|group| group.contains(&last) && (group.end == last + 1 || group.len() > LONGEST_OF_DATE))
}

/// Whether the groups of a part are two dates with years of four digits: 25/05/2026 - 2/6/2026, or 2026-05-25 2026-06-02.
fn are_two_dates(chars: &[char], part: &[usize]) -> bool {
    let groups: Vec<&[usize]> = part.chunk_by(|one, next| one + 1 == *next).collect();
    let is_year = |group: &[usize]| {
        group.len() == LONGEST_OF_DATE && CENTURIES.iter().any(|begin| chars[group[0]..].starts_with(begin))
    };
    let are_short = |groups: &[&[usize]]| groups.iter().all(|group| group.len() <= LONGEST_OF_DAY);
    let is_date = |date: &[&[usize]]| {
        (is_year(date[2]) && are_short(&date[..2])) || (is_year(date[0]) && are_short(&date[1..]))
    };
    groups.len() == 6 && groups.chunks(3).all(is_date)
}

/// The first digits and the lengths that common cards have (ISO/IEC 7812-1; UATP, Mir, Mastercard, Diners Club, American
/// Express, JCB, Visa, Maestro, Discover, UnionPay).
fn begins_like_card(chars: &[char], places: &[usize]) -> bool {
    let first = places[..4].iter().filter_map(|place| chars[*place].to_digit(10));
    let begin = first.fold(0, |number, digit| number * 10 + digit);
    let length = places.len();
    match begin {
        2200..2205 | 2221..=2720 => length == 16,
        3000..3060 => length == 14,
        3600..3700 | 3800..4000 => length >= 14,
        1000..2000 | 3400..3500 | 3700..3800 => length == 15,
        3500..3600 | 5000..7000 => length >= 16,
        4000..5000 => [13, 16, 19].contains(&length),
        _ => false,
    }
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
        assert_eq!(has_card_number(text), text != expected, "{text}");
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
        check("4242424242424242123", "************4242123"); // with its security code
        check("4242 4242 4242 4242123", "**** **** **** 4242123");
        check("4242 4242 4242 4242 08/34 123", "**** **** **** 4242 08/34 123");
        check("122000000000003", "***********0003"); // UATP
        check("42/42/4242 - 42/42/4242", "**/**/**** - **/**/4242"); // grouped like dates
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
            "01.03.2026 - 05.03.2026, or 2026-03-01 - 2026-03-05",
            // Begin like a card, are as long, and pass the Luhn check.
            "Away 25/05/2026 - 02/06/2026.",
            "22.12.2026 \u{2013} 01.01.2026",
            "4/5/2026 - 14/5/2026",
            "30/05/2026 - 3/5/2026",
            "1985-4-12 1988-03-12",
            "Ticket 220-2412345605",
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

    const CARDS: [(&[u32], usize); 9] = [
        (&[1], 15),
        (&[2, 2, 2, 1], 16),
        (&[3, 6], 14),
        (&[3, 7], 15),
        (&[4], 13),
        (&[4], 16),
        (&[4], 19),
        (&[5, 1], 16),
        (&[6, 0, 1, 1], 19),
    ];

    fn number() -> impl Strategy<Value = String> {
        let rest = prop::collection::vec(0..10_u32, 18);
        (prop::sample::select(&CARDS[..]), rest).prop_map(|((begin, length), rest)| {
            with_check_digit([begin, &rest[..length - 1 - begin.len()]].concat())
        })
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

        #[test]
        fn of_any_text_digits_alone_are_masked_without_a_panic(
            text in prop_oneof![".{0,200}", "[0-9 ./_-]{0,120}", "[0-9]{0,60}"],
        ) {
            let masked = mask_card_numbers(&text);

            let mut pairs = text.chars().zip(masked.chars());
            prop_assert!(pairs.all(|(was, is)| was == is || (was.is_ascii_digit() && is == '*')));
            prop_assert_eq!(masked.chars().count(), text.chars().count());
        }
    }
}
