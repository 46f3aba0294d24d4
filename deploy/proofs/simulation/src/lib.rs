//! Purchases in a simulated world: the product's gateway, its operations and worker of bookings, its payments, its
//! offers and its clients of both third parties; the sandbox in their place; and a network, stores and a clock that
//! fail by a seed.
//!
//! What holds is looked at after every step. The same seed makes the same run, to the last message: so that holds, the
//! program `simulation` gives each run a process of its own.

mod chaos;
mod clock;
mod dice;
mod faults;
mod flaky;
mod holder;
mod hosts;
mod invariants;
mod memory_bookings;
mod memory_payments;
mod mutant;
mod network;
mod receipts;
mod run;
mod trace;
mod transport;
mod undelivered;
mod weather;
mod world;

pub use hosts::payments::LIMITS;
pub use memory_bookings::MemoryBookings;
pub use memory_payments::{Ledger, MemoryPayments};
pub use mutant::Mutant;
pub use run::{Report, run};
