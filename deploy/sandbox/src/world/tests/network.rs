use std::collections::HashSet;

use super::{
    super::{OfferDraft, SegmentDraft},
    WORLD, arrives, departs, minutes_between, offers, one_way, segments, slices,
};

fn country(airport: &str) -> &str {
    &WORLD.airport(airport).unwrap().country_code
}

fn real(offers: Vec<OfferDraft>) -> Vec<OfferDraft> {
    offers.into_iter().filter(|offer| offer.airline != "ZZ").collect()
}

fn nonstops(offers: &[OfferDraft]) -> impl Iterator<Item = &SegmentDraft> {
    slices(offers).filter(|slice| slice.segments.len() == 1).map(|slice| &slice.segments[0])
}

#[test]
fn planes_are_changed_at_a_hub_between_airlines_that_share_codes() {
    for (origin, destination) in
        [("PVD", "LHR"), ("BNA", "PMI"), ("EDI", "SYD"), ("GDL", "HND"), ("LAX", "JFK")]
    {
        let mut query = one_way(origin, destination, "2027-01-20");
        query.max_connections = 2;
        let found = real(offers(&query));

        assert!(!found.is_empty(), "{origin}-{destination}");
        for pair in slices(&found).flat_map(|slice| slice.segments.windows(2)) {
            let (first, second) =
                (WORLD.airline(&pair[0].operating).unwrap(), WORLD.airline(&pair[1].operating).unwrap());
            let at_hub = [first, second]
                .iter()
                .any(|airline| airline.hubs.iter().any(|hub| hub.iata_code == pair[0].destination));
            assert!(at_hub, "{pair:?}");
            assert!(first.iata_code == second.iata_code || first.shares_codes_with(second), "{pair:?}");
        }
    }
}

#[test]
fn a_change_of_planes_across_a_border_takes_longer() {
    for (origin, destination, least) in [("LAX", "BTV", 45), ("BNA", "PMI", 70), ("EDI", "SYD", 70)] {
        let found = real(offers(&one_way(origin, destination, "2027-01-20")));
        let pairs = slices(&found).flat_map(|slice| slice.segments.windows(2));
        let waits: Vec<_> = pairs
            .filter(|pair| least == 70 || country(&pair[0].destination) == "US")
            .map(|pair| minutes_between(arrives(&pair[0]), departs(&pair[1])))
            .collect();

        assert!(!waits.is_empty() && waits.iter().all(|wait| *wait >= least), "{origin}: {waits:?}");
    }
}

/// Rules of the air and of common sense: none of these exists.
#[test]
fn nobody_flies_nonstop_where_nobody_may_or_would() {
    let impossible =
        [("LGA", "LAX"), ("DCA", "LHR"), ("LCY", "JFK"), ("DEL", "KHI"), ("DOH", "TLV"), ("PVD", "SYD")];
    for (origin, destination) in impossible {
        let found = real(offers(&one_way(origin, destination, "2027-01-20")));

        assert_eq!(nonstops(&found).count(), 0, "{origin}-{destination}");
    }
}

#[test]
fn rivals_meet_on_the_routes_that_everybody_flies() {
    let cases: [(&str, &str, &[&str]); 6] = [
        ("JFK", "LHR", &["AA", "BA", "VS", "DL"]),
        ("LAX", "JFK", &["AA", "DL", "B6"]),
        ("CDG", "LHR", &["AF", "BA"]),
        ("SYD", "SIN", &["QF", "SQ"]),
        ("DEL", "BOM", &["AI", "6E"]),
        ("FRA", "JFK", &["LH"]),
    ];
    for (origin, destination, airlines) in cases {
        let found = real(offers(&one_way(origin, destination, "2027-01-20")));
        let operating: HashSet<_> = nonstops(&found).map(|segment| segment.operating.as_str()).collect();

        assert!(
            airlines.iter().all(|airline| operating.contains(airline)),
            "{origin}-{destination}: {operating:?}"
        );
    }
}

#[test]
fn an_airline_flies_from_its_hubs_only() {
    let found = real(offers(&one_way("LON", "NYC", "2027-01-20")));

    for segment in segments(&found) {
        let operator = WORLD.airline(&segment.operating).unwrap();
        let ends = [&segment.origin, &segment.destination];
        assert!(operator.hubs.iter().any(|hub| ends.contains(&&hub.iata_code)), "{segment:?}");
    }
}

#[test]
fn the_timetable_repeats_every_week() {
    let flights = |date: &str| {
        let found = offers(&one_way("LHR", "SIN", date));
        let numbers = nonstops(&found).map(|segment| {
            (segment.operating.clone(), segment.operating_flight_number.clone(), segment.departing_at.time())
        });
        numbers.collect::<HashSet<_>>()
    };

    assert_eq!(flights("2027-01-20"), flights("2027-01-27"));
    assert!(!flights("2027-01-20").is_empty());
}
