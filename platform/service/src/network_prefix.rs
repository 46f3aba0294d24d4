use std::net::{IpAddr, Ipv6Addr};

/// What limits by address count: an IPv4 address, or the first address of its IPv6 /56, which is what providers give to
/// one home (RIPE-690).
#[must_use]
pub fn network_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 72 << 72).into(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// `network_prefix` of an address in text. None if the text is no address.
#[must_use]
pub fn network_prefix_of(address: &str) -> Option<String> {
    address.parse().ok().map(|address| network_prefix(address).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_prefix_counts_as_one_and_its_neighbour_as_another() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(network_prefix_of(address).as_deref(), expected, "{address}");
        };
        check("192.0.2.7", Some("192.0.2.7"));
        check("::ffff:192.0.2.7", Some("192.0.2.7"));
        check("2001:db8:1:200::1", Some("2001:db8:1:200::"));
        check("2001:db8:1:2ff:ffff::9", Some("2001:db8:1:200::"));
        check("2001:db8:1:300::1", Some("2001:db8:1:300::"));
        check("2001:db8:1:2::1", Some("2001:db8:1::"));
        check("", None);
        check("somewhere", None);
    }
}
