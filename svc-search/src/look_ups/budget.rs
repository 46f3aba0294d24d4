//! How many dates may be looked up. The provider counts searches against orders, and charges for those beyond its ratio.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use service::{Mode, SharedClock};
use time::{Duration, OffsetDateTime};

const HOUR: Duration = Duration::HOUR;

/// Look-ups that one view, and one brand in any 60 minutes, may send. 0 in either: none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    pub a_view: u32,
    pub an_hour: u32,
}

impl Allowance {
    pub const NONE: Self = Self { a_view: 0, an_hour: 0 };

    pub fn is_none(self) -> bool {
        self.a_view == 0 || self.an_hour == 0
    }
}

/// Of each mode.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowances {
    pub test: Allowance,
    pub live: Allowance,
}

/// A brand in a mode.
pub(super) type Spender = (Mode, String);

/// What this process has spent. Each replica has a budget of its own.
#[derive(Debug)]
pub(super) struct Budget {
    allowances: Allowances,
    /// When look-ups of the last hour were sent, oldest first.
    spent: Mutex<HashMap<Spender, VecDeque<OffsetDateTime>>>,
    clock: SharedClock,
}

impl Budget {
    pub fn new(allowances: Allowances, clock: SharedClock) -> Self {
        Self { allowances, spent: Mutex::default(), clock }
    }

    pub fn allowance(&self, mode: Mode) -> Allowance {
        match mode {
            Mode::Test => self.allowances.test,
            Mode::Live => self.allowances.live,
            Mode::Unspecified => Allowance::NONE,
        }
    }

    /// What one view of the brand may send now.
    pub fn left(&self, mode: Mode, brand: &str) -> u32 {
        let Allowance { a_view, an_hour } = self.allowance(mode);
        let spent = self.of_the_last_hour().get(&(mode, brand.to_owned())).map_or(0, VecDeque::len);
        a_view.min(an_hour.saturating_sub(u32::try_from(spent).unwrap_or(u32::MAX)))
    }

    /// Counts a look-up that is to be sent now. False where the hour's are spent.
    pub fn spend(&self, mode: Mode, brand: &str) -> bool {
        let an_hour = usize::try_from(self.allowance(mode).an_hour).unwrap_or(usize::MAX);
        let mut spent = self.of_the_last_hour();
        let of_brand = spent.entry((mode, brand.to_owned())).or_default();
        let is_left = of_brand.len() < an_hour;
        if is_left {
            of_brand.push_back(self.clock.now());
        }
        is_left
    }

    /// How long until the oldest look-up of the hour counts no more; nothing where none was sent.
    pub fn has_room_in(&self, mode: Mode, brand: &str) -> Option<Duration> {
        let oldest = *self.of_the_last_hour().get(&(mode, brand.to_owned()))?.front()?;
        Some(oldest + HOUR - self.clock.now())
    }

    fn of_the_last_hour(&self) -> MutexGuard<'_, HashMap<Spender, VecDeque<OffsetDateTime>>> {
        let an_hour_ago = self.clock.now() - HOUR;
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.retain(|_, of_brand| {
            while of_brand.front().is_some_and(|sent_at| *sent_at <= an_hour_ago) {
                of_brand.pop_front();
            }
            !of_brand.is_empty()
        });
        spent
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use testkit::MockClock;
    use time::macros::datetime;

    use super::*;

    fn budget(a_view: u32, an_hour: u32) -> (Budget, Arc<MockClock>) {
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let allowances = Allowances { test: Allowance { a_view, an_hour }, live: Allowance::NONE };
        (Budget::new(allowances, clock.clone()), clock)
    }

    #[test]
    fn day07_no_sixty_minutes_hold_more_look_ups_of_a_brand_than_its_budget() {
        let (budget, clock) = budget(2, 3);
        assert!(budget.spend(Mode::Test, "blue"));
        clock.advance(Duration::minutes(59));
        assert!(budget.spend(Mode::Test, "blue"));
        assert_eq!(budget.left(Mode::Test, "blue"), 1, "less than a view's");
        assert!(budget.spend(Mode::Test, "blue"));

        assert!(!budget.spend(Mode::Test, "blue"));
        assert_eq!(budget.left(Mode::Test, "blue"), 0);
        assert_eq!(budget.has_room_in(Mode::Test, "blue"), Some(Duration::minutes(1)));
        clock.advance(Duration::minutes(1));
        assert!(budget.spend(Mode::Test, "blue"));
        assert!(!budget.spend(Mode::Test, "blue"), "the two of a minute ago still count");
    }

    #[test]
    fn day07_each_brand_and_mode_has_a_budget_of_its_own() {
        let (budget, _) = budget(12, 1);
        assert!(budget.spend(Mode::Test, "blue"));

        assert!(budget.spend(Mode::Test, "red"));
        assert!(!budget.spend(Mode::Live, "red"));
        assert_eq!(budget.left(Mode::Live, "red"), 0);
        assert_eq!(budget.has_room_in(Mode::Live, "red"), None);
    }

    #[test]
    fn day07_either_number_at_nothing_means_none() {
        for (a_view, an_hour) in [(0, 600), (12, 0), (0, 0)] {
            let (budget, _) = budget(a_view, an_hour);

            assert!(budget.allowance(Mode::Test).is_none());
            assert_eq!(budget.left(Mode::Test, "blue"), 0);
        }
        assert!(!Allowance { a_view: 12, an_hour: 600 }.is_none());
    }
}
