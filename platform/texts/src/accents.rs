use std::borrow::Cow;

const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED: &str = "áƀçďéƒĝĥíĵķļḿñóþǫŕšţúṽŵẋýžÁɃÇĎÉƑĜĤÍĴĶĻḾÑÓÞǪŔŠŢÚṼŴẊÝŽ";

/// The text with an accent on each letter that can stand without one.
pub fn accented(text: &str) -> Cow<'_, str> {
    let accent = |letter: char| {
        let pair = PLAIN.chars().zip(ACCENTED.chars()).find(|(plain, _)| *plain == letter);
        pair.map_or(letter, |(_, accented)| accented)
    };
    Cow::Owned(text.chars().map(accent).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_of_english_is_left_as_it_is() {
        let text = accented(PLAIN);

        assert_eq!(text, ACCENTED);
        assert!(!text.contains(|letter: char| letter.is_ascii()));
    }
}
