use std::net::{IpAddr, Ipv4Addr};
use std::sync::LazyLock;

use ipnet::IpNet;

/// Networks that are not the public internet's, each with what its addresses are.
///
/// From IANA's registries of special-purpose addresses (RFC 6890; iana.org/assignments/iana-ipv4-special-registry and
/// iana-ipv6-special-registry) and of multicast. Of IPv6 only 2000::/3 is given out as public. 6to4 and Teredo are no
/// longer in use. The last row of IPv4 is public by the registries, and answers inside Azure alone.
const NETWORKS: &[(&str, &str)] = &[
    ("0.0.0.0/8", "unspecified"),
    ("10.0.0.0/8", "private"),
    ("100.64.0.0/10", "shared behind a carrier's NAT"),
    ("127.0.0.0/8", "this machine's own"),
    ("169.254.0.0/16", "link-local"),
    ("172.16.0.0/12", "private"),
    ("192.0.0.0/24", "for protocols"),
    ("192.0.2.0/24", "for documentation"),
    ("192.88.99.0/24", "of 6to4"),
    ("192.168.0.0/16", "private"),
    ("198.18.0.0/15", "for benchmarks"),
    ("198.51.100.0/24", "for documentation"),
    ("203.0.113.0/24", "for documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
    ("168.63.129.16/32", "Azure's own"),
    ("::/128", "unspecified"),
    ("::1/128", "this machine's own"),
    ("2001::/23", "for protocols"),
    ("2001:db8::/32", "for documentation"),
    ("2002::/16", "of 6to4"),
    ("3fff::/20", "for documentation"),
    ("fc00::/7", "private"),
    ("fe80::/10", "link-local"),
    ("ff00::/8", "multicast"),
    ("::/3", "reserved"),
    ("4000::/2", "reserved"),
    ("8000::/1", "reserved"),
];

static SPECIAL: LazyLock<Vec<(IpNet, &str)>> = LazyLock::new(|| {
    NETWORKS.iter().map(|&(network, kind)| (network.parse::<IpNet>().expect("a network"), kind)).collect()
});

/// What an address is, where it is not public. One that stands for an IPv4 address is as public as that.
pub(super) fn special_use(address: IpAddr) -> Option<&'static str> {
    let address = behind_nat64(address.to_canonical());
    SPECIAL.iter().find(|(network, _)| network.contains(&address)).map(|&(_, kind)| kind)
}

/// The IPv4 address that 64:ff9b::/96 (RFC 6052) leads to; any other address is itself.
fn behind_nat64(address: IpAddr) -> IpAddr {
    if let IpAddr::V6(address) = address
        && let [0x64, 0xff9b, 0, 0, 0, 0, high, low] = address.segments()
    {
        return Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)).into();
    }
    address
}
