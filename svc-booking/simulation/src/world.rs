//! What outlives the hosts: the books, the clock, and what decides what goes wrong.

use std::sync::Arc;

use sandbox::Hosted;

use crate::clock::SimClock;
use crate::dice::Dice;
use crate::hosts::postman::Bag;
use crate::hosts::shop::Receipts;
use crate::memory::Memory;
use crate::mutant::Mutant;
use crate::shaken::Line;
use crate::till::Till;
use crate::weather::Weather;

/// Clones share everything.
#[derive(Clone)]
pub struct World {
    pub clock: Arc<SimClock>,
    pub dice: Dice,
    pub weather: Arc<Weather>,
    pub memory: Memory,
    pub till: Till,
    pub providers: Hosted,
    pub receipts: Receipts,
    pub bag: Bag,
    pub mutant: Option<Mutant>,
}

impl World {
    /// Changes with whatever any of the books holds.
    pub fn revision(&self) -> (u64, u64, u64) {
        (self.memory.revision(), self.till.revision(), self.providers.revision())
    }

    /// A host's way to its store.
    pub fn line(&self) -> Line {
        Line { dice: self.dice.clone(), weather: self.weather.clone() }
    }
}
