//! The paper that a traveler has in their printer.

/// The size of a page, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaperSize {
    pub width: f32,
    pub height: f32,
}

/// Calling codes of the countries that print on US Letter (CLDR, supplemental data, `paperSize`). No code begins with
/// another.
const LETTER_CODES: [&str; 12] =
    ["+1", "+52", "+56", "+57", "+58", "+63", "+501", "+502", "+503", "+505", "+506", "+507"];

impl PaperSize {
    pub const A4: Self = Self { width: 595.0, height: 842.0 };
    pub const LETTER: Self = Self { width: 612.0, height: 792.0 };

    /// That of the country whose phone number it is: US Letter or, almost everywhere, A4.
    pub fn of_phone(phone: &str) -> Self {
        if LETTER_CODES.iter().any(|code| phone.starts_with(code)) { Self::LETTER } else { Self::A4 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_country_of_the_phone_number_decides_the_paper() {
        let table = [
            ("+12025550143", PaperSize::LETTER),
            ("+525555550143", PaperSize::LETTER),
            ("+50622225555", PaperSize::LETTER),
            ("+442079460958", PaperSize::A4),
            ("+4930123456", PaperSize::A4),
            ("+50422225555", PaperSize::A4),
            ("", PaperSize::A4),
        ];
        for (phone, expected) in table {
            assert_eq!(PaperSize::of_phone(phone), expected, "{phone}");
        }
    }
}
