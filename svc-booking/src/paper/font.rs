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
