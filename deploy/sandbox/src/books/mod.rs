//! What the providers know, as plain values. `Books::apply` makes a change; the ledger decides when, and journals it
//! first.

pub mod duffel;
pub mod outbox;
pub mod stripe;

use serde::{Deserialize, Serialize};

use crate::clock::Clock;

#[derive(Debug, Default)]
pub struct Books {
    pub duffel: duffel::Books,
    pub stripe: stripe::Books,
    pub events: outbox::Outbox,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    ClockAdvanced { ms: i64 },
    Duffel(duffel::Change),
    Stripe(stripe::Change),
    Event(outbox::Change),
}

impl Books {
    pub fn apply(&mut self, clock: &Clock, change: Change) {
        match change {
            Change::ClockAdvanced { ms } => clock.advance(ms),
            Change::Duffel(change) => self.duffel.apply(change),
            Change::Stripe(change) => self.stripe.apply(change),
            Change::Event(change) => self.events.apply(change),
        }
    }
}
