/// The zeros of other scripts, in order; nine more digits follow each (Unicode 16, category Nd).
const ZEROS: &str = "\
    \u{660}\u{6f0}\u{7c0}\u{966}\u{9e6}\u{a66}\u{ae6}\u{b66}\u{be6}\u{c66}\u{ce6}\u{d66}\u{de6}\u{e50}\
    \u{ed0}\u{f20}\u{1040}\u{1090}\u{17e0}\u{1810}\u{1946}\u{19d0}\u{1a80}\u{1a90}\u{1b50}\u{1bb0}\u{1c40}\
    \u{1c50}\u{a620}\u{a8d0}\u{a900}\u{a9d0}\u{a9f0}\u{aa50}\u{abf0}\u{ff10}\u{104a0}\u{10d30}\u{10d40}\
    \u{11066}\u{110f0}\u{11136}\u{111d0}\u{112f0}\u{11450}\u{114d0}\u{11650}\u{116c0}\u{116d0}\u{116da}\
    \u{11730}\u{118e0}\u{11950}\u{11bf0}\u{11c50}\u{11d50}\u{11da0}\u{11f50}\u{16130}\u{16a60}\u{16ac0}\
    \u{16b50}\u{16d70}\u{1ccf0}\u{1d7ce}\u{1d7d8}\u{1d7e2}\u{1d7ec}\u{1d7f6}\u{1e140}\u{1e2f0}\u{1e4f0}\
    \u{1e5f1}\u{1e950}\u{1fbf0}";

/// The value of a decimal digit of any script.
pub(crate) fn decimal_digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let zero = ZEROS.chars().rfind(|zero| *zero <= c)?;
    Some(u32::from(c) - u32::from(zero)).filter(|value| *value < 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_of_any_script_has_its_value_and_no_other_character_has_one() {
        for (c, value) in [('0', 0), ('9', 9), ('\u{ff14}', 4), ('\u{663}', 3), ('\u{1d7ff}', 9)] {
            assert_eq!(decimal_digit(c), Some(value), "{c}");
        }
        for c in ['a', ' ', '\u{b2}', '\u{bd}', '\u{2167}', '\u{4e94}', '\u{ff1a}', char::MAX] {
            assert_eq!(decimal_digit(c), None, "{c}");
        }
        assert!(ZEROS.chars().is_sorted() && ZEROS.chars().all(char::is_numeric));
    }
}
