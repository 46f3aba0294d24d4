//! The shades a page needs beside a brand's five colours, so that text on them reaches 4.5:1 (WCAG 2.2 AA, 1.4.3).
//!
//! Each is the seed itself where that will do, else the nearest shade in steps of 5 %.

use super::color::Color;
use super::theme::{Font, Seeds};

/// Contrast of text at any size.
pub const READABLE: f64 = 4.5;
/// Contrast of marks and lines (WCAG 2.2 AA, 1.4.11).
pub const VISIBLE: f64 = 3.0;
/// Links on dark surfaces: what lies under them may be tinted up to 40 %, so they start from more.
const READABLE_ON_DARK: f64 = 7.0;
/// Darkened further than this, a colour is no longer the brand's: then its text is black instead.
const FURTHEST_SOLID: u8 = 30;
const STEP: usize = 5;
/// What the web app mixes the secondary colour into, for the ground of hero and footer.
const NEARLY_BLACK: Color = Color::from_rgb(0x02, 0x08, 0x06);
/// The inset surface of the dark theme before the brand tints it.
const DARK_INSET: Color = Color::from_rgb(0x19, 0x1f, 0x1e);

/// CSS custom properties by name, in the order they are written.
pub fn variables(theme: &Seeds) -> Vec<(&'static str, String)> {
    let solid = solid(theme.primary);
    let dark_surface = theme.secondary.mixed(20.0, DARK_INSET);
    let background = theme.background;
    let colors = [
        ("--brand-primary", theme.primary),
        ("--brand-secondary", theme.secondary),
        ("--brand-accent", theme.accent),
        ("--brand-background", background),
        ("--brand-text", theme.text),
        ("--brand-on-primary", text_on(theme.primary)),
        ("--brand-solid", solid.ground),
        ("--brand-solid-hover", solid.hover),
        ("--brand-on-solid", solid.text),
        ("--brand-on-accent", on_accent(theme)),
        ("--brand-link", link(theme)),
        ("--brand-link-dark", readable_shade(theme.primary, &[dark_surface], READABLE_ON_DARK)),
        ("--brand-muted", background.shifted(-20)),
        ("--brand-border", background.shifted(-10)),
        ("--brand-card", background.shifted(5)),
    ];
    let colors = colors.into_iter().map(|(name, color)| (name, color.to_string()));
    colors.chain([scheme(background)]).chain(typography(theme.font)).collect()
}

/// A brand of a dark ground has no light theme: its first frame must not be one. The others leave it to the visitor.
fn scheme(background: Color) -> (&'static str, String) {
    let is_dark = background.contrast(Color::WHITE) > background.contrast(Color::BLACK);
    ("--brand-scheme", if is_dark { "dark" } else { "initial" }.to_owned())
}

/// The grounds on which text and links stand: the page, a card, the tinted canvas, a selected row.
///
/// The tints are the web app's `canvas` and `tint`.
pub fn grounds(primary: Color, background: Color) -> [Color; 4] {
    let tinted = |percent| primary.mixed(percent, background);
    [background, background.shifted(5), tinted(4.5), tinted(10.0)]
}

/// The ground of hero and footer: the web app's `deep`, raised.
pub fn deep(secondary: Color) -> Color {
    secondary.mixed(82.0, NEARLY_BLACK)
}

/// The shade of `color` that passes and is nearest to it, darker or lighter.
pub fn nearest_shade(color: Color, passes: impl Fn(Color) -> bool) -> Option<Color> {
    let shades = (0..=100).flat_map(|percent| [color.darker(percent), color.lighter(percent)]);
    shades.into_iter().find(|shade| passes(*shade))
}

struct Solid {
    ground: Color,
    hover: Color,
    text: Color,
}

/// The theme contract's own rule: black on a colour of luminance above 0.5, else white.
fn text_on(color: Color) -> Color {
    if color.luminance() > 0.5 { Color::BLACK } else { Color::WHITE }
}

fn solid(primary: Color) -> Solid {
    let darkened = (0..=FURTHEST_SOLID).step_by(STEP).map(|percent| primary.darker(percent));
    match darkened.into_iter().find(|shade| shade.contrast(Color::WHITE) >= READABLE) {
        Some(ground) => Solid { ground, hover: ground.darker(15), text: Color::WHITE },
        // White reaches 4.5:1 on every colour of luminance up to 0.18, black on every other.
        None => Solid { ground: primary, hover: primary.lighter(15), text: Color::BLACK },
    }
}

fn on_accent(theme: &Seeds) -> Color {
    [theme.secondary.darker(70), Color::WHITE]
        .into_iter()
        .find(|text| text.contrast(theme.accent) >= READABLE)
        .unwrap_or(Color::BLACK)
}

fn link(theme: &Seeds) -> Color {
    readable_shade(theme.primary, &grounds(theme.primary, theme.background), READABLE)
}

/// The nearest shade of `color` that reaches `ratio` on all `grounds`.
///
/// There is one wherever some text colour does: then black or white does too, the ends of the search.
fn readable_shade(color: Color, grounds: &[Color], ratio: f64) -> Color {
    let worst = |text: Color| grounds.iter().map(|ground| text.contrast(*ground)).fold(f64::MAX, f64::min);
    let towards_black = worst(Color::BLACK) >= worst(Color::WHITE);
    let end = if towards_black { Color::BLACK } else { Color::WHITE };
    (0..=100)
        .step_by(STEP)
        .map(|percent| if towards_black { color.darker(percent) } else { color.brighter(percent) })
        .find(|shade| worst(*shade) >= ratio)
        .unwrap_or(end)
}

