//! Which airline flies nonstop between which airports, and how often: hubs, demand, range and the rules of the
//! air decide. No real timetable is copied.

use std::{cmp::Reverse, collections::HashSet};

use super::{
    Airline, Airport, Size,
    airlines::{Airlines, Kind},
    airports::Airports,
    draw::{below, chance},
    geo::Distances,
    partners::Partners,
};

/// Closer, and people take the train.
const SHORTEST_KM: u32 = 160;
const LONG_HAUL_KM: u32 = 4_500;
/// The first so many of an airline's hubs have the most flights.
const MAIN_HUBS: usize = 2;

/// Longest nonstop flight an airport allows. New York LGA and Washington DCA have perimeter rules (1,500 and
/// 1,250 statute miles, with exemptions that reach the west coast from the latter); runway length limits the
/// others.
const PERIMETER_KM: [(&str, u32); 5] =
    [("LGA", 2_414), ("DCA", 2_012), ("LCY", 1_500), ("SEN", 2_500), ("TSA", 2_500)];

/// Countries between which nobody flies.
const CLOSED_SKIES: [(&str, &str); 10] = [
    ("DZ", "MA"),
    ("ID", "IL"),
    ("IL", "KW"),
    ("IL", "LB"),
    ("IL", "MY"),
    ("IL", "PK"),
    ("IL", "QA"),
    ("IL", "SA"),
    ("IL", "TN"),
    ("IN", "PK"),
];

/// Nonstop flights of an airline between two airports, both ways.
#[derive(Debug)]
pub(super) struct Service {
    pub hub: usize,
    pub other: usize,
    pub km: u32,
    /// Flights a week each way.
    pub weekly: u32,
}

impl Service {
    /// On its busiest days.
    pub fn flights_a_day(&self) -> u32 {
        self.weekly.div_ceil(7)
    }
}

/// All services of one airline, longest first.
pub(super) fn services(planner: &Planner<'_>, distances: &Distances) -> Vec<Service> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (rank, hub) in planner.hubs.iter().copied().enumerate() {
        for other in 0..planner.airports.len() {
            let km = distances.km(hub, other);
            if planner.flies(rank, hub, other, km) && seen.insert((hub.min(other), hub.max(other))) {
                found.push(Service { hub, other, km, weekly: planner.weekly(rank, hub, other, km) });
            }
        }
    }
    found.sort_by_key(|service| Reverse(service.km));
    found
}

pub(super) struct Planner<'a> {
    airline: &'a Airline,
    airports: &'a [Airport],
    hubs: &'a [usize],
    /// The main hub of each partner.
    partner_hubs: HashSet<usize>,
    range_km: u32,
}

impl<'a> Planner<'a> {
    pub fn new(
        airline: usize,
        airlines: &'a Airlines,
        airports: &'a Airports,
        partners: &'a Partners,
    ) -> Self {
        let main_hub = |partner: &usize| partners.hubs(*partner).first().copied();
        let planned = &airlines.all()[airline];
        let fleet = planned.fleet.iter().filter_map(|code| airlines.aircraft(code));
        Self {
            airline: planned,
            airports: airports.all(),
            hubs: partners.hubs(airline),
            partner_hubs: partners.partners(airline).iter().filter_map(main_hub).collect(),
            range_km: fleet.map(|aircraft| aircraft.range_km).max().unwrap_or(0),
        }
    }

    fn flies(&self, rank: usize, hub: usize, other: usize, km: u32) -> bool {
        let (home, away) = (&self.airports[hub], &self.airports[other]);
        let shortest_km = self.airline.shortest_km.max(SHORTEST_KM);
        let feasible = (shortest_km..=self.range_km).contains(&km)
            && !self.airline.avoids.contains(&away.iata_code)
            && km <= perimeter_km(home).min(perimeter_km(away))
            && home.city_code != away.city_code
            && !closed(home, away);
        if !feasible {
            return false;
        }
        if self.hubs.contains(&other) {
            return true;
        }
        let fed_by_partner = km < 9_000 && self.partner_hubs.contains(&other);
        let percent = self.appeal(rank, home, away, km) + if fed_by_partner { 45 } else { 0 };
        chance(percent, ("flies", &self.airline.iata_code, &home.iata_code, &away.iata_code))
    }

    /// Percent of such routes that are worth an aircraft.
    fn appeal(&self, rank: usize, home: &Airport, away: &Airport, km: u32) -> u32 {
        let domestic = home.country_code == away.country_code;
        if self.airline.kind == Kind::LowCost && km > LONG_HAUL_KM {
            let within_reach = km * 13 / 10 <= self.range_km;
            return if within_reach && home.size == Size::Major && away.size == Size::Major { 60 } else { 0 };
        }
        let (main_hub, other_hub) = match (away.size, domestic, km) {
            (Size::Major, _, ..=LONG_HAUL_KM) => (100, 90),
            (Size::Major, true, _) => (90, 90),
            (Size::Major, false, _) => (92, 45),
            (Size::Large, true, _) => (95, 80),
            (Size::Large, false, ..=LONG_HAUL_KM) => (85, 35),
            (Size::Large, false, _) => (45, 8),
            (Size::Regional, true, ..=2_500) => (90, 60),
            (Size::Regional, true, _) => (50, 10),
            (Size::Regional, false, ..=2_500) => (60, 20),
            (Size::Regional, false, ..=5_000) => (12, 0),
            (Size::Regional, false, _) => (0, 0),
        };
        if rank < MAIN_HUBS { main_hub } else { other_hub }
    }

    fn weekly(&self, rank: usize, hub: usize, other: usize, km: u32) -> u32 {
        let (home, away) = (&self.airports[hub], &self.airports[other]);
        let demand = match (home.size.min(away.size), home.size.max(away.size)) {
            (Size::Major, _) => 28,
            (Size::Large, Size::Major) => 14,
            (Size::Large, _) => 10,
            (Size::Regional, _) => 7,
        };
        let by_distance = match km {
            ..1_500 => demand * 2,
            1_500..6_000 => demand,
            _ => demand / 2,
        };
        let by_rank = if rank == 0 { by_distance * 3 / 2 } else { by_distance };
        let by_kind = if self.airline.kind == Kind::LowCost { by_rank * 2 / 3 } else { by_rank };
        by_kind + below(4, ("weekly", &self.airline.iata_code, &home.iata_code, &away.iata_code))
    }
}

fn perimeter_km(airport: &Airport) -> u32 {
    PERIMETER_KM.iter().find(|(code, _)| *code == airport.iata_code).map_or(u32::MAX, |(_, km)| *km)
}

fn closed(home: &Airport, away: &Airport) -> bool {
    let (home, away) = (home.country_code.as_str(), away.country_code.as_str());
    CLOSED_SKIES.contains(&(home, away)) || CLOSED_SKIES.contains(&(away, home))
}
