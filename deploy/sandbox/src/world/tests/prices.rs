use jiff::civil::DateTime;

use super::{
    super::{Cabin, Kind, OfferDraft, PassengerKind, Query, SliceDraft},
    WORLD, day, offers, one_way, round_trip,
};

type FlightsAndBrand = (String, Vec<(String, DateTime)>);

fn flights_and_brand(offer: &OfferDraft) -> FlightsAndBrand {
    let segments = offer.slices.iter().flat_map(|slice| &slice.segments);
    let flights =
        segments.map(|segment| (segment.marketing.clone() + &segment.flight_number, segment.departing_at));
    (offer.slices[0].fare_brand.clone(), flights.collect())
}

fn by_flights_and_brand(mut offers: Vec<OfferDraft>) -> Vec<OfferDraft> {
    offers.sort_by_key(flights_and_brand);
    offers
}

fn cheapest(offers: &[OfferDraft]) -> i64 {
    offers.iter().map(|offer| offer.total).min().unwrap()
}

#[test]
fn a_better_cabin_costs_more() {
    let mut query = one_way("LHR", "SIN", "2027-01-20");
    let cabins = [Cabin::Economy, Cabin::PremiumEconomy, Cabin::Business, Cabin::First];

    let prices = cabins.map(|cabin| {
        query.cabin = Some(cabin);
        cheapest(&offers(&query))
    });

    assert!(prices.is_sorted_by(|cheaper, dearer| cheaper < dearer), "{prices:?}");
}

#[test]
fn the_same_flight_never_gets_cheaper_as_the_day_comes_near() {
    let query = one_way("JFK", "LHR", "2027-01-20");
    let todays =
        ["2026-11-01", "2026-12-10", "2026-12-25", "2027-01-05", "2027-01-12", "2027-01-16", "2027-01-19"];

    let prices = todays.map(|today| cheapest(&WORLD.offers(&query, day(today))));

    assert!(prices.is_sorted_by(|earlier, later| earlier < later), "{prices:?}");
}

#[test]
fn a_farther_place_costs_more() {
    let prices =
        ["CDG", "IST", "JFK", "SIN", "SYD"].map(|to| cheapest(&offers(&one_way("LHR", to, "2027-01-20"))));

    assert!(prices.is_sorted_by(|nearer, farther| nearer < farther), "{prices:?}");
}

#[test]
fn a_friday_costs_more_than_the_tuesday_before() {
    let average = |date: &str| {
        let found = offers(&one_way("JFK", "LHR", date));
        found.iter().map(|offer| offer.total).sum::<i64>() / i64::try_from(found.len()).unwrap()
    };

    assert!(average("2027-01-22") > average("2027-01-19"));
}

#[test]
fn every_passenger_pays_for_every_slice() {
    let alone = round_trip("JFK", "LHR", "2027-01-20", "2027-01-30");
    let family = |others: &[PassengerKind]| {
        let mut query = alone.clone();
        query.passengers.extend(others);
        offers(&query)
    };
    let single = offers(&alone);

    let cases: [(&[PassengerKind], i64, i64); 4] = [
        (&[PassengerKind::Adult], 2_000, 2),
        (&[PassengerKind::Adult, PassengerKind::Child { age: 8 }], 2_750, 3),
        (&[PassengerKind::Child { age: 15 }], 2_000, 2),
        (&[PassengerKind::Infant], 1_100, 1),
    ];
    for (others, base, taxed) in cases {
        let family = by_flights_and_brand(family(others));
        for (one, all) in by_flights_and_brand(single.clone()).into_iter().zip(family) {
            let rounding = 100 * i64::try_from(others.len()).unwrap();
            assert_eq!(flights_and_brand(&one), flights_and_brand(&all));
            assert!((all.base - one.base * base / 1_000).abs() <= rounding, "{others:?}");
            assert_eq!(all.tax, one.tax * taxed);
        }
    }
}

#[test]
fn a_brand_that_allows_a_change_says_what_it_costs() {
    for offer in offers(&one_way("JFK", "LHR", "2027-01-20")) {
        for condition in [offer.refund, offer.change] {
            assert_eq!(condition.allowed, condition.penalty.is_some());
            assert!(condition.penalty.is_none_or(|penalty| (0..offer.base).contains(&penalty)));
        }
    }
}

#[test]
fn a_seat_in_front_weighs_more_in_carbon() {
    let mut query = one_way("JFK", "LHR", "2027-01-20");
    let least = |offers: &[OfferDraft]| {
        let nonstop = offers.iter().filter(|offer| offer.slices[0].segments.len() == 1);
        nonstop.map(|offer| offer.emissions_kg).min().unwrap()
    };

    let economy = least(&offers(&query));
    query.cabin = Some(Cabin::Business);
    let business = least(&offers(&query));

    assert!((250..=500).contains(&economy), "{economy}");
    assert!(business > economy * 2);
}

#[test]
fn a_network_airlines_return_costs_less_than_two_one_ways_on_the_same_flights() {
    let both = offers(&round_trip("LHR", "JFK", "2027-01-20", "2027-01-30"));
    let there = offers(&one_way("LHR", "JFK", "2027-01-20"));
    let back = offers(&one_way("JFK", "LHR", "2027-01-30"));
    let base_of = |offers: &[OfferDraft], slice: &SliceDraft| {
        let same = |offer: &&OfferDraft| offer.slices[0] == *slice;
        offers.iter().find(same).map(|offer| offer.base)
    };

    let singles: Vec<_> = both
        .iter()
        .filter(|offer| WORLD.airline(&offer.airline).unwrap().kind == Kind::Network)
        .filter_map(|offer| {
            Some((offer.base, base_of(&there, &offer.slices[0])? + base_of(&back, &offer.slices[1])?))
        })
        .collect();

    assert!(singles.len() > 10);
    assert!(singles.iter().all(|(together, apart)| together < apart), "{singles:?}");
}

#[test]
fn a_detour_costs_less_than_the_nonstop_on_average() {
    let found = offers(&one_way("JFK", "LHR", "2027-01-20"));
    let average = |n_segments: usize| {
        let bases = found.iter().filter(|offer| offer.slices[0].segments.len() == n_segments);
        let bases: Vec<_> =
            bases.filter(|offer| offer.slices[0].shelf == 1).map(|offer| offer.base).collect();
        bases.iter().sum::<i64>() / i64::try_from(bases.len()).unwrap()
    };

    assert!(average(2) < average(1));
}

#[test]
fn leaving_london_for_far_away_is_taxed_twice_as_much_in_front() {
    let mut query = one_way("LHR", "JFK", "2027-01-20");
    let nonstop_tax = |query: &Query| {
        let found = offers(query);
        found.iter().find(|offer| offer.slices[0].segments.len() == 1).map(|offer| offer.tax)
    };

    let economy = nonstop_tax(&query);
    query.cabin = Some(Cabin::Business);

    assert_eq!((economy, nonstop_tax(&query)), (Some(4_850 + 8_200), Some(4_850 + 16_400)));
}
