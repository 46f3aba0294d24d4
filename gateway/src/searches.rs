//! How many searches wait for an answer at once: a flood of them must not take the room that bookings need.
//!
//! Searches may have all the room there is while purchases go well. When the flight provider has no time for who is
//! buying, they get half of what they use, and more again bit by bit: who has chosen a flight goes before who is
//! looking. (Additive increase and multiplicative decrease, as TCP shares a line of unknown width: RFC 5681.)

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::problem::{ApiError, Code};

/// So many searches are always let in: those known already are answered from memory in no time.
const LEAST: usize = 16;
/// One halving takes this long to be felt, and so does one step up.
const STEP: Duration = Duration::from_secs(1);
/// Of the room there is, given back in a step.
const GROWTH: usize = 8;

/// The searches under way, and the room they have.
#[derive(Debug)]
pub(crate) struct Searches {
    most: usize,
    room: Mutex<Room>,
}

#[derive(Debug)]
struct Room {
    size: usize,
    taken: usize,
    may_grow_at: Instant,
    may_shrink_at: Instant,
}

/// Room for one search, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn(Arc<Searches>);

impl Searches {
    pub fn new(most: usize) -> Arc<Self> {
        let now = Instant::now();
        let room = Room { size: most, taken: 0, may_grow_at: now, may_shrink_at: now };
        Arc::new(Self { most, room: Mutex::new(room) })
    }

    /// Room for one search, plain or streamed, as long as the answer is held; 503 with a time to come back where there
    /// is none.
    pub fn begin(self: &Arc<Self>) -> Result<Turn, ApiError> {
        let mut room = self.room();
        room.widen(self.most, Instant::now());
        if room.taken >= room.size {
            let sentence = "Too many people are searching right now. Please try again in a moment.";
            return Err(ApiError::new(Code::SearchUnavailable, sentence));
        }
        room.taken += 1;
        Ok(Turn(self.clone()))
    }

    /// The provider had no time for who is buying.
    pub fn make_room(&self) {
        if let Some(size) = self.room().narrow(Instant::now()) {
            tracing::info!(searches_at_once = size, "purchases are in trouble: fewer searches are let in");
        }
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.room().taken -= 1;
    }
}

impl Room {
    /// One step up for each that has passed.
    fn widen(&mut self, most: usize, now: Instant) {
        while self.size < most && now >= self.may_grow_at {
            self.size = most.min(self.size + self.size / GROWTH + 1);
            self.may_grow_at += STEP;
        }
    }

    /// The new size; none where it was changed just now, or is the least already.
    fn narrow(&mut self, now: Instant) -> Option<usize> {
        if now < self.may_shrink_at {
            return None;
        }
        let smaller = LEAST.max(self.size.min(self.taken) / 2).min(self.size);
        let is_less = smaller < self.size;
        self.size = smaller;
        (self.may_grow_at, self.may_shrink_at) = (now + STEP, now + STEP);
        is_less.then_some(smaller)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 100;

    fn begin_all(searches: &Arc<Searches>) -> Vec<Turn> {
        std::iter::from_fn(|| searches.begin().ok()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_too_many_is_turned_away_and_room_is_given_back() {
        let searches = Searches::new(2);
        let under_way = begin_all(&searches);

        assert_eq!(under_way.len(), 2);
        assert_eq!(searches.begin().unwrap_err().code, Code::SearchUnavailable);
        drop(under_way);
        assert!(searches.begin().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn purchases_in_trouble_halve_what_searches_use_once_a_second_down_to_the_least() {
        let searches = Searches::new(MOST);
        let mut room = Vec::new();
        for _ in 0..6 {
            let under_way = begin_all(&searches);
            searches.make_room();
            searches.make_room();
            drop(under_way);
            room.push(begin_all(&searches).len());
            tokio::time::advance(STEP).await;
        }

        assert!(room.is_sorted_by(|before, after| before >= after), "{room:?}");
        assert_eq!((room[0], *room.last().unwrap()), (MOST / 2, LEAST));
    }

    #[tokio::test(start_paused = true)]
    async fn room_comes_back_by_an_eighth_a_second_and_no_further_than_it_was() {
        let searches = Searches::new(MOST);
        let under_way: Vec<_> = (0..32).map(|_| searches.begin().unwrap()).collect();
        searches.make_room();
        drop(under_way);

        assert_eq!(begin_all(&searches).len(), 16);
        tokio::time::advance(STEP).await;
        assert_eq!(begin_all(&searches).len(), 19);
        tokio::time::advance(60 * STEP).await;
        assert_eq!(begin_all(&searches).len(), MOST);
    }
}
