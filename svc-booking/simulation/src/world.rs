//! What outlives the hosts: the books, the clock, and what decides what goes wrong.

use std::sync::Arc;

use sandbox::Hosted;

use crate::clock::SimClock;
use crate::dice::Dice;
use crate::hosts::payments::Cashier;
use crate::hosts::shop::Receipts;
use crate::memory::Memory;
use crate::mutant::Mutant;
use crate::weather::Weather;

/// Clones share everything.
#[derive(Clone)]
pub struct World {
    pub clock: Arc<SimClock>,
    pub dice: Dice,
    pub weather: Arc<Weather>,
    pub memory: Memory,
    pub cashier: Cashier,
    pub airline: Hosted,
    pub receipts: Receipts,
    pub mutant: Option<Mutant>,
}

impl World {
    /// Changes with whatever any of the books holds.
    pub fn revision(&self) -> (u64, u64, u64) {
        (self.memory.revision(), self.cashier.revision(), self.airline.revision())
    }
}
