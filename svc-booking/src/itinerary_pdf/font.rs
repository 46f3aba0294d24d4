//! The typeface, and how much room its text takes.

use std::sync::LazyLock;

use ttf_parser::Face;

/// Inter, under the SIL Open Font License (see assets/Inter-LICENSE.txt).
pub const REGULAR: &[u8] = include_bytes!("../../assets/Inter-Regular.ttf");
pub const STRONG: &[u8] = include_bytes!("../../assets/Inter-SemiBold.ttf");

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    [REGULAR, STRONG].map(|data| Face::parse(data, 0).expect("the font is part of the program"))
});

/// The width of a text in points. Kerning, which only ever narrows it much, is left out.
pub fn width(text: &str, size: f32, is_strong: bool) -> f32 {
    let face = &FACES[usize::from(is_strong)];
    let advance = |letter: char| {
        let glyph = face.glyph_index(letter).unwrap_or_default();
        f32::from(face.glyph_hor_advance(glyph).unwrap_or_default())
    };
    text.chars().map(advance).sum::<f32>() * size / f32::from(face.units_per_em())
}

/// The text in lines of at most `room` points; a word that is longer has a line of its own.
pub fn broken(text: &str, size: f32, is_strong: bool, room: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { continue };
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || width(&longer, size, is_strong) <= room {
            *line = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_broken_between_words_and_fits() {
        let text =
            "Ryanair Sun, operated by an airline with a name that goes on and on and on to the end of it";

        let lines = broken(text, 10.0, false, 200.0);

        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), text);
        for line in &lines {
            assert!(width(line, 10.0, false) <= 200.0, "{line}");
        }
    }
}
