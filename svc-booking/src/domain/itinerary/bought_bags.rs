//! The bags that were bought with a trip, in its itinerary and mails: each in the price, and at the flights it is for.

use proto::flights::v1::{Segment, Slice};
use proto::offers::v1::QuotedBag;

use super::{CARRY_ON, city, full_name};
use crate::domain::{Booking, paid, shown};
use crate::texts::Texts;

/// What each bag is, and what it costs with all its pieces.
pub fn lines(texts: Texts, booking: &Booking) -> Vec<(String, String)> {
    let slices = booking.quote.offer.as_ref().map(|offer| &offer.slices[..]).unwrap_or_default();
    let line = |bag: &QuotedBag| {
        let price = paid::of_bag(bag)?;
        let place = coverage(texts, slices, &bag.segment_ids);
        Some((label(texts, booking, bag, place), shown::sum(price)))
    };
    booking.quote.bags.iter().filter_map(line).collect()
}

/// What was bought for a flight, and for whom: `2 checked bags, 23 kg, Ada Byron`.
pub fn on_flight(texts: Texts, booking: &Booking, flight: &Segment) -> Vec<String> {
    let bags = booking.quote.bags.iter().filter(|bag| bag.segment_ids.contains(&flight.id));
    bags.map(|bag| label(texts, booking, bag, None)).collect()
}

