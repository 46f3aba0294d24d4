//! What outlives the hosts: the books, the clock, and what decides what goes wrong.

use std::sync::Arc;

use sandbox::Hosted;

use crate::clock::SimClock;
use crate::dice::Dice;
use crate::flaky::Line;
use crate::memory_bookings::MemoryBookings;
use crate::memory_payments::MemoryPayments;
use crate::mutant::Mutant;
use crate::receipts::Receipts;
use crate::undelivered::Undelivered;
use crate::weather::Weather;

/// Clones share everything.
#[derive(Clone)]
pub struct World {
    pub clock: Arc<SimClock>,
    pub dice: Dice,
    pub weather: Arc<Weather>,
    pub memory: MemoryBookings,
    pub memory_payments: MemoryPayments,
    pub providers: Hosted,
    pub receipts: Receipts,
    pub undelivered: Undelivered,
    pub mutant: Option<Mutant>,
}

impl World {
    /// Changes with whatever any of the books holds.
    pub fn revision(&self) -> (u64, u64, u64) {
        (self.memory.revision(), self.memory_payments.revision(), self.providers.revision())
    }

    /// A host's way to its store.
    pub fn line(&self) -> Line {
        Line { dice: self.dice.clone(), weather: self.weather.clone() }
    }
}
