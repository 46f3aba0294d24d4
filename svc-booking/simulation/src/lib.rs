//! Purchases in a simulated world: the real door, worker, provider client and offers service of the product, the
//! sandbox's airline, and a network, a store and a clock that fail by a seed.
//!
//! What holds is looked at after every step. The same seed makes the same run, to the last message: so that holds, the
//! program `simulation` gives each run a process of its own.

mod chaos;
mod clock;
mod dice;
mod hosts;
mod laws;
mod memory;
mod mutant;
mod network;
mod run;
mod shaken;
mod trace;
mod transport;
mod weather;
mod world;

pub use memory::Memory;
pub use mutant::Mutant;
pub use run::{Report, run};
