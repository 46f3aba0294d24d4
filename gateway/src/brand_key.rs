//! Request -> brand key (requirements S2, S3, R25): its host says it, by the public suffix list.

use std::net::IpAddr;

use http::HeaderMap;
use http::header::HOST;
use http::request::Parts;
use http::uri::Authority;

/// The brand of every host that has none of its own.
pub(crate) const DEFAULT_KEY: &str = "default";

/// The brand key a request asks for. On this machine's own names the request says it, elsewhere Host alone does.
pub(crate) fn brand_key_of(parts: &Parts) -> String {
    match host_key(host_of(parts)) {
        HostKey::Key(key) => key,
        HostKey::Local => named_key(parts).unwrap_or_else(|| DEFAULT_KEY.to_owned()),
        HostKey::None => DEFAULT_KEY.to_owned(),
    }
}

/// The host that a request names, with its port.
pub(crate) fn host_of(parts: &Parts) -> &str {
    parts.uri.authority().map_or_else(|| header(&parts.headers, HOST.as_str()), |host| host.as_str())
}

fn named_key(parts: &Parts) -> Option<String> {
    let mut query = parts.uri.query().unwrap_or_default().split('&');
    let in_query = || query.find_map(|pair| pair.strip_prefix("brand="));
    let named = Some(header(&parts.headers, "x-brand")).filter(|key| !key.is_empty()).or_else(in_query)?;
    let key = named.to_ascii_lowercase();
    is_key(&key).then_some(key)
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// What a Host header says about the brand.
#[derive(Debug, Clone, PartialEq, Eq)]
enum HostKey {
    Key(String),
    /// localhost or a numeric address: the request names the brand itself.
    Local,
    /// Nothing that could be a brand's.
    None,
}

/// `agency.com` -> itself, `www.` ignored, `blue.agency.com` and `blue.localhost` -> `blue`. Ports are ignored.
fn host_key(host: &str) -> HostKey {
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
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_host_has_a_key_in_the_alphabet_or_none_without_a_panic(
            host in prop_oneof![
                ".{0,60}",
                "[a-zA-Z0-9.:@\\[\\]-]{0,60}",
                "(www\\.|[a-z-]{0,64}\\.){0,6}(com|co\\.uk|localhost)\\.?",
            ],
        ) {
            if let HostKey::Key(key) = host_key(&host) {
                prop_assert!(is_key(&key), "{}", key);
            }
        }
    }

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

    #[test]
    fn s003_only_local_hosts_let_a_request_name_its_brand() {
        let check = |host: &str, path: &str, header: Option<&str>, expected: &str| {
            let mut request = http::Request::builder().uri(path).header(HOST, host);
            if let Some(key) = header {
                request = request.header("x-brand", key);
            }
            let (parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(brand_key_of(&parts), expected, "{host}{path} {header:?}");
        };
        check("localhost:8080", "/?brand=blue", None, "blue");
        check("localhost:8080", "/?from=JFK&brand=Blue", None, "blue");
        check("localhost:8080", "/?brand=blue", Some("red"), "red");
        check("127.0.0.1", "/", Some("red"), "red");
        check("localhost", "/", None, "default");
        check("localhost", "/?brand=%3Cscript%3E", None, "default");
        check("localhost", "/", Some("<script>"), "default");
        check("blue.agency.com", "/?brand=red", Some("red"), "blue");
        check("agency.com", "/?brand=red", Some("red"), "agency.com");
    }
}
