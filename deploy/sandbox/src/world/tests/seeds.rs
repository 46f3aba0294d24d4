use std::collections::HashSet;

use super::{super::Place, WORLD};

/// The provider's test routes run between these.
const TEST_ROUTE_AIRPORTS: [&str; 16] = [
    "PVD", "RAI", "JFK", "EWR", "LHR", "DXB", "AMS", "BTS", "MRU", "ABV", "STN", "LGW", "LTN", "SEN", "LCY",
    "SYD",
];

#[test]
fn s059_about_three_hundred_airports_have_ids_and_codes_of_their_own() {
    let airports = WORLD.airports();

    let ids: HashSet<_> = airports.iter().map(|airport| &airport.id).collect();
    let codes: HashSet<_> = airports.iter().map(|airport| &airport.iata_code).collect();

    assert!((280..=330).contains(&airports.len()), "{}", airports.len());
    assert_eq!((ids.len(), codes.len()), (airports.len(), airports.len()));
    assert!(
        codes.iter().all(|code| code.len() == 3 && code.chars().all(|letter| letter.is_ascii_uppercase()))
    );
}

#[test]
fn every_airport_of_a_test_route_is_there() {
    let missing: Vec<_> = TEST_ROUTE_AIRPORTS.iter().filter(|code| WORLD.airport(code).is_none()).collect();

    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_airport_has_its_time_zone_and_stands_on_the_globe() {
    for airport in WORLD.airports() {
        assert_eq!(airport.zone.iana_name(), Some(airport.time_zone.as_str()), "{}", airport.iata_code);
        assert!(airport.latitude.abs() <= 90.0 && airport.longitude.abs() <= 180.0, "{}", airport.iata_code);
        assert!(!airport.name.is_empty() && !airport.city_name.is_empty() && airport.country_code.len() == 2);
    }
}

#[test]
fn every_hub_and_every_aircraft_of_an_airline_is_known() {
    for airline in WORLD.airlines() {
        let hubs_known = airline.hubs.iter().all(|hub| WORLD.airport(&hub.iata_code).is_some());
        let fleet_known = airline.fleet.iter().all(|code| WORLD.aircraft(code).is_some());
        let partners_known = airline.partners.iter().all(|code| WORLD.airline(code).is_some());

        assert!(hubs_known && fleet_known && partners_known, "{}", airline.iata_code);
        assert!(!airline.fleet.is_empty() && !airline.cabins.is_empty(), "{}", airline.iata_code);
    }
}

#[test]
fn an_airport_code_is_an_airport_and_a_city_code_all_its_airports() {
    let Some(Place::Airport(heathrow)) = WORLD.place("LHR") else { panic!("LHR is an airport") };
    let Some(Place::City(london)) = WORLD.place("LON") else { panic!("LON is a city") };
    let in_london: HashSet<_> = london.airports.iter().map(|airport| airport.iata_code.as_str()).collect();

    assert_eq!((heathrow.city_code.as_str(), london.name, london.country_code), ("LON", "London", "GB"));
    assert_eq!(in_london, HashSet::from(["LCY", "LGW", "LHR", "LTN", "SEN", "STN"]));
    assert!(WORLD.place("XXX").is_none());
}

#[test]
fn every_airport_is_in_a_country_with_a_name() {
    for airport in WORLD.airports() {
        assert!(crate::world::country_name(&airport.country_code).is_some(), "{}", airport.country_code);
    }
}
