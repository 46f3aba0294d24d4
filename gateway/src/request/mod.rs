//! Id, brand, mode and session of a request, as the extractors that handlers name.
//!
//! | extractor | brand | mode | session |
//! | --- | --- | --- | --- |
//! | `AnyRequest` | - | - | not read |
//! | `KnownBrand` | required | - | not read |
//! | `KnownMode` | required | required | not read |
//! | `OptionalSession` | required | - | opened; the call goes on without one |
//! | `OptionalSessionInMode` | required | required | opened; the call goes on without one |
//! | `CurrentSession` | - | - | read; the call goes on without one |
//! | `CurrentSessionIfQuick` | - | - | read within a second; for the security log alone |
//! | `CurrentSessionInMode` | with the session | required | read; 503 while svc-identity is away |
//! | `CurrentUserInMode` | with the session | required | read, with its user; 503 while svc-identity is away |
//! | `NewSession` | with the session | required | opened; 503 while svc-identity is away |
//! | `SignedInUser`, `Admin` | with the session | - | read; 401 for guests, 403 for who is no administrator |
//! | `SignedInUserInMode` | with the session | required | read; 401 for guests |

mod device;
mod extractors;
mod id;
mod json;
mod visit;

pub(crate) use device::device;
pub(crate) use extractors::{
    Admin, AnyRequest, CurrentSession, CurrentSessionIfQuick, CurrentSessionInMode, CurrentUserInMode,
    KnownBrand, KnownMode, NewSession, OptionalSession, OptionalSessionInMode, SignedInUser,
    SignedInUserInMode,
};
pub(crate) use id::RequestId;
pub(crate) use json::{Json, OptionalJson, media_type};