/// Each font carries its weights: what is strong in one is heavy in the other.
fn typography(font: Font) -> [(&'static str, String); 4] {
    let (name, heading, strong, tracking) = match font {
        Font::Inter => ("Inter", "640", "600", "-0.022em"),
        Font::Figtree => ("Figtree", "780", "680", "-0.018em"),
    };
    let family =
        format!("\"{name} Variable\", {name}, system-ui, -apple-system, \"Segoe UI\", Roboto, sans-serif");
    [
        ("--brand-font", family),
        ("--brand-heading-weight", heading.to_owned()),
        ("--brand-strong-weight", strong.to_owned()),
        ("--brand-heading-tracking", tracking.to_owned()),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::theme::Theme;

    fn theme(colors: [&str; 5]) -> Seeds {
        let [primary, secondary, accent, background, text] = colors.map(|color| color.parse().unwrap());
        Seeds { primary, secondary, accent, background, text, font: Font::Inter }
    }

    fn onyx() -> Seeds {
        theme(["#5b5bd6", "#26264d", "#e8ff59", "#101014", "#f2f2f2"])
    }

    fn value(theme: &Seeds, name: &str) -> Color {
        let variables = variables(theme);
        variables.iter().find(|(known, _)| *known == name).unwrap().1.parse().unwrap()
    }

    fn check_contrast(theme: &Seeds) {
        for ground in ["--brand-solid", "--brand-solid-hover"] {
            let ratio = value(theme, ground).contrast(value(theme, "--brand-on-solid"));
            assert!(ratio >= READABLE, "{ground}: {ratio}");
        }
        assert!(value(theme, "--brand-on-accent").contrast(theme.accent) >= READABLE);
        for ground in grounds(theme.primary, theme.background) {
            let ratio = value(theme, "--brand-link").contrast(ground);
            assert!(ratio >= READABLE, "link on {ground}: {ratio}");
        }
        let dark = theme.secondary.mixed(16.0, "#141918".parse().unwrap());
        assert!(value(theme, "--brand-link-dark").contrast(dark) >= READABLE);
    }

    #[test]
    fn r009_the_default_brand_gets_the_shades_of_the_look() {
        let theme = theme(["#008870", "#006655", "#00ffcc", "#ffffff", "#333333"]);

        let table = [
            ("--brand-on-primary", "#ffffff"),
            ("--brand-solid", "#00816a"),
            ("--brand-solid-hover", "#006d5a"),
            ("--brand-on-solid", "#ffffff"),
            ("--brand-on-accent", "#001e19"),
            ("--brand-link", "#007a64"),
            ("--brand-link-dark", "#5dc6ac"),
            ("--brand-muted", "#ebebeb"),
            ("--brand-border", "#f5f5f5"),
            ("--brand-card", "#ffffff"),
        ];
        for (name, expected) in table {
            assert_eq!(value(&theme, name).to_string(), expected, "{name}");
        }
    }

    #[test]
    fn r009_a_bright_brand_keeps_its_colour_and_gets_black_text() {
        let theme = theme(["#ffb000", "#7a4a00", "#222222", "#ffffff", "#222222"]);

        assert_eq!(value(&theme, "--brand-solid"), theme.primary);
        assert_eq!(value(&theme, "--brand-on-solid"), Color::BLACK);
        assert_eq!(value(&theme, "--brand-on-accent"), Color::WHITE);
        check_contrast(&theme);
    }

    #[test]
    fn a_brand_of_a_dark_ground_is_dark_from_the_first_frame_and_another_as_the_visitor_likes() {
        for (background, expected) in [("#101014", "dark"), ("#fffdfa", "initial"), ("#ffffff", "initial")] {
            let theme = Seeds { background: background.parse().unwrap(), ..onyx() };

            let variables = variables(&theme);

            assert!(variables.contains(&("--brand-scheme", expected.to_owned())), "{background}");
        }
    }

    #[test]
    fn r009_links_on_a_dark_page_are_lighter_than_the_brand() {
        let theme = onyx();

        assert!(value(&theme, "--brand-link").luminance() > theme.primary.luminance());
        check_contrast(&theme);
    }

    #[test]
    fn r009_text_reaches_four_and_a_half_on_every_seeded_brand() {
        let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../seeds");

        for brand in crate::read(seeds.as_ref()).unwrap() {
            check_contrast(&brand.theme);
        }
    }

    proptest! {
        #[test]
        fn r009_text_reaches_four_and_a_half_on_every_brand_that_is_accepted(colors: [[u8; 3]; 3], light: bool, tone: u8) {
            let [primary, secondary, accent] = colors.map(|[red, green, blue]| Color::from_rgb(red, green, blue));
            let (background, text) = if light {
                (Color::WHITE.darker(tone % 50), Color::BLACK)
            } else {
                (Color::BLACK.lighter(tone % 50), Color::WHITE)
            };
            let seeds = Seeds { primary, secondary, accent, background, text, font: Font::Figtree };
            if let Ok(theme) = Theme::try_from(seeds) {
                check_contrast(&theme);
            }
        }
    }
}
