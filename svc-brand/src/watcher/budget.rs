//! How many searches the watches of a brand may send.

use std::collections::HashMap;

use time::{Date, Duration};

use crate::domain::watch::{interval, stretch};
use crate::store::watched_query::Demand;

/// What brands want and may have, as of the beginning of a round. A brand that is not among them wants next to nothing.
/// What they have had stands in the database.
#[derive(Debug)]
pub(super) struct Budget {
    /// Looks of each brand.
    pub a_day: u32,
    /// Looks a day that a brand would have if no interval were stretched.
    wanted: HashMap<String, f64>,
}

impl Budget {
    pub fn new(demand: Vec<Demand>, a_day: u32, today: Date) -> Self {
        let mut wanted: HashMap<String, f64> = HashMap::new();
        for Demand { brand, departs_on, queries } in demand {
            let queries = f64::from(u32::try_from(queries).unwrap_or(u32::MAX));
            let looks = queries * (Duration::DAY / interval((departs_on - today).whole_days()));
            *wanted.entry(brand).or_default() += looks;
        }
        Self { a_day, wanted }
    }

    /// By how much the interval of a query that these brands watch is stretched: as the least pressed of them asks. Nothing
    /// where nothing may be looked up.
    pub fn stretch(&self, brands: &[String]) -> Option<f64> {
        let wanted = brands.iter().map(|brand| self.wanted.get(brand).copied().unwrap_or_default());
        wanted.filter_map(|wanted| stretch(wanted, self.a_day)).min_by(f64::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    const TODAY: Date = date!(2026 - 12 - 01);

    fn wants(brand: &str, departs_on: Date, queries: i64) -> Demand {
        Demand { brand: brand.to_owned(), departs_on, queries }
    }

    fn brands(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    /// Blue wants 4 looks a day far ahead and 16 soon, green wants one.
    fn budget(a_day: u32) -> Budget {
        let (soon, later) = (date!(2026 - 12 - 02), date!(2027 - 06 - 01));
        let demand = vec![wants("blue", later, 4), wants("blue", soon, 2), wants("green", later, 1)];
        Budget::new(demand, a_day, TODAY)
    }

    #[test]
    fn watch07_a_query_is_stretched_as_the_least_pressed_of_its_brands_asks() {
        let table = [
            (&["blue"][..], 20, Some(1.0)),
            (&["blue"][..], 10, Some(2.0)),
            (&["blue", "green"][..], 10, Some(1.0)),
            (&["red"][..], 10, Some(1.0)),
            (&["blue", "green"][..], 0, None),
        ];
        for (names, a_day, expected) in table {
            assert_eq!(budget(a_day).stretch(&brands(names)), expected, "{names:?} {a_day}");
        }
    }
}
