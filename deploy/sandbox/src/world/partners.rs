//! Who sells whose flights, and where each airline is at home: looked up for every two flights that might
//! connect.

use super::{
    Airline,
    airlines::{Airlines, Kind},
    airports::Airports,
};

/// By position of the airlines and airports.
#[derive(Debug)]
pub(super) struct Partners {
    hubs: Vec<Vec<usize>>,
    sellers: Vec<Vec<usize>>,
    low_cost: Vec<bool>,
}

impl Partners {
    pub fn new(airlines: &Airlines, airports: &Airports) -> Self {
        let all = airlines.all();
        let partners_of = |airline: &Airline| {
            let shares = |position: &usize| airline.shares_codes_with(&all[*position]);
            (0..all.len()).filter(shares).collect()
        };
        let hubs_of = |airline: &Airline| {
            airline.hubs.iter().filter_map(|hub| airports.position(&hub.iata_code)).collect()
        };
        Self {
            hubs: all.iter().map(hubs_of).collect(),
            sellers: all.iter().map(partners_of).collect(),
            low_cost: all.iter().map(|airline| airline.kind == Kind::LowCost).collect(),
        }
    }

    /// The most important first.
    pub fn hubs(&self, airline: usize) -> &[usize] {
        &self.hubs[airline]
    }

    pub fn is_hub(&self, airline: usize, airport: usize) -> bool {
        self.hubs[airline].contains(&airport)
    }

    /// Airlines that put their number on this one's flights.
    pub fn partners(&self, airline: usize) -> &[usize] {
        &self.sellers[airline]
    }

    /// Whether one ticket holds flights of both. Low-cost airlines sell a partner's seats, but no connections.
    pub fn one_ticket(&self, one: usize, other: usize) -> bool {
        one == other || (!self.low_cost[one] && !self.low_cost[other] && self.sellers[one].contains(&other))
    }
}
