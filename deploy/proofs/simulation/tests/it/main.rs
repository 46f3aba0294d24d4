//! The stores of the simulation keep the promises of the product's, and a run is what its seed says.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod alike;
mod bookings;
mod cancelling;
mod contract;
mod memory_payments;
mod runs;