/// `2 checked bags, 23 kg, outbound flight, Ada Byron`: the words of the site (`webapp/messages/en/lib/bags.json`).
/// `place` is left out where the flight is named already.
fn label(texts: Texts, booking: &Booking, bag: &QuotedBag, place: Option<String>) -> String {
    let selection = bag.selection.clone().unwrap_or_default();
    let owner = booking.travellers.iter().find(|it| it.passenger_id == selection.passenger_id);
    let parts = [
        Some(pieces(texts, bag, selection.quantity)),
        bag.weight_kg.map(|kg| texts.bag_weight(kg)),
        place,
        owner.map(full_name),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn pieces(texts: Texts, bag: &QuotedBag, count: u32) -> String {
    if bag.kind == CARRY_ON { texts.cabin_bags(count) } else { texts.checked_bags(count) }
}

/// On which flights a bag goes (rule BAG-3). Nothing if none of them is of this trip.
fn coverage(texts: Texts, slices: &[Slice], segment_ids: &[String]) -> Option<String> {
    let is_covered = |segment: &&Segment| segment_ids.contains(&segment.id);
    let flights: Vec<_> = slices.iter().flat_map(|slice| &slice.segments).collect();
    let covered: Vec<_> = flights.iter().copied().filter(is_covered).collect();
    let is_all_of = |slice: &Slice| {
        covered.len() == slice.segments.len() && slice.segments.iter().all(|segment| is_covered(&segment))
    };
    match slices.iter().position(is_all_of) {
        _ if covered.is_empty() => None,
        Some(0) => Some(texts.bag_on_outbound()),
        Some(_) => Some(texts.bag_on_return()),
        None if covered.len() == flights.len() => Some(texts.bag_on_whole_trip()),
        None => Some(covered.into_iter().map(|flight| cities(texts, flight)).collect::<Vec<_>>().join(", ")),
    }
}

fn cities(texts: Texts, flight: &Segment) -> String {
    texts.route(city(flight.origin.as_ref()), city(flight.destination.as_ref()))
}

#[cfg(test)]
mod tests {
    use proto::common::v1 as common;
    use proto::flights::v1::{Offer, Place};
    use proto::offers::v1::ServiceSelection;
    use texts::Locale;

    use super::*;
    use crate::domain::party::Traveller;
    use crate::domain::saga::State;

    fn texts() -> Texts {
        Texts::of(Locale::English)
    }

    /// A way over these cities; its flights are named by their two ends, such as `AB`.
    fn slice(cities: &[&str]) -> Slice {
        let place = |city: &&str| Some(Place { city_name: (*city).into(), ..Place::default() });
        let flights = cities.windows(2).map(|ends| Segment {
            id: format!("{}{}", &ends[0][..1], &ends[1][..1]),
            origin: place(&ends[0]),
            destination: place(&ends[1]),
            ..Segment::default()
        });
        let (origin, destination) = (cities.first().and_then(place), cities.last().and_then(place));
        Slice { segments: flights.collect(), origin, destination, ..Slice::default() }
    }

    fn traveller(id: &str, given_name: &str) -> Traveller {
        Traveller { passenger_id: id.into(), given_name: given_name.into(), ..Traveller::sample() }
    }

    #[test]
    fn bag03_where_a_bag_goes_is_said_in_words() {
        let one_way = [slice(&["Athens", "Rome", "Sofia"])];
        let there_and_back = [slice(&["Athens", "Rome", "Sofia"]), slice(&["Sofia", "Athens"])];
        let check = |slices: &[Slice], ids: &[&str], expected: Option<&str>| {
            let ids: Vec<String> = ids.iter().map(|id| (*id).into()).collect();
            assert_eq!(coverage(texts(), slices, &ids).as_deref(), expected, "{ids:?}");
        };
        check(&one_way, &["AR", "RS"], Some("outbound flight"));
        check(&there_and_back, &["AR", "RS"], Some("outbound flight"));
        check(&there_and_back, &["RS", "AR"], Some("outbound flight"));
        check(&there_and_back, &["SA"], Some("return flight"));
        check(&there_and_back, &["AR", "RS", "SA"], Some("whole trip"));
        check(&there_and_back, &["RS"], Some("Rome to Sofia"));
        check(&there_and_back, &["AR", "SA"], Some("Athens to Rome, Sofia to Athens"));
        check(&there_and_back, &["XY"], None);
        check(&there_and_back, &[], None);
        check(&[], &["AR"], None);
    }

    #[test]
    fn bag05_a_bag_says_how_many_of_which_kind_and_weight_go_where_and_whose_they_are() {
        let mut booking = Booking::sample_at(State::Ticketed, None);
        booking.travellers = vec![traveller("pas_1", "Ada"), traveller("pas_2", "Maya")];
        let slices = vec![slice(&["Athens", "Sofia"]), slice(&["Sofia", "Athens"])];
        booking.quote.offer = Some(Offer { slices, ..Offer::default() });
        let mut check = |bag: QuotedBag, expected: &str| {
            booking.quote.bags = vec![bag];
            assert_eq!(lines(texts(), &booking), [(expected.to_owned(), "£75".to_owned())]);
        };
        let bag = |kind: &str, passenger: &str, quantity, weight_kg, flights: &[&str]| QuotedBag {
            selection: Some(ServiceSelection {
                passenger_id: passenger.into(),
                service_id: "ase_1".into(),
                quantity,
            }),
            kind: kind.into(),
            weight_kg,
            segment_ids: flights.iter().map(|id| (*id).into()).collect(),
            price: Some(common::Money { minor: 7_500, currency: "GBP".into() }),
        };
        check(
            bag("checked", "pas_1", 1, Some(23), &["AS"]),
            "1 checked bag, 23 kg, outbound flight, Ada Byron",
        );
        check(
            bag("checked", "pas_2", 2, Some(32), &["SA"]),
            "2 checked bags, 32 kg, return flight, Maya Byron",
        );
        check(bag("carry_on", "pas_1", 1, None, &["AS", "SA"]), "1 cabin bag, whole trip, Ada Byron");
        check(bag("carry_on", "pas_3", 2, Some(8), &[]), "2 cabin bags, 8 kg");
    }

    #[test]
    fn a_flight_says_what_was_bought_for_it_and_for_whom() {
        let mut booking = Booking::sample_at(State::Ticketed, None);
        booking.travellers = vec![traveller("pas_1", "Ada"), traveller("pas_2", "Maya")];
        let bag = |passenger: &str, quantity, flights: &[&str]| QuotedBag {
            selection: Some(ServiceSelection {
                passenger_id: passenger.into(),
                service_id: "ase_1".into(),
                quantity,
            }),
            kind: "checked".into(),
            weight_kg: Some(23),
            segment_ids: flights.iter().map(|id| (*id).into()).collect(),
            price: None,
        };
        booking.quote.bags = vec![bag("pas_1", 1, &["AS", "SA"]), bag("pas_2", 2, &["AS"])];
        let check = |id: &str, expected: &[&str]| {
            let flight = Segment { id: id.into(), ..Segment::default() };
            assert_eq!(on_flight(texts(), &booking, &flight), expected, "{id}");
        };
        check("AS", &["1 checked bag, 23 kg, Ada Byron", "2 checked bags, 23 kg, Maya Byron"]);
        check("SA", &["1 checked bag, 23 kg, Ada Byron"]);
        check("XY", &[]);
    }
}
