//! Searches that nobody has made yet, so that no two shoppers meet in one offer request by accident.

use std::sync::atomic::{AtomicUsize, Ordering};

use service::{Clock, SystemClock};
use time::{Date, Duration};

/// Between any two of them the sandbox sells flights that simply work.
const CITIES: [&str; 8] = ["JFK", "LHR", "CDG", "SFO", "LAX", "SYD", "FRA", "MAD"];
const DAYS: usize = 280;
/// Not so soon that a flight could leave meanwhile.
const FIRST_DAY: usize = 20;

#[derive(Debug, Clone, Copy)]
pub struct Trip {
    pub origin: &'static str,
    pub destination: &'static str,
    pub date: Date,
}

impl Trip {
    /// The path of its search.
    pub fn search(&self) -> String {
        let Self { origin, destination, date } = self;
        format!(
            "/api/flights/search?origin={origin}&destination={destination}&departureDate={date}&adultsCount=1&limit=10"
        )
    }
}

#[derive(Debug, Default)]
pub struct Trips(AtomicUsize);

impl Trips {
    /// The next; 15,680 differ.
    pub fn next(&self) -> Trip {
        let n = self.0.fetch_add(1, Ordering::Relaxed);
        let (day, pair) = (n % DAYS, n / DAYS % (CITIES.len() * (CITIES.len() - 1)));
        let (from, hop) = (pair / (CITIES.len() - 1), pair % (CITIES.len() - 1) + 1);
        let days = i64::try_from(FIRST_DAY + day).unwrap_or_default();
        Trip {
            origin: CITIES[from],
            destination: CITIES[(from + hop) % CITIES.len()],
            date: (SystemClock.now() + Duration::days(days)).date(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_trip_comes_twice_and_none_ends_where_it_began() {
        let trips = Trips::default();

        let drawn: Vec<_> = (0..15_680).map(|_| trips.next()).collect();

        assert!(drawn.iter().all(|trip| trip.origin != trip.destination));
        let distinct: BTreeSet<_> = drawn.iter().map(Trip::search).collect();
        assert_eq!(distinct.len(), drawn.len());
    }
}
