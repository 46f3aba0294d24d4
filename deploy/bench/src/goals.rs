//! What has to hold: CPU of one row against CPU of another, from the same run, or a figure against what is fixed.

use std::fmt;

use crate::results::Results;
use crate::{idle, provider, rows, stream};

#[derive(Debug)]
enum Limit {
    /// CPU of a row, so many times.
    Row(&'static str, f64),
    /// The same in each run.
    Fixed(f64),
}

impl Limit {
    fn of(&self, results: &Results) -> anyhow::Result<f64> {
        match self {
            Self::Row(row, times) => Ok(results.value(row)? * times),
            Self::Fixed(limit) => Ok(*limit),
        }
    }
}

#[derive(Debug)]
struct Goal {
    name: &'static str,
    /// A row or a figure.
    ours: &'static str,
    limit: Limit,
    must: f64,
    great: Option<f64>,
}

static GOALS: [Goal; 9] = [
    Goal {
        name: "cached search, plain",
        ours: rows::SEARCH,
        limit: Limit::Row(rows::SERIALISED, 1.0),
        must: 1.4,
        great: Some(1.1),
    },
    Goal {
        name: "cached search, gzip",
        ours: rows::SEARCH_GZIP,
        limit: Limit::Row(rows::SERIALISED, 1.0),
        must: 1.4,
        great: Some(1.1),
    },
    Goal {
        name: "uncached search",
        ours: rows::UNCACHED,
        limit: Limit::Row(rows::READ, 1.0),
        must: 1.8,
        great: Some(1.4),
    },
    Goal {
        name: "streamed search",
        ours: stream::FIRST_OFFERS,
        limit: Limit::Fixed(provider::SLOWEST.as_secs_f64()),
        must: 0.25,
        great: None,
    },
    Goal {
        name: "login",
        ours: rows::LOGIN,
        limit: Limit::Row(rows::HASH, 1.0),
        must: 1.25,
        great: Some(1.1),
    },
    Goal { name: "session", ours: rows::SESSION, limit: Limit::Row(rows::MODE, 1.0), must: 5.0, great: None },
    Goal {
        name: "home page, gzip",
        ours: rows::HOME_GZIP,
        limit: Limit::Row(rows::HOME, 1.0),
        must: 1.5,
        great: None,
    },
    Goal {
        name: "purchase",
        ours: rows::PURCHASE,
        limit: Limit::Row(rows::FIVE_STATEMENTS, 100.0),
        must: 2.4,
        great: Some(2.0),
    },
    Goal {
        name: "idle statements",
        ours: idle::STATEMENTS,
        limit: Limit::Fixed(1.0),
        must: 5.0,
        great: None,
    },
];

/// A goal, and what a run said of it: CPU milliseconds, or what its figure is in.
#[derive(Debug)]
pub struct Judged {
    goal: &'static Goal,
    ours: f64,
    limit: f64,
}

pub fn judge(results: &Results) -> anyhow::Result<Vec<Judged>> {
    let judged = GOALS.iter().map(|goal| {
        let (ours, limit) = (results.value(goal.ours)?, goal.limit.of(results)?);
        Ok(Judged { goal, ours, limit })
    });
    judged.collect()
}

/// The goals' names, in their order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GOALS.iter().map(|goal| goal.name)
}

impl Judged {
    pub fn ratio(&self) -> f64 {
        self.ours / self.limit
    }

    /// Whether the ratio is at most what it must be. One that is no number is missed.
    pub fn is_met(&self) -> bool {
        self.ratio() <= self.goal.must
    }
}

/// The line above the goals' lines.
pub fn header() -> String {
    format!("{:<22}{:>10}{:>10}{:>8}{:>8}{:>8}", "goal", "ours", "limit", "ratio", "must", "great")
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goal, ours, limit } = self;
        let great = goal.great.map_or_else(|| "-".to_owned(), |great| format!("{great:.2}"));
        write!(f, "{:<22}{ours:>10.3}{limit:>10.3}{:>8.2}", goal.name, self.ratio())?;
        write!(f, "{:>8.2}{great:>8}", goal.must)?;
        if self.is_met() { Ok(()) } else { f.write_str("  MISSED") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PURCHASE: Goal = Goal {
        name: "purchase",
        ours: "purchase",
        limit: Limit::Row("five statements", 100.0),
        must: 2.4,
        great: Some(2.0),
    };

    #[test]
    fn a_goal_is_met_up_to_its_ratio_and_missed_above_it_or_without_a_number() {
        let judged = |ours, limit| Judged { goal: &PURCHASE, ours, limit };

        assert!(judged(60.0, 25.0).is_met());
        assert!(!judged(60.1, 25.0).is_met());
        assert!(!judged(0.0, 0.0).is_met());
        assert!(judged(104.0, 25.0).to_string().ends_with("    4.16    2.40    2.00  MISSED"));
    }

    #[test]
    fn a_limit_is_what_the_run_measured_so_many_times_or_what_is_fixed() {
        let mut results = Results::default();
        results.add_figure("five statements", 0.25);

        assert!((PURCHASE.limit.of(&results).unwrap() - 25.0).abs() < 1e-9);
        assert!((Limit::Fixed(2.0).of(&Results::default()).unwrap() - 2.0).abs() < 1e-9);
        assert!(PURCHASE.limit.of(&Results::default()).is_err());
    }

    #[test]
    fn a_row_that_was_not_measured_is_no_goal_that_was_met() {
        assert!(judge(&Results::default()).is_err());
    }
}
