//! Keys from the settings: what encrypts personal data, and what makes HMACs.
//!
//! Promises that the key which every clone of the repository has protects nothing but local data.

use std::net::Ipv4Addr;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use secrecy::{ExposeSecret, SecretSlice, SecretString};
use url::{Host, Url};

/// The key of a system on one developer's machine. Public: it is refused where real bookings are made.
pub const LOCAL_KEY: &str = "bG9jYWwtc3RhY2sta2V5LW5vdC1mb3ItcHJvZHVjdGk=";
const SHORTEST: usize = 32;
/// What else every clone of the repository has: the webhook secrets that the stack shares with its sandbox (Duffel's
/// and Stripe's, test and live), the keys of the sandbox's live mode, and its password for database and broker.
const PUBLISHED: [&str; 7] = [
    "c2FuZGJveC10ZXN0LTAxMjM=",
    "c2FuZGJveC1saXZlLTAxMjM=",
    "whsec_sandbox_test",
    "whsec_sandbox_live",
    "duffel_live_sandbox",
    "sk_live_sandbox",
    "fareway-local",
];

/// The keys of a setting that takes several, separated by commas, each with what an error calls it.
pub fn listed(name: &str, text: &SecretString) -> Vec<(String, SecretString)> {
    let texts: Vec<&str> = text.expose_secret().split(',').map(str::trim).collect();
    let named = (1..).zip(&texts).map(|(number, text)| {
        let name = if texts.len() == 1 { name.to_owned() } else { format!("key {number} of {name}") };
        (name, SecretString::from(*text))
    });
    named.collect()
}

/// The bytes of the setting `name`: base64 of at least 32 bytes.
///
/// # Errors
/// Text that is no such key, and [`LOCAL_KEY`] when `live_provider` is another machine's.
pub fn decode(
    name: &str,
    text: &SecretString,
    live_provider: Option<&str>,
) -> anyhow::Result<SecretSlice<u8>> {
    let text = text.expose_secret();
    let bytes = STANDARD.decode(text).ok().with_context(|| format!("{name} is not base64"))?;
    ensure!(bytes.len() >= SHORTEST, "{name} is shorter than {SHORTEST} bytes");
    ensure!(
        text != LOCAL_KEY || live_provider.is_none_or(is_local),
        "{name} is the public key of local systems, and live mode is configured: make one of your own with \
         `openssl rand -base64 32`"
    );
    Ok(bytes.into())
}

/// Whether every clone of the repository has this secret, or holds it inside a longer text such as a database's URL.
pub fn is_published(secret: &SecretString) -> bool {
    let secret = secret.expose_secret();
    secret.contains(LOCAL_KEY) || PUBLISHED.iter().any(|known| secret.contains(known))
}

/// Whether an address is on this machine: a live provider there is the sandbox. Text that is no address is not.
pub fn is_local(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| match url.host() {
        // Of a scheme that is not the web's, such as smtp, an IPv4 address is a name too.
        Some(Host::Domain(name)) => {
            name == "localhost"
                || name.ends_with(".localhost")
                || name.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str, live_provider: Option<&str>) -> Result<usize, String> {
        let key = decode("PII_KEY", &text.into(), live_provider);
        key.map(|key| key.expose_secret().len()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_public_key_is_refused_where_real_bookings_are_made() {
        let own = STANDARD.encode([7; 32]);

        for local in [None, Some("http://127.0.0.1:12111"), Some("http://[::1]:1"), Some("http://localhost")]
        {
            assert_eq!(outcome(LOCAL_KEY, local), Ok(32), "{local:?}");
        }
        let refused = outcome(LOCAL_KEY, Some("https://api.duffel.com")).unwrap_err();
        assert!(refused.starts_with("PII_KEY is the public key"), "{refused}");
        assert!(outcome(LOCAL_KEY, Some("nonsense")).is_err());
        assert_eq!(outcome(&own, Some("https://api.duffel.com")), Ok(32));
    }

    #[test]
    fn what_is_no_key_is_named_and_not_shown() {
        assert_eq!(outcome("secret!", None), Err("PII_KEY is not base64".into()));
        assert_eq!(outcome(&STANDARD.encode([7; 31]), None), Err("PII_KEY is shorter than 32 bytes".into()));
    }
}
