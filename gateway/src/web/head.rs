//! What the gateway writes into a page's head: the brand's key, look, title, description and icon (requirements S1,
//! S5).

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proto::brand::v1::{Brand, Theme, ThemeVariable};
use serde::Deserialize;

/// A page's texts, with `{brand}` where the name belongs.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Head {
    pub title: String,
    pub description: String,
}

pub(super) fn head(texts: &Head, brand: &Brand, nonce: &str) -> String {
    let name = escape(&brand.name);
    let filled = |text: &str| escape(text).replace("{brand}", &name);
    let (title, description) = (filled(&texts.title), filled(&texts.description));
    let (key, version, icon) = (escape(&brand.domain), brand.version, escape(&icon(brand)));
    let mut head = format!(
        "<meta name=\"brand\" content=\"{key}\" data-version=\"{version}\"><meta name=\"csp-nonce\" content=\"{nonce}\">\
         <title>{title}</title><meta name=\"description\" content=\"{description}\">\
         <meta property=\"og:title\" content=\"{title}\"><meta property=\"og:description\" content=\"{description}\">\
         <meta property=\"og:site_name\" content=\"{name}\"><meta property=\"og:type\" content=\"website\">\
         <link rel=\"icon\" href=\"{icon}\">"
    );
    let variables = variables(brand.theme.as_ref());
    if !variables.is_empty() {
        // `html:root` outweighs the defaults of the style sheet, in whichever order the two stand.
        let _ = write!(head, "<style id=\"brand\" nonce=\"{nonce}\">html:root{{{variables}}}</style>");
    }
    head
}

/// The theme as CSS custom properties. svc-brand has checked each; what could end the rule is left out here as well.
fn variables(theme: Option<&Theme>) -> String {
    let variables = theme.map(|theme| theme.variables.as_slice()).unwrap_or_default();
    let mut css = String::new();
    for ThemeVariable { name, value } in variables.iter().filter(|variable| is_harmless(variable)) {
        let _ = write!(css, "{name}:{value};");
    }
    css
}

fn is_harmless(ThemeVariable { name, value }: &ThemeVariable) -> bool {
    let is_name = name.starts_with("--") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_name && !value.contains(|c: char| c.is_control() || "<>{};\\@/".contains(c))
}

/// The logo, or the name's initial on the brand's colour.
fn icon(brand: &Brand) -> String {
    if !brand.logo.is_empty() {
        return brand.logo.clone();
    }
    format!("data:image/svg+xml;base64,{}", STANDARD.encode(initial_svg(brand)))
}

pub(super) fn initial_svg(brand: &Brand) -> String {
    let initial = brand.name.chars().next().unwrap_or('F').to_uppercase().to_string();
    let color = |wanted: fn(&Theme) -> &String| {
        let color = brand.theme.as_ref().map(wanted).filter(|color| is_hex_color(color));
        color.map_or("#006655", String::as_str)
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"8\" \
         fill=\"{}\"/><text x=\"16\" y=\"22.5\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" \
         font-size=\"19\" font-weight=\"700\" fill=\"{}\">{}</text></svg>",
        color(|theme| &theme.secondary),
        color(|theme| &theme.background),
        escape(&initial),
    )
}

fn is_hex_color(text: &str) -> bool {
    text.len() == 7 && text.starts_with('#') && text[1..].chars().all(|c| c.is_ascii_hexdigit())
}

/// Text as it may stand in HTML, also between the quotes of an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brand() -> Brand {
        let variable = |name: &str, value: &str| ThemeVariable { name: name.into(), value: value.into() };
        Brand {
            name: "Blue & <script>alert(1)</script>".into(),
            domain: "blue".into(),
            theme: Some(Theme {
                secondary: "#112233".into(),
                background: "red\"/><script>".into(),
                variables: vec![
                    variable("--brand-primary", "#0055aa"),
                    variable("--brand-font", "\"Inter Variable\", Inter, sans-serif"),
                    variable("--brand-bad", "red}</style><script>alert(1)</script>"),
                    variable("--brand-url", "url(https://evil.example)"),
                    variable("x{", "red"),
                ],
                ..Theme::default()
            }),
            ..Brand::default()
        }
    }

    #[test]
    fn a_page_carries_its_brands_key_title_look_and_icon() {
        let texts =
            Head { title: "Contact | {brand} - Flight Booking".into(), description: "By {brand}".into() };

        let head = head(&texts, &Brand { name: "Blue".into(), ..brand() }, "n0nce");

        assert!(head.contains("<meta name=\"brand\" content=\"blue\" data-version=\"0\">"), "{head}");
        assert!(head.contains("<title>Contact | Blue - Flight Booking</title>"), "{head}");
        assert!(
            head.contains("<style id=\"brand\" nonce=\"n0nce\">html:root{--brand-primary:#0055aa;"),
            "{head}"
        );
        assert!(head.contains("<link rel=\"icon\" href=\"data:image/svg+xml;base64,"), "{head}");
    }

    #[test]
    fn nothing_in_a_brand_breaks_out_of_the_head() {
        let texts = Head { title: "{brand}".into(), description: String::new() };

        let head = head(&texts, &brand(), "n0nce") + &initial_svg(&brand());

        assert!(!head.contains("<script"), "{head}");
        assert!(!head.contains("evil.example") && !head.contains("--brand-bad"), "{head}");
        assert!(head.contains("Blue &amp; &lt;script&gt;"), "{head}");
    }
}
