//! How many searches wait for an answer at once: a flood of them must not take the room that bookings need.

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::problem::{ApiError, Code};

/// The searches under way.
#[derive(Debug)]
pub(crate) struct Searches(Semaphore);

impl Searches {
    pub fn new(most: usize) -> Self {
        Self(Semaphore::new(most))
    }

    /// Room for one search as long as the answer is held; 503 with a time to come back where there is none.
    pub fn begin(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        let sentence = "Too many people are searching right now. Please try again in a moment.";
        self.0.try_acquire().map_err(|_full| ApiError::new(Code::SearchUnavailable, sentence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_too_many_is_turned_away_and_room_is_given_back() {
        let searches = Searches::new(2);
        let under_way: Vec<_> = (0..2).map(|_| searches.begin().unwrap()).collect();

        assert_eq!(searches.begin().unwrap_err().code, Code::SearchUnavailable);
        drop(under_way);
        assert!(searches.begin().is_ok());
    }
}
