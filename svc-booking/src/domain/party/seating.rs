//! The party as a whole: its size, its names, and who is whom on the offer.

use std::collections::HashSet;

use proto::booking::v1::PassengerDetails;
use proto::flights::v1::Offer;
use proto::offers::v1::QuotedSeat;
use service::{FieldErrors, Problem};

use super::{Kind, Traveller};

const MOST_SEATS: usize = 9;

/// 1 to 9 seats, infants excluded; a lap for every infant.
pub fn check_sizes(details: &[PassengerDetails], errors: &mut FieldErrors) {
    let count =
        |kind| details.iter().filter(|passenger| Kind::parse(&passenger.r#type) == Some(kind)).count();
    let (adults, children, infants) = (count(Kind::Adult), count(Kind::Child), count(Kind::Infant));
    errors.require(
        adults + children <= MOST_SEATS,
        "passengers",
        "At most 9 passengers with a seat can be booked together",
    );
    errors.require(infants <= adults, "passengers", "Each infant must travel with an adult of its own");
}

/// Airlines take no two passengers of one name on one booking.
pub fn check_names(entries: &[Option<Traveller>], errors: &mut FieldErrors) {
    let mut known = HashSet::new();
    for (index, traveller) in entries.iter().enumerate() {
        let Some(traveller) = traveller else { continue };
        let name = (traveller.given_name.to_lowercase(), traveller.family_name.to_lowercase());
        let field = format!("passengers[{index}].firstName");
        errors.require(known.insert(name), field, "Two passengers can't have the same name");
    }
}

/// Gives each traveller the offer's id for him: the one he came with, else the next of his kind.
pub fn seat(
    entries: &mut [Option<Traveller>],
    details: &[PassengerDetails],
    offer: &Offer,
    errors: &mut FieldErrors,
) {
    let mut free: Vec<_> = offer.passengers.iter().collect();
    let given = |details: &PassengerDetails| details.id.clone().filter(|id| !id.is_empty());
    // Those who came with an id first: nobody else may take it.
    let mut order: Vec<usize> = (0..details.len()).collect();
    order.sort_by_key(|index| given(&details[*index]).is_none());
    for index in order {
        let (passenger, kind) = (&details[index], Kind::parse(&details[index].r#type));
        let wanted = given(passenger);
        let found = free.iter().position(|candidate| {
            Kind::parse(&candidate.r#type) == kind && wanted.as_ref().is_none_or(|id| *id == candidate.id)
        });
        match (found, entries[index].as_mut()) {
            (Some(place), traveller) => {
                let taken = free.remove(place);
                if let Some(traveller) = traveller {
                    traveller.passenger_id.clone_from(&taken.id);
                }
            }
            (None, _) if kind.is_some() => {
                errors.add(
                    format!("passengers[{index}].type"),
                    "This flight was searched for other passengers. Please search again",
                );
            }
            (None, _) => {}
        }
    }
    errors.require(
        free.is_empty() || details.is_empty(),
        "passengers",
        "This flight was searched for more passengers. Please search again",
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

/// Who sits at an exit must be able to open it.
pub fn check_exit_rows(party: &[Traveller], seats: &[QuotedSeat]) -> Result<(), Problem> {
    let mut errors = FieldErrors::default();
    for (index, seat) in seats.iter().enumerate().filter(|(_, seat)| seat.exit_row) {
        let passenger = seat.selection.as_ref().map(|selection| &selection.passenger_id);
        let traveller = party.iter().find(|traveller| Some(&traveller.passenger_id) == passenger);
        errors.require(
            traveller.is_none_or(|traveller| traveller.kind == Kind::Adult && traveller.infant_id.is_none()),
            format!("seats[{index}].seatId"),
            "Exit rows are not for children or for adults with an infant on their lap.",
        );
    }
    errors.into_result()
}
