//! The visitor's address: the peer's own, or what proxies of ours report.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

use http::HeaderMap;
use ipnet::IpNet;
use service::network_prefix;

const FORWARDED: &str = "x-forwarded-for";

/// The other end of the connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub IpAddr);

/// Where the request comes from as far as anybody can tell. None stands for a developer at this machine alone, who is
/// not limited by address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub Option<IpAddr>);

impl ClientAddress {
    /// An address that nobody knows. All of them are counted as one visitor.
    pub const UNKNOWN: Self = Self(Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
}

/// For the throttles of svc-identity and svc-payments; empty for a developer.
impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |address| address.fmt(f))
    }
}

/// The networks whose `X-Forwarded-For` is believed. `none` stands for no network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl FromStr for TrustedProxies {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim() == "none" {
            return Ok(Self::default());
        }
        let networks: Result<_, _> = text.split(',').map(|network| network.trim().parse()).collect();
        networks.map(Self).map_err(|_| "name networks such as 172.16.0.0/12, separated by commas, or none")
    }
}

impl fmt::Display for TrustedProxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        f.write_str(&self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }
}

/// Finds each visitor's address.
#[derive(Debug, Clone)]
pub(crate) struct Proxies {
    pub trusted: TrustedProxies,
    /// Whether somebody at this machine is a developer.
    has_developers: bool,
}

impl Proxies {
    /// For real sales somebody at this machine stands for visitors behind a proxy.
    pub fn new(trusted: TrustedProxies, is_for_real_sales: bool) -> Self {
        Self { trusted, has_developers: !is_for_real_sales }
    }

