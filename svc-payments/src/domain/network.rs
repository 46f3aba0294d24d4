//! The network that an address belongs to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The first address of the IPv4 /24 or IPv6 /48. A customer of a hosting provider easily gets all of one.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => Ipv4Addr::from_bits(address.to_bits() >> 8 << 8).into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_of_one_network() {
        let check = |address: &str, expected: &str| {
            assert_eq!(network_of(address.parse().unwrap()).to_string(), expected, "{address}");
        };
        check("192.0.2.7", "192.0.2.0");
        check("::ffff:192.0.2.255", "192.0.2.0");
        check("192.0.3.0", "192.0.3.0");
        check("2001:db8:1:2ff::9", "2001:db8:1::");
        check("2001:db8:2::", "2001:db8:2::");
    }
}
