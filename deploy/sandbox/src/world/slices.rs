//! Writes an itinerary out as the slice of an offer: segments, cabins, bags and what comes with the brand.

use super::{
    Airline, Airport, Amenities, Cabin, SegmentDraft, Size, SliceDraft, World,
    airlines::{Brand, Kind},
    draw::below,
    fares::is_weekend,
    flight::Flight,
    itinerary::Itinerary,
    timetable::code_share_number,
};

/// Whether the longest flight has the cabin: a short one before or after it may do without.
pub(super) fn has_cabin(world: &World, itinerary: &Itinerary, wanted: Cabin) -> bool {
    let longest = itinerary.flights.iter().max_by_key(|flight| flight.km);
    longest.is_some_and(|flight| cabin_on(world, flight, wanted) == wanted)
}

pub(super) fn crosses_border(world: &World, itinerary: &Itinerary) -> bool {
    let country = |airport: usize| &world.airports.all()[airport].country_code;
    itinerary.flights.iter().any(|flight| country(flight.origin) != country(flight.destination))
}

/// For one passenger: a seat in front takes the room of several.
pub(super) fn emissions_kg(world: &World, itinerary: &Itinerary, wanted: Cabin) -> u32 {
    let grams = |flight: &Flight| {
        let room = match cabin_on(world, flight, wanted) {
            Cabin::Economy => 10,
            Cabin::PremiumEconomy => 15,
            Cabin::Business => 29,
            Cabin::First => 40,
        };
        flight.km * world.airlines.all_aircraft()[flight.aircraft].co2_g_per_km / 10 * room
    };
    itinerary.flights.iter().map(grams).sum::<u32>().div_ceil(1_000)
}

pub(super) fn draft(world: &World, itinerary: &Itinerary, brand: &Brand, wanted: Cabin) -> SliceDraft {
    let airports = world.airports.all();
    let seller = &world.airlines.all()[itinerary.owner];
    let writer = Writer { world, seller, brand, wanted };
    SliceDraft {
        origin: airports[itinerary.origin()].iata_code.clone(),
        destination: airports[itinerary.destination()].iata_code.clone(),
        fare_brand: brand.name.clone(),
        shelf: brand.shelf,
        advance_seat_selection: brand.free_seats,
        priority_boarding: brand.priority,
        priority_check_in: brand.priority,
        duration_min: itinerary.duration_min(),
        segments: itinerary.flights.iter().map(|flight| writer.segment(flight)).collect(),
    }
}

/// The cabin asked for, or the best below it that the flight has.
fn cabin_on(world: &World, flight: &Flight, wanted: Cabin) -> Cabin {
    let airline = &world.airlines.all()[flight.airline];
    let aircraft = &world.airlines.all_aircraft()[flight.aircraft];
    let sold =
        aircraft.cabins.iter().map(|layout| layout.cabin).filter(|cabin| airline.cabins.contains(cabin));
    sold.filter(|cabin| *cabin <= wanted).max().unwrap_or(Cabin::Economy)
}

struct Writer<'a> {
    world: &'a World,
    seller: &'a Airline,
    brand: &'a Brand,
    wanted: Cabin,
}

impl Writer<'_> {
    fn segment(&self, flight: &Flight) -> SegmentDraft {
        let airports = self.world.airports.all();
        let (from, to) = (&airports[flight.origin], &airports[flight.destination]);
        let operator = &self.world.airlines.all()[flight.airline];
        let cabin = cabin_on(self.world, flight, self.wanted);
        SegmentDraft {
            marketing: self.seller.iata_code.clone(),
            operating: operator.iata_code.clone(),
            flight_number: self.number(operator, flight).to_string(),
            operating_flight_number: flight.number.to_string(),
            origin: from.iata_code.clone(),
            destination: to.iata_code.clone(),
            departing_at: flight.departs_local,
            arriving_at: flight.arrives_local,
            duration_min: flight.duration_min(),
            distance_km: flight.km,
            aircraft: self.world.airlines.all_aircraft()[flight.aircraft].iata_code.clone(),
            origin_terminal: terminal(operator, from, "2"),
            destination_terminal: terminal(operator, to, "1"),
            cabin,
            cabin_name: cabin.name().to_owned(),
            fare_basis: self.fare_basis(flight, cabin, from),
            checked_bags: self.brand.checked_bags,
            carry_on_bags: self.brand.carry_on_bags,
            stops: flight.stop.iter().cloned().collect(),
            amenities: self.amenities(operator, flight, cabin),
            free_seats: self.brand.free_seats,
        }
    }

    fn number(&self, operator: &Airline, flight: &Flight) -> u32 {
        let (seller, operator) = (&self.seller.iata_code, &operator.iata_code);
        if seller == operator { flight.number } else { code_share_number(seller, operator, flight.number) }
    }

    /// Booking class, weekend or not, the brand's shelf, and where it is sold: `YW2GB`.
    fn fare_basis(&self, flight: &Flight, cabin: Cabin, from: &Airport) -> String {
        let day = if is_weekend(flight.departs_local.date()) { 'W' } else { 'X' };
        format!("{}{day}{}{}", cabin.booking_class(), self.brand.shelf, from.country_code)
    }

    fn amenities(&self, operator: &Airline, flight: &Flight, cabin: Cabin) -> Amenities {
        let aircraft = &self.world.airlines.all_aircraft()[flight.aircraft];
        let layout = aircraft.cabins.iter().find(|layout| layout.cabin == cabin);
        Amenities {
            pitch_in: layout.map_or(30, |layout| layout.pitch_in),
            wifi: operator.wifi,
            power: aircraft.is_wide_body() || operator.kind == Kind::Network,
        }
    }
}

/// An airline's own where it is at home, elsewhere always the same; small airports have one building.
fn terminal(airline: &Airline, airport: &Airport, of_test_airline: &str) -> Option<String> {
    if airline.kind == Kind::Test {
        return Some(of_test_airline.to_owned());
    }
    if let Some(terminal) = airline.terminal(&airport.iata_code) {
        return Some(terminal.to_owned());
    }
    let buildings = match airport.size {
        Size::Major => 4,
        Size::Large => 2,
        Size::Regional => return None,
    };
    Some((1 + below(buildings, ("terminal", &airline.iata_code, &airport.iata_code))).to_string())
}
