//! The key of a search: equal searches have equal keys, whichever service sends them.

use crate::common::v1::Mode;
use crate::search::v1::SearchFlightsRequest;

/// What tells a search from another one to the airlines: neither its page nor its order. Calls with equal keys go to the
/// same replica of svc-search, so that the airlines are asked once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchKey {
    mode: Mode,
    origin: String,
    destination: String,
    departure_date: String,
    return_date: Option<String>,
    cabin_class: String,
    /// Of adults, children and infants.
    counts: [i32; 3],
    /// In the order of the search, as svc-search tells queries apart.
    ages: Vec<i32>,
}

impl SearchFlightsRequest {
    /// The same however places are typed, and whether the usual cabin is named.
    pub fn key(&self, mode: Mode) -> SearchKey {
        let place = |code: &str| code.trim().to_ascii_uppercase();
        let cabin_class = if self.cabin_class.is_empty() { "economy" } else { &self.cabin_class };
        SearchKey {
            mode,
            origin: place(&self.origin),
            destination: place(&self.destination),
            departure_date: self.departure_date.clone(),
            return_date: self.return_date.clone().filter(|date| !date.is_empty()),
            cabin_class: cabin_class.to_owned(),
            counts: [self.adults, self.children, self.infants],
            ages: self.ages.clone(),
        }
    }
}
