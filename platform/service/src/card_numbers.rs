//! Card numbers that people type where none belong: into messages and notes. Also the last net under the log and the
//! traces (`telemetry::masked`).

use std::cell::LazyCell;

use crate::decimal_digit::decimal_digit;

/// Payment cards have so many digits (ISO/IEC 7812-1).
const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// The last ones may be shown and kept (PCI DSS 3.4.1).
const KEPT: usize = 4;
/// Characters between two groups of one number.
const LONGEST_GAP: usize = 3;
/// Digits of the groups that are printed on most cards, on those of 19 digits, of American Express and of Diners Club.
const PRINTED: [&[usize]; 4] = [&[4, 4, 4, 4], &[4, 4, 4, 4, 3], &[4, 6, 5], &[4, 6, 4]];
/// The digits of a year.
const LONGEST_OF_DATE: usize = 4;
/// The digits of a day and of a month.
const LONGEST_OF_DAY: usize = 2;
/// The fewest hexadecimal digits that an id has: of a trace, of a request (a UUID), a hash.
const SHORTEST_ID: usize = 32;
/// The first two digits of the years in which travellers live and fly.
const CENTURIES: [[char; 2]; 2] = [['1', '9'], ['2', '0']];

/// Digits without a break: where they stand among the text's characters, from and to.
type Group = std::ops::Range<usize>;

/// Where a text comes from, and so what in it is a card number.
#[derive(Debug, Clone, Copy)]
enum Rule {
    /// People type it: in digits of any script, and with any signs between printed groups.
    Typed,
    /// A program writes it: ids of hexadecimal digits are no card numbers.
    Telemetry,
}

/// The text with `*` in place of all but the last four digits of each card number.
///
/// A card number is 13 to 19 digits that begin like a card of that length and pass the Luhn check: in one piece, in any
/// groups with spaces, dashes, dots or slashes between them, or in groups as cards print them with up to three characters
/// between them that are neither letters nor digits. More digits may follow. Digits of all scripts count. The masked text
/// has as many characters as the text. Two dates beside each other stay. Ticket numbers and other rows of numbers stay too,
/// but for one in ten of those that begin like a card and are as long.
#[must_use]
pub fn mask_card_numbers(text: &str) -> String {
    mask(text, Rule::Typed).unwrap_or_else(|| text.to_owned())
}

/// Whether the text holds what [`mask_card_numbers`] masks.
#[must_use]
pub fn has_card_number(text: &str) -> bool {
    !find(text, Rule::Typed).is_empty()
}

/// Whether the text holds a card number in groups as cards print them. Other rows of numbers, which programs make too, do
/// not count, and none that begins with 1, as times and counted ids of our day do: travellers pay with no such card.
#[must_use]
pub fn has_printed_card_number(text: &str) -> bool {
    let chars: Vec<char> = text.chars().map(with_ascii_digit).collect();
    printed_numbers(&chars, &groups(&chars)).iter().any(|number| chars[number[0]] != '1')
}

/// A line of the log, or a part of a span, with its card numbers masked. None where there is nothing to mask. Ids of
/// hexadecimal digits stay.
pub(crate) fn mask_in_telemetry(text: &str) -> Option<String> {
    if has_enough_digits(text) { mask(text, Rule::Telemetry) } else { None }
}

fn mask(text: &str, rule: Rule) -> Option<String> {
    let places = find(text, rule);
    if places.is_empty() {
        return None;
    }
    let mut chars: Vec<char> = text.chars().collect();
    for place in places {
        chars[place] = '*';
    }
    Some(chars.into_iter().collect())
}

/// The places to mask. Takes as long as the text is: strangers choose it.
fn find(text: &str, rule: Rule) -> Vec<usize> {
    let chars: Vec<char> = match rule {
        Rule::Typed => text.chars().map(with_ascii_digit).collect(),
        Rule::Telemetry => text.chars().collect(),
    };
    let groups = groups(&chars);
    let found = runs(&chars, &groups, is_separator).flat_map(|run| in_any_groups(&chars, run));
    match rule {
        Rule::Typed => {
            let printed = printed_numbers(&chars, &groups);
            found.chain(printed.iter().flat_map(|number| to_mask(number))).collect()
        }
        Rule::Telemetry => {
            let in_ids = LazyCell::new(|| are_in_ids(&chars));
            found.filter(|place| !in_ids[*place]).collect()
        }
    }
}

/// The character, or in place of a digit of another script ours.
fn with_ascii_digit(c: char) -> char {
    decimal_digit(c).and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
}

