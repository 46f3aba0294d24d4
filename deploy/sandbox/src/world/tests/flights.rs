use std::collections::HashSet;

use jiff::civil::date;
use proptest::prelude::*;

use super::{
    super::{Cabin, OfferDraft},
    WORLD, arrives, day, departs, minutes_between, offers, one_way, round_trip, segments, slices,
};

fn check_chain(offer: &OfferDraft) {
    let mut before = None;
    for slice in &offer.slices {
        let (first, last) = (&slice.segments[0], &slice.segments[slice.segments.len() - 1]);
        assert_eq!((&slice.origin, &slice.destination), (&first.origin, &last.destination));
        assert_eq!(i64::from(slice.duration_min), minutes_between(departs(first), arrives(last)));
        for segment in &slice.segments {
            assert_eq!(i64::from(segment.duration_min), minutes_between(departs(segment), arrives(segment)));
            assert!(before.is_none_or(|before| before < departs(segment)), "{segment:?}");
            before = Some(arrives(segment));
        }
        assert!(slice.segments.windows(2).all(|pair| pair[0].destination == pair[1].origin));
    }
}

fn check_range(offer: &OfferDraft) {
    let real = segments(std::slice::from_ref(offer)).filter(|segment| segment.operating != "ZZ");
    for segment in real {
        let aircraft = WORLD.aircraft(&segment.aircraft).unwrap();
        assert!(segment.distance_km <= aircraft.range_km, "{segment:?}");
    }
}

fn layovers(offer: &OfferDraft) -> impl Iterator<Item = i64> {
    let pairs = offer.slices.iter().flat_map(|slice| slice.segments.windows(2));
    pairs.map(|pair| minutes_between(arrives(&pair[0]), departs(&pair[1])))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn between_any_two_airports_flights_join_and_stay_in_range(
        origin in 0..WORLD.airports().len(),
        destination in 0..WORLD.airports().len(),
        days in 1_i64..330,
        nights in 3_i64..20,
        max_connections in 0_u8..=2,
    ) {
        let code = |position: usize| WORLD.airports()[position].iata_code.as_str();
        let out = super::today() + jiff::Span::new().days(days);
        let back = out + jiff::Span::new().days(nights);
        let mut query = round_trip(code(origin), code(destination), &out.to_string(), &back.to_string());
        query.max_connections = max_connections;

        let offers = offers(&query);

        prop_assert!(offers.len() <= 200);
        prop_assert_eq!(offers.is_empty(), origin == destination);
        for offer in &offers {
            check_chain(offer);
            check_range(offer);
            prop_assert_eq!(offer.total, offer.base + offer.tax);
            prop_assert!(offer.base > 0 && offer.tax >= 0);
            prop_assert!(offer.slices.iter().all(|slice| slice.segments.len() <= usize::from(max_connections) + 1));
            prop_assert!(layovers(offer).all(|wait| (45..=20 * 60).contains(&wait)));
        }
    }
}

/// Local arrival against elapsed time, from a clock on the wall: each line crosses something.
#[test]
fn local_times_are_right_across_zones_summer_time_and_the_date_line() {
    // origin, destination, date, hours the destination is ahead on arrival
    let cases = [
        ("JFK", "LHR", "2027-01-20", 5),
        ("JFK", "LHR", "2027-03-17", 4),
        ("LHR", "JFK", "2027-01-20", -5),
        ("LAX", "SYD", "2027-01-20", 19),
        ("SYD", "LAX", "2027-01-20", -19),
        ("HND", "HNL", "2027-01-20", -19),
        ("DEL", "KTM", "2027-01-20", 0),
        ("PHX", "LAX", "2027-07-20", 0),
        ("PHX", "LAX", "2027-01-20", -1),
    ];
    for (origin, destination, date, ahead) in cases {
        let found = offers(&one_way(origin, destination, date));
        let nonstops: Vec<_> =
            segments(&found).filter(|segment| segment.destination == destination).collect();

        assert!(!nonstops.is_empty());
        for segment in nonstops.iter().filter(|segment| segment.origin == origin) {
            let wall_clock = segment.arriving_at.duration_since(segment.departing_at).as_mins();
            let quarter = if destination == "KTM" { 15 } else { 0 };
            assert_eq!(wall_clock, i64::from(segment.duration_min) + ahead * 60 + quarter, "{segment:?}");
        }
    }
}

#[test]
fn a_night_flight_through_the_change_to_summer_time_arrives_an_hour_later_by_the_clock() {
    let before = offers(&one_way("JFK", "LHR", "2027-03-26"));
    let through = offers(&one_way("JFK", "LHR", "2027-03-27"));
    let arrival = |offers: &[OfferDraft]| {
        let found =
            segments(offers).find(|s| s.operating == "BA" && s.arriving_at.date() > s.departing_at.date());
        found.map(|segment| (segment.operating_flight_number.clone(), segment.arriving_at.time())).unwrap()
    };

    let (number, early) = arrival(&before);
    let late =
        segments(&through).find(|s| s.operating == "BA" && s.operating_flight_number == number).unwrap();

    assert_eq!(late.arriving_at.date(), date(2027, 3, 28));
    assert_eq!(late.arriving_at.time().duration_since(early).as_mins(), 60);
}

