//! Puts offers together: the journeys of a query, in every brand the airline sells them in.

use jiff::civil::Date;

use super::{
    Cabin, Condition, OfferDraft, Query, World,
    airlines::{Airline, Brand, Kind},
    bags::extra_bags,
    draw::{below, chance},
    duffel_airways::DuffelAirways,
    fares::{Trip, days_until, departure_tax, passenger_fare},
    itinerary::{Finder, Itinerary},
    journey::{Journey, journeys},
    magic::{self, Magic},
    slices,
};

/// An answer is cut here, after whole journeys.
const MOST_OFFERS: usize = 196;
/// An airline holds a fare for nothing only while there is time to sell the seat again.
const HOLDABLE_DAYS: i32 = 7;

const NOT_ALLOWED: Condition = Condition { allowed: false, penalty: None };

pub(super) fn offers(world: &World, query: &Query, today: Date) -> Vec<OfferDraft> {
    Shop { world, query, today, magic: magic::of(query) }.offers()
}

struct Shop<'w> {
    world: &'w World,
    query: &'w Query,
    today: Date,
    magic: Option<Magic>,
}

impl Shop<'_> {
    fn offers(&self) -> Vec<OfferDraft> {
        // Somewhere it may still be yesterday.
        let earliest = self.today.yesterday().unwrap_or(self.today);
        if self.magic == Some(Magic::NoOffers) || self.query.slices.iter().any(|slice| slice.date < earliest)
        {
            return Vec::new();
        }
        let slices: Vec<_> = (0..self.query.slices.len()).map(|at| self.itineraries(at)).collect();
        let mut offers = Vec::new();
        for journey in journeys(&slices) {
            let branded = self.branded(&journey, &slices);
            if offers.len() + branded.len() <= MOST_OFFERS {
                offers.extend(branded);
            }
        }
        offers.sort_by_key(|offer| {
            (offer.total, offer.slices.iter().map(|slice| slice.duration_min).sum::<u32>())
        });
        offers
    }

    /// All ways to fly one slice, from and to every airport that its codes stand for.
    fn itineraries(&self, at: usize) -> Vec<Itinerary> {
        let slice = &self.query.slices[at];
        let destinations = self.world.airports.resolve(&slice.destination);
        let mut found = Vec::new();
        for origin in self.world.airports.resolve(&slice.origin) {
            for destination in destinations.iter().copied().filter(|destination| *destination != origin) {
                found.extend(self.between(origin, destination, slice.date));
            }
        }
        found
    }

    fn between(&self, origin: usize, destination: usize, date: Date) -> Vec<Itinerary> {
        let mut found = self.finder().find(origin, destination, date, self.query.max_connections);
        let Some(test_airline) = DuffelAirways::of(self.world) else { return found };
        match self.magic {
            Some(Magic::OnlyConnections) => {
                found.retain(|itinerary| itinerary.flights.len() > 1);
                found.extend(test_airline.connections(origin, destination, date));
            }
            Some(Magic::StopInsideTheSegment) => {
                found.retain(|itinerary| itinerary.flights.len() == 1);
                found.extend(test_airline.nonstops(origin, destination, date));
                for flight in found.iter_mut().flat_map(|itinerary| &mut itinerary.flights) {
                    test_airline.add_stop(flight);
                }
            }
            _ => found.extend(test_airline.nonstops(origin, destination, date)),
        }
        found
    }

    fn finder(&self) -> Finder<'_> {
        Finder {
            airports: self.world.airports.all(),
            distances: &self.world.distances,
            partners: &self.world.partners,
            timetable: &self.world.timetable,
        }
    }

    fn cabin(&self) -> Cabin {
        self.query.cabin.unwrap_or(Cabin::Economy)
    }

    fn branded(&self, journey: &Journey<'_>, slices: &[Vec<Itinerary>]) -> Vec<OfferDraft> {
        let has_cabin = |itinerary: &&Itinerary| slices::has_cabin(self.world, itinerary, self.cabin());
        if !journey.slices.iter().all(has_cabin) {
            return Vec::new();
        }
        let airline = &self.world.airlines.all()[journey.owner];
        let trips: Vec<_> = (0..slices.len()).map(|at| self.trip(at, journey, &slices[at])).collect();
        let brands = self.world.airlines.brands(airline, self.cabin());
        brands.map(|brand| self.offer(airline, brand, journey, &trips)).collect()
    }

    fn trip(&self, at: usize, journey: &Journey<'_>, alternatives: &[Itinerary]) -> Trip {
        let itinerary = journey.slices[at];
        let fastest = alternatives.iter().map(Itinerary::duration_min).min().unwrap_or(0);
        let airline = &self.world.airlines.all()[journey.owner];
        let date = self.query.slices[at].date;
        let numbers: Vec<_> =
            itinerary.flights.iter().map(|flight| (flight.airline, flight.number)).collect();
        Trip {
            km: self.world.distances.km(itinerary.origin(), itinerary.destination()),
            cabin: self.cabin(),
            airline_level: airline.fare_level,
            demand: 850 + i64::from(below(300, ("demand", numbers, date))),
            extra_min: itinerary.duration_min() - fastest,
            date,
            today: self.today,
            returning: self.query.slices.len() > 1 && airline.kind == Kind::Network,
        }
    }

    fn offer(&self, airline: &Airline, brand: &Brand, journey: &Journey<'_>, trips: &[Trip]) -> OfferDraft {
        let base = self.base(brand, trips);
        let tax = self.tax(journey);
        let is_test = airline.kind == Kind::Test;
        let itineraries = || journey.slices.iter().copied();
        let mut offer = OfferDraft {
            airline: airline.iata_code.clone(),
            total: base + tax,
            base,
            tax,
            slices: itineraries().map(|each| slices::draft(self.world, each, brand, self.cabin())).collect(),
            refund: condition(brand.refund_penalty, base),
            change: condition(brand.change_penalty, base),
            holdable: is_test || self.holdable(airline, brand),
            documents_required: itineraries().any(|each| slices::crosses_border(self.world, each)),
            document_types: vec!["passport"],
            extra_bags: extra_bags(airline, trips),
            emissions_kg: itineraries()
                .map(|each| slices::emissions_kg(self.world, each, self.cabin()))
                .sum(),
            loyalty_programmes: vec![airline.iata_code.clone()],
        };
        if is_test {
            self.vary_conditions(&mut offer);
        }
        if let Some(magic) = self.magic {
            magic.apply(&mut offer);
        }
        offer
    }

    fn base(&self, brand: &Brand, trips: &[Trip]) -> i64 {
        let fares: Vec<_> = trips.iter().map(|trip| trip.adult_fare(brand.price)).collect();
        let of_all =
            |fare: &i64| self.query.passengers.iter().map(|each| passenger_fare(*fare, *each)).sum::<i64>();
        fares.iter().map(of_all).sum()
    }

    fn tax(&self, journey: &Journey<'_>) -> i64 {
        let airports = self.world.airports.all();
        let flights = journey.slices.iter().flat_map(|itinerary| &itinerary.flights);
        flights
            .flat_map(|flight| self.query.passengers.iter().map(move |passenger| (flight, *passenger)))
            .map(|(flight, passenger)| {
                let (from, to) = (&airports[flight.origin], &airports[flight.destination]);
                departure_tax(from, to, flight.km, self.cabin(), passenger)
            })
            .sum()
    }

    fn holdable(&self, airline: &Airline, brand: &Brand) -> bool {
        let days = self.query.slices.first().map_or(0, |slice| days_until(self.today, slice.date));
        let holds_fares = airline.kind == Kind::Network && chance(60, ("holds fares", &airline.iata_code));
        holds_fares && brand.change_penalty.is_some() && days >= HOLDABLE_DAYS
    }

    /// The test airline's conditions are another search's matter each time.
    fn vary_conditions(&self, offer: &mut OfferDraft) {
        if chance(40, ("no refund", &self.query.slices)) {
            offer.refund = NOT_ALLOWED;
        }
        if chance(40, ("no change", &self.query.slices)) {
            offer.change = NOT_ALLOWED;
        }
    }
}

/// A penalty that eats the whole fare allows nothing.
fn condition(penalty: Option<i64>, fare: i64) -> Condition {
    let penalty = penalty.filter(|penalty| *penalty < fare);
    Condition { allowed: penalty.is_some(), penalty }
}
