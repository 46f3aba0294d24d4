//! The others: each does what is usual until a test says otherwise.

pub mod airline;
pub mod services;
pub mod wire;
