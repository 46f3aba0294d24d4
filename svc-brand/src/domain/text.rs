//! The texts of a brand. Each is checked when it is read, so that nothing in it can break out of a page:
//! not out of a `<style>`, not out of a link.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use service::is_email_address;
use url::{Host, Url};

use super::Invalid;
use super::key::is_key;
use super::logo::is_logo;

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
    "a brand's key is a host name without www or its first label, in lower case, with at most 63 letters between dots",
    is_key
);
checked_text!(
    /// One line for people; may be empty.
    Line,
    "a text has at most 300 characters, on one line and without < or >",
    |line| line.chars().count() <= 300 && !line.contains(|c: char| c.is_control() || c == '<' || c == '>')
);
checked_text!(
    /// Where mail to the brand goes; empty if nowhere.
    MailAddress,
    "a mail address is one that mail can be sent to, such as help@agency.com",
    |address| address.is_empty() || is_email_address(address)
);
checked_text!(
    /// The brand's page on a social network; empty if it has none.
    Link,
    "a link starts with https:// and has at most 300 characters, none of them a space, a quote, < or >",
    |link| {
        let is_https = |url: Url| url.scheme() == "https";
        link.is_empty() || (link.len() <= 300 && is_written_out(link) && Url::parse(link).is_ok_and(is_https))
    }
);
checked_text!(
    /// A path on the site or an image in itself, as it is stored; empty: the name is set in type. What may be published
    /// is narrower: `ops` decodes an image, and takes no path but a file's.
    Logo,
    "a logo is a path on the site, or a PNG, JPEG or WebP image of at most 200 kB",
    is_logo
);
checked_text!(
    /// Where links in mails begin: scheme and host, with a query where a brand has no host of its own. What may be
    /// published is narrower: [`PublicUrl::is_private`].
    PublicUrl,
    "a public URL starts with https://, or with http:// on this machine",
    |text| {
        let is_safe = |url: Url| match url.scheme() {
            "https" => true,
            "http" => takes_no_label(&url),
            _ => false,
        };
        is_written_out(text) && Url::parse(text).is_ok_and(is_safe)
    }
);

impl PublicUrl {
    /// Whether what travellers send there can be read by nobody on the way. A stored one may be from before this rule.
    pub fn is_private(&self) -> bool {
        Url::parse(self.as_str()).is_ok_and(|url| url.scheme() == "https" || is_this_machine(&url))
    }
}

/// A URL parser repairs text that a page would not. So the text itself must hold nothing that ends an attribute.
fn is_written_out(url: &str) -> bool {
    url.chars().all(|c| c.is_ascii_graphic() && !"\"'<>`\\".contains(c))
}

/// localhost or a loopback address: what is sent there stays on the machine.
fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// localhost or a numeric address: no brand has a host before it.
pub(super) fn takes_no_label(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.parse::<IpAddr>().is_ok(),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    }
}
