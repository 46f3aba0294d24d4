//! The visitor's address, as far as it tells one visitor from another.

use std::net::{IpAddr, Ipv6Addr};

/// What is counted together: an IPv4 address, or the IPv6 /48 that one customer of a network may get whole. Nothing for
/// a text that is no address.
pub fn neighbourhood(address: &str) -> Option<String> {
    let address: IpAddr = address.parse().ok()?;
    Some(match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_counted_together_and_nobody_else() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(neighbourhood(address).as_deref(), expected, "{address}");
        };
        check("192.0.2.7", Some("192.0.2.7"));
        check("::ffff:192.0.2.7", Some("192.0.2.7"));
        check("2001:db8:1:2::9", Some("2001:db8:1::"));
        check("2001:db8:1:ffff::1", Some("2001:db8:1::"));
        check("2001:db8:2::1", Some("2001:db8:2::"));
        check("", None);
        check("somewhere", None);
    }
}
