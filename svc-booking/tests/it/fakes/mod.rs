//! The others: each does what is usual until a test says otherwise.

pub mod airline;
mod payments;
pub mod services;
pub mod wire;
