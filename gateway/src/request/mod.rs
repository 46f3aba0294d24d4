//! Address, brand, mode and session of a request, as the extractors that handlers name.
//!
//! | extractor | brand | mode | session |
//! | --- | --- | --- | --- |
//! | `AnyRequest` | - | - | not read |
//! | `KnownBrand` | required | - | not read |
//! | `KnownMode` | required | required | not read |
//! | `OptionalSession` | required | - | opened; the call goes on without one |
//! | `OptionalSessionInMode` | required | required | opened; the call goes on without one |
//! | `CurrentSession` | - | - | read; the call goes on without one |
//! | `CurrentSessionInMode` | with the session | required | read; 503 while svc-identity is away |
//! | `NewSession` | with the session | required | opened; 503 while svc-identity is away |
//! | `SignedInUser`, `Admin` | with the session | - | read; 401 for guests, 403 for who is no administrator |

mod client;
mod cookies;
mod device;
mod extractors;
mod json;
mod visit;

pub(crate) use client::{ClientAddress, Peer, TrustedProxies};
pub(crate) use cookies::{CookieRules, NewCookies};
pub(crate) use device::device;
pub(crate) use extractors::{
    Admin, AnyRequest, CurrentSession, CurrentSessionInMode, KnownBrand, KnownMode, NewSession,
    OptionalSession, OptionalSessionInMode, SignedInUser,
};
pub(crate) use json::{Json, OptionalJson};
pub(crate) use visit::brand_key_of;