#[test]
fn eastbound_is_faster_than_westbound_where_the_jet_stream_blows() {
    let quickest = |origin: &str, destination: &str| {
        let found = offers(&one_way(origin, destination, "2027-01-20"));
        slices(&found)
            .filter(|slice| slice.segments.len() == 1)
            .map(|slice| slice.duration_min)
            .min()
            .unwrap()
    };

    assert!((390..=440).contains(&quickest("JFK", "LHR")));
    assert!((450..=510).contains(&quickest("LHR", "JFK")));
    assert!(quickest("HND", "LAX") + 45 < quickest("LAX", "HND"), "also across the date line");
}

#[test]
fn a_change_of_planes_takes_less_than_five_hours_on_a_trunk_route() {
    let found = offers(&one_way("SYD", "LHR", "2027-01-20"));

    let waits: Vec<_> = found.iter().filter(|offer| offer.airline == "SQ" || offer.airline == "QF").collect();

    assert!(!waits.is_empty());
    assert!(waits.into_iter().flat_map(layovers).all(|wait| (45..=300).contains(&wait)));
}

#[test]
fn sydney_to_london_is_beyond_every_aircraft_but_the_test_airlines() {
    let found = offers(&one_way("SYD", "LHR", "2027-01-20"));

    let nonstop: HashSet<_> = slices(&found)
        .filter(|slice| slice.segments.len() == 1)
        .map(|slice| &slice.segments[0].operating)
        .collect();

    assert_eq!(nonstop, HashSet::from([&"ZZ".to_owned()]));
}

#[test]
fn a_code_share_is_the_partners_flight_under_another_number() {
    let found = offers(&one_way("JFK", "LHR", "2027-01-20"));
    let flown: HashSet<_> = segments(&found)
        .filter(|segment| segment.marketing == segment.operating)
        .map(|segment| (&segment.operating, &segment.operating_flight_number, segment.departing_at))
        .collect();

    let shared: Vec<_> = segments(&found).filter(|segment| segment.marketing != segment.operating).collect();

    assert!(shared.iter().any(|segment| segment.marketing == "AA" && segment.operating == "BA"));
    assert!(shared.iter().any(|segment| {
        flown.contains(&(&segment.operating, &segment.operating_flight_number, segment.departing_at))
    }));
    for segment in shared {
        let (seller, operator) =
            (WORLD.airline(&segment.marketing).unwrap(), WORLD.airline(&segment.operating).unwrap());
        assert!(seller.shares_codes_with(operator), "{segment:?}");
        assert!((7_000..=9_999).contains(&segment.flight_number.parse().unwrap()), "{segment:?}");
    }
}

#[test]
fn a_short_connecting_flight_may_lack_the_cabin_but_the_long_one_has_it() {
    let mut query = one_way("JFK", "SIN", "2027-01-20");
    query.cabin = Some(Cabin::PremiumEconomy);

    let found = offers(&query);

    assert!(found.iter().any(|offer| offer.airline != "ZZ"));
    for slice in slices(&found) {
        let longest = slice.segments.iter().max_by_key(|segment| segment.distance_km).unwrap();
        assert_eq!(longest.cabin, Cabin::PremiumEconomy);
    }
}

#[test]
fn two_connections_are_sold_where_one_does_not_do() {
    let mut query = one_way("PVD", "KTM", "2027-01-20");

    let with_one = offers(&query);
    query.max_connections = 2;
    let with_two = offers(&query);

    let most = |offers: &[OfferDraft]| slices(offers).map(|slice| slice.segments.len()).max().unwrap();
    assert_eq!((most(&with_one), most(&with_two)), (2, 3));
}

#[test]
fn a_city_code_finds_flights_of_all_its_airports() {
    let found = offers(&one_way("LON", "NYC", "2027-01-20"));

    let pairs: HashSet<_> =
        slices(&found).map(|slice| (slice.origin.as_str(), slice.destination.as_str())).collect();

    assert!(pairs.contains(&("LHR", "JFK")) && pairs.contains(&("LHR", "EWR")), "{pairs:?}");
}

#[test]
fn a_flight_leaves_on_the_day_asked_for_at_the_origin() {
    for (origin, destination) in [("SYD", "LAX"), ("LAX", "SYD"), ("AKL", "HNL"), ("KEF", "JFK")] {
        let found = offers(&one_way(origin, destination, "2027-03-28"));

        assert!(!found.is_empty());
        assert!(slices(&found).all(|slice| slice.segments[0].departing_at.date() == day("2027-03-28")));
    }
}
