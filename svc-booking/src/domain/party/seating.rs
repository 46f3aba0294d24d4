//! The party as a whole: its size, its names, and who is whom on the offer.

use std::collections::HashSet;

use proto::booking::v1::PassengerDetails;
use proto::flights::v1::{Offer, OfferPassenger};
use proto::offers::v1::QuotedSeat;
use service::{FieldErrors, Problem};
use time::Date;

use super::{Kind, Traveller, ages};
use crate::domain::journey;

const MOST_SEATS: usize = 9;
/// In years. The United States keep those under 15 from exit rows (14 CFR 121.585 (b) (2)), the European Union and the
/// United Kingdom children of no stated age (guidance to CAT.OP.MPA.165); most airlines there ask for 16.
const EXIT_ROW_AGE: i32 = 16;

/// 1 to 9 seats, infants excluded; a lap for every infant.
pub fn check_sizes(details: &[PassengerDetails], errors: &mut FieldErrors) {
    let count =
        |kind| details.iter().filter(|passenger| Kind::parse(&passenger.r#type) == Some(kind)).count();
    let (adults, children, infants) = (count(Kind::Adult), count(Kind::Child), count(Kind::Infant));
    errors.require(
        adults + children <= MOST_SEATS,
        "passengers",
        ("too_many", "At most 9 passengers with a seat can be booked together"),
    );
    errors.require(
        infants <= adults,
        "passengers",
        ("too_few_laps", "Each infant must travel with an adult of its own"),
    );
}

/// Airlines take no two passengers of one name on one booking.
pub fn check_names(entries: &[Option<Traveller>], errors: &mut FieldErrors) {
    let mut known = HashSet::new();
    for (index, traveller) in entries.iter().enumerate() {
        let Some(traveller) = traveller else { continue };
        let name = (traveller.given_name.to_lowercase(), traveller.family_name.to_lowercase());
        let field = format!("passengers[{index}].firstName");
        errors.require(known.insert(name), field, ("same_names", "Two passengers can't have the same name"));
    }
}

/// The offer's passenger for each traveller: the one they came with, else the next of their kind, rather one that was
/// searched for by their age.
pub fn assign<'o>(
    details: &[PassengerDetails],
    offer: &'o Offer,
    travel_on: Date,
) -> Vec<Option<&'o OfferPassenger>> {
    let mut free: Vec<_> = offer.passengers.iter().collect();
    let mut tickets = vec![None; details.len()];
    // Those who came with an id first: nobody else may take it.
    let mut order: Vec<usize> = (0..details.len()).collect();
    order.sort_by_key(|index| given_id(&details[*index]).is_none());
    for index in order {
        let place = place_among(&free, &details[index], travel_on);
        tickets[index] = place.map(|place| free.remove(place));
    }
    tickets
}

fn given_id(details: &PassengerDetails) -> Option<&str> {
    details.id.as_deref().filter(|id| !id.is_empty())
}

fn place_among(free: &[&OfferPassenger], details: &PassengerDetails, travel_on: Date) -> Option<usize> {
    let kind = Kind::parse(&details.r#type)?;
    let age = ages::birth_date(details).map(|born_on| ages::age_on(born_on, travel_on));
    let of_kind = free.iter().enumerate().filter(|(_, ticket)| {
        Kind::parse(&ticket.r#type) == Some(kind) && given_id(details).is_none_or(|id| id == ticket.id)
    });
    let rank = |ticket: &OfferPassenger| match ticket.age {
        Some(searched_age) if Some(searched_age) == age => 0,
        None => 1,
        Some(_) => 2,
    };
    of_kind.min_by_key(|(_, ticket)| rank(ticket)).map(|(place, _)| place)
}

/// Each traveller has a ticket of the offer, and no ticket is left.
pub fn check_tickets(
    details: &[PassengerDetails],
    offer: &Offer,
    tickets: &[Option<&OfferPassenger>],
    errors: &mut FieldErrors,
) {
    for (index, (passenger, ticket)) in details.iter().zip(tickets).enumerate() {
        errors.require(
            ticket.is_some() || Kind::parse(&passenger.r#type).is_none(),
            format!("passengers[{index}].type"),
            ("other_party", "This flight was searched for other passengers. Please search again"),
        );
    }
    errors.require(
        details.is_empty() || tickets.iter().flatten().count() == offer.passengers.len(),
        "passengers",
        ("other_party", "This flight was searched for more passengers. Please search again"),
    );
}

/// Puts the infants on the adults' laps, in order.
pub fn hand_out_infants(party: &mut [Traveller]) {
    let infants: Vec<String> = party
        .iter()
        .filter(|traveller| traveller.kind == Kind::Infant)
        .map(|infant| infant.passenger_id.clone())
        .collect();
    let adults = party.iter_mut().filter(|traveller| traveller.kind == Kind::Adult);
    for (adult, infant) in adults.zip(infants) {
        adult.infant_id = Some(infant);
    }
}

/// Who sits at an exit must be able to open it: nobody under 16 on the day of that flight, no child, nobody with an
/// infant on the lap. Seats are named by their place in the request, travellers by theirs in the party.
pub fn check_exit_rows(party: &[Traveller], offer: &Offer, seats: &[QuotedSeat]) -> Result<(), Problem> {
    let mut errors = FieldErrors::default();
    for (index, seat) in seats.iter().enumerate().filter(|(_, seat)| seat.exit_row) {
        let passenger = seat.selection.as_ref().map(|selection| &selection.passenger_id);
        let place = party.iter().position(|traveller| Some(&traveller.passenger_id) == passenger);
        let barred = place.and_then(|place| barred_from_exit(place, &party[place], flown_on(seat, offer)));
        if let Some(message) = barred {
            errors.add(format!("seats[{index}].seatId"), ("exit_row", message));
        }
    }
    errors.into_result()
}

/// The day of the seat's own flight.
fn flown_on(seat: &QuotedSeat, offer: &Offer) -> Option<Date> {
    let own = journey::segments(offer).find(|segment| segment.id == seat.segment_id);
    own.and_then(journey::departs_on)
}

fn barred_from_exit(place: usize, traveller: &Traveller, day: Option<Date>) -> Option<String> {
    let age = traveller.born_on.zip(day).map(|(born_on, day)| ages::age_on(born_on, day));
    if age.is_none_or(|age| age < EXIT_ROW_AGE) {
        let number = place + 1;
        return Some(format!(
            "Exit-row seats are for passengers of {EXIT_ROW_AGE} and older. Choose another seat for passenger {number}."
        ));
    }
    let may_sit_there = traveller.kind == Kind::Adult && traveller.infant_id.is_none();
    let message = "Exit rows are not for children or for adults with an infant on their lap.";
    (!may_sit_there).then(|| message.to_owned())
}
