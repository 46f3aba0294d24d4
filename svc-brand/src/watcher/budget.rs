//! How many searches the watches of a brand may send.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use time::{Date, Duration};

use crate::domain::watch::{interval, stretch};
use crate::store::watched_query::Demand;

/// What brands want and have left, as of the beginning of a round. A brand that is not among them wants next to nothing.
#[derive(Debug)]
pub(super) struct Budget {
    a_day: u32,
    brands: Mutex<HashMap<String, Share>>,
}

/// What a brand has of a day.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    /// Looks that it would have if no interval were stretched.
    wanted: f64,
    spent: u32,
}

impl Budget {
    pub fn new(demand: Vec<Demand>, a_day: u32, today: Date) -> Self {
        let mut brands: HashMap<String, Share> = HashMap::new();
        for Demand { brand, departs_on, queries, looked_up } in demand {
            let share = brands.entry(brand).or_default();
            let queries = f64::from(u32::try_from(queries).unwrap_or(u32::MAX));
            share.wanted += queries * (Duration::DAY / interval((departs_on - today).whole_days()));
            share.spent = share.spent.saturating_add(u32::try_from(looked_up).unwrap_or(u32::MAX));
        }
        Self { a_day, brands: Mutex::new(brands) }
    }

    /// By how much the interval of a query that these brands watch is stretched: as the least pressed of them asks. Nothing
    /// where nothing may be looked up.
    pub fn stretch(&self, brands: &[String]) -> Option<f64> {
        let shares = self.shares();
        let stretches = brands.iter().filter_map(|brand| {
            let wanted = shares.get(brand).map_or(0.0, |share| share.wanted);
            stretch(wanted, self.a_day)
        });
        stretches.min_by(f64::total_cmp)
    }

    /// Takes a look from each of these brands. False where all have spent theirs.
    pub fn take(&self, brands: &[String]) -> bool {
        let mut shares = self.shares();
        let is_left = |brand: &String| shares.get(brand).map_or(0, |share: &Share| share.spent) < self.a_day;
        if !brands.iter().any(is_left) {
            return false;
        }
        for brand in brands {
            let share = shares.entry(brand.clone()).or_default();
            share.spent = share.spent.saturating_add(1);
        }
        true
    }

    /// Gives a look back that was not needed.
    pub fn give_back(&self, brands: &[String]) {
        let mut shares = self.shares();
        for brand in brands {
            let share = shares.entry(brand.clone()).or_default();
            share.spent = share.spent.saturating_sub(1);
        }
    }

    /// One that panicked left counts that hold.
    fn shares(&self) -> MutexGuard<'_, HashMap<String, Share>> {
        self.brands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    const TODAY: Date = date!(2026 - 12 - 01);

    fn wants(brand: &str, departs_on: Date, queries: i64, looked_up: i64) -> Demand {
        Demand { brand: brand.to_owned(), departs_on, queries, looked_up }
    }

    fn brands(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    /// Blue wants 4 looks a day far ahead and 16 soon, green wants one.
    fn budget(a_day: u32) -> Budget {
        let (soon, later) = (date!(2026 - 12 - 02), date!(2027 - 06 - 01));
        let demand = vec![wants("blue", later, 4, 0), wants("blue", soon, 2, 1), wants("green", later, 1, 0)];
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

    #[test]
    fn watch07_no_look_is_sent_once_all_brands_of_a_query_have_spent_theirs() {
        let budget = budget(2);

        let taken = |names: &[&str]| budget.take(&brands(names));

        assert!(taken(&["blue"]), "one of two was spent before");
        assert!(!taken(&["blue"]));
        assert!(taken(&["blue", "green"]) && taken(&["green"]));
        assert!(!taken(&["blue", "green"]));
    }

    #[test]
    fn watch07_a_look_that_was_not_needed_can_be_taken_again() {
        let (budget, blue) = (budget(2), brands(&["blue"]));
        assert!(budget.take(&blue) && !budget.take(&blue));

        budget.give_back(&blue);

        assert!(budget.take(&blue) && !budget.take(&blue));
    }

    #[test]
    fn watch07_a_budget_of_nothing_looks_nothing_up() {
        assert!(!budget(0).take(&brands(&["red"])));
    }
}
