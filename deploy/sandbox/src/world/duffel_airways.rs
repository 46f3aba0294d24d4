//! Duffel Airways (ZZ), the provider's test airline: it flies any route asked for, a few times a day.

use jiff::{Timestamp, civil::Date};

use super::{
    Airport, Size, StopDraft, World,
    draw::below,
    flight::{Flight, minutes},
    geo::{Distances, block_min},
    itinerary::Itinerary,
};

const IATA_CODE: &str = "ZZ";
const HOURS: [i8; 3] = [7, 12, 18];
const CHANGE_MIN: u32 = 105;
const STOP_MIN: u32 = 60;

pub(super) struct DuffelAirways<'w> {
    /// Positions of the airline and of its one type of aircraft, and that type's speed.
    airline: usize,
    aircraft: usize,
    cruise_kmh: u32,
    airports: &'w [Airport],
    distances: &'w Distances,
}

impl<'w> DuffelAirways<'w> {
    pub fn of(world: &'w World) -> Option<Self> {
        let airline = world.airlines.position(IATA_CODE)?;
        let kind = world.airlines.all()[airline].fleet.first()?;
        let fleet = world.airlines.all_aircraft();
        let aircraft = fleet.iter().position(|aircraft| aircraft.iata_code == *kind)?;
        Some(Self {
            airline,
            aircraft,
            cruise_kmh: fleet[aircraft].cruise_kmh,
            airports: world.airports.all(),
            distances: &world.distances,
        })
    }

    pub fn nonstops(&self, origin: usize, destination: usize, date: Date) -> Vec<Itinerary> {
        let flights = HOURS.iter().filter_map(|hour| self.flight((origin, destination), date, *hour));
        flights.map(|flight| self.sold(vec![flight])).collect()
    }

    /// Through the large airport that is nearest to the way.
    pub fn connections(&self, origin: usize, destination: usize, date: Date) -> Vec<Itinerary> {
        let Some(via) = self.halfway(origin, destination) else { return Vec::new() };
        let both = |hour: &i8| {
            let first = self.flight((origin, via), date, *hour)?;
            let second = self.at((via, destination), first.arrives + minutes(CHANGE_MIN), *hour);
            Some(self.sold(vec![first, second]))
        };
        HOURS.iter().filter_map(both).collect()
    }

    /// Makes a flight land on the way.
    pub fn add_stop(&self, flight: &mut Flight) {
        let Some(via) = self.halfway(flight.origin, flight.destination) else { return };
        let block = |from, to| {
            block_min(&self.airports[from], &self.airports[to], self.distances.km(from, to), self.cruise_kmh)
        };
        let lands = flight.departs + minutes(block(flight.origin, via));
        let leaves = lands + minutes(STOP_MIN);
        let stop = &self.airports[via];
        flight.arrives = leaves + minutes(block(via, flight.destination));
        flight.arrives_local = self.airports[flight.destination].zone.to_datetime(flight.arrives);
        flight.stop = Some(StopDraft {
            airport: stop.iata_code.clone(),
            arriving_at: stop.zone.to_datetime(lands),
            departing_at: stop.zone.to_datetime(leaves),
            duration_min: STOP_MIN,
        });
    }

    fn sold(&self, flights: Vec<Flight>) -> Itinerary {
        Itinerary { owner: self.airline, flights }
    }

    fn flight(&self, (origin, destination): (usize, usize), date: Date, hour: i8) -> Option<Flight> {
        let from = &self.airports[origin];
        let question = ("quarter", &from.iata_code, &self.airports[destination].iata_code, hour);
        let quarter = i8::try_from(below(4, question)).ok()?;
        let departs = from.zone.to_timestamp(date.at(hour, quarter * 15, 0, 0)).ok()?;
        Some(self.at((origin, destination), departs, hour))
    }

    /// `hour` tells the flights of a day apart.
    fn at(&self, (origin, destination): (usize, usize), departs: Timestamp, hour: i8) -> Flight {
        let (from, to) = (&self.airports[origin], &self.airports[destination]);
        let number = 1_000 + below(9_000, ("number", &from.iata_code, &to.iata_code, hour));
        let km = self.distances.km(origin, destination);
        let arrives = departs + minutes(block_min(from, to, km, self.cruise_kmh));
        Flight {
            airline: self.airline,
            number,
            origin,
            destination,
            km,
            aircraft: self.aircraft,
            departs,
            arrives,
            departs_local: from.zone.to_datetime(departs),
            arrives_local: to.zone.to_datetime(arrives),
            stop: None,
        }
    }

    /// The major airport with the least detour among those well away from both ends.
    fn halfway(&self, origin: usize, destination: usize) -> Option<usize> {
        let least = self.distances.km(origin, destination) / 4;
        let candidates = (0..self.airports.len()).filter(|via| {
            let (before, after) = (self.distances.km(origin, *via), self.distances.km(*via, destination));
            self.airports[*via].size == Size::Major && before.min(after) >= least.max(1)
        });
        candidates.min_by_key(|via| self.distances.km(origin, *via) + self.distances.km(*via, destination))
    }
}
