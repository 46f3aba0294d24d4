//! How airlines print people's names.

use unicode_normalization::UnicodeNormalization;

/// Letters of a name on a ticket (the provider's rule).
const LONGEST: usize = 20;

/// Why a name can't be printed on a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    Unseen,
    Letterless,
    Alphabet,
    Sign,
}

impl NameFault {
    /// The rule that is broken, as listed in docs/errors.md.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unseen => "unseen",
            Self::Letterless => "letterless",
            Self::Alphabet => "alphabet",
            Self::Sign => "characters",
        }
    }

    /// What follows the name of the field in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unseen => "has a character that can't be seen. Please delete it all and type it again",
            Self::Letterless => "needs at least one letter",
            Self::Alphabet => {
                "must be in Latin letters. Type it as in the lines with <<< at the bottom of the passport's photo page"
            }
            Self::Sign => "can only have letters, spaces, hyphens and apostrophes, as in the passport",
        }
    }
}

/// A name as airlines print it: spelled with the letters that they have, and cut after the last one that fits.
pub fn printed_name(text: &str) -> Result<String, NameFault> {
    if has_unseen(text) {
        return Err(NameFault::Unseen);
    }
    let spelled = spelled(text)?;
    let name = spelled.split_whitespace().collect::<Vec<_>>().join(" ");
    if !name.contains(char::is_alphabetic) {
        return Err(NameFault::Letterless);
    }
    let cut: String = name.chars().take(LONGEST).collect();
    Ok(cut.trim_end_matches([' ', '-', '\'']).to_owned())
}

/// Every letter that an airline has, and the spelling of those it doesn't have.
fn spelled(text: &str) -> Result<String, NameFault> {
    let (mut name, mut fault) = (String::new(), None);
    // The fillers at the end of a passport's machine-readable line.
    for letter in text.trim_end_matches(['<', ' ']).replace("<<", "\u{fffd}").nfc() {
        match spelling(letter) {
            Some(spelling) => name.push_str(&spelling),
            None if letter.is_alphabetic() => fault = Some(NameFault::Alphabet),
            None => fault = fault.or(Some(NameFault::Sign)),
        }
    }
    fault.map_or(Ok(name), Err)
}

/// One letter as an airline spells it. ICAO Doc 9303 part 3 section 6 names the spelling of those that no accent makes.
fn spelling(letter: char) -> Option<String> {
    let known = match letter {
        'Æ' => "Ae",
        'æ' => "ae",
        'Œ' => "Oe",
        'œ' => "oe",
        'Ĳ' => "Ij",
        'ĳ' => "ij",
        'Þ' => "Th",
        'þ' => "th",
        'Ð' => "D",
        'ð' => "d",
        'Ə' => "E",
        'ə' => "e",
        'ẞ' => "Ss",
        '’' | '‘' | 'ʼ' | '`' | '´' => "'",
        '‐' | '‑' | '–' | '—' => "-",
        '.' | '<' => " ",
        // An accent that makes no letter of its own with the letter before it.
        '\u{300}'..='\u{36f}' => "",
        _ if letter.is_whitespace() => " ",
        _ if is_printed(letter) => return Some(letter.into()),
        _ => return without_accents(letter),
    };
    Some(known.to_owned())
}

/// ASCII, Latin-1 and Latin Extended-A (the provider's rule).
fn is_printed(letter: char) -> bool {
    letter.is_ascii_alphabetic()
        || matches!(letter, '-' | '\'')
        || (('À'..='ſ').contains(&letter) && !matches!(letter, '×' | '÷'))
}

fn without_accents(letter: char) -> Option<String> {
    let base = letter.nfd().next().filter(char::is_ascii_alphabetic)?;
    Some(base.into())
}

/// What came along with a paste: control characters that are no spaces, and those that only direct or join others.
fn has_unseen(text: &str) -> bool {
    let joins = |c| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    text.chars().any(|c| joins(c) || c.is_control() && !c.is_whitespace())
}

/// E.164, from the ways people write a number with its country code.
pub fn e164(text: &str) -> Option<String> {
    let kept: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')' | '.' | '/')).collect();
    let digits = kept.strip_prefix('+').or_else(|| kept.strip_prefix("00"))?;
    let valid = (7..=15).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    valid.then(|| format!("+{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Case {
        typed: String,
        printed: Option<String>,
        problem: Option<String>,
    }

    /// The web app's tests hold its form against the same table.
    #[test]
    fn r044_a_name_is_printed_by_the_rules_of_airlines_or_refused_with_a_reason() {
        let table: Vec<Case> = serde_json::from_str(include_str!("names.json")).unwrap();
        for Case { typed, printed, problem } in table {
            let expected = printed.ok_or(problem.unwrap_or_default());
            let read = printed_name(&typed).map_err(|fault| format!("{fault:?}").to_lowercase());
            assert_eq!(read, expected, "{typed:?}");
        }
    }

    #[test]
    fn what_nobody_sees_is_found() {
        let table = [
            ("Anna", false),
            ("Anna\tMaria\n", false),
            ("王", false),
            ("An\u{0}na", true),
            ("An\u{1b}na", true),
            ("Anna\u{200b}", true),
            ("\u{feff}Anna", true),
            ("\u{202e}annA", true),
        ];
        for (text, expected) in table {
            assert_eq!(has_unseen(text), expected, "{text:?}");
        }
    }

    #[test]
    fn phone_numbers_need_their_country_code() {
        let table = [
            ("+1 (202) 555-0143", Some("+12025550143")),
            ("0044 20 8016 0509", Some("+442080160509")),
            ("202 555 0143", None),
            ("+0123456789", None),
            ("+12 34", None),
            ("+1202555O143", None),
        ];
        for (text, expected) in table {
            assert_eq!(e164(text).as_deref(), expected, "{text}");
        }
    }
}
