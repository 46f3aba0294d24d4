//! The sandbox's world: who flies where, when and for how much.
//!
//! A pure function of the seeds and the question: the same query on the same day gives the same flights at the
//! same prices. It knows no wire format, no ids, no clock and no currency.

mod airlines;
mod airports;
mod bags;
mod countries;
mod draft;
mod draw;
mod duffel_airways;
mod fares;
mod flight;
mod geo;
mod itinerary;
mod journey;
mod magic;
mod network;
mod offers;
mod partners;
mod query;
mod seats;
mod slices;
mod timetable;

#[cfg(test)]
mod tests;

use std::path::Path;

use jiff::civil::Date;

pub use airlines::{Aircraft, Airline, Alliance, Hub, Kind};
pub use airports::{Airport, City, Place, Size};
pub use countries::country_name;
pub use draft::{
    Amenities, CabinDraft, Condition, Covers, ElementDraft, ExtraBag, OfferDraft, RowDraft, SeatDraft,
    SeatMapDraft, SegmentDraft, SliceDraft, StopDraft, Wifi,
};
pub use query::{Cabin, PassengerKind, Query, QuerySlice};

/// Everything is worked out once, at load; answering only reads.
#[derive(Debug)]
pub struct World {
    airports: airports::Airports,
    airlines: airlines::Airlines,
    distances: geo::Distances,
    partners: partners::Partners,
    timetable: timetable::Timetable,
}

impl World {
    /// Reads `airports.json` and `airlines.json` of the given folder.
    pub fn load(seeds: &Path) -> anyhow::Result<Self> {
        let airports = airports::Airports::load(&seeds.join("airports.json"))?;
        let airlines = airlines::Airlines::load(&seeds.join("airlines.json"))?;
        let distances = geo::Distances::between_all(airports.all());
        let partners = partners::Partners::new(&airlines, &airports);
        let timetable = timetable::Timetable::build(&airlines, &airports, &distances, &partners)?;
        Ok(Self { airports, airlines, distances, partners, timetable })
    }

    pub fn airport(&self, iata: &str) -> Option<&Airport> {
        self.airports.get(iata)
    }

    pub fn airports(&self) -> &[Airport] {
        self.airports.all()
    }

    /// What an IATA code means: an airport or, where it is nobody's, a city.
    pub fn place(&self, code: &str) -> Option<Place<'_>> {
        self.airports.place(code)
    }

    /// The city of that code, with all its airports.
    pub fn city(&self, code: &str) -> Option<City<'_>> {
        self.airports.city(code)
    }

    pub fn airline(&self, iata: &str) -> Option<&Airline> {
        self.airlines.get(iata)
    }

    pub fn airlines(&self) -> &[Airline] {
        self.airlines.all()
    }

    pub fn aircraft(&self, iata: &str) -> Option<&Aircraft> {
        self.airlines.aircraft(iata)
    }

    /// The offers on sale, cheapest first. `today`, in UTC, sets the days left to departure; a slice more than a day
    /// before it has none.
    pub fn offers(&self, query: &Query, today: Date) -> Vec<OfferDraft> {
        offers::offers(self, query, today)
    }

    /// The cabin of one segment, seat by seat, as it stands for everybody who looks that day.
    pub fn seat_map(&self, segment: &SegmentDraft, cabin: Cabin) -> SeatMapDraft {
        match (self.aircraft(&segment.aircraft), self.airline(&segment.operating)) {
            (Some(aircraft), Some(airline)) => seats::seat_map(aircraft, airline, segment, cabin),
            _ => SeatMapDraft { cabins: Vec::new() },
        }
    }
}