    /// Walks the header from its end, where each proxy appended the peer it saw, to the first that is no proxy.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut address = peer.to_canonical();
        let values = headers.get_all(FORWARDED).iter().rev();
        let mut hops = values.filter_map(|value| value.to_str().ok()).flat_map(|list| list.rsplit(','));
        while self.trusts(address) {
            let Some(hop) = hops.next() else { break };
            let Ok(next) = hop.trim().parse::<IpAddr>() else { break };
            address = next.to_canonical();
        }
        let is_developer = self.is_developers(address) && !headers.contains_key(FORWARDED);
        ClientAddress((!is_developer).then_some(address))
    }

    /// The network whose connections are counted together. None for a proxy, which stands for many, and a developer.
    pub fn holder(&self, peer: IpAddr) -> Option<IpAddr> {
        let peer = peer.to_canonical();
        (!self.is_developers(peer) && !self.trusts(peer)).then(|| network_prefix(peer))
    }

    /// Whether a proxy on this machine reports a visitor and is not believed. All its visitors count as one.
    pub fn is_hidden_by_local_proxy(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let peer = peer.to_canonical();
        peer.is_loopback() && !self.trusts(peer) && headers.contains_key(FORWARDED)
    }

    fn is_developers(&self, address: IpAddr) -> bool {
        self.has_developers && address.is_loopback()
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.0.iter().any(|network| network.contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use service::Environment;

    use super::*;

    fn proxies(trusted: &str, environment: Environment) -> Proxies {
        Proxies::new(trusted.parse().unwrap(), environment == Environment::Production)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn forwarded(values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(FORWARDED, value.parse().unwrap());
        }
        headers
    }

    fn production(trusted: &str, peer: &str, values: &[&str]) -> String {
        let client = proxies(trusted, Environment::Production).client(address(peer), &forwarded(values));
        client.to_string()
    }

    #[test]
    fn without_a_proxy_each_peer_is_a_visitor_and_no_header_is_believed() {
        assert_eq!(production("none", "192.0.2.7", &[]), "192.0.2.7");
        assert_eq!(production("none", "192.0.2.7", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(production("none", "::ffff:192.0.2.7", &[]), "192.0.2.7");
    }

    #[test]
    fn behind_a_container_proxy_each_visitor_is_the_one_it_saw() {
        let client = |peer: &str, values: &[&str]| production("10.0.0.0/8", peer, values);

        assert_eq!(client("10.0.0.3", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(
            client("10.0.0.3", &["203.0.113.9, 198.51.100.1"]),
            "198.51.100.1",
            "its beginning is forged"
        );
        assert_eq!(client("10.0.0.3", &["198.51.100.1, 10.0.0.9"]), "198.51.100.1");
        assert_eq!(client("10.0.0.3", &["203.0.113.9", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.3", &["unknown"]), "10.0.0.3", "all unknown ones are one visitor");
        assert_eq!(client("10.0.0.3", &[]), "10.0.0.3");
        assert_eq!(client("192.0.2.7", &["198.51.100.1"]), "192.0.2.7", "a visitor who bypassed the proxy");
    }

    #[test]
    fn behind_a_proxy_of_this_machine_each_visitor_is_the_one_it_saw_and_all_are_one_if_it_is_not_named() {
        let named = |peer: &str, values: &[&str]| production("127.0.0.1/32, ::1/128", peer, values);

        assert_eq!(named("127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(named("::1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(named("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(production("none", "127.0.0.1", &["198.51.100.1"]), "127.0.0.1");
        assert_eq!(production("none", "127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn a_developer_alone_is_not_counted_and_no_proxy_passes_as_one() {
        let client = |trusted: &str, peer: &str, values: &[&str]| {
            proxies(trusted, Environment::Other).client(address(peer), &forwarded(values)).to_string()
        };

        assert_eq!(client("none", "127.0.0.1", &[]), "");
        assert_eq!(client("none", "::ffff:127.0.0.1", &[]), "");
        assert_eq!(client("none", "127.0.0.1", &["198.51.100.1"]), "127.0.0.1");
        assert_eq!(client("127.0.0.1/32", "127.0.0.1", &["unknown"]), "127.0.0.1");
        assert_eq!(client("none", "192.0.2.7", &[]), "192.0.2.7");
    }

    #[test]
    fn a_local_proxy_that_nobody_trusts_is_found_out() {
        let header = forwarded(&["198.51.100.1"]);
        let is_hidden = |trusted: &str, peer: &str, headers: &HeaderMap| {
            proxies(trusted, Environment::Production).is_hidden_by_local_proxy(address(peer), headers)
        };

        assert!(is_hidden("none", "127.0.0.1", &header));
        assert!(is_hidden("none", "::ffff:127.0.0.1", &header));
        assert!(!is_hidden("127.0.0.1/32", "127.0.0.1", &header));
        assert!(!is_hidden("none", "192.0.2.7", &header));
        assert!(!is_hidden("none", "127.0.0.1", &HeaderMap::new()));
    }

    #[test]
    fn a_proxys_connections_are_not_counted_as_one_visitors() {
        let check = |environment: Environment, peer: &str, expected: Option<&str>| {
            let holder = proxies("10.0.0.0/8", environment).holder(address(peer));
            assert_eq!(holder, expected.map(address), "{environment:?} {peer}");
        };
        for environment in [Environment::Production, Environment::Other] {
            check(environment, "192.0.2.7", Some("192.0.2.7"));
            check(environment, "2001:db8:1:2ff::9", Some("2001:db8:1:200::"));
            check(environment, "10.0.0.3", None);
            check(environment, "::ffff:10.0.0.3", None);
        }
        check(Environment::Other, "127.0.0.1", None);
        check(Environment::Other, "::1", None);
        check(Environment::Production, "127.0.0.1", Some("127.0.0.1"));
    }

    #[test]
    fn networks_are_read_as_they_are_written_and_anything_else_is_refused() {
        let read = |text: &str| text.parse::<TrustedProxies>().map(|proxies| proxies.to_string());

        assert_eq!(read("none").as_deref(), Ok("none"));
        assert_eq!(read("10.0.0.0/8, ::1/128").as_deref(), Ok("10.0.0.0/8,::1/128"));
        for text in ["", "10.0.0.1", "none,10.0.0.0/8", "proxy.example"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
