//! A brand's record. Every value is checked when it is read, so that nothing in it can break out of a page:
//! not out of a `<style>`, not out of a link.

use std::net::IpAddr;

use money::MarkupRate;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::Invalid;
use super::color::Color;
use super::palette::{READABLE, grounds};

/// The brand of every host that has none of its own.
pub const DEFAULT_KEY: &str = "default";

/// Text of a kind, checked by a rule.
macro_rules! checked_text {
    ($(#[$doc:meta])* $name:ident, $complaint:literal, $rule:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl TryFrom<String> for $name {
            type Error = Invalid;

            fn try_from(text: String) -> Result<Self, Invalid> {
                let holds: fn(&str) -> bool = $rule;
                if holds(&text) { Ok(Self(text)) } else { Err(Invalid($complaint)) }
            }
        }

        impl From<$name> for String {
            fn from(checked: $name) -> Self {
                checked.0
            }
        }

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
}

checked_text!(
    /// What the gateway makes of a host name.
    BrandKey,
    "a brand's key is a host name or its first label, in lower case",
    |key| {
        let in_alphabet = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
        (1..=253).contains(&key.len()) && key.chars().all(in_alphabet) && !key.starts_with(['-', '.'])
    }
);
checked_text!(
    /// One line for people; may be empty.
    Line,
    "a text has at most 300 characters, on one line and without < or >",
    |line| line.chars().count() <= 300 && !line.contains(|c: char| c.is_control() || c == '<' || c == '>')
);
checked_text!(
    /// Where a social network has the brand; empty: nowhere.
    Link,
    "a link starts with https:// and has at most 300 characters, none of them a space, a quote, < or >",
    |link| {
        let is_https = |url: Url| url.scheme() == "https";
        link.is_empty() || (link.len() <= 300 && is_written_out(link) && Url::parse(link).is_ok_and(is_https))
    }
);
checked_text!(
    /// A file of the site or an image in itself; empty: the name is set in type.
    Logo,
    "a logo is a path on the site or a data URL of a PNG or WebP image of at most 64 KiB",
    |logo| {
        let inline = |kind: &str| logo.strip_prefix(kind).is_some_and(is_base64);
        let on_site = logo.strip_prefix('/').is_some_and(|path| {
            let in_alphabet = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
            !path.starts_with('/') && path.chars().all(in_alphabet)
        });
        logo.len() <= 64 * 1024
            && (logo.is_empty()
                || on_site
                || inline("data:image/png;base64,")
                || inline("data:image/webp;base64,"))
    }
);
checked_text!(
    /// Where links in mails begin: scheme and host, with a query where a brand has no host of its own.
    PublicUrl,
    "a public URL starts with https://, or with http:// on this machine",
    |text| {
        let is_safe = |url: Url| match url.scheme() {
            "https" => true,
            "http" => is_local(&url),
            _ => false,
        };
        is_written_out(text) && Url::parse(text).is_ok_and(is_safe)
    }
);

/// A brand as it is configured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    pub key: BrandKey,
    pub name: Line,
    pub logo: Logo,
    pub theme: Theme,
    pub contact: Contact,
    pub social: Social,
    pub company: Company,
    #[serde(with = "markup_rate")]
    pub markup_rate: MarkupRate,
    /// Only where the rule of `public_url` does not hold.
    #[serde(default)]
    pub public_url: Option<PublicUrl>,
}

impl Brand {
    /// The brand's address on the system that lives at `system`: its own host, its label before the system's
    /// host, or, where that host has no labels to give, the system's own with `?brand=`.
    pub fn public_url(&self, system: &Url) -> String {
        if let Some(stated) = &self.public_url {
            return stated.0.clone();
        }
        let key = self.key.as_str();
        let mut url = system.clone();
        if key == DEFAULT_KEY {
            return url.into();
        }
        if is_local(system) {
            url.query_pairs_mut().append_pair("brand", key);
            return url.into();
        }
        if key.contains('.') {
            return format!("https://{key}/");
        }
        let host = format!("{key}.{}", system.host_str().unwrap_or_default());
        url.set_host(Some(&host)).expect("a label before a host is a host");
        url.into()
    }
}

/// A parser of URLs mends what a page would not: the text itself must hold nothing that ends an attribute.
fn is_written_out(url: &str) -> bool {
    url.chars().all(|c| c.is_ascii_graphic() && !"\"'<>`\\".contains(c))
}

/// localhost or a numeric address.
fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.parse::<IpAddr>().is_ok(),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    }
}

fn is_base64(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c))
}

/// Five colours and a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ThemeRecord", into = "ThemeRecord")]
#[non_exhaustive]
pub struct Theme {
    pub primary: Color,
    pub secondary: Color,
    pub accent: Color,
    pub background: Color,
    pub text: Color,
    pub font: Font,
}

impl Theme {
    /// Fails where the text could not be read on the page, or on the page tinted with the primary colour.
    pub fn new(
        primary: Color,
        secondary: Color,
        accent: Color,
        background: Color,
        text: Color,
        font: Font,
    ) -> Result<Self, Invalid> {
        if grounds(primary, background).iter().any(|ground| text.contrast(*ground) < READABLE) {
            return Err(Invalid("the text colour needs a contrast of 4.5:1 to the background and its tints"));
        }
        Ok(Self { primary, secondary, accent, background, text, font })
    }
}

