//! Whether an order that a person names is the one that a booking lost.
//!
//! Metadata tell, where there are any; else the order must be for the same travellers, flights and money, and stand.

use std::collections::BTreeSet;

use duffel::Order;
use proto::flights::v1::Slice;
use service::Mode;

use super::{Booking, journey};

/// Where an order keeps whose it is.
pub const BOOKING_ID: &str = "booking_id";

/// A flight by what is printed on a ticket: number, from, to, local take-off.
type Flight = (String, String, String, String);

/// Why the order can't be the booking's, in words for the person who named it.
pub fn misfit(order: &Order, booking: &Booking) -> Option<&'static str> {
    let named = order.metadata.get(BOOKING_ID);
    if order.live_mode != (booking.mode == Mode::Live) {
        Some("This order is of the other mode.")
    } else if order.cancelled_at.is_some() {
        Some("This order is cancelled.")
    } else if named.is_some_and(|id| *id != booking.id.to_string()) {
        Some("This order belongs to another booking.")
    } else if names_of_order(order) != names_of(booking) {
        Some("This order is for other travellers.")
    } else if flights_of_order(order) != flights_of(booking) {
        Some("This order is for other flights.")
    } else if order.total() != Ok(booking.provider_total) {
        Some("This order costs another sum.")
    } else {
        None
    }
}

fn names_of_order(order: &Order) -> BTreeSet<String> {
    order.passengers.iter().map(|it| name(&it.given_name, &it.family_name)).collect()
}

fn names_of(booking: &Booking) -> BTreeSet<String> {
    booking.travellers.iter().map(|it| name(&it.given_name, &it.family_name)).collect()
}

/// Airlines write names in capitals, and some without spaces and hyphens.
pub(super) fn name(given: &str, family: &str) -> String {
    let letters = given.chars().chain(['/']).chain(family.chars());
    letters.filter(|letter| letter.is_alphabetic() || *letter == '/').flat_map(char::to_uppercase).collect()
}

fn flights_of_order(order: &Order) -> Vec<Flight> {
    let segments = order.slices.iter().flat_map(|slice| &slice.segments);
    let flight = |it: &duffel::wire::Segment| {
        let carrier = it.marketing_carrier.iata_code.clone().unwrap_or_default();
        (
            journey::numbered(&carrier, &it.marketing_carrier_flight_number),
            it.origin.iata_code.clone().unwrap_or_default(),
            it.destination.iata_code.clone().unwrap_or_default(),
            it.departing_at.clone(),
        )
    };
    segments.map(flight).collect()
}

fn flights_of(booking: &Booking) -> Vec<Flight> {
    let slices = booking.quote.offer.as_ref().map_or(&[][..], |offer| &offer.slices);
    slices.iter().flat_map(flights_of_slice).collect()
}

fn flights_of_slice(slice: &Slice) -> impl Iterator<Item = Flight> + '_ {
    slice.segments.iter().map(|it| {
        let code =
            |place: Option<&proto::flights::v1::Place>| place.map_or("", |place| &place.iata_code).to_owned();
        (
            journey::number(it),
            code(it.origin.as_ref()),
            code(it.destination.as_ref()),
            it.departing_at.clone(),
        )
    })
}
