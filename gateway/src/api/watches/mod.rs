//! Prices that are watched: somebody asks, confirms by a mailed link, looks at what they watch, and ends it.
//!
//! The owner of a watch is an address. Who is signed in with it, or holds a link that was mailed to it, may change it.

mod account;
mod booked;
mod change;
mod confirm;
mod create;
mod list;
mod owner;
mod preview;
mod shapes;
mod stop;

pub(super) use account::*;
pub(super) use booked::*;
pub(super) use change::*;
pub(super) use confirm::*;
pub(super) use create::*;
pub(super) use list::*;
pub(super) use preview::*;
pub(super) use stop::*;