/// Whether as many digits as a card has stand in a row, at most with what may be separators between them. One pass without
/// memory: every line of the log is asked.
fn has_enough_digits(text: &str) -> bool {
    let mut digits = 0;
    text.bytes().any(|byte| {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'\t'..=b'\r' | b' ' | b'-'..=b'/' | b'_' | 0x80.. => {}
            _ => digits = 0,
        }
        digits == *DIGITS.start()
    })
}

/// Of each character, whether it is in an id: many hexadecimal digits, a letter among them, in one piece or with dashes.
fn are_in_ids(chars: &[char]) -> Vec<bool> {
    let may_be_in_id = |c: char| c.is_ascii_hexdigit() || c == '-';
    let is_id = |piece: &[char]| {
        may_be_in_id(piece[0])
            && piece.iter().filter(|c| **c != '-').count() >= SHORTEST_ID
            && piece.iter().any(char::is_ascii_alphabetic)
    };
    let pieces = chars.chunk_by(|one, next| may_be_in_id(*one) == may_be_in_id(*next));
    pieces.flat_map(|piece| std::iter::repeat_n(is_id(piece), piece.len())).collect()
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

/// Groups that only such characters part, and few of them.
fn runs<'t>(
    chars: &'t [char],
    groups: &'t [Group],
    may_part: fn(char) -> bool,
) -> impl Iterator<Item = &'t [Group]> {
    groups.chunk_by(move |one, next| {
        let between = &chars[one.end..next.start];
        between.len() <= LONGEST_GAP && between.iter().all(|c| may_part(*c))
    })
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "-./_\u{200b}".contains(c) || ('\u{2010}'..='\u{2015}').contains(&c)
}

fn is_sign(c: char) -> bool {
    !c.is_alphanumeric()
}

/// The places to mask where groups of a run may be of any length: of every part that is a card number.
fn in_any_groups(chars: &[char], run: &[Group]) -> Vec<usize> {
    let places = places(run);
    let parts = DIGITS.flat_map(|length| places.windows(length));
    let numbers = parts.filter(|part| {
        is_card_number(chars, part) && stands_apart(chars, part) && !are_two_dates(chars, part)
    });
    numbers.flat_map(to_mask).collect()
}

/// The places of each card number whose groups have the lengths that cards print.
fn printed_numbers(chars: &[char], groups: &[Group]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for run in runs(chars, groups, is_sign) {
        for lengths in PRINTED {
            let parts = run.windows(lengths.len());
            let printed = parts.filter(|part| part.iter().map(Group::len).eq(lengths.iter().copied()));
            found.extend(printed.map(places).filter(|part| is_card_number(chars, part)));
        }
    }
    found
}

/// The places of all digits of these groups.
fn places(groups: &[Group]) -> Vec<usize> {
    groups.iter().cloned().flatten().collect()
}

fn to_mask(number: &[usize]) -> Vec<usize> {
    number[..number.len() - KEPT].to_vec()
}

fn is_card_number(chars: &[char], part: &[usize]) -> bool {
    begins_like_card(chars, part) && passes_luhn(chars, part)
}

