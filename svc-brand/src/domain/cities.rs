//! The cities that airports serve, from the list of airports that the search form offers.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

const AIRPORTS: &str = include_str!("../../../seeds/airports.json");

static CITIES: LazyLock<HashMap<String, City>> = LazyLock::new(|| {
    let airports: Vec<Airport> = serde_json::from_str(AIRPORTS).expect("the list of airports is valid");
    // An airport's code wins over a city's: the two are the same where a city has one airport.
    let cities = airports.iter().map(|airport| (airport.city_code.clone(), airport.city()));
    cities.chain(airports.iter().map(|airport| (airport.iata_code.clone(), airport.city()))).collect()
});

#[derive(Deserialize)]
struct Airport {
    iata_code: String,
    city_name: String,
    city_code: String,
}

impl Airport {
    fn city(&self) -> City {
        City { code: self.city_code.clone(), name: self.city_name.clone() }
    }
}

struct City {
    /// The airport's own where it is the only one there.
    code: String,
    name: String,
}

/// Whether it is the code of an airport in the list, or of its city.
pub fn is_known(code: &str) -> bool {
    CITIES.contains_key(code)
}

/// The codes, and those of their cities, each once.
pub fn with_cities(mut codes: Vec<String>) -> Vec<String> {
    let cities = codes.iter().filter_map(|code| CITIES.get(code)).map(|city| city.code.clone());
    codes.extend(cities.collect::<Vec<_>>());
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// `London (LHR)`, as the search form says it. The code alone of a place that is in no list.
pub fn named(code: &str) -> String {
    CITIES.get(code).map_or_else(|| code.to_owned(), |city| format!("{} ({code})", city.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watch06_an_airport_is_in_its_city_and_a_city_or_an_unknown_place_in_itself() {
        let check = |codes: &[&str], expected: &[&str]| {
            let known = with_cities(codes.iter().map(ToString::to_string).collect());
            assert_eq!(known, expected, "{codes:?}");
        };
        check(&["LHR"], &["LHR", "LON"]);
        check(&["NYC", "JFK"], &["JFK", "NYC"]);
        check(&["LON"], &["LON"]);
        check(&["ABQ"], &["ABQ"]);
        check(&["QQQ"], &["QQQ"]);
        check(&[], &[]);
    }

    #[test]
    fn watch01_airports_and_their_cities_are_known_and_nothing_else_is() {
        assert!(["LHR", "LON", "ABQ"].into_iter().all(is_known));
        assert!(!["QQQ", "lhr", ""].into_iter().any(is_known));
    }

    #[test]
    fn watch05_a_place_is_named_by_its_city() {
        assert_eq!(named("LHR"), "London (LHR)");
        assert_eq!(named("NYC"), "New York (NYC)");
        assert_eq!(named("QQQ"), "QQQ");
    }
}
