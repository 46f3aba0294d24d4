//! A brand's record. Every value in it is checked when it is read.

use money::MarkupRate;
use serde::{Deserialize, Serialize};
use url::Url;

use super::text::{BrandKey, Line, Link, Logo, MailAddress, PublicUrl, takes_no_label};
use super::theme::Theme;

/// The brand of every host without a brand of its own.
pub const DEFAULT_KEY: &str = "default";

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
    /// Only if the rule of `public_url` does not apply.
    #[serde(default)]
    pub public_url: Option<PublicUrl>,
}

impl Brand {
    /// The brand's address on the system that lives at `system`: its own host, its label before the system's
    /// host, or, where that host has no labels to give, the system's own with `?brand=`.
    pub fn public_url(&self, system: &Url) -> String {
        if let Some(stated) = &self.public_url {
            return stated.as_str().to_owned();
        }
        let key = self.key.as_str();
        let mut url = system.clone();
        if key == DEFAULT_KEY {
            return url.into();
        }
        if takes_no_label(system) {
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    pub email: MailAddress,
    pub phone: Line,
    pub address: Line,
    pub support_email: MailAddress,
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
            ("blue", "https://203.0.113.7", "https://203.0.113.7/?brand=blue"),
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
            ("http://127.255.0.9:8080/", true),
            ("http://[::1]:8080", true),
            ("http://a.example", false),
            ("http://localhost.a.example", false),
            ("http://203.0.113.7", false),
            ("http://192.168.1.7:8080", false),
            ("http://0.0.0.0:8080", false),
            ("http://3405803783", false), // 203.0.113.7
            ("http://[2001:db8::7]", false),
            ("https://203.0.113.7", true),
            ("javascript:alert(1)", false),
            ("https://a.example/\"><script>", false),
            ("https://a.example\n", false),
        ];
        for (url, accepted) in table {
            let found = PublicUrl::try_from(url.to_owned());
            assert_eq!(found.is_ok_and(|url| url.is_private()), accepted, "{url}");
        }
        let stored = PublicUrl::try_from("http://192.168.1.7:8080".to_owned());
        assert!(stored.is_ok(), "one from before the rule can be read, and put right");
    }
}
