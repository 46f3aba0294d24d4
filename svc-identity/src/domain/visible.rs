//! Which characters of a name can be seen. Two accounts must not have names that look the same: one could pass for the
//! other.

use icu_properties::props::{BinaryProperty, DefaultIgnorableCodePoint, EnumeratedProperty, GeneralCategory};

/// No character is a control or format character, private, unassigned, or drawn as nothing (Unicode's General_Category
/// and Default_Ignorable_Code_Point). The only space is the usual one.
pub fn is_visible(text: &str) -> bool {
    text.chars().all(is_drawn)
}

fn is_drawn(c: char) -> bool {
    // A Braille cell without dots is a symbol to Unicode, and empty to a reader.
    if DefaultIgnorableCodePoint::for_char(c) || c == '\u{2800}' {
        return false;
    }
    match GeneralCategory::for_char(c) {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator
        | GeneralCategory::PrivateUse
        | GeneralCategory::Unassigned => false,
        GeneralCategory::SpaceSeparator => c == ' ',
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_found() {
        let table = [
            ("ada", true),
            ("Ada Byron-2", true),
            ("aña.張偉.ада", true),
            ("a\u{200b}da", false),  // zero width space
            ("a\u{200d}da", false),  // zero width joiner
            ("a\u{ad}da", false),    // soft hyphen
            ("\u{202e}ada", false),  // right-to-left override
            ("ada\u{feff}", false),  // byte order mark
            ("ada\u{fe0f}", false),  // variation selector
            ("ada\u{e0061}", false), // tag
            ("ada\u{3164}", false),  // Hangul filler
            ("ada\u{2800}", false),  // Braille blank
            ("a\u{a0}da", false),    // no-break space
            ("a\u{2028}da", false),  // line separator
            ("a\u{e000}da", false),  // private use
            ("a\tda", false),
        ];
        for (text, expected) in table {
            assert_eq!(is_visible(text), expected, "{text:?}");
        }
    }
}
