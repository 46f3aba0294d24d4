//! Fares that a test has moved: searches from now on find them dearer or cheaper. What was found before stands.

use std::sync::Mutex;

use jiff::civil::Date;
use serde::Deserialize;

use super::offer::Offer;
use crate::Sandbox;
use crate::books::duffel::{Change, Drift, OfferRequest};

/// The fares of a route on one day. Without a day, on all days.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FareMove {
    /// Of the first slice, as in `LHR-JFK`.
    route: String,
    departure_date: Option<Date>,
    /// Of the total, against what the world asks: -12 is 12 % less.
    percent: i64,
}

/// In memory alone. What a search found by it is in the books.
#[derive(Debug, Default)]
pub struct FareMoves {
    moves: Mutex<Vec<FareMove>>,
}

impl FareMove {
    /// Taxes are not moved, so that a greater fall would leave less than nothing of some fares.
    pub fn is_possible(&self) -> bool {
        (-30..=100).contains(&self.percent)
    }

    fn concerns(&self, request: &OfferRequest) -> bool {
        let date = request.query.slices[0].date;
        self.route == request.route() && self.departure_date.is_none_or(|of| of == date)
    }
}

impl FareMoves {
    pub fn add(&self, fare_move: FareMove) {
        self.lock().push(fare_move);
    }

    pub fn clear(&self) {
        self.lock().clear();
    }

    /// The last one counts. They don't add up.
    fn percent(&self, request: &OfferRequest) -> Option<i64> {
        self.lock().iter().rfind(|fare_move| fare_move.concerns(request)).map(|fare_move| fare_move.percent)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<FareMove>> {
        self.moves.lock().expect("nothing panics while it holds the moves")
    }
}

/// How the offers of a search differ from what the world asks, for the books.
pub fn drifts(sandbox: &Sandbox, request: &OfferRequest) -> Vec<Change> {
    let Some(percent) = sandbox.searches.fare_moves.percent(request) else { return Vec::new() };
    let moved = |offer: Offer| {
        let price = offer.draft().total * percent / 100;
        offer.drifted(Drift { price, ..offer.drift })
    };
    Offer::all(sandbox, request).into_iter().map(moved).collect()
}
