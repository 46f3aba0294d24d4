//! Who asks: address, brand, mode and session of a request, as the extractors that handlers name.
//!
//! A handler that takes `Buyer` cannot run without a session and a known mode; one that takes `Visitor` needs neither.

mod client;
mod cookies;
mod device;
mod json;
mod visit;
mod visitors;

pub(crate) use client::{ClientAddress, Peer, TrustedProxies};
pub(crate) use cookies::{CookieRules, NewCookies};
pub(crate) use device::device;
pub(crate) use json::{Json, OptionalJson};
pub(crate) use visit::brand_key_of;
pub(crate) use visitors::{
    Administrator, Anybody, Browser, Buyer, Listener, Shopper, SignedIn, Traveller, Visitor, Writer,
};
