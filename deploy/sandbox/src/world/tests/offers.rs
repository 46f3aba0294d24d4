use std::collections::{HashMap, HashSet};

use super::{
    super::{Covers, PassengerKind, Query, World},
    WORLD, day, offers, one_way, round_trip, today,
};

#[test]
fn the_same_query_on_the_same_day_gives_the_same_offers_after_a_restart() {
    let query = round_trip("JFK", "LHR", "2027-01-20", "2027-01-30");
    let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds");
    let restarted = World::load(&seeds).unwrap();

    let offers = WORLD.offers(&query, today());

    assert_eq!(offers, restarted.offers(&query, today()));
    assert!(offers.is_sorted_by_key(|offer| offer.total));
}

#[test]
fn a_query_survives_the_journal() {
    let mut query = round_trip("JFK", "LON", "2027-01-20", "2027-01-30");
    query.passengers.extend([PassengerKind::Child { age: 7 }, PassengerKind::Infant]);

    let text = serde_json::to_string(&query).unwrap();

    assert_eq!(serde_json::from_str::<Query>(&text).unwrap(), query);
}

#[test]
fn a_trunk_route_offers_30_to_200_in_economy() {
    for (origin, destination) in
        [("JFK", "LHR"), ("LAX", "JFK"), ("SYD", "LHR"), ("SIN", "HND"), ("CDG", "LHR"), ("LON", "NYC")]
    {
        for query in [
            one_way(origin, destination, "2027-01-20"),
            round_trip(origin, destination, "2027-01-20", "2027-01-30"),
        ] {
            let count = offers(&query).len();

            assert!((30..=200).contains(&count), "{origin}-{destination}: {count}");
        }
    }
}

#[test]
fn every_itinerary_of_an_airline_comes_in_two_to_four_brands_of_rising_price() {
    let offers = offers(&round_trip("JFK", "LHR", "2027-01-20", "2027-01-30"));
    let mut brands = HashMap::<_, Vec<_>>::new();
    for offer in offers.iter().filter(|offer| offer.airline != "ZZ") {
        let flights: Vec<_> = offer
            .slices
            .iter()
            .flat_map(|slice| &slice.segments)
            .map(|segment| (&segment.marketing, &segment.flight_number, segment.departing_at))
            .collect();
        brands.entry((&offer.airline, flights)).or_default().push((offer.slices[0].shelf, offer.total));
    }

    for sold in brands.values() {
        assert!((2..=4).contains(&sold.len()), "{sold:?}");
        assert!(sold.is_sorted(), "{sold:?}");
    }
}

#[test]
fn both_ways_of_a_round_trip_are_sold_by_one_airline_in_one_brand() {
    for offer in offers(&round_trip("JFK", "LHR", "2027-01-20", "2027-01-30")) {
        let sellers: HashSet<_> =
            offer.slices.iter().flat_map(|slice| &slice.segments).map(|segment| &segment.marketing).collect();

        assert_eq!(sellers, HashSet::from([&offer.airline]));
        assert_eq!(offer.slices[0].fare_brand, offer.slices[1].fare_brand);
    }
}

#[test]
fn a_return_on_the_day_of_arrival_leaves_after_it() {
    let offers = offers(&round_trip("LHR", "CDG", "2027-01-20", "2027-01-20"));

    assert!(!offers.is_empty());
    for offer in offers {
        let [out, back] = offer.slices.as_slice() else { panic!("two slices") };
        assert!(back.segments[0].departing_at > out.segments[out.segments.len() - 1].arriving_at);
    }
}

#[test]
fn a_journey_of_three_slices_is_sold_as_one() {
    let mut query = one_way("LHR", "JFK", "2027-01-10");
    query.slices.extend(one_way("JFK", "LAX", "2027-01-15").slices);
    query.slices.extend(one_way("LAX", "LHR", "2027-01-20").slices);

    let offers = offers(&query);

    assert!(offers.iter().any(|offer| offer.airline == "AA"));
    assert!(offers.iter().all(|offer| offer.slices.len() == 3));
}

#[test]
fn one_airline_sells_bags_of_two_weights_a_direction_and_one_for_the_whole_trip() {
    let sold = |query: &Query| -> Vec<_> {
        let bags = |offer: super::OfferDraft| {
            offer.extra_bags.into_iter().map(|bag| (bag.weight_kg, bag.covers, bag.price))
        };
        let of_ba = offers(query).into_iter().filter(|offer| offer.airline == "BA");
        of_ba.map(|offer| bags(offer).collect::<Vec<_>>()).collect()
    };
    let each: [(u8, Covers, i64); 2] = [(23, Covers::Slice, 7_500), (32, Covers::Slice, 11_000)];

    let out = sold(&one_way("JFK", "LHR", "2027-01-20"));
    let both = sold(&round_trip("JFK", "LHR", "2027-01-20", "2027-01-30"));

    assert!(!out.is_empty() && out.iter().all(|bags| *bags == each));
    let with_trip = [each[0], each[1], (23, Covers::Trip, 13_500)];
    assert!(!both.is_empty() && both.iter().all(|bags| *bags == with_trip));
    let others = offers(&round_trip("JFK", "LHR", "2027-01-20", "2027-01-30"));
    assert!(others.iter().all(|offer| offer.airline == "BA" || offer.extra_bags.len() == 1));
}

#[test]
fn papers_are_asked_for_only_across_a_border() {
    let domestic = offers(&one_way("LAX", "JFK", "2027-01-20"));
    let abroad = offers(&one_way("JFK", "LHR", "2027-01-20"));
    let through_canada = |offer: &&super::OfferDraft| {
        offer.slices[0].segments.iter().any(|segment| segment.origin.starts_with('Y'))
    };

    assert!(abroad.iter().all(|offer| offer.documents_required));
    assert!(
        domestic
            .iter()
            .all(|offer| offer.documents_required == through_canada(&offer) || offer.airline == "AM")
    );
}

#[test]
fn nothing_is_sold_for_days_gone_by_nowhere_or_the_place_one_is_at() {
    let on_the_21st = |on: &str| WORLD.offers(&one_way("JFK", "LHR", on), day("2026-11-21"));
    assert!(on_the_21st("2026-11-19").is_empty());
    assert!(!on_the_21st("2026-11-20").is_empty(), "it is still the 20th in New York");
    assert!(offers(&one_way("JFK", "XXX", "2027-01-20")).is_empty());
    assert!(offers(&one_way("JFK", "JFK", "2027-01-20")).is_empty());
    assert!(!on_the_21st("2026-11-21").is_empty());
}
