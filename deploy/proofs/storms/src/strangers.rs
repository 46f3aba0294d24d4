//! Visitors of many addresses, as a proxy before the gateway reports them.

use std::net::Ipv4Addr;

use crate::shopper::Shopper;

/// Addresses of strangers, each in a network of its own.
pub const ADDRESSES: usize = 500;

/// The shopper at an address.
pub fn at(shopper: Shopper, address: Ipv4Addr) -> Shopper {
    forging(shopper, "", address)
}

/// The shopper at the address of this number, who says with the `n`th call that they are somebody else.
pub fn disguised(shopper: Shopper, address: usize, n: usize) -> Shopper {
    let number = u32::try_from(address).unwrap_or_default();
    let own = Ipv4Addr::from_bits(Ipv4Addr::new(198, 18, 0, 1).to_bits() + (number << 8));
    let other = format!("203.0.113.{}", n % 250 + 1);
    forging(shopper, &format!("{other}, 127.0.0.1, "), own)
        .with("x-real-ip", other.clone())
        .with("forwarded", format!("for={other}"))
        .with("true-client-ip", other)
}

/// What a visitor sends themselves stands before what the proxy reports.
fn forging(shopper: Shopper, forged: &str, address: Ipv4Addr) -> Shopper {
    shopper.with("x-forwarded-for", format!("{forged}{address}"))
}