/// A theme that nobody has looked at yet.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeRecord {
    primary: Color,
    secondary: Color,
    accent: Color,
    background: Color,
    text: Color,
    font: Font,
}

impl TryFrom<ThemeRecord> for Theme {
    type Error = Invalid;

    fn try_from(record: ThemeRecord) -> Result<Self, Invalid> {
        let ThemeRecord { primary, secondary, accent, background, text, font } = record;
        Self::new(primary, secondary, accent, background, text, font)
    }
}

impl From<Theme> for ThemeRecord {
    fn from(theme: Theme) -> Self {
        let Theme { primary, secondary, accent, background, text, font } = theme;
        Self { primary, secondary, accent, background, text, font }
    }
}

/// The fonts that the web app serves itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Font {
    Inter,
    Figtree,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    pub email: Line,
    pub phone: Line,
    pub address: Line,
    pub support_email: Line,
    pub city: Line,
    pub hours_phone: Line,
    pub hours_office: Line,
    pub hours_support: Line,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Social {
    pub facebook: Link,
    pub twitter: Link,
    pub instagram: Link,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub legal_name: Line,
    pub number: Line,
    pub accreditation: Line,
}

/// A markup is written as a string: a JSON number would pass through a float.
mod markup_rate {
    use money::MarkupRate;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(rate: &MarkupRate, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(rate)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MarkupRate, D::Error> {
        MarkupRate::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brand(key: &str, public_url: Option<&str>) -> Brand {
        let mut brand: Brand = serde_json::from_value(record()).unwrap();
        brand.key = key.to_owned().try_into().unwrap();
        brand.public_url = public_url.map(|url| url.to_owned().try_into().unwrap());
        brand
    }

    fn record() -> serde_json::Value {
        serde_json::json!({
            "key": "blue", "name": "Blue", "logo": "",
            "theme": {
                "primary": "#008870", "secondary": "#006655", "accent": "#00ffcc",
                "background": "#ffffff", "text": "#333333", "font": "Inter",
            },
            "contact": {
                "email": "", "phone": "", "address": "", "support_email": "", "city": "",
                "hours_phone": "", "hours_office": "", "hours_support": "",
            },
            "social": { "facebook": "", "twitter": "", "instagram": "" },
            "company": { "legal_name": "", "number": "", "accreditation": "" },
            "markup_rate": "0.23",
        })
    }

    #[test]
    fn the_public_address_follows_from_the_key_and_the_system() {
        let table = [
            ("default", "http://localhost:8080", "http://localhost:8080/"),
            ("blue", "http://localhost:8080", "http://localhost:8080/?brand=blue"),
            ("agency.com", "http://127.0.0.1:8080", "http://127.0.0.1:8080/?brand=agency.com"),
            ("default", "https://fareway.example", "https://fareway.example/"),
            ("blue", "https://fareway.example", "https://blue.fareway.example/"),
            ("agency.com", "https://fareway.example", "https://agency.com/"),
        ];
        for (key, system, expected) in table {
            assert_eq!(brand(key, None).public_url(&Url::parse(system).unwrap()), expected);
        }
    }

    #[test]
    fn a_stated_public_address_wins() {
        let system = Url::parse("https://fareway.example").unwrap();

        let url = brand("blue", Some("https://trips.blue.example")).public_url(&system);

        assert_eq!(url, "https://trips.blue.example");
    }

    #[test]
    fn r012_a_value_that_could_break_out_of_a_page_is_refused() {
        let table = [
            ("/key", "Blue"),
            ("/key", "../blue"),
            ("/name", "</title><script>"),
            ("/name", "two\nlines"),
            ("/logo", "data:image/svg+xml;base64,AAAA"),
            ("/logo", "//elsewhere.example/logo.png"),
            ("/logo", "/logo.png\" onerror=\"x"),
            ("/logo", "javascript:alert(1)"),
            ("/theme/primary", "red;}body{display:none"),
            ("/theme/background", "#fff"),
            ("/theme/text", "#eeeeee"),
            ("/theme/font", "Comic Sans"),
            ("/social/facebook", "javascript:alert(1)"),
            ("/social/twitter", "http://insecure.example"),
            ("/social/twitter", "https://a.example/\"><script>"),
            ("/social/twitter", "https://a.example/' onclick='x"),
            ("/social/instagram", " https://a.example"),
            ("/contact/phone", "<b>1</b>"),
            ("/markup_rate", "-0.1"),
            ("/markup_rate", "much"),
        ];
        for (field, value) in table {
            let mut record = record();
            *record.pointer_mut(field).unwrap() = value.into();
            assert!(serde_json::from_value::<Brand>(record).is_err(), "{field} = {value}");
        }
    }

    #[test]
    fn a_public_address_without_encryption_is_for_this_machine_alone() {
        let table = [
            ("https://a.example", true),
            ("http://localhost:8080", true),
            ("http://127.0.0.1", true),
            ("http://a.example", false),
            ("javascript:alert(1)", false),
            ("https://a.example/\"><script>", false),
            ("https://a.example\n", false),
        ];
        for (url, accepted) in table {
            assert_eq!(PublicUrl::try_from(url.to_owned()).is_ok(), accepted, "{url}");
        }
    }
}
