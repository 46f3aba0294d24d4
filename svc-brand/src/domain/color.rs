//! A colour of sRGB, and the sums of WCAG 2.2 and CSS Color 4 on it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Invalid;

/// An opaque colour, written `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Color([u8; 3]);

impl Color {
    pub const BLACK: Self = Self([0; 3]);
    pub const WHITE: Self = Self([255; 3]);

    pub const fn from_rgb(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    /// Relative luminance (WCAG 2.2): 0 is black, 1 is white.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast ratio (WCAG 2.2), from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    #[must_use]
    pub fn darker(self, percent: u8) -> Self {
        self.map(|channel| channel * (100 - i32::from(percent)) / 100)
    }

    /// Mixed with white channel by channel in sRGB, which pales the colour. 100 % is white.
    #[must_use]
    pub fn lighter(self, percent: u8) -> Self {
        self.map(|channel| channel + (255 - channel) * i32::from(percent) / 100)
    }

    /// Lighter in OKLCh, unlike `lighter`: hue and chroma stay, as far as sRGB has them at that lightness. 100 % is
    /// white.
    #[must_use]
    pub fn brighter(self, percent: u8) -> Self {
        let [lightness, a, b] = self.oklab();
        let lightness = lightness + (1.0 - lightness) * f64::from(percent) / 100.0;
        let with_chroma = |share: f64| linear_of([lightness, a * share, b * share]);
        let (mut kept, mut lost) = (0.0, 1.0);
        if is_in_srgb(with_chroma(lost)) {
            return Self::from_linear(with_chroma(lost));
        }
        for _ in 0..CHROMA_STEPS {
            let middle = f64::midpoint(kept, lost);
            if is_in_srgb(with_chroma(middle)) { kept = middle } else { lost = middle }
        }
        Self::from_linear(with_chroma(kept))
    }

    /// Adds `by` to each channel.
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        self.map(|channel| channel + by)
    }

    /// `color-mix(in oklab, self percent%, other)` of CSS Color 5.
    #[must_use]
    pub fn mixed(self, percent: f64, other: Self) -> Self {
        let (mine, others) = (self.oklab(), other.oklab());
        let share = percent / 100.0;
        Self::from_oklab(std::array::from_fn(|i| mine[i] * share + others[i] * (1.0 - share)))
    }

    fn map(self, change: impl Fn(i32) -> i32) -> Self {
        Self(self.0.map(|channel| {
            let changed = change(i32::from(channel)).clamp(0, 255);
            u8::try_from(changed).expect("clamped to a byte")
        }))
    }

    fn linear(self) -> [f64; 3] {
        self.0.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn from_linear(channels: [f64; 3]) -> Self {
        Self(channels.map(|linear| {
            let part =
                if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
            byte(part * 255.0)
        }))
    }

    fn oklab(self) -> [f64; 3] {
        multiply(LMS_TO_OKLAB, multiply(LINEAR_TO_LMS, self.linear()).map(f64::cbrt))
    }

    fn from_oklab(lab: [f64; 3]) -> Self {
        Self::from_linear(linear_of(lab))
    }
}

/// How often the range of chroma is halved: the error that remains is smaller than one step of a channel.
const CHROMA_STEPS: u32 = 12;
/// How far rounding in the matrices may push a channel of an sRGB colour below 0 or above 1.
const ROUNDING: f64 = 1e-4;

type Matrix = [[f64; 3]; 3];

// https://bottosson.github.io/posts/oklab/, as CSS Color 4 uses it.
const LINEAR_TO_LMS: Matrix = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];
const LMS_TO_OKLAB: Matrix = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];
const OKLAB_TO_LMS: Matrix = [
    [1.0, 0.396_337_777_4, 0.215_803_757_3],
    [1.0, -0.105_561_345_8, -0.063_854_172_8],
    [1.0, -0.089_484_177_5, -1.291_485_548_0],
];
const LMS_TO_LINEAR: Matrix = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
];

fn linear_of(oklab: [f64; 3]) -> [f64; 3] {
    multiply(LMS_TO_LINEAR, multiply(OKLAB_TO_LMS, oklab).map(|cone| cone.powi(3)))
}

fn is_in_srgb(linear: [f64; 3]) -> bool {
    linear.iter().all(|channel| (-ROUNDING..=1.0 + ROUNDING).contains(channel))
}

fn multiply(matrix: Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2])
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn byte(value: f64) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

impl FromStr for Color {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut channels = [0; 3];
        text.strip_prefix('#')
            .filter(|digits| hex::decode_to_slice(digits, &mut channels).is_ok())
            .map(|_| Self(channels))
            .ok_or(Invalid("a colour is written #rrggbb"))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", hex::encode(self.0))
    }
}

impl TryFrom<String> for Color {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        text.parse()
    }
}

impl From<Color> for String {
    fn from(color: Color) -> Self {
        color.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_six_digits_behind_a_hash_are_a_colour() {
        for text in ["#008870", "#ABCDEF"] {
            assert_eq!(text.parse::<Color>().unwrap().to_string(), text.to_lowercase());
        }
        for text in ["", "#fff", "008870", "#0088700", "#00887g", "red", "#fff;}body{}", "#008870 "] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }

    #[test]
    fn contrast_is_what_wcag_says_it_is() {
        let table =
            [("#ffffff", "#000000", 21.0), ("#008870", "#ffffff", 4.42), ("#777777", "#ffffff", 4.48)];
        for (one, other, ratio) in table {
            let contrast = one.parse::<Color>().unwrap().contrast(other.parse().unwrap());
            assert!((contrast - ratio).abs() < 0.01, "{one} on {other} is {contrast}");
        }
    }

    #[test]
    fn a_brighter_colour_keeps_its_hue_and_ends_in_white() {
        let brighter = |color: &str, percent| color.parse::<Color>().unwrap().brighter(percent).to_string();

        assert_eq!(brighter("#008870", 0), "#008870");
        assert_eq!(brighter("#008870", 45), "#5dc6ac");
        // sRGB has no blue so light with as much chroma.
        assert_eq!(brighter("#3c3a9e", 60), "#a1abff");
        assert_eq!(brighter("#3c3a9e", 100), "#ffffff");
    }

    #[test]
    fn mixing_agrees_with_the_browser() {
        // Computed by Chromium: color-mix(in oklab, <color> <percent>%, <other>).
        let table = [
            ("#008870", 10.0, "#ffffff", "#eaf3f0"),
            ("#3c3a9e", 40.0, "#fffdfa", "#a9afd9"),
            ("#006655", 16.0, "#141918", "#162421"),
        ];
        for (color, percent, other, expected) in table {
            let mixed = color.parse::<Color>().unwrap().mixed(percent, other.parse().unwrap());
            assert_eq!(mixed.to_string(), expected);
        }
    }
}
