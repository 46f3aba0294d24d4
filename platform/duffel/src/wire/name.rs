//! What airlines call things. Their words stand in pages, mails, files and calendars beside ours, so they are read as
//! one line that neither turns round nor pushes aside what follows. What shows them escapes them besides.

use serde::{Deserialize, Deserializer};

use super::word::Text;

/// In characters. A longer name ends there.
const LONGEST_NAME: usize = 120;
/// In characters. A longer word is parted, so that a phone has room for it.
const LONGEST_WORD: usize = 28;

pub(super) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    Ok(line(&text))
}

pub(super) fn optional_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<Text<'de>>::deserialize(deserializer)?;
    Ok(text.map(|Text(text)| line(&text)))
}

/// A list that may be null or absent.
pub(super) fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let texts = Option::<Vec<Text<'de>>>::deserialize(deserializer)?.unwrap_or_default();
    Ok(texts.iter().map(|Text(text)| line(text)).collect())
}

/// An `https` address written out; anything else is none.
pub(super) fn web_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.filter(|text| is_web_address(text)))
}

fn is_web_address(text: &str) -> bool {
    text.starts_with("https://") && text.chars().all(|c| c.is_ascii_graphic() && !"\"'<>`\\".contains(c))
}

fn line(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let seen: String = text.chars().filter(|c| !is_unseen(*c)).take(LONGEST_NAME).collect();
    seen.split_whitespace().flat_map(parts).collect::<Vec<_>>().join(" ")
}

/// As nearly all names are.
fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST_NAME
        && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
        && text.split(' ').all(|word| (1..=LONGEST_WORD).contains(&word.len()))
}

/// Control characters that are no spaces, and those that only direct the text around them. Joiners stay: Persian and
/// Indian names are written with them.
fn is_unseen(c: char) -> bool {
    let directs = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    );
    directs || c.is_control() && !c.is_whitespace()
}

fn parts(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(LONGEST_WORD).map(|part| part.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_that_turns_nothing_round_and_pushes_nothing_aside() {
        let check = |text: &str, expected: &str| assert_eq!(line(text), expected, "{text:?}");

        check("British Airways", "British Airways");
        check("John F. Kennedy International Airport", "John F. Kennedy International Airport");
        check("São Paulo – Governador André Franco", "São Paulo – Governador André Franco");
        check("مطار دبي الدولي", "مطار دبي الدولي");
        check("می\u{200c}شود", "می\u{200c}شود");
        check("Air\r\nBcc: all@example.com", "Air Bcc: all@example.com");
        check("\u{202e}syawriA", "syawriA");
        check("Air\u{200b}ways\u{0}\u{1b}", "Airways");
        check("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>");
        check(&"w".repeat(60), &format!("{0} {0} wwww", "w".repeat(28)));
        assert_eq!(line(&"w".repeat(300)).chars().filter(|c| *c == 'w').count(), LONGEST_NAME);
        check("", "");
    }

    #[test]
    fn an_address_leads_to_the_web_over_tls_or_is_none() {
        let check = |text: &str, accepted: bool| assert_eq!(is_web_address(text), accepted, "{text:?}");

        check("https://assets.duffel.com/img/airlines/for-light-background/full-color-logo/BA.svg", true);
        check("http://assets.duffel.com/BA.svg", false);
        check("javascript:alert(1)", false);
        check("data:text/html,<script>alert(1)</script>", false);
        check("https://a.example/\"onload=\"alert(1)", false);
        check("https://a.example/ onload=alert(1)", false);
        check("//a.example/BA.svg", false);
    }
}
