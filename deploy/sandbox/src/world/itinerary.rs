//! Ways to get from one airport to another on a day: nonstop, and through hubs with time to change.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil::Date};

use super::{
    Airport,
    flight::{Flight, minutes, minutes_between},
    geo::Distances,
    partners::Partners,
    timetable::{Route, Timetable},
};

/// Longest wait for a connection that is sold while there are shorter ones, and where there are none.
const LAYOVER_MIN: u32 = 5 * 60;
const LONGEST_LAYOVER_MIN: u32 = 20 * 60;
/// Nobody buys what takes twice the fastest way and this.
const SLOWER_MIN: u32 = 2 * 60;
/// Least time to change planes within a country, and from or to another one.
const DOMESTIC_CHANGE_MIN: u32 = 45;
const INTERNATIONAL_CHANGE_MIN: u32 = 70;
/// Ways through different hubs that one airline sells between two airports.
const PATHS_PER_AIRLINE: usize = 4;
/// With fewer one-stop itineraries than this, two stops are sold too.
const ENOUGH: usize = 6;

#[derive(Debug, Clone)]
pub(super) struct Itinerary {
    /// The airline that sells all of it, under its own numbers.
    pub owner: usize,
    /// Never empty.
    pub flights: Vec<Flight>,
}

impl Itinerary {
    pub fn origin(&self) -> usize {
        self.flights[0].origin
    }

    pub fn destination(&self) -> usize {
        self.flights[self.flights.len() - 1].destination
    }

    pub fn departs(&self) -> Timestamp {
        self.flights[0].departs
    }

    pub fn arrives(&self) -> Timestamp {
        self.flights[self.flights.len() - 1].arrives
    }

    pub fn duration_min(&self) -> u32 {
        minutes_between(self.departs(), self.arrives())
    }

    /// What a traveller weighs: time, and a change of planes counts for two hours of it.
    pub fn effort(&self) -> u32 {
        let changes = u32::try_from(self.flights.len()).expect("few flights") - 1;
        self.duration_min() + changes * 120
    }

    fn longest_layover_min(&self) -> u32 {
        let gaps = self.flights.windows(2).map(|pair| minutes_between(pair[0].arrives, pair[1].departs));
        gaps.max().unwrap_or(0)
    }
}

pub(super) struct Finder<'w> {
    pub airports: &'w [Airport],
    pub distances: &'w Distances,
    pub partners: &'w Partners,
    pub timetable: &'w Timetable,
}

impl<'w> Finder<'w> {
    /// Unsorted; code-shares of the same flights stand beside them under their own seller.
    pub fn find(&self, origin: usize, destination: usize, date: Date, max_connections: u8) -> Vec<Itinerary> {
        let mut found = self.nonstops(origin, destination, date);
        if max_connections >= 1 {
            found.extend(self.timed(self.one_stop_paths(origin, destination), date));
        }
        if max_connections >= 2 && found.len() < ENOUGH {
            found.extend(self.timed(self.two_stop_paths(origin, destination), date));
        }
        let fastest = found.iter().map(Itinerary::duration_min).min().unwrap_or(0);
        found.retain(|itinerary| itinerary.duration_min() <= fastest * 2 + SLOWER_MIN);
        found
    }

    fn nonstops(&self, origin: usize, destination: usize, date: Date) -> Vec<Itinerary> {
        let mut found = Vec::new();
        for route in self.timetable.between(origin, destination) {
            let sellers = self.sellers(route);
            for departure in &route.departures {
                let Some(flight) = Flight::on(date, route, departure, self.airports) else { continue };
                found.extend(
                    sellers.iter().map(|owner| Itinerary { owner: *owner, flights: vec![flight.clone()] }),
                );
            }
        }
        found
    }

    /// Who sells a nonstop: its operator, and partners at home at either end.
    fn sellers(&self, route: &Route) -> Vec<usize> {
        let at_home = |airline: &usize| {
            self.partners.is_hub(*airline, route.origin) || self.partners.is_hub(*airline, route.destination)
        };
        let partners = self.partners.partners(route.airline).iter().copied().filter(at_home);
        std::iter::once(route.airline).chain(partners).collect()
    }

