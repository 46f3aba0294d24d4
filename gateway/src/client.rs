//! The visitor's address: the peer's own, or what proxies of ours report.

use std::fmt;
use std::net::IpAddr;

use http::HeaderMap;
use ipnet::IpNet;

use service::network_prefix;

/// The other end of the connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub IpAddr);

/// Where the request comes from as far as anybody can tell; unknown for a peer on this machine, which stands for
/// somebody else (a local proxy) or for a developer. Nobody unknown is limited by address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub Option<IpAddr>);

/// For the throttles of svc-identity and svc-payments; empty where nobody knows.
impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |address| address.fmt(f))
    }
}

/// The networks whose `X-Forwarded-For` is believed.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrustedProxies(pub Vec<IpNet>);

impl TrustedProxies {
    /// Walks the header from its end, where each proxy appended the peer it saw, to the first that is no proxy.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut address = peer.to_canonical();
        let values = headers.get_all("x-forwarded-for").iter().rev();
        let mut hops = values.filter_map(|value| value.to_str().ok()).flat_map(|list| list.rsplit(','));
        while self.trusts(address) {
            let Some(hop) = hops.next() else { break };
            let Ok(next) = hop.trim().parse::<IpAddr>() else { break };
            address = next.to_canonical();
        }
        ClientAddress(Some(address).filter(|address| !address.is_loopback()))
    }

    /// Whose share a connection takes; nobody's where the peer stands for many: a proxy, or somebody on this machine.
    pub fn holder(&self, peer: IpAddr) -> Option<IpAddr> {
        let peer = peer.to_canonical();
        (!peer.is_loopback() && !self.trusts(peer)).then(|| network_prefix(peer))
    }

    /// Whether a proxy on this machine reports a visitor and is not believed. Its visitors pass as somebody on this
    /// machine, whom no limit counts.
    pub fn is_hidden_by_local_proxy(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let peer = peer.to_canonical();
        peer.is_loopback() && !self.trusts(peer) && headers.contains_key("x-forwarded-for")
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderName;

    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed_about_where_a_request_comes_from() {
        let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap(), "127.0.0.1/32".parse().unwrap()]);
        let check = |peer: &str, forwarded: &[&str], expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append("x-forwarded-for", value.parse().unwrap());
            }
            let client = proxies.client(peer.parse().unwrap(), &headers);
            assert_eq!(client.0, expected.map(|address| address.parse().unwrap()), "{peer} {forwarded:?}");
        };
        check("192.0.2.7", &[], Some("192.0.2.7"));
        check("192.0.2.7", &["198.51.100.1"], Some("192.0.2.7")); // a forged header
        check("10.0.0.3", &["198.51.100.1"], Some("198.51.100.1"));
        check("10.0.0.3", &["203.0.113.9, 198.51.100.1"], Some("198.51.100.1")); // its beginning is forged
        check("10.0.0.3", &["198.51.100.1, 10.0.0.9"], Some("198.51.100.1"));
        check("10.0.0.3", &["203.0.113.9", "198.51.100.1"], Some("198.51.100.1"));
        check("10.0.0.3", &["unknown"], Some("10.0.0.3"));
        check("127.0.0.1", &["198.51.100.1"], Some("198.51.100.1"));
        check("127.0.0.1", &[], None);
        check("::ffff:127.0.0.1", &[], None);
    }

    #[test]
    fn a_local_proxy_that_nobody_trusts_is_found_out() {
        let header = HeaderMap::from_iter([(
            HeaderName::from_static("x-forwarded-for"),
            "198.51.100.1".parse().unwrap(),
        )]);
        let trusting = TrustedProxies(vec!["127.0.0.1/32".parse().unwrap()]);
        let trusting_none = TrustedProxies::default();
        let (local, mapped, other) =
            ["127.0.0.1", "::ffff:127.0.0.1", "192.0.2.7"].map(|it| it.parse().unwrap()).into();

        assert!(trusting_none.is_hidden_by_local_proxy(local, &header));
        assert!(trusting_none.is_hidden_by_local_proxy(mapped, &header));
        assert!(!trusting.is_hidden_by_local_proxy(local, &header));
        assert!(!trusting_none.is_hidden_by_local_proxy(other, &header));
        assert!(!trusting_none.is_hidden_by_local_proxy(local, &HeaderMap::new()));
    }

    #[test]
    fn a_proxys_connections_are_not_counted_as_one_visitors() {
        let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap()]);
        let check = |peer: &str, expected: Option<&str>| {
            let holder = expected.map(|address| address.parse().unwrap());
            assert_eq!(proxies.holder(peer.parse().unwrap()), holder, "{peer}");
        };
        check("192.0.2.7", Some("192.0.2.7"));
        check("2001:db8:1:2ff::9", Some("2001:db8:1:200::"));
        check("10.0.0.3", None);
        check("::ffff:10.0.0.3", None);
        check("127.0.0.1", None);
        check("::1", None);
    }
}