/// Whether groups begin and end where the part does. Behind a card's digits others may follow at once, but not in a group
/// as short as those of a date.
fn stands_apart(chars: &[char], part: &[usize]) -> bool {
    let (first, last) = (part[0], part[part.len() - 1]);
    // No more are counted than must be: a group may be as long as the text.
    let is_counted = |(nth, c): &(usize, &char)| *nth <= LONGEST_OF_DATE && c.is_ascii_digit();
    let before = chars[..=last].iter().rev().enumerate().take_while(is_counted).count();
    let behind = chars[last + 1..].iter().enumerate().take_while(is_counted).count();
    let begins = first == 0 || !chars[first - 1].is_ascii_digit();
    begins && (behind == 0 || before + behind > LONGEST_OF_DATE)
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
    fn printed_groups_are_masked_whatever_signs_stand_between_them_and_in_any_digits() {
        for gap in ["  ", "\t", "_", ", ", " \u{2013} ", ",\n ", "*|*", "\u{3000}", "\u{ff0d}", "+"] {
            let written = ["No4089", "9152", "6527", "5847x"].join(gap);
            check(&written, &["No****", "****", "****", "5847x"].join(gap));
            assert!(has_printed_card_number(&written), "{written}");
        }
        check("1234, 3782, 822463, 10005", "1234, ****, ******, *0005");
        check("3056, 930902, 5904", "****, ******, 5904");
        check("6304, 0000, 0000, 0000, 000", "****, ****, ****, ***0, 000");
        let wide = "\u{ff14}\u{ff12}".repeat(2);
        check(&[&*wide; 4].join(" "), &["****", "****", "****", &wide].join(" "));
        check(&"\u{664}\u{662}".repeat(8), &("*".repeat(12) + &"\u{664}\u{662}".repeat(2)));
    }

    #[test]
    fn groups_that_no_card_prints_are_no_printed_card_number() {
        for text in ["4242424242424242", "42 42 4242 4242 4242", "4242x4242x4242x4242", "1354-100140-04955"] {
            assert!(!has_printed_card_number(text), "{text}");
        }
    }

    /// Asked once a character, a question that looks through all of the text would take hours, and the runner ends it.
    #[test]
    fn a_long_row_of_digits_and_dashes_takes_its_length() {
        for piece in ["4242-", "42", "4", "4242, ", "a-4242-4242-4242-4242-"] {
            let text = piece.repeat(300_000 / piece.len());
            assert!(has_card_number(&text) || piece == "4");
            let _ = mask_in_telemetry(&text);
        }
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
            "4242 --- 4242 --- 4242 --- 4242",
            "4242, 4242, 4242, 4241",
            "4242, 4242, 42424, 242",
            "4242\u{bd}4242\u{bd}4242\u{bd}4242",
            "",
            "Grüße, Ada \u{1f600}",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn in_telemetry_card_numbers_are_masked_and_ids_stay() {
        for (text, expected) in [
            ("typed=4242 4242 4242 4242", "typed=**** **** **** 4242"),
            (r"a\n4242424242424242", r"a\n************4242"),
            ("a4242424242424242-4242", "a************4242-4242"),
            ("4242424242424242-4242424242424242", "************4242-************4242"),
        ] {
            assert_eq!(mask_in_telemetry(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "42424242-4242-4242-a42a-0c424242f242", // a request's id
            "4242424242424242abcdef0123456789",     // a trace's
            "00-4bf92f3577b34da6a3ce929d0e0e4736-4242424242424242-01", // a traceparent
            "2026-11-28T10:20:30.123456Z",
            "[4242, 4242, 4242, 4242]",
            "4242\u{b7}4242\u{b7}4242\u{b7}4242",
            "\u{ff14}\u{ff12}\u{ff14}\u{ff12} 4242 4242 4242",
            "",
        ] {
            assert_eq!(mask_in_telemetry(text), None, "{text}");
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
        fn every_printed_number_is_masked_with_any_signs_between_its_groups_and_in_any_digits(
            number in number().prop_filter("printed in one group", |number| number.len() > 13),
            gap in prop::sample::select(vec!["  ", "\t", ", ", " \u{2013} ", "\u{ff0d}", "/*/"]),
            zero in prop::sample::select(vec!['0', '\u{660}', '\u{966}', '\u{ff10}', '\u{1d7ce}']),
        ) {
            let as_long = |lengths: &&&[usize]| lengths.iter().sum::<usize>() == number.len();
            let mut digits = number.chars().map(|c| {
                char::from_u32(u32::from(zero) + c.to_digit(10).unwrap()).unwrap()
            });
            let lengths = PRINTED.iter().find(as_long).unwrap().iter();
            let groups: Vec<String> = lengths.map(|length| digits.by_ref().take(*length).collect()).collect();
            let text = groups.join(gap);

            let masked = mask_card_numbers(&text);

            let digits = |text: &str| text.chars().filter(|c| c.is_numeric()).collect::<Vec<_>>();
            prop_assert_eq!(digits(&masked), digits(&text).split_off(number.len() - 4));
            prop_assert_eq!(masked.chars().count(), text.chars().count());
        }

        #[test]
        fn nothing_else_is_changed(text in r"\P{Nd}{0,40}", short in "[0-9]{0,12}") {
            let text = format!("{text}{short}{text}");
            prop_assert_eq!(mask_card_numbers(&text), text);
        }

        #[test]
        fn of_any_text_digits_alone_are_masked_without_a_panic(
            text in prop_oneof![".{0,200}", "[0-9 ./_-]{0,120}", "[0-9]{0,60}"],
        ) {
            let masked = mask_card_numbers(&text);

            let mut pairs = text.chars().zip(masked.chars());
            prop_assert!(pairs.all(|(was, is)| was == is || (was.is_numeric() && is == '*')));
            prop_assert_eq!(masked.chars().count(), text.chars().count());
        }
    }
}