    fn one_stop_paths(&self, origin: usize, destination: usize) -> Paths<'w> {
        let mut paths = Paths::new(self.most_km(origin, destination));
        for first in self.timetable.from(origin) {
            let via = first.destination;
            if via == destination || first.km + self.distances.km(via, destination) > paths.most_km {
                continue;
            }
            for second in self.timetable.between(via, destination) {
                if self.connects(first, second) {
                    paths.offer(vec![first, second]);
                }
            }
        }
        paths
    }

    fn two_stop_paths(&self, origin: usize, destination: usize) -> Paths<'w> {
        let mut paths = Paths::new(self.most_km(origin, destination));
        let into: Vec<_> = self.timetable.from(destination).iter().collect();
        for first in self.timetable.from(origin) {
            for last in &into {
                let (from, to) = (first.destination, last.destination);
                let km = first.km + self.distances.km(from, to) + last.km;
                if from == to || km > paths.most_km || !self.partners.is_hub(last.airline, to) {
                    continue;
                }
                let Some(last) = self.back(last) else { continue };
                for middle in self.timetable.between(from, to) {
                    if self.connects(first, middle) && self.connects(middle, last) {
                        paths.offer(vec![first, middle, last]);
                    }
                }
            }
        }
        paths
    }

    /// The same airline's route the other way.
    fn back(&self, route: &Route) -> Option<&'w Route> {
        let same = |other: &&Route| other.airline == route.airline;
        self.timetable.between(route.destination, route.origin).iter().find(same)
    }

    /// How far round is still on the way.
    fn most_km(&self, origin: usize, destination: usize) -> u32 {
        let direct = self.distances.km(origin, destination);
        direct + (direct * 3 / 10 + 900).min(direct * 3 / 2).min(3_000)
    }

    /// People change planes at a hub, and not to an airline that knows nothing of the first.
    fn connects(&self, first: &Route, second: &Route) -> bool {
        let via = first.destination;
        self.partners.one_ticket(first.airline, second.airline)
            && (self.partners.is_hub(first.airline, via) || self.partners.is_hub(second.airline, via))
    }

    /// The paths' flights of the day, of each airline those without a long wait if it has any.
    fn timed(&self, paths: Paths<'w>, date: Date) -> Vec<Itinerary> {
        let mut found = Vec::new();
        for (owner, paths) in paths.into_best() {
            let timed: Vec<_> = paths.iter().flat_map(|path| self.departures(owner, path, date)).collect();
            let (short, long): (Vec<_>, Vec<_>) =
                timed.into_iter().partition(|itinerary| itinerary.longest_layover_min() <= LAYOVER_MIN);
            found.extend(if short.is_empty() { long } else { short });
        }
        found
    }

    fn departures(&self, owner: usize, path: &[&'w Route], date: Date) -> Vec<Itinerary> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        let starts =
            first.departures.iter().filter_map(|departure| Flight::on(date, first, departure, self.airports));
        starts
            .filter_map(|start| {
                let flights = rest.iter().try_fold(vec![start], |mut flights, route| {
                    let next = self.next_flight(flights.last()?, route)?;
                    flights.push(next);
                    Some(flights)
                })?;
                Some(Itinerary { owner, flights })
            })
            .collect()
    }

    /// The first flight on a route that a passenger of `arrival` can make.
    fn next_flight(&self, arrival: &Flight, route: &Route) -> Option<Flight> {
        let ready = arrival.arrives + minutes(self.change_min(arrival, route));
        let deadline = arrival.arrives + minutes(LONGEST_LAYOVER_MIN);
        let today = arrival.arrives_local.date();
        let days = [Some(today), today.tomorrow().ok()];
        let flights = days.into_iter().flatten().flat_map(|date| {
            route
                .departures
                .iter()
                .filter_map(move |departure| Flight::on(date, route, departure, self.airports))
        });
        flights
            .filter(|flight| flight.departs >= ready && flight.departs <= deadline)
            .min_by_key(|flight| (flight.departs, flight.number))
    }

    fn change_min(&self, arrival: &Flight, route: &Route) -> u32 {
        let country = |airport: usize| &self.airports[airport].country_code;
        let home = country(route.origin);
        if country(arrival.origin) == home && country(route.destination) == home {
            DOMESTIC_CHANGE_MIN
        } else {
            INTERNATIONAL_CHANGE_MIN
        }
    }
}

/// Candidate paths by the airline that would sell them: the one with the longest leg.
struct Paths<'w> {
    most_km: u32,
    by_owner: BTreeMap<usize, Vec<(u32, Vec<&'w Route>)>>,
}

impl<'w> Paths<'w> {
    fn new(most_km: u32) -> Self {
        Self { most_km, by_owner: BTreeMap::new() }
    }

    fn offer(&mut self, path: Vec<&'w Route>) {
        let km = path.iter().map(|route| route.km).sum();
        let longest = path.iter().max_by_key(|route| (route.km, route.airline));
        let Some(owner) = longest.map(|route| route.airline) else { return };
        if km <= self.most_km {
            self.by_owner.entry(owner).or_default().push((km, path));
        }
    }

    /// The shortest of each airline, the airlines in their own order.
    fn into_best(self) -> impl Iterator<Item = (usize, Vec<Vec<&'w Route>>)> {
        self.by_owner.into_iter().map(|(owner, mut paths)| {
            paths.sort_by_key(|(km, _)| *km);
            (owner, paths.into_iter().take(PATHS_PER_AIRLINE).map(|(_, path)| path).collect())
        })
    }
}
