//! Host -> brand key (requirements S2, S3, R25), by the public suffix list.

use std::net::IpAddr;

use http::uri::Authority;

/// What a Host header says about the brand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HostKey {
    Key(String),
    /// localhost or a numeric address: the request names the brand itself.
    Local,
    /// Nothing that could be a brand's.
    None,
}

/// `agency.com` -> itself, `www.` ignored, `blue.agency.com` and `blue.localhost` -> `blue`. Ports are ignored.
pub(crate) fn host_key(host: &str) -> HostKey {
    let Ok(authority) = host.parse::<Authority>() else { return HostKey::None };
    let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
    if name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() {
        return HostKey::Local;
    }
    let name = name.strip_prefix("www.").unwrap_or(&name);
    let key = if has_label_of_its_own(name) { name.split('.').next().unwrap_or_default() } else { name };
    if is_key(key) { HostKey::Key(key.to_owned()) } else { HostKey::None }
}

/// Whether a name is longer than what one registers: `blue.agency.co.uk`, but not `agency.co.uk`.
fn has_label_of_its_own(name: &str) -> bool {
    name.ends_with(".localhost")
        || psl::domain_str(name).is_some_and(|registered| registered.len() < name.len())
}

/// The alphabet of brand keys: what is outside it is nobody's key, and never looked up or shown.
pub(crate) fn is_key(key: &str) -> bool {
    let in_alphabet = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    (1..=253).contains(&key.len()) && key.chars().all(in_alphabet) && !key.starts_with(['-', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s002_r025_the_brand_key_follows_from_the_host() {
        let check = |host: &str, expected: &str| {
            let key = match host_key(host) {
                HostKey::Key(key) => key,
                HostKey::Local => "(local)".to_owned(),
                HostKey::None => "(none)".to_owned(),
            };
            assert_eq!(key, expected, "{host}");
        };
        check("agency.com", "agency.com");
        check("www.agency.com", "agency.com");
        check("blue.agency.com", "blue");
        check("www.blue.agency.com", "blue");
        check("deep.blue.agency.com", "deep");
        check("agency.co.uk", "agency.co.uk");
        check("www.agency.co.uk", "agency.co.uk");
        check("blue.agency.co.uk", "blue");
        check("BLUE.Agency.Co.UK:8443", "blue");
        check("agency.com.", "agency.com");
        check("blue.localhost", "blue");
        check("blue.localhost:8080", "blue");
        check("intranet", "intranet");
        check("localhost", "(local)");
        check("localhost:8080", "(local)");
        check("127.0.0.1", "(local)");
        check("10.1.2.3:8080", "(local)");
        check("[::1]:8080", "(local)");
        check("bl<ue.agency.com", "(none)");
        check("blue_1.agency.com", "(none)");
        check("-.agency.com", "(none)");
        check("", "(none)");
        check("a b", "(none)");
        check("..", "(none)");
    }
}
