//! How airlines spell people.

const LONGEST: usize = 20;
/// Letters of Latin-1 and Latin Extended-A that airlines can't spell (the provider's rule for names).
const UNSPELLABLE: &str = "ÆæĲĳŒœÞð×÷";

/// A name as typed, trimmed and with single spaces; nothing where an airline can't take it.
pub fn airline_name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let spellable = |c: char| {
        c.is_ascii_alphabetic()
            || matches!(c, ' ' | '-' | '\'')
            || (('À'..='ſ').contains(&c) && !UNSPELLABLE.contains(c))
    };
    ((1..=LONGEST).contains(&name.chars().count()) && name.chars().all(spellable)).then_some(name)
}

/// What came along with a paste: control characters that are no spaces, and those that only direct or join others.
pub fn has_unseen(text: &str) -> bool {
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

    #[test]
    fn names_are_letters_that_airlines_can_spell() {
        let table = [
            ("Amelia", Some("Amelia")),
            ("  Anna   Maria ", Some("Anna Maria")),
            ("O'Neil-Smith", Some("O'Neil-Smith")),
            ("Žofie", Some("Žofie")),
            ("Þóra", None),
            ("Œdipe", None),
            ("王", None),
            ("J0hn", None),
            ("", None),
            ("Abcdefghijklmnopqrstu", None),
        ];
        for (text, expected) in table {
            assert_eq!(airline_name(text).as_deref(), expected, "{text}");
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
