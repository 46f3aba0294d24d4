//! Five colours and a font, and whether text in them can be read.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::Invalid;
use super::color::Color;
use super::palette::{READABLE, VISIBLE, deep, grounds, nearest_shade};

/// The values of a theme before they are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seeds {
    pub primary: Color,
    pub secondary: Color,
    pub accent: Color,
    pub background: Color,
    pub text: Color,
    pub font: Font,
}

/// The fonts that the web app serves itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Font {
    Inter,
    Figtree,
}

impl TryFrom<String> for Font {
    type Error = Invalid;

    fn try_from(name: String) -> Result<Self, Invalid> {
        match name.as_str() {
            "Inter" => Ok(Self::Inter),
            "Figtree" => Ok(Self::Figtree),
            _ => Err(Invalid("a font is Inter or Figtree")),
        }
    }
}

/// A theme whose text can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Seeds", into = "Seeds")]
pub struct Theme(Seeds);

impl Deref for Theme {
    type Target = Seeds;

    fn deref(&self) -> &Seeds {
        &self.0
    }
}

impl TryFrom<Seeds> for Theme {
    type Error = Invalid;

    fn try_from(seeds: Seeds) -> Result<Self, Invalid> {
        match seeds.checks().into_iter().find(|check| !check.passes()) {
            None => Ok(Self(seeds)),
            Some(failed) => Err(Invalid(failed.complaint)),
        }
    }
}

impl From<Theme> for Seeds {
    fn from(theme: Theme) -> Self {
        theme.0
    }
}

/// How well something can be seen on its ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// The field of the theme that decides.
    pub color: &'static str,
    pub label: &'static str,
    pub complaint: &'static str,
    pub ratio: f64,
    pub required: f64,
    /// The nearest shade of the colour that passes; nothing if the colour itself passes, or no shade does.
    pub suggestion: Option<Color>,
}

impl Check {
    pub fn passes(&self) -> bool {
        self.ratio >= self.required
    }
}

impl Seeds {
    /// What a page needs of the colours. All other contrasts follow: their shades are computed (`palette`).
    pub fn checks(&self) -> [Check; 3] {
        let page = grounds(self.primary, self.background);
        let text = |color: Color| worst(color, &page);
        let white_on_deep = |secondary: Color| Color::WHITE.contrast(deep(secondary));
        let accent = |color: Color| color.contrast(deep(self.secondary));
        [
            Check {
                color: "text",
                label: "Text on the page and its tints",
                complaint: "the text colour needs a contrast of 4.5:1 to the background and its tints",
                ratio: text(self.text),
                required: READABLE,
                suggestion: suggestion(self.text, READABLE, text),
            },
            Check {
                color: "secondary",
                label: "White text on the hero and the footer",
                complaint: "the secondary colour is too light for the white text on it: it needs 4.5:1",
                ratio: white_on_deep(self.secondary),
                required: READABLE,
                suggestion: suggestion(self.secondary, READABLE, white_on_deep),
            },
            Check {
                color: "accent",
                label: "Accent on the hero",
                complaint: "the accent colour needs a contrast of 3:1 to the hero, which is made of the secondary",
                ratio: accent(self.accent),
                required: VISIBLE,
                suggestion: suggestion(self.accent, VISIBLE, accent),
            },
        ]
    }
}

fn worst(color: Color, grounds: &[Color]) -> f64 {
    grounds.iter().map(|ground| color.contrast(*ground)).fold(f64::MAX, f64::min)
}

fn suggestion(color: Color, required: f64, ratio: impl Fn(Color) -> f64) -> Option<Color> {
    if ratio(color) >= required { None } else { nearest_shade(color, |shade| ratio(shade) >= required) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::domain::palette;

    fn seeds() -> Seeds {
        let color = |text: &str| text.parse().unwrap();
        Seeds {
            primary: color("#008870"),
            secondary: color("#006655"),
            accent: color("#00ffcc"),
            background: color("#ffffff"),
            text: color("#333333"),
            font: Font::Inter,
        }
    }

    #[test]
    fn r021_a_colour_that_cannot_be_read_is_refused_and_a_shade_that_can_is_offered() {
        let color = |text: &str| text.parse().unwrap();
        let table = [
            ("text", Seeds { text: color("#9a9a9a"), ..seeds() }),
            ("secondary", Seeds { secondary: color("#f2d7a0"), accent: color("#000000"), ..seeds() }),
            ("accent", Seeds { accent: color("#0a5f4f"), ..seeds() }),
        ];
        for (field, seeds) in table {
            let failed: Vec<_> = seeds.checks().into_iter().filter(|check| !check.passes()).collect();
            assert_eq!(failed.len(), 1, "{field}");
            assert_eq!(failed[0].color, field);
            assert_eq!(Theme::try_from(seeds), Err(Invalid(failed[0].complaint)));

            let shade = failed[0].suggestion.unwrap();
            let mut mended = seeds;
            match field {
                "text" => mended.text = shade,
                "secondary" => mended = Seeds { secondary: shade, accent: Color::WHITE, ..mended },
                _ => mended.accent = shade,
            }
            assert!(Theme::try_from(mended).is_ok(), "{field} {shade}");
        }
    }

    #[test]
    fn a_theme_that_can_be_read_needs_no_other_shade() {
        assert!(seeds().checks().iter().all(|check| check.passes() && check.suggestion.is_none()));
    }

    proptest! {
        #[test]
        fn any_theme_is_judged_or_refused_without_a_panic(
            colors in prop::array::uniform5(prop_oneof![9 => "#[0-9a-fA-F]{6}", 1 => "#?[0-9a-zÄ]{0,8}"]),
            font in prop_oneof![9 => "Inter|Figtree", 1 => ".{0,9}"],
        ) {
            let [primary, secondary, accent, background, text] = colors;
            let theme = json!({
                "primary": primary, "secondary": secondary, "accent": accent,
                "background": background, "text": text, "font": font,
            });
            if let Ok(seeds) = serde_json::from_value::<Seeds>(theme) {
                let _ = (Theme::try_from(seeds), palette::variables(&seeds));
            }
        }
    }
}
