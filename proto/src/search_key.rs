//! The key of a search: equal searches have equal keys, whichever service sends them.

use crate::common::v1::Mode;
use crate::search::v1::SearchFlightsRequest;

/// What tells a search from another one to the airlines: neither its page nor its order. Calls with equal keys go to the
/// same replica of svc-search, so that the airlines are asked once. The gateway's pages rely on it too: svc-search answers
/// searches with equal keys alike.
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
        // Named one by one: a new field is either in the key, or tells one page of a search from another.
        let Self {
            origin,
            destination,
            departure_date,
            return_date,
            cabin_class,
            adults,
            children,
            infants,
            ages,
            page: _,
            limit: _,
            sort: _,
            refresh: _,
            held_answer: _,
        } = self;
        let place = |code: &str| code.trim().to_ascii_uppercase();
        let cabin_class = if cabin_class.is_empty() { "economy" } else { cabin_class };
        SearchKey {
            mode,
            origin: place(origin),
            destination: place(destination),
            departure_date: departure_date.clone(),
            return_date: return_date.clone().filter(|date| !date.is_empty()),
            cabin_class: cabin_class.to_owned(),
            counts: [*adults, *children, *infants],
            ages: ages.clone(),
        }
    }
}
