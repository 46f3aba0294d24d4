use std::net::{IpAddr, Ipv6Addr};

/// The address that is counted where visitors are told apart by theirs: an IPv4 address, or the first of the IPv6 /56
/// that one household has (RIPE-690).
#[must_use]
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 72 << 72).into(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The same of an address as messages carry it; nothing for a text that is none.
#[must_use]
pub fn household_named(address: &str) -> Option<String> {
    address.parse().ok().map(|address| household(address).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_household_is_one_and_its_neighbour_another() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(household_named(address).as_deref(), expected, "{address}");
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
